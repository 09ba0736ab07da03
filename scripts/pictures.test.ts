import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { build } from 'vite'
import { parseManifest } from '#server/kernel/pictures/pictures.ts'
import { variantUrls } from '#shared/kernel/picture.ts'
import { picturePlugin } from './picture-plugin.ts'
import { makePictures, type PictureFolders } from './pictures.ts'

let root: string
let folders: PictureFolders

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pictures-'))
  folders = { imagery: join(root, 'imagery'), out: join(root, 'build/pictures'), cache: join(root, '.cache') }
  await mkdir(join(folders.imagery, 'photos'), { recursive: true })
  await draw('photos/bag_01.jpg', 300, 'red')
  await draw('photos/home_bar.jpg', 700, 'blue')
  await index('A bag')
})
afterEach(() => rm(root, { recursive: true }))

async function draw(file: string, width: number, background: string): Promise<void> {
  const flat = sharp({ create: { width, height: 100, channels: 3, background } })
  await writeFile(join(folders.imagery, file), await flat.jpeg().toBuffer())
}

const index = (alt: string) =>
  writeFile(
    join(folders.imagery, 'index.json'),
    JSON.stringify([
      { file: 'photos/bag_01.jpg', alt },
      { file: 'photos/home_bar.jpg', alt: 'The bar' },
      { file: 'brand/logo-ink.png', alt: 'FRAME' },
    ]),
  )

it('creates every bundled picture in the required widths, with a manifest', async () => {
  const progress: string[] = []
  const manifest = await makePictures((done, total) => progress.push(`${done}/${total}`), folders)
  expect(progress).toEqual(['0/2', '1/2', '2/2'])
  expect(manifest).toMatchObject({
    // The wide empty margin around a bag is cut off.
    'photos/bag_01': { alt: 'A bag', width: 222, widths: [222] },
    'photos/home_bar': { alt: 'The bar', width: 700, widths: [540, 700] },
  })
  expect(parseManifest(await readFile(join(folders.out, 'manifest.json'), 'utf8'))).toEqual(manifest)
  const names = Object.values(manifest).flatMap((facts) => variantUrls(facts).map((url) => basename(url)))
  expect((await readdir(folders.out)).toSorted()).toEqual([...names, 'manifest.json'].toSorted())
})

it('reuses cached pictures, even if the build folder was deleted', async () => {
  const manifest = await makePictures(undefined, folders)
  const file = join(folders.out, basename(manifest['photos/bag_01']?.src ?? ''))
  const before = await stat(file)
  await rm(folders.out, { recursive: true })
  expect(await makePictures(undefined, folders)).toEqual(manifest)
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs)
})

it('creates pictures again that are missing in the cache, and deletes unused ones', async () => {
  const manifest = await makePictures(undefined, folders)
  await rm(folders.out, { recursive: true })
  await rm(join(folders.cache, basename(manifest['photos/bag_01']?.src ?? '')))
  await mkdir(folders.out)
  await writeFile(join(folders.out, 'old-0123456789ab-240.avif'), '')
  expect(await makePictures(undefined, folders)).toEqual(manifest)
  const names = await readdir(folders.out)
  expect(names).toContain(basename(manifest['photos/bag_01']?.src ?? ''))
  expect(names).not.toContain('old-0123456789ab-240.avif')
})

it('a changed picture gets a new URL; a changed alt text does not create it again', async () => {
  const before = await makePictures(undefined, folders)
  await index('A red bag')
  const renamed = await makePictures(undefined, folders)
  expect(renamed['photos/bag_01']).toEqual({ ...before['photos/bag_01'], alt: 'A red bag' })
  await draw('photos/bag_01.jpg', 300, 'green')
  const redrawn = await makePictures(undefined, folders)
  expect(redrawn['photos/bag_01']?.src).not.toBe(before['photos/bag_01']?.src)
})

it('a drawing becomes one bitmap in three formats, for mails', async () => {
  await mkdir(join(folders.imagery, 'drawings'))
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="100"><path d="M0 0h80v100H0z"/></svg>'
  await writeFile(join(folders.imagery, 'drawings/pour.svg'), svg)
  const listed = [{ file: 'drawings/pour.svg', alt: 'A barista' }]
  await writeFile(join(folders.imagery, 'index.json'), JSON.stringify(listed))
  expect(await makePictures(undefined, folders)).toMatchObject({
    'drawings/pour': { alt: 'A barista', width: 80, height: 100, widths: [80] },
  })
})

const DRAWINGS = join(import.meta.dirname, '../imagery/drawings')
const COLORS = new Set([
  'b5573a',
  'd09a45',
  '8a9478',
  '23201d',
  'f1e9db',
  'd8c3a5',
  'd9a58d',
  '5c7480',
  '5f5f3f',
  '7d3a22',
])

it('every drawing keeps the rules in its README: size of sheet and file, ten colors, only shapes', async () => {
  const names = (await readdir(DRAWINGS)).filter((name) => name.endsWith('.svg'))
  expect(names.length).toBeGreaterThanOrEqual(8)
  const listed = JSON.parse(await readFile(join(DRAWINGS, '../index.json'), 'utf8')) as { file: string }[]
  const files = new Set(listed.map(({ file }) => file))
  for (const name of names) {
    const svg = await readFile(join(DRAWINGS, name), 'utf8')
    expect(svg.length, name).toBeLessThanOrEqual(8 * 1024)
    expect(svg, name).toContain('viewBox="0 0 800 1000" width="800" height="1000"')
    const tags = new Set([...svg.matchAll(/<(\w+)/g)].map(([, tag = '']) => tag))
    expect(
      [...tags].filter((tag) => !SHAPES.has(tag)),
      name,
    ).toEqual([])
    const paints = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, paint = '']) => paint)
    const colors = new Set(paints.filter((paint) => paint !== 'none' && paint !== 'url(#p)'))
    expect(
      [...colors].filter((color) => !COLORS.has(color.slice(1))),
      name,
    ).toEqual([])
    expect(files.has(`drawings/${name}`), name).toBe(true)
  }
})

const SHAPES = new Set(['svg', 'g', 'pattern', 'path', 'rect', 'circle', 'ellipse'])

async function bundle(specifier: string): Promise<string> {
  const entry = join(root, 'page.js')
  await writeFile(entry, `import facts from '${specifier}'\nexport const alt = facts.alt, src = facts.src\n`)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [picturePlugin(folders)],
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  })
  return JSON.stringify(built)
}

it.each(['#imagery/photos/home_bar.jpg?picture', './imagery/photos/home_bar.jpg?picture'])(
  'the plugin gives a page the data of %s',
  async (specifier) => {
    const code = await bundle(specifier)
    expect(code).toContain('The bar')
    const src = /\/pictures\/(home_bar-[0-9a-f]{12}-700\.jpg)/.exec(code)?.[1] ?? ''
    expect(await readdir(folders.out)).toContain(src)
  },
)

it('reports a page that imports a missing picture', async () => {
  await expect(bundle('#imagery/photos/nothing.jpg?picture')).rejects.toThrow(
    /No bundled picture photos\/nothing.jpg/,
  )
})

import { createHash } from 'node:crypto'
import { copyFile, link, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { limitConcurrency, makeVariants, pictureHash } from '#server/kernel/pictures/variants.ts'
import { parseFacts, type PictureManifest } from '#server/kernel/pictures/pictures.ts'
import { errorCode, mkdirp, writeAtomically } from '#server/kernel/files/write.ts'
import { type PictureFacts, variantUrls } from '#shared/kernel/picture.ts'
import sharp from 'sharp'
import * as z from 'zod/mini'

/** The folders of the source pictures, the results and the cache. */
export type PictureFolders = { imagery: string; out: string; cache: string }

const ROOT = join(import.meta.dirname, '..')
const FOLDERS: PictureFolders = {
  imagery: join(ROOT, 'imagery'),
  out: join(ROOT, 'build/pictures'),
  cache: join(ROOT, '.cache/pictures'),
}

/** The widths to create, by file name, so that no width is created that no page requests. */
const WIDTHS: [RegExp, number[]][] = [
  [/^photos\/(bag|goods)_/, [240, 360, 540, 720, 1080]],
  [/^photos\/gallery_/, [360, 540, 720]],
  [/^photos\//, [540, 720, 1080, 1600]],
  [/^art\//, [360, 540, 720, 1080]],
  [/^menu\//, [540, 720]],
  // For mails, which need a JPEG. Pages show the SVG itself.
  [/^drawings\//, []],
]

/**
 * The part of a picture that is shown, as fractions of its width and height. The pictures of bags have a wider margin
 * than the page needs.
 */
const CROPS: [RegExp, Region][] = [[/^photos\/bag_\d+$/, { left: 0.14, top: 0.165, size: 0.74 }]]

type Region = { left: number; top: number; size: number }

/** Encoding uses a whole core, so encoding more pictures at the same time would only use more memory. */
const limiter = limitConcurrency(availableParallelism())

/**
 * Creates the variants of every bundled picture, and `manifest.json` beside them. Reuses variants from the cache, even
 * after the build folder was deleted.
 */
export async function makePictures(
  onProgress?: (done: number, total: number) => void,
  folders: PictureFolders = FOLDERS,
): Promise<PictureManifest> {
  const bundled = await bundledPictures(folders)
  const ready = await namesInBuild(folders)
  let done = 0
  onProgress?.(done, bundled.length)
  const made = await Promise.all(
    bundled.map(async (picture) => {
      const facts = await makeOrReuse(picture, folders, ready)
      done += 1
      onProgress?.(done, bundled.length)
      return [picture.key, facts] as const
    }),
  )
  const manifest = Object.fromEntries(made)
  await publish(manifest, folders.out)
  return manifest
}

/** The facts of one bundled picture, such as `photos/bag_01`. Null if `index.json` does not list the picture. */
export async function makePicture(
  key: string,
  folders: PictureFolders = FOLDERS,
): Promise<PictureFacts | null> {
  const found = (await bundledPictures(folders)).find((picture) => picture.key === key)
  return found ? makeOrReuse(found, folders, await namesInBuild(folders)) : null
}

const INDEX = z.array(z.object({ file: z.string(), alt: z.string() }))

type Bundled = { key: string; file: string; alt: string }

async function bundledPictures({ imagery }: PictureFolders): Promise<Bundled[]> {
  const index = INDEX.parse(JSON.parse(await readFile(join(imagery, 'index.json'), 'utf8')))
  const bundled = index
    .map(({ file, alt }) => ({ key: file.replace(/\.(jpg|svg)$/, ''), file, alt }))
    .filter(({ key }) => widthsOf(key) !== undefined)
  const names = new Set(bundled.map(({ key }) => basename(key)))
  if (names.size < bundled.length) throw new Error('imagery/index.json: two pictures share one file name')
  return bundled
}

function widthsOf(key: string): number[] | undefined {
  return WIDTHS.find(([pattern]) => pattern.test(key))?.[1]
}

/** The file names in the build folder. Creates the folder if it is missing. */
async function namesInBuild({ out, cache }: PictureFolders): Promise<Set<string>> {
  await mkdirp(out)
  await mkdirp(cache)
  return new Set(await readdir(out))
}

async function makeOrReuse(
  { key, file, alt }: Bundled,
  folders: PictureFolders,
  ready: Set<string>,
): Promise<PictureFacts> {
  const bytes = await shownPart(key, await readFile(join(folders.imagery, file)))
  const name = basename(key)
  const widths = widthsOf(key)
  const widthsHash = createHash('sha256').update(JSON.stringify(widths)).digest('hex').slice(0, 6)
  const factsFile = join(folders.cache, `${name}-${pictureHash(bytes)}-${widthsHash}.json`)

  const cached = await readFacts(factsFile)
  if (cached && (await linkAll(cached, folders, ready))) return { ...cached, alt }
  const facts = await makeVariants(bytes, folders.cache, { name, alt, widths, limiter, durable: false })
  await writeAtomically(factsFile, JSON.stringify(facts), false)
  await linkAll(facts, folders, ready)
  return facts
}

/** The shown part of a picture, without loss; the file itself if all of it is shown. A drawing becomes a bitmap. */
export async function shownPart(key: string, bytes: Buffer): Promise<Buffer> {
  if (key.startsWith('drawings/')) return sharp(bytes).png({ compressionLevel: 1 }).toBuffer()
  const region = CROPS.find(([pattern]) => pattern.test(key))?.[1]
  if (!region) return bytes
  const picture = sharp(bytes)
  const { width, height } = await picture.metadata()
  return picture
    .extract({
      left: Math.round(width * region.left),
      top: Math.round(height * region.top),
      width: Math.round(width * region.size),
      height: Math.round(height * region.size),
    })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function readFacts(path: string): Promise<PictureFacts | null> {
  try {
    return parseFacts(await readFile(path, 'utf8'))
  } catch {
    // The file is missing or unreadable, so the picture is created again.
    return null
  }
}

/** Links the files of a picture into the build folder. False if a file is missing in the cache. */
async function linkAll(facts: PictureFacts, folders: PictureFolders, ready: Set<string>): Promise<boolean> {
  const missing = fileNames(facts).filter((name) => !ready.has(name))
  const linked = await Promise.all(
    missing.map((name) => linkFile(join(folders.cache, name), join(folders.out, name))),
  )
  return linked.every(Boolean)
}

async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return false
    // `EEXIST`: another build has created the file. Other errors: the two folders are on different disks.
    if (code !== 'EEXIST') await copyFile(from, to)
  }
  return true
}

async function publish(manifest: PictureManifest, out: string): Promise<void> {
  const path = join(out, 'manifest.json')
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  const before = await readFile(path, 'utf8').catch(() => '')
  if (before !== text) await writeAtomically(path, text, false)

  const kept = new Set(['manifest.json', ...Object.values(manifest).flatMap(fileNames)])
  const stale = (await readdir(out)).filter((name) => !kept.has(name) && !name.endsWith('.tmp'))
  await Promise.all(stale.map((name) => rm(join(out, name), { force: true })))
}

function fileNames(facts: PictureFacts): string[] {
  return variantUrls(facts).map((url) => basename(url))
}

if (import.meta.main) {
  const { stdout } = process
  await makePictures((done, total) => {
    if (stdout.isTTY) stdout.write(`\rPictures ${done}/${total}`)
    else if (done === total) stdout.write(`Pictures ${done}/${total}`)
  })
  stdout.write('\n')
}

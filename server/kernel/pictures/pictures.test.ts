import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PictureFacts, variantUrl } from '#shared/kernel/picture.ts'
import { openPictures, type Pictures, recentFiles, servePictures } from './pictures.ts'

const bag: PictureFacts = {
  src: '/pictures/bag_01-0123456789ab-540.jpg',
  width: 540,
  height: 675,
  alt: 'A bag',
  blur: 'data:image/webp;base64,AAAA',
  widths: [240, 540],
}
const app = fastify()
let dir: string
let pictures: Pictures

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pictures-'))
  await writeFile(join(dir, 'manifest.json'), JSON.stringify({ 'photos/bag_01': bag }))
  await writeFile(join(dir, 'bag_01-0123456789ab-540.jpg'), 'jpeg')
  await writeFile(join(dir, 'bag_01-0123456789ab-240.avif'), 'avif')
  pictures = openPictures(dir)
  servePictures(app, pictures)
  servePictures(app, pictures, '/uploads')
})
afterAll(() => Promise.all([app.close(), rm(dir, { recursive: true })]))

describe('the facts of a picture', () => {
  it.each(['/pictures/bag_01.jpg', 'bag_01.jpg', bag.src])('are found by %s', (path) => {
    expect(pictures.pictureOf(path)).toEqual(bag)
  })

  it('have URLs under /uploads when they are requested there', () => {
    const src = bag.src.replace('/pictures/', '/uploads/')
    expect(pictures.pictureOf('/uploads/bag_01.jpg')).toEqual({ ...bag, src })
  })

  it('are null for any other path', () => {
    for (const path of ['', 'bag_01', '/pictures/bag_02.jpg', '/pictures/../bag_01.jpg', 'constructor']) {
      expect(pictures.pictureOf(path)).toBeNull()
    }
  })

  it('cannot be read before the pictures are generated', () => {
    expect(() => openPictures(join(dir, 'nowhere'))).toThrow(/npm run pictures/)
  })
})

describe('GET /pictures', () => {
  it('answers a hashed name with headers for permanent caching, no scripts, and this site only', async () => {
    const reply = await app.inject(variantUrl(bag, 240, 'avif'))
    expect([reply.statusCode, reply.body]).toEqual([200, 'avif'])
    expect(reply.headers).toMatchObject({
      'content-type': 'image/avif',
      'content-length': '4',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('answers the stable name with the JPEG, cached for minutes', async () => {
    const reply = await app.inject('/pictures/bag_01.jpg')
    expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, 'jpeg', 'image/jpeg'])
    expect(reply.headers['cache-control']).toMatch(/^public, max-age=300/)
  })

  it('answers 304 to a matching ETag, and 200 to another', async () => {
    const etag = String((await app.inject(bag.src)).headers['etag'])
    const matching = [etag, `W/${etag}`, `"other", ${etag}`, '*'].map((tags) =>
      app.inject({ url: bag.src, headers: { 'if-none-match': tags } }),
    )
    for (const reply of await Promise.all(matching)) {
      expect([reply.statusCode, reply.body, reply.headers['etag']]).toEqual([304, '', etag])
    }
    const other = await app.inject({ url: bag.src, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })

  it('answers HEAD with headers only', async () => {
    const reply = await app.inject({ method: 'HEAD', url: bag.src })
    expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', '4'])
  })

  it.each([
    '/pictures/',
    '/pictures/manifest.json',
    '/pictures/nothing.jpg',
    '/pictures/bag_01-0123456789ab-240.webp',
    '/pictures/../manifest.json',
    '/pictures/%2e%2e%2fmanifest.json',
    '/pictures/..%5cmanifest.json',
    '/pictures/%00',
    '/pictures/bag_01.jpg/',
    '/uploads/manifest.json',
    '/uploads/..%2fbag_01-0123456789ab-540.jpg',
    '/uploads/gone-0123456789ab-540.jpg',
  ])('answers 404 as JSON to %s', async (url) => {
    const reply = await app.inject(url)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    if (!url.includes('/../')) expect(reply.json()).toEqual({ message: 'Not found' })
  })

  it('serves the bundled pictures under /uploads as well, as the demo data references them', async () => {
    const reply = await app.inject('/uploads/bag_01-0123456789ab-540.jpg')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })
})

it('loads a small file once, a large or missing file every time, and the least recently used when the cache was full', async () => {
  const read = recentFiles()
  const loads: string[] = []
  const readSized = async (name: string, size: number | null) => {
    const data = await read(name, async () => {
      loads.push(name)
      return size === null ? null : Buffer.alloc(size)
    })
    return data?.length
  }
  for (const size of [500_000, 600_000, null]) {
    expect(await readSized(`${size}`, size)).toBe(size ?? undefined)
    expect(await readSized(`${size}`, size)).toBe(size ?? undefined)
  }
  expect(loads).toEqual(['500000', '600000', '600000', 'null', 'null'])
  await readSized('second', 500_000)
  await readSized('500000', 500_000)
  for (let index = 0; index < 63; index++) await readSized(`more ${index}`, 500_000)
  loads.length = 0
  await readSized('500000', 500_000)
  await readSized('second', 500_000)
  expect(loads).toEqual(['second'])
})

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PictureFacts, variantUrls } from '#shared/picture.ts'
import { parseManifest, type PictureManifest } from './facts.ts'
import { RecentFiles } from './recent-files.ts'
import { errorCode } from './write.ts'

const TYPES = new Map([
  ['.avif', 'image/avif'],
  ['.webp', 'image/webp'],
  ['.jpg', 'image/jpeg'],
])
const YEAR = 'public, max-age=31536000, immutable'
const MINUTES = 'public, max-age=300, stale-while-revalidate=86400'

/** A file that may be served. A stable name, whose picture may change, is kept for minutes only. */
export type PictureFile = { path: string; immutable: boolean }

/** Knows files by name: what `servePictures` serves. */
export type Shelf = { fileOf(name: string): PictureFile | null | Promise<PictureFile | null> }

export type Pictures = {
  /** Facts of a bundled picture, or of what `findUpload` knows. */
  pictureOf(path: string): PictureFacts | null
  /** Files of bundled pictures only. */
  fileOf(name: string): PictureFile | null
}

/**
 * The bundled pictures of a folder made by `scripts/pictures.ts`. Rows hold their stable path,
 * `/pictures/bag_01.jpg`; the bare name, `/uploads/bag_01.jpg` and the hashed `src` mean the same.
 * @param findUpload asked for every path that is no bundled picture's
 */
export function openPictures(
  dir: string,
  findUpload: (path: string) => PictureFacts | null = () => null,
): Pictures {
  const facts = new Map<string, PictureFacts>()
  const files = new Map<string, PictureFile>()
  for (const [key, picture] of Object.entries(readManifest(dir))) {
    const stable = `${basename(key)}.jpg`
    const src = basename(picture.src)
    facts.set(stable, picture).set(src, picture)
    files.set(stable, { path: join(dir, src), immutable: false })
    for (const name of variantUrls(picture).map((url) => basename(url))) {
      files.set(name, { path: join(dir, name), immutable: true })
    }
  }
  return {
    pictureOf: (path) => facts.get(nameIn(path)) ?? findUpload(path),
    fileOf: (name) => files.get(name) ?? null,
  }
}

/** No bundled picture at all: for tests that show none. */
export const noPictures: Pictures = {
  pictureOf: () => null,
  fileOf: () => null,
}

const VARIANT = /^[a-z0-9_-]+-[0-9a-f]{12}-\d{1,4}\.(?:avif|webp|jpg)$/

/** Every variant in a folder that pictures are added to while the shop runs, such as the uploads. */
export function folderShelf(dir: string): Shelf {
  // The pattern has no dot but the last and no slash, so no name leads out of the folder.
  return { fileOf: (name) => (VARIANT.test(name) ? { path: join(dir, name), immutable: true } : null) }
}

/**
 * Serves what `shelf` knows under `<prefix>/<file>`, anything else there as 404. Call it once per prefix.
 * A name is looked up, never joined to a path, so there is nothing to climb out of.
 */
export function servePictures(app: FastifyInstance, shelf: Shelf, prefix = '/pictures'): void {
  const recent = new RecentFiles()
  app.get<{ Params: { '*': string } }>(
    `${prefix}/*`,
    { exposeHeadRoute: true, config: { access: 'public' } },
    async (request, reply) => {
      const file = await shelf.fileOf(request.params['*'])
      const type = file && TYPES.get(extname(file.path))
      const data = type ? await recent.read(file.path, readIfThere) : null
      if (!file || !type || !data) return notFound(reply)
      return send(request, reply, { file, type, data })
    },
  )
}

function nameIn(path: string): string {
  return path.replace(/^\/(?:pictures|uploads)\//, '')
}

function readManifest(dir: string): PictureManifest {
  try {
    return parseManifest(readFileSync(join(dir, 'manifest.json'), 'utf8'))
  } catch (cause) {
    throw new Error(`No pictures in ${dir}: run npm run pictures`, { cause })
  }
}

type Found = { file: PictureFile; type: string; data: Buffer }

function send(request: FastifyRequest, reply: FastifyReply, { file, type, data }: Found): FastifyReply {
  // The name holds a hash of the content, so it is the content's tag.
  const etag = `"${basename(file.path)}"`
  reply.headers({
    etag,
    'cache-control': file.immutable ? YEAR : MINUTES,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(data)
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found' })
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = new Set(ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  return tags.has(etag) || tags.has('*')
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

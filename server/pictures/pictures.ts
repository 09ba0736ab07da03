import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PictureFacts, variantUrls } from '#shared/picture.ts'
import { parseManifest, type PictureManifest } from './facts.ts'
import { RecentFiles } from './recent-files.ts'
import { errorCode } from '../files/write.ts'

const TYPES = new Map([
  ['.avif', 'image/avif'],
  ['.webp', 'image/webp'],
  ['.jpg', 'image/jpeg'],
])
const YEAR = 'public, max-age=31536000, immutable'
const MINUTES = 'public, max-age=300, stale-while-revalidate=86400'

/**
 * A file that may be served, under the name that holds its content's hash. Who asked by a stable name, whose
 * picture may change, keeps it for minutes only.
 */
export type PictureFile = { name: string; immutable: boolean; load: (name: string) => Promise<Buffer | null> }

/** Knows files by name: what `servePictures` serves. */
type Shelf = { fileOf(name: string): PictureFile | null | Promise<PictureFile | null> }

export type Pictures = {
  pictureOf(path: string): PictureFacts | null
  fileOf(name: string): PictureFile | null
}

/**
 * The bundled pictures of a folder made by `scripts/pictures.ts`. Rows hold their stable path,
 * `/pictures/bag_01.jpg`; the bare name, `/uploads/bag_01.jpg` and the hashed `src` mean the same.
 */
export function openPictures(dir: string): Pictures {
  const facts = new Map<string, PictureFacts>()
  const files = new Map<string, PictureFile>()
  const fileNamed = (name: string, immutable: boolean): PictureFile => {
    return { name, immutable, load: (file) => readIfThere(join(dir, file)) }
  }
  for (const [key, picture] of Object.entries(readManifest(dir))) {
    const stable = `${basename(key)}.jpg`
    const src = basename(picture.src)
    facts.set(stable, picture).set(src, picture)
    files.set(stable, fileNamed(src, false))
    for (const name of variantUrls(picture).map((url) => basename(url))) {
      files.set(name, fileNamed(name, true))
    }
  }
  return {
    pictureOf: (path) => {
      const found = facts.get(nameIn(path))
      // Spec sections 2 and 3: menu and art show are served from /uploads, also those that came with the house.
      if (found && path.startsWith('/uploads/')) return { ...found, src: `/uploads/${basename(found.src)}` }
      return found ?? null
    },
    fileOf: (name) => files.get(name) ?? null,
  }
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
      const type = file && TYPES.get(extname(file.name))
      const data = type ? await recent.read(file.name, file.load) : null
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
  const etag = `"${file.name}"`
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

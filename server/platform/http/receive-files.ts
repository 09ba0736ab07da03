/** Receives the files of a multipart form, streams them to disk one at a time, and stops when a limit is exceeded. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { plural } from '#shared/kernel/counts.ts'
import { MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import { diskFullOr, requireFreeSpace } from '#server/kernel/files/full-disk.ts'

/** A completely received file under a random name. `name` is the client's, without folders, for display only. */
export type ReceivedFile = { path: string; bytes: number; name: string }

type ExpectedFiles = NonNullable<Endpoint['files']>

const FORM = 'multipart/form-data'
/** Bytes for boundaries and part headers. */
const HEADER_BYTES = 64 * 1024
/** Milliseconds without a byte after which the client counts as disconnected. */
const MAX_IDLE = 15 * SECOND
/** Maximum time for an upload: enough for 300 MB over a slow connection. */
const MAX_TIME = 15 * MINUTE

/** Connections that are receiving files: they have their own time limits. */
const receiving = new WeakSet<object>()

/** Whether a connection is receiving files, so that it may take longer than other requests. */
export function isReceiving(socket: object): boolean {
  return receiving.has(socket)
}

/**
 * Leaves form bodies unread until a handler calls `withFiles`. Call this on a separate Fastify scope. All other routes
 * must keep refusing forms, because a page of another site could send them.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, (_request, _payload, done) => done(null))
}

/**
 * Receives the files of a form into `folder`, passes them to `work`, and always removes them afterwards.
 * Throws 415 or 400 for a body that is not the expected form, 413 if it is too large, 507 if the disk is full.
 */
export async function withFiles<T>(
  request: FastifyRequest,
  wanted: ExpectedFiles,
  folder: string,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  if (!isForm(request)) throw new Refusal(415, `Send ${nameOf(wanted)} as ${FORM}`)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > maxBytesOf(wanted)) throw tooLarge(wanted)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await requireFreeSpace(folder, announced)
  const paths: string[] = []
  receiving.add(request.raw.socket)
  try {
    const files = await receive(request, wanted, () => {
      const path = join(folder, randomUUID())
      paths.push(path)
      return path
    })
    return await work(files)
  } catch (error) {
    throw diskFullOr(error)
  } finally {
    receiving.delete(request.raw.socket)
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM
}

function maxBytesOf(wanted: ExpectedFiles): number {
  return wanted.maxFiles * maxFileBytes(wanted) + HEADER_BYTES
}

function maxFileBytes({ maxBytes = MAX_PICTURE_BYTES }: ExpectedFiles): number {
  return maxBytes
}

function nameOf({ what }: ExpectedFiles): string {
  return what ? `the ${what}` : 'pictures'
}

async function receive(
  request: FastifyRequest,
  wanted: ExpectedFiles,
  nextPath: () => string,
): Promise<ReceivedFile[]> {
  const parser = parserOf(request, wanted)
  const open = new Set<Readable>()
  const writing: Promise<ReceivedFile>[] = []
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('file', (field, stream, fileName: string | undefined) => {
      // Ignore the error event: the parser reports the same error a second time.
      stream.on('error', () => {})
      if (field !== wanted.field) return reject(unexpectedField(wanted))
      stream.on('limit', () => reject(tooLarge(wanted)))
      open.add(stream)
      const name = displayName(fileName ?? '')
      const write = writeTo(nextPath(), stream)
        .then((file) => ({ ...file, name }))
        .finally(() => open.delete(stream))
      write.catch(reject)
      writing.push(write)
    })
    parser.on('fieldsLimit', () => reject(unexpectedField(wanted)))
    for (const limit of ['filesLimit', 'partsLimit'] as const) parser.on(limit, () => reject(tooMany(wanted)))
    parser.on('error', () => reject(damaged(wanted)))
    parser.on('finish', resolve)
  })
  const received = read(request.raw, parser, wanted)
  try {
    await Promise.all([parsed, received.whole])
    return requireFiles(await Promise.all(writing), wanted)
  } finally {
    received.stop()
    for (const stream of open) stream.destroy(new Error('The upload was aborted'))
    // Wait for all writes to end before the files are removed.
    await Promise.allSettled(writing)
  }
}

function parserOf({ headers }: FastifyRequest, wanted: ExpectedFiles): BusboyInstance {
  const { maxFiles } = wanted
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': String(headers['content-type']) },
      limits: {
        fileSize: maxFileBytes(wanted),
        files: maxFiles,
        fields: 0,
        parts: maxFiles + 1,
        headerPairs: 20,
      },
    })
  } catch {
    throw damaged(wanted)
  }
}

/** Passes the request to the parser and enforces the limits of bytes, idle time and total time. */
function read(raw: Readable, parser: BusboyInstance, wanted: ExpectedFiles) {
  const maxBytes = maxBytesOf(wanted)
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>()
  const tooSlow = () => reject(new Refusal(408, 'The upload took too long. Please try again'))
  const stalled = setTimeout(tooSlow, MAX_IDLE)
  const longest = setTimeout(tooSlow, MAX_TIME)
  let bytes = 0
  const count = (chunk: Buffer) => {
    stalled.refresh()
    bytes += chunk.length
    if (bytes > maxBytes) reject(tooLarge(wanted))
  }
  const gone = () => {
    if (!raw.readableEnded) reject(badRequest('The upload was interrupted'))
  }
  raw.on('data', count).on('end', resolve).on('error', gone).on('close', gone)
  raw.pipe(parser)
  return {
    whole,
    stop() {
      clearTimeout(stalled)
      clearTimeout(longest)
      raw.unpipe(parser)
      raw.off('data', count)
      raw.pause()
    },
  }
}

async function writeTo(path: string, stream: BusboyFileStream): Promise<Omit<ReceivedFile, 'name'>> {
  await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { path, bytes: stream.bytesRead }
}

/** Throws 400 if no file was selected. Browsers then send one file of zero bytes. */
function requireFiles(files: ReceivedFile[], { what }: ExpectedFiles): ReceivedFile[] {
  if (files.length === 0 || files.some(({ bytes }) => bytes === 0))
    throw badRequest(`Choose a ${what ?? 'picture'} first`)
  return files
}

/** The last part of a path, without characters that a screen could misread. */
function displayName(given: string): string {
  const name = given.split(/[/\\]/).at(-1) ?? ''
  return name.replace(/\p{C}/gu, '').slice(0, 120).toWellFormed()
}

function unexpectedField(wanted: ExpectedFiles): Refusal {
  return badRequest(`Send ${nameOf(wanted)} in the field ${wanted.field}`)
}

function damaged({ what }: ExpectedFiles): Refusal {
  return badRequest(`The form with the ${what ?? 'pictures'} is damaged`)
}

function tooLarge({ maxBytes, what }: ExpectedFiles): Refusal {
  if (what && maxBytes) return new Refusal(413, `The ${what} may have ${maxBytes / 1_000_000} MB at most`)
  return new Refusal(413, `A picture may have ${MAX_PICTURE_BYTES / 1024 / 1024} MB at most`)
}

function tooMany({ maxFiles }: ExpectedFiles): Refusal {
  return new Refusal(
    413,
    plural(maxFiles, 'Send one picture at a time', `Send ${maxFiles} pictures at a time at most`),
  )
}

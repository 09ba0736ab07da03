/**
 * The encodings of a cached response, ready to be sent. The first request gets a quickly compressed one. If the response
 * is requested again, it is compressed better in another thread, so that a response that is requested only once costs a
 * quarter of the compression. decisions/041
 */
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** What is sent for one encoding of a response. */
export type Encoded = {
  /** Names and values by turns, as `writeHead` takes them. */
  headers: string[]
  bytes: Buffer | string
  etag: string
  /** Whether it is compressed quickly, and not yet well. */
  isQuick: boolean
}

/** What an encoding is made of. */
export type Source = {
  headers: Record<string, string>
  body: Buffer
  /** The hash of the body; null if browsers must not cache it. */
  hash: string | null
}

/** Brotli 3 and gzip 1 take a quarter of the time, and the result is a tenth larger (`npm run bench` shows both). */
const QUICK = { br: 3, gzip: 1 }
const WELL = { br: 5, gzip: 6 }

/**
 * Node sends a string in one write with the headers, but a Buffer in a second part, which takes longer. From 16 kB on,
 * headers included, Node would have to copy the string first.
 */
const ONE_WRITE = 14 * 1024

/** The best encoding that a client accepts. */
export function preferred(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (/\bbr\b(?!;q=0(\.0*)?\b(?!\.))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!;q=0(\.0*)?\b(?!\.))/.test(accepted)) return 'gzip'
  return 'identity'
}

/** Encodes a response at once. */
export function encodeQuickly(source: Source, encoding: Encoding): Encoded {
  return { ...ready(source, encoding, compress(encoding, source.body)), isQuick: encoding !== 'identity' }
}

/** Compresses a response well in another thread, and hands the result to `use`; after a failure it does not. */
export function encodeWell(source: Source, encoding: 'br' | 'gzip', use: (encoded: Encoded) => void): void {
  const done = (error: Error | null, bytes: Buffer) => {
    if (error === null) use({ ...ready(source, encoding, bytes), isQuick: false })
  }
  if (encoding === 'br') brotliCompress(source.body, brotliOptions(source.body, WELL.br), done)
  else gzip(source.body, { level: WELL.gzip }, done)
}

/** Compresses a response quickly. */
export function compress(encoding: Encoding, body: Buffer): Buffer {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gzipSync(body, { level: QUICK.gzip })
  return brotliCompressSync(body, brotliOptions(body, QUICK.br))
}

function brotliOptions(body: Buffer, quality: number) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
}

function ready({ headers, hash }: Source, encoding: Encoding, body: Buffer): Omit<Encoded, 'isQuick'> {
  const isPlain = encoding === 'identity'
  // Weak, because the bytes change when they are compressed again (RFC 9110, section 8.8.1).
  const etag = isPlain ? `"${hash}"` : `W/"${hash}-${encoding}"`
  const all = {
    ...headers,
    ...(isPlain ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
    ...(hash === null ? {} : { etag }),
    vary: 'accept-encoding',
  }
  const bytes = body.length < ONE_WRITE ? body.toString('latin1') : body
  return { headers: Object.entries(all).flat(), bytes, etag }
}

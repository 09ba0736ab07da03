/**
 * The encodings of a cached response, ready to be sent. The first request gets a quickly compressed one. If the
 * response is requested again, it is compressed better in another thread. So a response that is requested only once
 * takes a third of the compression time. decisions/041-performance.md
 */
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip,
  gzipSync,
} from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** What is sent for one encoding of a response. */
export type Encoded = {
  /** Alternating names and values, as `writeHead` expects them. */
  headers: string[]
  bytes: Buffer | string
  etag: string
  /** Whether the better compression has not been done yet. */
  isQuick: boolean
}

/** The uncompressed or packed response that an encoding is generated from. */
export type Source = {
  headers: Record<string, string>
  /** A string if it was packed with `pack`. */
  body: Buffer | string
  /** The hash of the unpacked body; null if browsers must not cache it. */
  hash: string | null
}

/**
 * For the home page of 139 kB, Brotli 2 takes 0.9 ms and produces 34.2 kB; Brotli 3 takes 1.2 ms and produces 33.7 kB;
 * Brotli 5 takes 3.1 ms and produces 30.0 kB.
 */
const QUICK = { br: 2, gzip: 1 }
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
  const isReady = encoding === 'br' && typeof source.body === 'string'
  const bytes = isReady ? source.body : compress(encoding, plain(source))
  return { ...ready(source, encoding, bytes), isQuick: encoding !== 'identity' }
}

/**
 * Compresses a response well in another thread, and passes the result to `use`. Does not call `use` after a failure.
 */
export function encodeWell(source: Source, encoding: 'br' | 'gzip', use: (encoded: Encoded) => void): void {
  const done = (error: Error | null, bytes: Buffer) => {
    if (error === null) use({ ...ready(source, encoding, bytes), isQuick: false })
  }
  const body = plain(source)
  if (encoding === 'br') brotliCompress(body, brotliOptions(body, WELL.br), done)
  else gzip(body, { level: WELL.gzip }, done)
}

/**
 * Packs a body for storing it in memory. Brotli, which most clients accept, reduces a document to a quarter of its
 * size. The result is a string with one character per byte, because V8 compacts strings, while buffers fragment the
 * memory of the process.
 */
export function pack(body: Buffer): string {
  return compress('br', body).toString('latin1')
}

function plain({ body }: Source): Buffer {
  return typeof body === 'string' ? brotliDecompressSync(Buffer.from(body, 'latin1')) : body
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

function ready(
  { headers, hash }: Source,
  encoding: Encoding,
  body: Buffer | string,
): Omit<Encoded, 'isQuick'> {
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
  return { headers: Object.entries(all).flat(), bytes: toKeep(body), etag }
}

/** The body in the form in which it is stored: a short one as a string, a long one as a buffer of its own size. */
function toKeep(body: Buffer | string): Buffer | string {
  if (typeof body === 'string') return body
  if (body.length < ONE_WRITE) return body.toString('latin1')
  return body.length < body.buffer.byteLength ? inOwnMemory(body) : body
}

/**
 * A copy of bytes that are stored for long. Short buffers of Node and of its zlib share 64 kB of memory, which stays in use
 * as long as one of the buffers does.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

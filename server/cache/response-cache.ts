/**
 * An in-memory cache of HTTP responses. Documents and public JSON are the same for every visitor, so each is generated
 * and compressed once, and sent before routing until its data changes.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { changeLog, type Mark } from './change-log.ts'
import type { LastGood } from './last-good.ts'
import type { Change } from '../shop.ts'
import { MINUTE } from '../time/clock.ts'

/** A `page` may show an old stock count for a short time; `data` must never be out of date. */
export type Kind = 'page' | 'data'

export type ResponseCache = ReturnType<typeof createResponseCache>

type Encoding = 'br' | 'gzip' | 'identity'

type Encoded = { headers: string[]; bytes: Buffer | string; etag: string }

/** A response to cache. */
type CacheableResponse = {
  kind: Kind
  tags: readonly string[]
  status: number
  headers: Record<string, string>
  body: Buffer
  /** When its oldest data was read, if before the response was begun; in milliseconds of `performance.now()`. */
  readAt?: number
  /**
   * Set if it was generated from stale copies while the database is unavailable: milliseconds for which it may be
   * served. Browsers must not cache it.
   */
  staleFor?: number
  /** Generates the response again; called shortly before it expires, if it is still requested. */
  renew?: () => void
}

type Entry = CacheableResponse & {
  etag: string
  encoded: Partial<Record<Encoding, Encoded>>
  madeAt: number
  readAt: number
  goodUntil: number
  renewing: boolean
}

type Options = { maxAge: number; lastGood?: LastGood; stockGrace?: number }

const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRIES = 4000
/**
 * Five seconds, as for changes by another instance: limits rendering in a rush of orders. A sold-out product is shown
 * at once.
 */
const STOCK_GRACE = 5000
/**
 * Milliseconds for which a response without tags is cached. No change removes it, so this limit corrects a contract
 * that names no tag for data that changes.
 */
const MAX_AGE_WITHOUT_TAGS = MINUTE
/** How long before its expiry a response is generated again, so that no request has to wait. */
const RENEW_BEFORE = 300
const ONE_WRITE = 2048
/** The part of the lifetime of data within which pages may be rendered from it. */
const YOUNG = 0.2

/**
 * @param maxAge milliseconds after which a response expires even without a change; Infinity if this process is the only
 * writer, 5 s if other instances may write
 * @param lastGood receives a copy of all data
 * @param stockGrace milliseconds for which a page may keep showing a stock count that an order has changed
 */
export function createResponseCache({ maxAge, lastGood, stockGrace = STOCK_GRACE }: Options) {
  const entries = createEntries()
  const log = changeLog()
  const maxAgeOf = (tags: readonly string[]) =>
    tags.length === 0 ? Math.min(maxAge, MAX_AGE_WITHOUT_TAGS) : maxAge

  return {
    /** Call before generating a response; `put` then rejects a response that a change has made out of date. */
    mark: (): Mark => log.mark(),

    /** Whether a response begun at `mark` reflects every change up to now, except for stock. */
    isCurrent: (mark: Mark): boolean => log.isCurrent(mark),

    put(url: string, response: CacheableResponse, mark: Mark): void {
      const since = log.since(mark, response.tags)
      if (since === 'changed') return
      const { kind, tags, body, readAt = mark.at, staleFor = Infinity } = response
      if (kind === 'data') lastGood?.put(url, { body, tags, readAt })
      if (since === 'stock' && kind === 'data') return
      const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      const grace = since === 'stock' ? stockGrace : Infinity
      const goodUntil = Math.min(readAt + maxAgeOf(tags), mark.at + grace, performance.now() + staleFor)
      const made = { etag, encoded: {}, madeAt: mark.at, readAt, goodUntil, renewing: false }
      entries.put(url, { ...response, ...made })
    },

    /** The cached body of a URL for rendering a page; only young data where responses expire, as the page is as old. */
    peek(url: string): { body: Buffer; readAt: number } | undefined {
      const entry = entries.fresh(url)
      return entry && performance.now() - entry.readAt <= maxAgeOf(entry.tags) * YOUNG ? entry : undefined
    },

    /** Responds to a request from the cache. False if there is nothing cached for it. */
    respond(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = entries.fresh(request.url!)
      if (entry === undefined) return false
      const { headers, bytes, etag } = encode(entry, preferred(request.headers['accept-encoding']))
      if (request.headers['if-none-match'] === etag && entry.staleFor === undefined) {
        response.writeHead(304, notModified(entry, etag)).end()
        return true
      }
      response.writeHead(entry.status, headers)
      if (request.method === 'HEAD') response.end()
      else response.end(bytes, 'latin1')
      return true
    },

    /** Removes everything, because anything may have changed. */
    clear(): void {
      log.noteAll()
      entries.clear()
    },

    /** Removes what shows the change; pages that only show its stock expire `stockGrace` after their start. */
    changed(change: Change): void {
      const touched = log.note(change)
      if (change.gone) lastGood?.dropTagged(touched)
      for (const tag of touched) {
        for (const [url, entry] of entries.tagged(tag)) {
          if (!change.stock || entry.kind === 'data') entries.drop(url)
          else
            entry.goodUntil = Math.min(
              entry.goodUntil,
              Math.max(entry.madeAt + stockGrace, performance.now()),
            )
        }
      }
    },
  }
}

/** Entries by URL and by tag; the least recently used ones are removed when the cache is full. */
function createEntries() {
  const urlsByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: (entry) => Math.ceil(entry.body.length * 1.5) + 1000,
    dispose: (entry, url) => removeFromTags(urlsByTag, entry.tags, url),
  })
  return {
    /** An entry that has not expired; one that soon will is renewed, once. */
    fresh(url: string): Entry | undefined {
      const entry = entries.get(url)
      if (entry === undefined || entry.goodUntil === Infinity) return entry
      const left = entry.goodUntil - performance.now()
      if (left <= 0) {
        entries.delete(url)
        return undefined
      }
      if (left < RENEW_BEFORE && entry.renew && !entry.renewing) {
        entry.renewing = true
        setImmediate(entry.renew)
      }
      return entry
    },

    put(url: string, entry: Entry): void {
      entries.delete(url)
      entries.set(url, entry)
      // The LRU cache does not store an entry larger than its capacity.
      if (entries.has(url)) addToTags(urlsByTag, entry.tags, url)
    },

    drop(url: string): void {
      entries.delete(url)
    },

    *tagged(tag: string): Iterable<[string, Entry]> {
      for (const url of urlsByTag.get(tag) ?? []) yield [url, entries.peek(url)!]
    },

    clear: () => entries.clear(),
  }
}

function addToTags(urlsByTag: Map<string, Set<string>>, tags: readonly string[], url: string): void {
  for (const tag of tags) {
    const urls = urlsByTag.get(tag)
    if (urls) urls.add(url)
    else urlsByTag.set(tag, new Set([url]))
  }
}

function removeFromTags(urlsByTag: Map<string, Set<string>>, tags: readonly string[], url: string): void {
  for (const tag of tags) {
    const urls = urlsByTag.get(tag)
    urls?.delete(url)
    if (urls?.size === 0) urlsByTag.delete(tag)
  }
}

/** Compresses a response that is sent once and not cached, with the best encoding that the client accepts. */
export function compressFor(accepted: string | string[] | undefined, body: Buffer) {
  const encoding = preferred(accepted)
  return { encoding, bytes: compress(body, encoding) }
}

function preferred(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (/\bbr\b(?!;q=0(\.0*)?\b(?!\.))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!;q=0(\.0*)?\b(?!\.))/.test(accepted)) return 'gzip'
  return 'identity'
}

function encode(entry: Entry, encoding: Encoding): Encoded {
  const ready = entry.encoded[encoding]
  if (ready) return ready
  const body = compress(entry.body, encoding)
  const etag = `"${entry.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = Object.entries({
    ...entry.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
    ...(entry.staleFor === undefined ? { etag } : {}),
    vary: 'accept-encoding',
  }).flat()
  // Node sends a short string in one write with the headers, but a Buffer in a second write.
  const bytes = body.length < ONE_WRITE ? body.toString('latin1') : body
  return (entry.encoded[encoding] = { headers, bytes, etag })
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gzipSync(body)
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

function notModified(entry: Entry, etag: string): Record<string, string> {
  const { 'cache-control': cacheControl = 'no-cache', 'content-security-policy': csp } = entry.headers
  return {
    etag,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...(csp ? { 'content-security-policy': csp } : {}),
  }
}

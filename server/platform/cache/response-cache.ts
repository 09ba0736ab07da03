/**
 * An in-memory cache of HTTP responses. Documents and public JSON are the same for every visitor, so each response is
 * generated and compressed once. Until its data changes, it is sent from the cache, before routing.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import { recentChanges, type Mark } from './recent-changes.ts'
import {
  encodeQuickly,
  encodeWell,
  inOwnMemory,
  pack,
  preferred,
  type Encoded,
  type Encoding,
  type Source,
} from './encode.ts'
import type { LastGood } from './last-good.ts'
import { withoutUnreadQuery } from './page-query.ts'
import type { Change } from '../shop.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'

/** A `page` may show an old stock count for a short time; `data` must never be out of date. */
export type Kind = 'page' | 'data'

export type ResponseCache = ReturnType<typeof createResponseCache>

/** A response to cache. */
export type CacheableResponse = {
  kind: Kind
  tags: readonly string[]
  status: number
  /** Null for data that was read for a page, and is not sent itself. */
  headers: Record<string, string> | null
  body: Buffer
  /**
   * The time when its oldest data was read, if that was before the response was begun; in milliseconds of
   * `performance.now()`.
   */
  readAt?: number
  /**
   * Set if the response was generated from stale copies while the database was unavailable: milliseconds for which it
   * may be served. Browsers must not cache it.
   */
  staleFor?: number
  /** Milliseconds after which the response is wrong even without a change; at most `staleFor`. */
  goodFor?: number
  /** Generates the response again; called shortly before it expires, if it is still requested. */
  renew?: () => void
}

type Entry = Omit<CacheableResponse, 'headers' | 'body'> &
  Source & {
    encoded: Partial<Record<Encoding, Encoded>>
    madeAt: number
    readAt: number
    goodUntil: number
    renewing: boolean
  }

type Options = { maxAge: number; lastGood?: LastGood; stockGrace?: number }

const MAX_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 4000
/**
 * Milliseconds for which a page may show an old stock count, so that the page is not rendered again for each of many
 * orders. Equal to the delay of changes by another instance. A sold-out product is shown at once.
 */
const STOCK_GRACE = 5000
/**
 * Milliseconds for which a response without tags is cached. Changes do not remove such a response, so this limit
 * protects against a contract that forgets the tag of data that changes.
 */
const MAX_AGE_WITHOUT_TAGS = MINUTE
/** A response is generated again this many milliseconds before it expires, so that no request has to wait. */
const RENEW_BEFORE = 300
/** Pages are rendered only from data that is in this first part of its lifetime. */
const YOUNG_PART = 0.2

/**
 * @param maxAge milliseconds after which a response expires even without a change; Infinity if this process is the only
 * writer, 5 s if other instances may write
 * @param lastGood receives a copy of all data
 * @param stockGrace milliseconds for which a page may show an old stock count after an order
 */
export function createResponseCache({ maxAge, lastGood, stockGrace = STOCK_GRACE }: Options) {
  const entries = createEntries()
  const requests = { hit: 0, miss: 0 }
  const log = recentChanges()
  const maxAgeOf = (tags: readonly string[]) =>
    tags.length === 0 ? Math.min(maxAge, MAX_AGE_WITHOUT_TAGS) : maxAge

  return {
    /** Call before generating a response; `put` then rejects a response that a change has made out of date. */
    mark: (): Mark => log.mark(),

    /** Whether a response that was begun at `mark` contains every change up to now, except changes of stock. */
    isCurrent: (mark: Mark): boolean => log.isCurrent(mark),

    /** The ids of changed rows (recent-changes.ts). */
    idsSince: (mark: Mark, tag: string) => log.idsSince(mark, tag),

    put(url: string, response: CacheableResponse, mark: Mark): void {
      const since = log.since(mark, response.tags)
      if (since === 'changed') return
      const { kind, tags, headers, readAt = mark.at, staleFor = Infinity } = response
      const { goodFor = staleFor } = response
      const body = kind === 'data' ? inOwnMemory(response.body) : response.body
      if (kind === 'data') lastGood?.put(url, { body, tags, readAt })
      if (since === 'stock' && kind === 'data') return
      const sum = staleFor === Infinity ? hash('sha256', body, 'base64url').slice(0, 22) : null
      const grace = since === 'stock' ? stockGrace : Infinity
      const goodUntil = Math.min(readAt + maxAgeOf(tags), mark.at + grace, performance.now() + goodFor)
      const made = { encoded: {}, madeAt: mark.at, readAt, goodUntil, renewing: false }
      const source = { headers: headers ?? {}, hash: sum, body: kind === 'page' ? pack(body) : body }
      entries.put(headers ? url : forPages(url), { ...response, ...made, ...source })
    },

    /**
     * The cached data of a URL, for rendering a page. If responses expire, only young data is returned, because the
     * page is as old as its data.
     */
    peek(url: string): (Entry & { body: Buffer }) | undefined {
      const isUsable = (entry: Entry | undefined): entry is Entry & { body: Buffer } =>
        entry?.kind === 'data' && isYoung(entry, maxAgeOf(entry.tags))
      return [entries.fresh(url), entries.fresh(forPages(url))].find(isUsable)
    },

    /** Responds to a request from the cache. Returns false if nothing is cached for the request. */
    respond(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = entries.fresh(request.url!) ?? pageOf(request.url!, entries)
      if (entry === undefined) {
        requests.miss++
        return false
      }
      requests.hit++
      send(entry, request, response)
      return true
    },

    /** GET and HEAD requests so far, by whether the response was cached, and what the cache contains now. */
    usage: () => ({ requests, ...entries.usage() }),

    /** Removes everything, because anything may have changed. */
    clear(): void {
      log.noteAll()
      entries.clear()
    },

    /**
     * Removes the responses that show the change. If only stock has changed, pages expire `stockGrace` after they were
     * begun.
     */
    changed(change: Change): void {
      const touched = log.note(change)
      if (change.gone) lastGood?.dropTagged(touched)
      // A change that names no row may be of any row.
      const rows = change.id === undefined ? entries.rowsOf(change.tag) : []
      for (const tag of [...touched, ...rows]) {
        for (const [url, entry] of entries.tagged(tag)) {
          if (!change.stock || entry.kind === 'data') entries.drop(url)
          else entry.goodUntil = Math.min(entry.goodUntil, endOfGrace(entry, stockGrace))
        }
      }
    },
  }
}

/** The time until which a page may show an old stock count. */
function endOfGrace({ madeAt }: Entry, stockGrace: number): number {
  return Math.max(madeAt + stockGrace, performance.now())
}

/** The cached page of a URL with parameters that the page does not read. */
function pageOf(url: string, entries: ReturnType<typeof createEntries>): Entry | undefined {
  const shorter = withoutUnreadQuery(url)
  const entry = shorter === url ? undefined : entries.fresh(shorter)
  // Data may depend on every parameter: `/%61pi/products?keyword=a` is an address of the API.
  return entry?.kind === 'page' ? entry : undefined
}

function isYoung({ readAt }: Entry, maxAge: number): boolean {
  return performance.now() - readAt <= maxAge * YOUNG_PART
}

/** The key of data that was read for pages. No request can have it, because a URL has no space. */
function forPages(url: string): string {
  return `for pages: ${url}`
}

/** Stores the entries by URL and by tag. When the cache is full, the least recently used entries are removed. */
function createEntries() {
  const urlsByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    // An estimate that includes the encodings of the body. A packed body is one of them.
    sizeCalculation: ({ body }) => Math.ceil(body.length * (typeof body === 'string' ? 2 : 1.5)) + 2000,
    dispose: (entry, url) => removeFromTags(urlsByTag, entry.tags, url),
  })
  return {
    /** The entry of a URL, if it has not expired. Starts one renewal if the entry expires soon. */
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

    /** The tags of the rows of a tag. */
    rowsOf: (tag: string): string[] => [...urlsByTag.keys()].filter((name) => name.startsWith(`${tag}:`)),

    usage: () => ({ entries: entries.size, bytes: entries.calculatedSize }),

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

function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const { headers, bytes, etag } = encoded(entry, preferred(request.headers['accept-encoding']))
  if (request.headers['if-none-match'] === etag && entry.hash !== null) {
    response.writeHead(304, notModified(entry, etag)).end()
    return
  }
  response.writeHead(entry.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes, 'latin1')
}

/** The bytes and headers of a response, which is compressed better when it is requested a second time. */
function encoded(entry: Entry, encoding: Encoding): Encoded {
  const ready = entry.encoded[encoding]
  if (ready === undefined) return (entry.encoded[encoding] = encodeQuickly(entry, encoding))
  if (ready.isQuick && encoding !== 'identity') {
    ready.isQuick = false
    encodeWell(entry, encoding, (better) => (entry.encoded[encoding] = better))
  }
  return ready
}

function notModified(entry: Entry, etag: string): Record<string, string> {
  const { 'cache-control': cacheControl = 'no-cache' } = entry.headers
  const repeated = ['cdn-cache-control', 'content-security-policy'].filter((name) => name in entry.headers)
  return {
    etag,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...Object.fromEntries(repeated.map((name) => [name, entry.headers[name]!])),
  }
}

/**
 * Answers kept in memory: documents and public JSON are the same for every visitor, so each is made once,
 * compressed once, and sent by a few lines in front of the router until what it shows has changed.
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

/** `page` may show an old stock count for a second; `data` never shows anything old. */
export type Kind = 'page' | 'data'

export type Kept = ReturnType<typeof keepAnswers>

type Encoding = 'br' | 'gzip' | 'identity'

type Encoded = { headers: string[]; bytes: Buffer | string; etag: string }

type Answer = {
  kind: Kind
  tags: readonly string[]
  status: number
  headers: Record<string, string>
  body: Buffer
  /** When the oldest data in it was read, where that was before its making began; on the clock of `performance`. */
  readAt?: number
  /** Made from old copies while the database cannot be asked: good for so many milliseconds, and for nobody to keep. */
  staleFor?: number
  /** Makes the answer anew; called shortly before it runs out, if somebody still asks for it. */
  renew?: () => void
}

type Entry = Answer & {
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
/** As old as pages may be where another instance has written, and no rendering in a rush; sold out is told at once. */
const STOCK_GRACE = 5000
/**
 * Milliseconds for which an answer without tags is kept. No change drops such an answer, so its age is what keeps a
 * mistake from being shown forever: data that changes, and whose contract names no tag for it.
 */
const WITHOUT_TAGS = MINUTE
/** How long before its end an answer is renewed, so that nobody waits for the new one. */
const RENEW_BEFORE = 300
const ONE_WRITE = 2048
/** The part of an answer's time within which pages are made from it. */
const YOUNG = 0.2

/**
 * @param maxAge milliseconds after which an answer is made anew although nothing told us of a change;
 *   Infinity when this process is the only one that writes, 5 s where another instance may have
 * @param lastGood takes a copy of all data
 * @param stockGrace milliseconds for which a page may go on showing a stock count that an order has just changed
 */
export function keepAnswers({ maxAge, lastGood, stockGrace = STOCK_GRACE }: Options) {
  const shelf = createShelf()
  const log = changeLog()
  const maxAgeOf = (tags: readonly string[]) => (tags.length === 0 ? Math.min(maxAge, WITHOUT_TAGS) : maxAge)

  return {
    /** Taken before an answer is made; `keep` then refuses what a change has overtaken meanwhile. */
    mark: (): Mark => log.mark(),

    /** Whether an answer whose making began at `mark` shows every change up to now, but perhaps of stock. */
    isCurrent: (mark: Mark): boolean => log.isCurrent(mark),

    keep(url: string, answer: Answer, mark: Mark): void {
      const since = log.since(mark, answer.tags)
      if (since === 'changed') return
      const { kind, tags, body, readAt = mark.at, staleFor = Infinity } = answer
      if (kind === 'data') lastGood?.put(url, { body, tags, readAt })
      if (since === 'stock' && kind === 'data') return
      const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      const grace = since === 'stock' ? stockGrace : Infinity
      const goodUntil = Math.min(readAt + maxAgeOf(tags), mark.at + grace, performance.now() + staleFor)
      shelf.put(url, { ...answer, etag, encoded: {}, madeAt: mark.at, readAt, goodUntil, renewing: false })
    },

    /**
     * The kept body of a URL, for a page that is rendered from it in this process. Where kept answers run out, only a
     * young one is answered, since the page is no younger than it.
     */
    peek(url: string): { body: Buffer; readAt: number } | undefined {
      const entry = shelf.fresh(url)
      return entry && performance.now() - entry.readAt <= maxAgeOf(entry.tags) * YOUNG ? entry : undefined
    },

    /** Answers a request from memory. False when there is nothing to answer with. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const entry = shelf.fresh(request.url!)
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

    /** Drops everything, because anything may have changed. */
    clear(): void {
      log.noteAll()
      shelf.clear()
    },

    /** Drops what shows the change; pages that only show its stock are dropped `stockGrace` after they were made. */
    changed(change: Change): void {
      const touched = log.note(change)
      if (change.gone) lastGood?.dropTagged(touched)
      for (const tag of touched) {
        for (const [url, entry] of shelf.tagged(tag)) {
          if (!change.stock || entry.kind === 'data') shelf.drop(url)
          else {
            const end = Math.max(entry.madeAt + stockGrace, performance.now())
            entry.goodUntil = Math.min(entry.goodUntil, end)
          }
        }
      }
    },
  }
}

/** Entries by URL, of which the least asked for make room, and by tag. */
function createShelf() {
  const urlsByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: (entry) => Math.ceil(entry.body.length * 1.5) + 1000,
    dispose: (entry, url) => unlist(urlsByTag, entry.tags, url),
  })
  return {
    /** An entry that has not run out; one that soon will is renewed, once. */
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
      // What is larger than all the room there is was not taken.
      if (entries.has(url)) list(urlsByTag, entry.tags, url)
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

function list(urlsByTag: Map<string, Set<string>>, tags: readonly string[], url: string): void {
  for (const tag of tags) {
    const urls = urlsByTag.get(tag)
    if (urls) urls.add(url)
    else urlsByTag.set(tag, new Set([url]))
  }
}

function unlist(urlsByTag: Map<string, Set<string>>, tags: readonly string[], url: string): void {
  for (const tag of tags) {
    const urls = urlsByTag.get(tag)
    urls?.delete(url)
    if (urls?.size === 0) urlsByTag.delete(tag)
  }
}

/** Compresses what is answered once and not kept, as the asker likes it best. */
export function encodedFor(accepted: string | string[] | undefined, body: Buffer) {
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
  // A string goes out in one write with its head, a Buffer in a second, which small ones are not worth.
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

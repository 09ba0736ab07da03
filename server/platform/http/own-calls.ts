/**
 * Calls of the server's own pages to public endpoints. The handler runs without a request, and its reply is validated and
 * serialized once, however many pages show it.
 */
import type { ZodMiniType } from 'zod/mini'
import type { Cacheable, Endpoint } from '#shared/platform/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/platform/api/url.ts'
import { tagsOf } from '../cache/cache-public.ts'
import type { LastGood } from '../cache/last-good.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Shop } from '../shop.ts'
import type { Clock } from '#server/kernel/time/clock.ts'
import { errorReply } from './error-replies.ts'
import { inputOf } from './input.ts'

type OwnAnswer = {
  status: number
  body: unknown
  /** A change of data with these tags makes the answer wrong. */
  tags: readonly string[]
  /** When the data was read, in milliseconds of `performance.now()`. */
  readAt: number
  /** It is a copy, because the database is unavailable. */
  isStale: boolean
  /** Milliseconds until it is wrong, even without a change. */
  goodFor: number
}

/** An endpoint whose JSON a page may show. */
export type PublicData = Cacheable & { reply: ZodMiniType }

/** The handler of an endpoint, for a call without a user. `concerns` gets the id of the row that the reply is about. */
type Answer = (input: ReturnType<typeof inputOf>, concerns: (id: string) => void) => Promise<unknown>

export type OwnCalls = ReturnType<typeof openOwnCalls>

export function openOwnCalls(shop: Shop, { cache, lastGood }: { cache: ResponseCache; lastGood: LastGood }) {
  // By path, because the built site has its own endpoint objects.
  const endpoints = new Map<string, { endpoint: PublicData; answer: Answer }>()

  async function read(
    url: string,
    { path }: Cacheable,
    input: CallInput,
  ): Promise<Omit<OwnAnswer, 'goodFor'>> {
    const found = endpoints.get(path)
    if (!found) throw new Error(`There is no public endpoint ${path}`)
    const { endpoint, answer } = found
    const mark = cache.mark()
    const readAt = mark.at
    let rowId: string | undefined
    const concerns = (id: string) => void (rowId = id)
    const tags = () => tagsOf(input.params, endpoint.cached, rowId)
    try {
      const given = inputOf(endpoint, { params: input.params, query: textsOf(input.query) })
      const result = await lastGood.orCopy(url, () =>
        shop.uploads.withPictures(() => answer(given, concerns)),
      )
      if ('copy' in result) {
        const { copy } = result
        return { status: 200, body: parsed(copy.body), tags: copy.tags, readAt, isStale: true }
      }
      const reply = endpoint.reply.parse(result.answer)
      const body = Buffer.from(JSON.stringify(reply))
      const goodFor = goodForOf(endpoint, reply, shop.clock)
      cache.put(url, { kind: 'data', tags: tags(), status: 200, headers: null, body, goodFor }, mark)
      return { status: 200, body: parsed(body), tags: tags(), readAt, isStale: false }
    } catch (error) {
      const { status, body } = errorReply(error as Error, {
        log: shop.log,
        url,
        refusal: endpoint.refusal,
        isRead: true,
      })
      if (status === 404) lastGood.drop(url)
      return { status, body, tags: tags(), readAt, isStale: false }
    }
  }

  return {
    /** Makes an endpoint available to pages. */
    add(endpoint: PublicData, answer: Answer): void {
      endpoints.set(endpoint.path, { endpoint, answer })
    },

    /** The answer to a call, from the cache if it has one. Errors have the status and body of a response. */
    async call(endpoint: Cacheable, input: CallInput = {}): Promise<OwnAnswer> {
      const url = urlOf(endpoint, input)
      const cached = cache.peek(url)
      const answer = cached
        ? { tags: cached.tags, readAt: cached.readAt, status: 200, body: parsedOnce(cached), isStale: false }
        : await read(url, endpoint, input)
      return { ...answer, goodFor: goodForOf(endpoint, answer.body, shop.clock) }
    },
  }
}

/** Milliseconds until a reply is wrong even without a change (`cachedUntil`); Infinity if there is no such time. */
export function goodForOf({ cachedUntil }: Endpoint, reply: unknown, clock: Clock): number {
  const until = cachedUntil && (reply as Record<string, unknown> | null)?.[cachedUntil]
  return typeof until === 'string' ? Date.parse(until) - clock.now().getTime() : Infinity
}

function parsed(json: Buffer): unknown {
  return JSON.parse(json.toString())
}

const parsedBodies = new WeakMap<object, unknown>()

/** The body of a cached response, parsed once for all pages that show it, and frozen because they share it. */
function parsedOnce(cached: { body: Buffer }): unknown {
  return parsedBodies.getOrInsertComputed(cached, () => frozen(parsed(cached.body)))
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** The query as a URL would contain it: texts, without empty ones. */
function textsOf(query: CallInput['query'] = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
}

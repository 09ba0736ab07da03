/**
 * The last good copy of public data, served while the database is unavailable. A copy stays when its data changes or
 * the cached response expires, but not when its data is removed from the site. decisions/030-several-instances.md
 */
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { HOUR, SECOND } from '#server/kernel/time/clock.ts'
import { isOutage, isRetryable, isTimeLimit } from '#server/kernel/db/failures.ts'

export type Copy = { body: Buffer; tags: readonly string[]; readAt: number }

export type LastGood = ReturnType<typeof createLastGood>

const MAX_BYTES = 16 * 1024 * 1024
const MAX_COPIES = 2000
/** Maximum age of a copy in milliseconds since its data was read. Older copies are not served. */
const MAX_AGE = 12 * HOUR
/** Minimum time to wait for a response before a copy replaces it. */
const MIN_WAIT = SECOND / 4

/**
 * For how long other reads wait for `MIN_WAIT` only, after a read has ended at a time limit: a table is locked then, and
 * every read of it would wait for the whole limit.
 */
const SLOW_FOR = 10 * SECOND

/** Headers of every response from a copy: it is stale, and must not be cached. */
export const STALE_HEADERS = {
  warning: '110 - "Response is Stale"',
  'cache-control': 'no-store',
} as const

/** @param isSilent returns true if the database has sent nothing for some seconds, so that a query may never end */
export function createLastGood(isSilent: () => boolean) {
  const copies = new LRUCache<string, Copy>({
    max: MAX_COPIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length + 500,
  })

  function find(url: string): Copy | undefined {
    const copy = copies.get(url)
    return copy && performance.now() - copy.readAt <= MAX_AGE ? copy : undefined
  }

  let slowUntil = -Infinity
  /** The URLs whose reads still wait although a copy was sent. */
  const waiting = new Set<string>()
  const isHopeless = () => isSilent() || performance.now() < slowUntil
  const noteLimit = (error: unknown) => {
    if (isTimeLimit(error)) slowUntil = performance.now() + SLOW_FOR
  }

  return {
    /** Stores a copy, but not while the database is silent, because changes of other instances may be missed then. */
    put(url: string, copy: Copy): void {
      if (!isSilent()) copies.set(url, copy)
    },

    /** Removes the copy of a resource that no longer exists. */
    drop(url: string): void {
      copies.delete(url)
    },

    /** Removes all copies that may show something that was taken off the site. */
    dropTagged(tags: readonly string[]): void {
      for (const [url, copy] of copies.entries())
        if (copy.tags.some((tag) => tags.includes(tag))) copies.delete(url)
    },

    /**
     * Removes all copies and returns their URLs, the most recently used first. Called when changes may have been
     * missed.
     */
    clear(): string[] {
      const urls = [...copies.keys()]
      copies.clear()
      return urls
    },

    /**
     * Runs `work`, which reads the database. If the database is unavailable or a lock outlasts the time limit, returns the
     * copy. After that, other reads return their copies soon, and no URL has two reads that wait. Throws the error of
     * `work` if there is no copy or the error has another cause.
     */
    async orCopy<T>(url: string, work: () => Promise<T>): Promise<{ answer: T } | { copy: Copy }> {
      const known = waiting.has(url) ? find(url) : undefined
      if (known) return { copy: known }
      const working = work()
      try {
        if (await waitForAnswer(working, () => isHopeless() && find(url) !== undefined))
          return { answer: await working }
      } catch (error) {
        noteLimit(error)
        if (!isOutage(error) && !isRetryable(error)) throw error
        const copy = find(url)
        if (copy === undefined) throw error
        return { copy }
      }
      const copy = find(url)
      if (copy === undefined) return { answer: await working }
      waiting.add(url)
      working.catch(noteLimit).finally(() => waiting.delete(url))
      return { copy }
    },
  }
}

/**
 * Waits until `working` is done or `isHopeless` returns true. Returns false in the second case. Throws the error of
 * `working`.
 */
async function waitForAnswer(working: Promise<unknown>, isHopeless: () => boolean): Promise<boolean> {
  const over = new AbortController()
  const giveUp = async () => {
    do await pause(MIN_WAIT, undefined, { signal: over.signal })
    while (!isHopeless())
    return false
  }
  try {
    return await Promise.race([working.then(() => true), giveUp()])
  } finally {
    over.abort()
    working.catch(() => {})
  }
}

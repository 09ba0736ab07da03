/**
 * The last good copy of public data, for the time in which the database cannot be asked. It outlives changes and the
 * time that kept answers are good for, but not what was taken off the site. Decision 030.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { HOUR, SECOND } from '../time/clock.ts'
import { isOutage } from '../db/failures.ts'

export type Copy = { body: Buffer; tags: readonly string[]; readAt: number }

export type LastGood = ReturnType<typeof keepLastGood>

const MAX_BYTES = 16 * 1024 * 1024
const MAX_COPIES = 2000
/** Milliseconds since the data was read, after which a copy is too old to be shown. */
const MAX_AGE = 12 * HOUR
/** How long an answer is waited for, at least, before a copy is shown in its place. */
const PATIENCE = SECOND / 4

/** What every answer from a copy says: it is old, and nobody may keep it. */
export const STALE_HEADERS = {
  warning: '110 - "Response is Stale"',
  'cache-control': 'no-store',
} as const

/** @param isSilent whether the database has not been heard of lately, so that an answer may never come */
export function keepLastGood(isSilent: () => boolean) {
  const copies = new LRUCache<string, Copy>({
    max: MAX_COPIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length + 500,
  })

  function find(url: string): Copy | undefined {
    const copy = copies.get(url)
    return copy && performance.now() - copy.readAt <= MAX_AGE ? copy : undefined
  }

  return {
    /** While the database is silent, changes of other instances may be missed: nothing is copied then. */
    put(url: string, copy: Copy): void {
      if (!isSilent()) copies.set(url, copy)
    },

    /** Forgets what is not there any more. */
    drop(url: string): void {
      copies.delete(url)
    },

    /** Forgets all copies that may show something that was taken off the site. */
    dropTagged(tags: readonly string[]): void {
      for (const [url, copy] of copies.entries())
        if (copy.tags.some((tag) => tags.includes(tag))) copies.delete(url)
    },

    /** Forgets all copies and answers their URLs, the last used first: changes may have been missed. */
    clear(): string[] {
      const urls = [...copies.keys()]
      copies.clear()
      return urls
    },

    /**
     * Runs `work`, which reads the database. Answers the copy in its place where the database cannot be asked; throws
     * what `work` throws where there is no copy, or where something else is wrong.
     */
    async orCopy<T>(url: string, work: () => Promise<T>): Promise<{ answer: T } | { copy: Copy }> {
      const working = work()
      try {
        if (await isDone(working, () => isSilent() && find(url) !== undefined))
          return { answer: await working }
      } catch (error) {
        if (!isOutage(error)) throw error
        const copy = find(url)
        if (copy === undefined) throw error
        return { copy }
      }
      const copy = find(url)
      return copy === undefined ? { answer: await working } : { copy }
    },
  }
}

/** Waits for `working`, but no longer than until `isHopeless` says so. Throws what it throws. */
async function isDone(working: Promise<unknown>, isHopeless: () => boolean): Promise<boolean> {
  const over = new AbortController()
  const giveUp = async () => {
    do await pause(PATIENCE, undefined, { signal: over.signal })
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

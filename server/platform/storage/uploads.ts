/**
 * Caches the sizes and descriptions of uploaded pictures in memory, because every displayed row needs them. They come
 * from the table `uploads`, to which other instances may have added rows that this instance has not read yet.
 */
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { parseFacts, type PictureFile } from '#server/kernel/pictures/pictures.ts'
import type { Store } from './store.ts'

export type Uploads = ReturnType<typeof openUploads>

/** Maximum time between the date in a row and the commit of its transaction. */
const COMMIT_DELAY = MINUTE
/** Minimum milliseconds between two queries for new rows. */
const QUERY_INTERVAL = 250
/** A picture that was not found counts as absent for this time. */
const ABSENT = 5 * SECOND
const MAX_ABSENT = 10_000

/** @param isShared whether other processes write to this database */
export function openUploads({ db, store, isShared }: { db: Db; store: Store; isShared: boolean }) {
  const cached = new Map<string, PictureFacts>()
  const missed = new Set<string>()
  const absentSince = new Map<string, number>()
  const readNew = readerOf(db)
  let misses = 0
  let added = 0

  async function readNewRows(): Promise<void> {
    const requested = [...missed]
    missed.clear()
    for (const { file, facts } of await readNew()) remember(file, parseFacts(facts))
    if (absentSince.size > MAX_ABSENT) absentSince.clear()
    for (const file of requested) if (!cached.has(stemOf(file))) absentSince.set(file, performance.now())
  }

  /** Reads rows that other instances have added. */
  const refresh = isShared ? throttled(readNewRows) : async () => {}

  function remember(file: string, facts: PictureFacts): void {
    const stem = stemOf(file)
    if (!cached.has(stem)) added++
    cached.set(stem, facts)
  }

  return {
    store,

    /** Reads all rows; call it before the first response. */
    load: readNewRows,

    remember,

    refresh,

    forget(file: string): void {
      cached.delete(stemOf(file))
    },

    /** The facts of a picture, by `/uploads/<file>` or by the file name alone. */
    factsOf(path: string): PictureFacts | null {
      const file = path.replace(/^\/uploads\//, '')
      const stem = stemOf(file)
      const facts = cached.get(stem)
      if (facts && basename(facts.src) === file) return facts
      if (isShared && stem && performance.now() - (absentSince.get(file) ?? -Infinity) > ABSENT) {
        missed.add(file)
        misses++
      }
      return null
    },

    /** Finds a file of an existing picture, in any variant. */
    async fileOf(name: string): Promise<PictureFile | null> {
      const stem = stemOf(name)
      if (stem && !cached.has(stem)) await refresh()
      if (!cached.has(stem)) return null
      return { name, immutable: true, load: (file) => store.get(file) }
    },

    /**
     * Runs `work`. If it needed a picture that this instance did not have and another instance has added, runs it
     * again.
     */
    async withPictures<T>(work: () => Promise<T>): Promise<T> {
      const before = { misses, added }
      const answer = await work()
      if (misses !== before.misses) await refresh()
      return misses !== before.misses && added !== before.added ? work() : answer
    },
  }
}

/** Limits how often `work` runs. Callers that wait for the next run all share that run. */
function throttled(work: () => Promise<void>): () => Promise<void> {
  let last = -Infinity
  let next: Promise<void> | null = null
  return async () => {
    next ??= (async () => {
      await pause(Math.max(0, last + QUERY_INTERVAL - performance.now()))
      last = performance.now()
      next = null
      await work()
    })()
    await next
  }
}

/** Returns a function that reads the rows that were added since its last call. The first call reads all rows. */
function readerOf(db: Db) {
  let newest = ''
  return async () => {
    const since = newest && new Date(Date.parse(newest) - COMMIT_DELAY).toISOString()
    const rows = await db
      .selectFrom('uploads')
      .select(['file', 'facts', 'created_at'])
      .where('created_at', '>=', since)
      .execute()
    for (const { created_at } of rows) if (created_at > newest) newest = created_at
    return rows
  }
}

/** The part that all file names of a picture begin with; empty for a name that the shop cannot have generated. */
export function stemOf(name: string): string {
  return /^([a-z0-9_-]+-[0-9a-f]{12})-\d{1,4}\.(?:avif|webp|jpg)$/.exec(name)?.[1] ?? ''
}

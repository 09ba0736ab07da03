/**
 * Caches the facts of uploaded pictures in memory, since they are needed for every displayed row. The rows of `uploads`
 * are authoritative; other instances may have added rows that this one has not read yet.
 */
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PictureFacts } from '#shared/picture.ts'
import { MINUTE, SECOND } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { parseFacts } from '../pictures/facts.ts'
import type { PictureFile } from '../pictures/pictures.ts'
import type { Store } from './store.ts'

export type Uploads = ReturnType<typeof openUploads>

/** How long after the date in its row a transaction may commit. */
const COMMIT_DELAY = MINUTE
/** Minimum milliseconds between two queries for new rows. */
const QUERY_INTERVAL = 250
/** How long a picture that was not found counts as absent. */
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

  async function look(): Promise<void> {
    const requested = [...missed]
    missed.clear()
    for (const { file, facts } of await readNew()) remember(file, parseFacts(facts))
    if (absentSince.size > MAX_ABSENT) absentSince.clear()
    for (const file of requested) if (!cached.has(stemOf(file))) absentSince.set(file, performance.now())
  }

  /** Reads rows that other instances have added. */
  const lookAgain = isShared ? spaced(look) : async () => {}

  function remember(file: string, facts: PictureFacts): void {
    const stem = stemOf(file)
    if (!cached.has(stem)) added++
    cached.set(stem, facts)
  }

  return {
    store,

    /** Reads all rows; call it before the first response. */
    load: look,

    remember,

    lookAgain,

    forget(file: string): void {
      cached.delete(stemOf(file))
    },

    /** Facts of `/uploads/<file>`, or of the bare file name. */
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

    /** Any variant of an existing picture. */
    async fileOf(name: string): Promise<PictureFile | null> {
      const stem = stemOf(name)
      if (stem && !cached.has(stem)) await lookAgain()
      if (!cached.has(stem)) return null
      return { name, immutable: true, load: (file) => store.get(file) }
    },

    /** Runs `work`, and repeats it if it needed a picture that only another instance had cached. */
    async withPictures<T>(work: () => Promise<T>): Promise<T> {
      const before = { misses, added }
      const answer = await work()
      if (misses !== before.misses) await lookAgain()
      return misses !== before.misses && added !== before.added ? work() : answer
    },
  }
}

/** Limits how often `work` runs; callers that wait for the next run share it. */
function spaced(work: () => Promise<void>): () => Promise<void> {
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

/** Reads the rows that were added since the last call; all rows at the first call. */
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

/** The common start of all file names of a picture; empty for a name that the shop cannot have generated. */
export function stemOf(name: string): string {
  return /^([a-z0-9_-]+-[0-9a-f]{12})-\d{1,4}\.(?:avif|webp|jpg)$/.exec(name)?.[1] ?? ''
}

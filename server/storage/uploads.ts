/**
 * What the shop knows of uploaded pictures, in memory: facts are asked for with every row that is shown. Rows of
 * `uploads` are the truth; another instance may have written some that this one has not seen.
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

/** How long a commit may take after its row was dated. */
const LATE = MINUTE
/** The database is asked for what is new at most so often, however many want to know. */
const LOOK_EVERY = 250
/** How long a picture that was not there is taken for one that does not exist. */
const ABSENT = 5 * SECOND
const MOST_ABSENT = 10_000

/** @param isShared whether other processes write to this database */
export function openUploads({ db, store, isShared }: { db: Db; store: Store; isShared: boolean }) {
  const known = new Map<string, PictureFacts>()
  const missed = new Set<string>()
  const absentSince = new Map<string, number>()
  const readNew = readerOf(db)
  let misses = 0
  let learned = 0

  async function look(): Promise<void> {
    const asked = [...missed]
    missed.clear()
    for (const { file, facts } of await readNew()) remember(file, parseFacts(facts))
    if (absentSince.size > MOST_ABSENT) absentSince.clear()
    for (const file of asked) if (!known.has(stemOf(file))) absentSince.set(file, performance.now())
  }

  /** Learns what other instances have added. */
  const lookAgain = isShared ? spaced(look) : async () => {}

  function remember(file: string, facts: PictureFacts): void {
    const stem = stemOf(file)
    if (!known.has(stem)) learned++
    known.set(stem, facts)
  }

  return {
    store,

    /** Reads all rows; before the first answer. */
    load: look,

    remember,

    lookAgain,

    forget(file: string): void {
      known.delete(stemOf(file))
    },

    /** Facts of `/uploads/<file>`, or of the file alone. */
    factsOf(path: string): PictureFacts | null {
      const file = path.replace(/^\/uploads\//, '')
      const stem = stemOf(file)
      const facts = known.get(stem)
      if (facts && basename(facts.src) === file) return facts
      if (isShared && stem && performance.now() - (absentSince.get(file) ?? -Infinity) > ABSENT) {
        missed.add(file)
        misses++
      }
      return null
    },

    /** Any variant of a known picture. */
    async fileOf(name: string): Promise<PictureFile | null> {
      const stem = stemOf(name)
      if (stem && !known.has(stem)) await lookAgain()
      if (!known.has(stem)) return null
      return { name, immutable: true, load: (file) => store.get(file) }
    },

    /** Runs `work`; once more when it asked for a picture that only another instance knew. */
    async withPictures<T>(work: () => Promise<T>): Promise<T> {
      const before = { misses, learned }
      const answer = await work()
      if (misses !== before.misses) await lookAgain()
      return misses !== before.misses && learned !== before.learned ? work() : answer
    },
  }
}

/** Runs `work` once in a while; whoever asks while a run waits for its time shares it. */
function spaced(work: () => Promise<void>): () => Promise<void> {
  let last = -Infinity
  let next: Promise<void> | null = null
  return async () => {
    next ??= (async () => {
      await pause(Math.max(0, last + LOOK_EVERY - performance.now()))
      last = performance.now()
      next = null
      await work()
    })()
    await next
  }
}

/** Reads the rows that were added since it was last asked; all of them at first. */
function readerOf(db: Db) {
  let newest = ''
  return async () => {
    const since = newest && new Date(Date.parse(newest) - LATE).toISOString()
    const rows = await db
      .selectFrom('uploads')
      .select(['file', 'facts', 'created_at'])
      .where('created_at', '>=', since)
      .execute()
    for (const { created_at } of rows) if (created_at > newest) newest = created_at
    return rows
  }
}

/** What all files of one picture begin with; empty for a name that no picture of ours has. */
export function stemOf(name: string): string {
  return /^([a-z0-9_-]+-[0-9a-f]{12})-\d{1,4}\.(?:avif|webp|jpg)$/.exec(name)?.[1] ?? ''
}

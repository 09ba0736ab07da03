/**
 * What the shop knows of uploaded pictures, in memory: facts are asked for with every row that is shown. Rows of
 * `uploads` are the truth; another instance may have written some that this one has not seen.
 */
import { basename } from 'node:path'
import type { PictureFacts } from '#shared/picture.ts'
import { MINUTE } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { parseFacts } from '../pictures/facts.ts'
import type { PictureFile } from '../pictures/pictures.ts'
import type { Store } from './store.ts'

export type Uploads = ReturnType<typeof openUploads>

/** How long a commit may take after its row was dated. */
const LATE = MINUTE
const LOOK_EVERY = 250

/** @param isShared whether other processes write to this database */
export function openUploads({ db, store, isShared }: { db: Db; store: Store; isShared: boolean }) {
  const known = new Map<string, PictureFacts>()
  let newest = ''
  let misses = 0
  let looking: Promise<boolean> | null = null
  let lookedAt = -Infinity

  async function look(): Promise<boolean> {
    const since = newest && new Date(Date.parse(newest) - LATE).toISOString()
    const rows = await db
      .selectFrom('uploads')
      .select(['file', 'facts', 'created_at'])
      .where('created_at', '>=', since)
      .execute()
    const before = known.size
    for (const { file, facts, created_at } of rows) {
      remember(file, parseFacts(facts))
      if (created_at > newest) newest = created_at
    }
    return known.size > before
  }

  /** Looks at what others have added since. True when there was something. */
  async function lookAgain(): Promise<boolean> {
    if (!isShared) return false
    if (!looking && performance.now() - lookedAt < LOOK_EVERY) return false
    looking ??= look().finally(() => {
      looking = null
      lookedAt = performance.now()
    })
    return looking
  }

  function remember(file: string, facts: PictureFacts): void {
    known.set(stemOf(file), facts)
  }

  return {
    store,

    /** Reads all rows; before the first answer. */
    load: look,

    remember,

    forget(file: string): void {
      known.delete(stemOf(file))
    },

    /** Facts of `/uploads/<file>`, or of the file alone. */
    factsOf(path: string): PictureFacts | null {
      const file = path.replace(/^\/uploads\//, '')
      const facts = known.get(stemOf(file))
      if (facts && basename(facts.src) === file) return facts
      misses++
      return null
    },

    /** Any variant of a known picture. */
    async fileOf(name: string): Promise<PictureFile | null> {
      const stem = stemOf(name)
      if (!stem || (!known.has(stem) && !((await lookAgain()) && known.has(stem)))) return null
      return { name, immutable: true, load: (file) => store.get(file) }
    },

    /** Runs `work`; once more when it asked for a picture that only another instance knew. */
    async withPictures<T>(work: () => Promise<T>): Promise<T> {
      const before = misses
      const answer = await work()
      return misses !== before && (await lookAgain()) ? work() : answer
    },
  }
}

/** What all files of one picture begin with; empty for a name that no picture of ours has. */
export function stemOf(name: string): string {
  return /^([a-z0-9_-]+-[0-9a-f]{12})-\d{1,4}\.(?:avif|webp|jpg)$/.exec(name)?.[1] ?? ''
}

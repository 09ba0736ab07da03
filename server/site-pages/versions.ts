/** Reads the versions of a page. A version is published by its time, without a job. */
import type { Clock } from '../time/clock.ts'
import { isoNow } from '../time/clock.ts'
import type { Db, PageVersionRow } from '../db/schema.ts'
import { notFound } from '../errors.ts'

/** The version that visitors see; undefined for the original texts. */
export function liveVersion(db: Db, clock: Clock, page: string): Promise<PageVersionRow | undefined> {
  return published(db, page)
    .where('publish_at', '<=', isoNow(clock))
    .orderBy('publish_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The version that is published next. */
export function nextScheduled(db: Db, clock: Clock, page: string): Promise<PageVersionRow | undefined> {
  return published(db, page)
    .where('publish_at', '>', isoNow(clock))
    .orderBy('publish_at')
    .limit(1)
    .executeTakeFirst()
}

export function draftOf(db: Db, page: string): Promise<PageVersionRow | undefined> {
  return db
    .selectFrom('page_versions')
    .selectAll()
    .where('page', '=', page)
    .where('state', '=', 'draft')
    .executeTakeFirst()
}

/** All published and scheduled versions, newest first. */
export function publishedVersions(db: Db, page: string): Promise<PageVersionRow[]> {
  return published(db, page).orderBy('publish_at', 'desc').orderBy('id', 'desc').execute()
}

function published(db: Db, page: string) {
  return db.selectFrom('page_versions').selectAll().where('page', '=', page).where('state', '=', 'published')
}

/** The draft, the published and the scheduled version of a page. */
export async function statesOf(db: Db, clock: Clock, page: string) {
  return {
    draft: await draftOf(db, page),
    live: await liveVersion(db, clock, page),
    scheduled: await nextScheduled(db, clock, page),
  }
}
export type States = Awaited<ReturnType<typeof statesOf>>

/**
 * The text that an editor sends back with a save: it changes with every save of the draft and with every publication of
 * a page without a draft.
 */
export function versionOf({ draft, live }: States): string {
  return draft ? `${draft.id}-${draft.version}` : (live?.id ?? 'original')
}

/** The id of the texts before the first publication. */
export const ORIGINAL = 'original'

/** The body of a version; null for the original texts. Throws 404. */
export async function versionBody(
  db: Db,
  page: string,
  versionId: string,
): Promise<{ body: string | null; publishedAt: string | null }> {
  if (versionId === ORIGINAL) return { body: null, publishedAt: null }
  const row = await db
    .selectFrom('page_versions')
    .select(['body', 'publish_at'])
    .where('page', '=', page)
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (!row) throw notFound('Version')
  return { body: row.body, publishedAt: row.publish_at }
}

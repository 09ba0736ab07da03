/** Reads the versions of a page. A version is published by its time, without a job. */
import { type Clock, isoNow } from '#server/kernel/time/clock.ts'
import type { Db, PageVersionRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'

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

/** What lists show of a version. */
export type StampRow = Pick<
  PageVersionRow,
  'id' | 'page' | 'state' | 'publish_at' | 'updated_at' | 'saved_by'
>
export type ListedStates = { draft?: StampRow; live?: StampRow; scheduled?: StampRow }

/** The same for all pages, with one query and without their texts. */
export async function allStates(db: Db, clock: Clock): Promise<(page: string) => ListedStates> {
  const now = isoNow(clock)
  const states = new Map<string, ListedStates>()
  const rows = await db
    .selectFrom('page_versions')
    .select(['id', 'page', 'state', 'publish_at', 'updated_at', 'saved_by'])
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const found = states.get(row.page) ?? {}
    if (row.publish_at === null) found.draft = row
    else if (row.publish_at <= now) found.live = row
    else found.scheduled ??= row
    states.set(row.page, found)
  }
  return (page) => states.get(page) ?? {}
}

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

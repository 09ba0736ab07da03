/**
 * The draft of a page, its publication and its history. Changes of one page run one after another, so that no change is
 * based on a state that another admin has changed.
 */
import type { EditedSitePage, PageVersion, sitePages } from '#shared/content/api/site-pages.ts'
import { isMailSent } from '#shared/platform/mails/parts.ts'
import { ALL_PARTS, type OpenParts } from '#shared/platform/parts.ts'
import { namedSlots, type AnyValues } from '#shared/platform/site-pages/slots.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import type { Db, Tx, PageVersionRow } from '#server/kernel/db/schema.ts'
import { isSkipped, withOffset } from '#server/kernel/time/shop-days.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { logChange, type Changed } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import { changesFrom, forChangeLog } from './differences.ts'
import { allPages, bodyOf, pageOf, picturesOf, validValues, valuesOf, type EditablePage } from './values.ts'
import {
  allStates,
  type ListedStates,
  type StampRow,
  type States,
  statesOf,
  versionBody,
  versionOf,
  liveVersion,
  ORIGINAL,
  publishedVersions,
} from './versions.ts'
import { describedValues, factsOf } from './pictures.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'

/** A page for its editor. Throws 404. */
export async function editedPage(shop: Shop, id: string): Promise<EditedSitePage> {
  const page = pageOf(id)
  const states = await statesOf(shop.db, shop.clock, id)
  const values = describedValues(
    shop,
    page,
    (states.draft ?? states.live)?.body ?? null,
    await openPartsOf(shop),
  )
  return {
    ...listedPage(page, states),
    slots: namedSlots(page.slots),
    values,
    version: versionOf(states),
    pictures: factsOf(shop, page, values),
  }
}

function stamp(row: StampRow | undefined) {
  return row ? { _id: row.id, at: row.publish_at ?? row.updated_at, by: row.saved_by } : null
}

/** A page and its state, for the list. */
function listedPage({ id, title, path, when }: EditablePage, { draft, live, scheduled }: ListedStates) {
  return { _id: id, title, path, when, draft: stamp(draft), live: stamp(live), scheduled: stamp(scheduled) }
}

/** All pages and their states, without mails that only a part of the shop sends that is off. */
export async function listPages(shop: Shop) {
  const states = await allStates(shop.db, shop.clock)
  const parts = await openPartsOf(shop)
  return allPages.filter(({ id }) => isMailSent(id, parts)).map((page) => listedPage(page, states(page.id)))
}

type Work = { tx: Tx; page: EditablePage; states: States; parts: OpenParts }

/** Runs a change of a page in a transaction that no other change of this page overlaps. */
async function change(
  shop: Shop,
  admin: SignedIn,
  id: string,
  work: (work: Work) => Promise<Pick<Changed, 'action' | 'changes'> | null>,
): Promise<EditedSitePage> {
  const page = pageOf(id)
  const parts = await openPartsOf(shop)
  await transact(shop.db, async (tx) => {
    await acquireLock(tx, `page:${id}`)
    const line = await work({ tx, page, states: await statesOf(tx, shop.clock, id), parts })
    if (line) await logChange(tx, shop, admin, { subject: 'page', id, name: page.title, ...line })
  })
  shop.changed({ tag: 'Page', id })
  return editedPage(shop, id)
}

function requireVersion(states: States, version: string): void {
  if (versionOf(states) !== version) throw conflict('Another admin has saved this page since you opened it')
}

/** Saves the draft. Throws 400 for values that are not valid, 409 if another admin has saved since `version`. */
export function saveDraft(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { values, version }: { values: Record<string, unknown>; version: string },
): Promise<EditedSitePage> {
  const edit = validValues(pageOf(id), values)
  return change(shop, admin, id, async ({ tx, page, states, parts }) => {
    requireVersion(states, version)
    const before = valuesOf(page, (states.draft ?? states.live)?.body ?? null, parts)
    const after = { ...before, ...edit } as AnyValues
    const known = new Set(picturesOf(page, before))
    await referencePictures(
      tx,
      shop,
      picturesOf(page, after).filter((file) => !known.has(file)),
    )
    await storeDraft(tx, shop, admin, { page, states, body: bodyOf(page, after, parts) })
    return states.draft ? null : { action: 'Draft created' }
  })
}

async function storeDraft(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  { page, states: { draft }, body }: { page: EditablePage; states: States; body: string },
): Promise<void> {
  const now = isoNow(shop.clock)
  const saved = { body, pictures: uploadsIn(page, body), updated_at: now, saved_by: admin.name }
  if (draft) {
    await tx
      .updateTable('page_versions')
      .set({ ...saved, version: draft.version + 1 })
      .where('id', '=', draft.id)
      .execute()
    return
  }
  const row = { ...saved, id: newId(shop.clock), page: page.id, state: 'draft' as const, created_at: now }
  await tx
    .insertInto('page_versions')
    .values({ ...row, publish_at: null })
    .execute()
}

/** JSON of the uploaded pictures in a body, by file name (server/platform/upload/sweep.ts). */
function uploadsIn(page: EditablePage, body: string): string {
  const files = picturesOf(page, valuesOf(page, body, ALL_PARTS))
  const uploads = files.filter((file) => file.startsWith('/uploads/'))
  return JSON.stringify(uploads.map((file) => file.slice('/uploads/'.length)))
}

/** Deletes the draft. Throws 409 if there is none. */
export function discardDraft(shop: Shop, admin: SignedIn, id: string): Promise<EditedSitePage> {
  return change(shop, admin, id, async ({ tx, states: { draft } }) => {
    if (!draft) throw conflict('There is no draft')
    await tx.deleteFrom('page_versions').where('id', '=', draft.id).execute()
    return { action: 'Draft discarded' }
  })
}

/** Publishes the draft, now or at a time in the future. Throws 409 if the draft is not the one of `version`. */
export function publishDraft(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { version, at }: { version: string; at?: string },
): Promise<EditedSitePage> {
  return change(shop, admin, id, async ({ tx, page, states, parts }) => {
    requireVersion(states, version)
    const { draft, live, scheduled } = states
    if (!draft) throw badRequest('There is nothing to publish: no change is saved')
    const now = isoNow(shop.clock)
    const time = at && momentIn(at)
    if (time && time <= now) throw badRequest('Choose a time in the future')
    if (time && scheduled) throw conflict('A version is already scheduled. Cancel it first')
    await setPublished(tx, draft.id, { publish_at: time || now, updated_at: now, saved_by: admin.name })
    const changes = forChangeLog(
      changesFrom(shop, page, { before: live?.body ?? null, after: draft.body, parts }),
    )
    return { action: time ? 'Scheduled' : 'Published', changes }
  })
}

/** Throws 400 for a time of day that the clocks of the shop skip. */
function momentIn(at: string): string {
  if (at.endsWith('Z')) return new Date(at).toISOString()
  if (isSkipped(at)) throw badRequest('The clocks skip this time. Choose another')
  return new Date(withOffset(at)).toISOString()
}

async function setPublished(
  db: Db,
  id: string,
  set: { publish_at: string; updated_at: string; saved_by: string },
): Promise<void> {
  await db
    .updateTable('page_versions')
    .set({ ...set, state: 'published' })
    .where('id', '=', id)
    .execute()
}

/** Turns the scheduled version back into the draft. Throws 409 if there is none, or if there is another draft. */
export function cancelSchedule(shop: Shop, admin: SignedIn, id: string): Promise<EditedSitePage> {
  return change(shop, admin, id, async ({ tx, states: { draft, scheduled } }) => {
    if (!scheduled) throw conflict('No version is scheduled')
    if (draft) throw conflict('There is a newer draft too. Publish or discard it first')
    await tx
      .updateTable('page_versions')
      .set((eb) => ({ state: 'draft', publish_at: null, version: eb('version', '+', 1) }))
      .where('id', '=', scheduled.id)
      .execute()
    return { action: 'Schedule canceled' }
  })
}

/** Publishes an earlier version again, or the original texts. Throws 404. */
export function restoreVersion(
  shop: Shop,
  admin: SignedIn,
  id: string,
  versionId: string,
): Promise<EditedSitePage> {
  return change(shop, admin, id, async ({ tx, page, states: { live }, parts }) => {
    const old = await versionBody(tx, id, versionId)
    const now = isoNow(shop.clock)
    const row = { id: newId(shop.clock), page: id, state: 'published' as const, body: old.body ?? '{}' }
    const times = { publish_at: now, created_at: now, updated_at: now, restored_from: old.publishedAt }
    await tx
      .insertInto('page_versions')
      .values({ ...row, ...times, pictures: uploadsIn(page, row.body), saved_by: admin.name })
      .execute()
    return {
      action: 'Restored',
      changes: forChangeLog(changesFrom(shop, page, { before: live?.body ?? null, after: old.body, parts })),
    }
  })
}

/** All versions, newest first; the original texts are the last. Throws 404. */
export async function listVersions(shop: Shop, id: string): Promise<PageVersion[]> {
  pageOf(id)
  const rows = await publishedVersions(shop.db, id)
  const live = await liveVersion(shop.db, shop.clock, id)
  const original = { _id: ORIGINAL, at: null, by: '', restoredFrom: null }
  return [
    ...rows.map((row) => toVersion(row, live)),
    { ...original, state: live ? ('past' as const) : ('live' as const) },
  ]
}

function toVersion(row: PageVersionRow, live: PageVersionRow | undefined): PageVersion {
  const isLater = !live || row.publish_at! > live.publish_at!
  return {
    _id: row.id,
    at: row.publish_at,
    by: row.saved_by,
    restoredFrom: row.restored_from,
    state: row.id === live?.id ? 'live' : isLater ? 'scheduled' : 'past',
  }
}

/** A version, with what its restoration changes for visitors. Throws 404. */
export async function oneVersion(
  shop: Shop,
  id: string,
  versionId: string,
): Promise<Reply<typeof sitePages.version>> {
  const page = pageOf(id)
  const version = (await listVersions(shop, id)).find(({ _id }) => _id === versionId)
  if (!version) throw notFound('Version')
  const live = await liveVersion(shop.db, shop.clock, id)
  const { body } = await versionBody(shop.db, id, versionId)
  return {
    ...version,
    changes: changesFrom(shop, page, {
      before: live?.body ?? null,
      after: body,
      parts: await openPartsOf(shop),
    }),
  }
}

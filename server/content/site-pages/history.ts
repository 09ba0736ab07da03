/** The history of a page: who published what, and when. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { PageVersion, sitePages } from '#shared/content/api/site-pages.ts'
import type { PageVersionRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { changesFrom } from './differences.ts'
import { pageOf } from './values.ts'
import { liveVersion, ORIGINAL, publishedVersions, versionBody } from './versions.ts'

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
  return { ...version, changes: changesFrom(shop, page, live?.body ?? null, body) }
}

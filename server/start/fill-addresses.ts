/**
 * Gives addresses to the products, events and artists of an earlier release, at the start and, during an update of the
 * shop, in a regular job. The demo's rows get theirs in the same way.
 */
import { artistSource } from '#server/catalog/artshow/artists.ts'
import { productSource } from '#server/catalog/products/catalogue.ts'
import { eventSource } from '#server/content/events/events.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Clock } from '#server/kernel/time/clock.ts'
import { fillSlugs } from '#server/platform/slugs/fill.ts'
import type { Tag } from '#shared/start/api.ts'

/** Returns the tags of the records that got an address. Drafts get theirs at their first save. */
export async function fillAddresses(db: Db, clock: Clock): Promise<Tag[]> {
  const products = await fillSlugs(db, clock, 'products', async (after, limit) => {
    const query = db.selectFrom('products').selectAll().where('slug', '=', '').where('deleted_at', 'is', null)
    const rows = await query
      .where((eb) => eb.or([eb('is_draft', '=', 0), eb('version', '>', 1)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(productSource)
  })
  const events = await fillSlugs(db, clock, 'events', async (after, limit) => {
    const query = db.selectFrom('events').selectAll().where('slug', '=', '').where('id', '>', after)
    return (await query.orderBy('id').limit(limit).execute()).map(eventSource)
  })
  const artists = await fillSlugs(db, clock, 'artists', async (after, limit) => {
    const query = db.selectFrom('artists').selectAll().where('slug', '=', '').where('is_draft', '=', 0)
    return (await query.where('id', '>', after).orderBy('id').limit(limit).execute()).map(artistSource)
  })
  const filled: [Tag, number][] = [
    ['Product', products],
    ['Event', events],
    ['Artshow', artists],
  ]
  return filled.flatMap(([tag, count]) => (count > 0 ? [tag] : []))
}

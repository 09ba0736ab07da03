/**
 * Works of art for visitors, with their wall labels, and for admins. A row of a work has its product, its size and its
 * artist; its state follows from stock and orders.
 */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { ListedWork, Work, works, WorkState, WorkWithForm } from '#shared/catalog/api/works.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { workFields } from '#shared/catalog/resources/work.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'

/** How long an unpaid order is shown before the page looks again whether it was paid. */
const WHILE_HELD = MINUTE

/** The works that visitors see, those of the featured artist first. */
export async function listWorks(shop: Shop): Promise<Reply<typeof works.list>> {
  const rows = await worksQuery(shop.db).where('is_hidden', '=', 0).execute()
  const shown = rows.map((row) => toWork(shop, row))
  const isHeld = shown.some(({ state }) => state === 'held')
  return { works: shown, until: isHeld ? isoIn(shop.clock, WHILE_HELD) : null }
}

/** All works. */
export async function listAllWorks(shop: Shop): Promise<ListedWork[]> {
  const rows = await worksQuery(shop.db).execute()
  return rows.map((row) => ({ ...toLabel(row), isHidden: row.is_hidden === 1 }))
}

/** One work with the values of its form. Throws 404. */
export async function getWorkForm(shop: Shop, id: string): Promise<WorkWithForm> {
  const row = await findWork(shop.db, id)
  const facts = shop.pictureOf(row.image, row.name)
  return { _id: row.id, ...workRows.editOf(row), state: stateOf(row), version: row.version, facts }
}

function toWork(shop: Pick<Shop, 'pictureOf'>, row: WholeWork): Work {
  const { year, medium, dimensions, description: text } = row
  const alt = `“${row.name}” by ${row.artist_name}`
  return { ...toLabel(row), year, medium, dimensions, text, picture: shop.pictureOf(row.image, alt) }
}

function toLabel(row: WholeWork) {
  return {
    _id: row.id,
    title: row.name,
    slug: row.slug,
    artist: { _id: row.artist_id, name: row.artist_name, slug: row.artist_slug },
    price: row.is_draft ? null : toDollars(row.price_cents),
    state: stateOf(row),
  }
}

/** Converts between the columns of a work in all its tables and the fields of the form. */
export const workRows = rowsOf(workFields)

/** The query for works that are not deleted. The first size of a product has the id of the product. */
function worksQuery(db: Db) {
  return db
    .selectFrom('works')
    .innerJoin('products', 'products.id', 'works.product_id')
    .innerJoin('product_sizes', 'product_sizes.id', 'works.product_id')
    .innerJoin('artists', 'artists.id', 'works.artist_id')
    .where('products.deleted_at', 'is', null)
    .select(['products.id', 'products.name', 'products.image', 'products.description', 'products.is_draft'])
    .select([
      'products.slug',
      'products.version',
      'artist_id',
      'year',
      'medium',
      'dimensions',
      'box',
      'packed_grams',
    ])
    .select(['works.place', 'is_hidden', 'price_cents', 'count_in_stock', 'artists.name as artist_name'])
    .select('artists.slug as artist_slug')
    .select((eb) =>
      eb
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .whereRef('order_lines.product_id', '=', 'works.product_id')
        .where('orders.state', 'in', ['pending', 'capturing'])
        .select((orders) => orders.fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('holds'),
    )
    .orderBy('is_feat', 'desc')
    .orderBy('artists.created_at', 'desc')
    .orderBy('artists.id')
    .orderBy('works.place')
    .orderBy('products.id')
}

type WholeWork = Awaited<ReturnType<ReturnType<typeof worksQuery>['execute']>>[number]

/** One work. Throws 404. */
export async function findWork(db: Db, id: string): Promise<WholeWork> {
  const row = await worksQuery(db).where('works.product_id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Work')
  return row
}

function stateOf({ count_in_stock: count, holds, is_draft: isDraft }: WholeWork): WorkState {
  if (count > 0) return isDraft ? 'notForSale' : 'forSale'
  return holds > 0 ? 'held' : 'sold'
}

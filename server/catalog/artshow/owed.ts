import type { Db } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'
import { shareEntriesOf, sumShares } from './share-entries.ts'

/** What keeps art for sale from being off: works in orders that are not sent, and shares that artists have not got. */
export async function owedArt(db: Db): Promise<Owed[]> {
  const { count } = await db
    .selectFrom('orders')
    .where('state', 'in', ['pending', 'capturing', 'paid'])
    .where(isReal('orders', 'orders.id'))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .innerJoin('works', 'works.product_id', 'order_lines.product_id')
        .select('order_lines.order_id'),
    )
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const artists = await db.selectFrom('works').select('artist_id').distinct().execute()
  const shares = await Promise.all(
    artists.map(async ({ artist_id: id }) => sumShares(await shareEntriesOf(db, id))),
  )
  const unpaid = shares.filter((cents) => cents > 0).length
  return [
    ...owedOf(Number(count), ['open order with a work', 'open orders with works'], '/admin/orderlist'),
    ...owedOf(unpaid, ['artist to pay', 'artists to pay'], '/admin/statements'),
  ]
}

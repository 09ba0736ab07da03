/** Which bags the lines of an order got: their lots with roast dates, and how many bags are still missing. */
import type { Order } from '#shared/checkout/api/orders.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { goodsNote } from '#shared/catalog/goods-note.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { openLines, openPieces, ORDERED, roastedToOrder } from '#server/roastery/open-lines/open-lines.ts'

/**
 * The lines of an order with what the shop says about their goods today, and whether any is roasted to order or has bags: other
 * orders need no further query.
 */
export function linesOf({ db }: { db: Db }, orderId: string) {
  return db
    .selectFrom('order_lines as line')
    .leftJoin('products as coffee', (join) =>
      join
        .onRef('coffee.id', '=', 'line.product_id')
        .on('coffee.category', '=', COFFEE_BEANS)
        .on('coffee.deleted_at', 'is', null),
    )
    .leftJoin('products as goods', (join) =>
      join.onRef('goods.id', '=', 'line.product_id').on('goods.deleted_at', 'is', null),
    )
    .selectAll('line')
    .select([
      'goods.slug',
      'goods.brand',
      'goods.material',
      'coffee.is_draft as coffee_is_draft',
      'coffee.roasting_level',
      'coffee.best_filter',
      'coffee.best_espresso',
      'coffee.best_for',
      'coffee.brew_method',
      'coffee.brew_dose',
      'coffee.brew_water',
      'coffee.brew_seconds',
    ])
    .select((eb) => [
      roastedToOrder.as('is_roasted_to_order'),
      eb
        .exists(
          eb
            .selectFrom('bag_uses')
            .select('bags_id')
            .whereRef('bag_uses.order_id', '=', 'line.order_id')
            .whereRef('bag_uses.position', '=', 'line.position'),
        )
        .as('has_bags'),
    ])
    .where('order_id', '=', orderId)
}

export type ReadLine = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number]

/** What the shop says about the goods of a line other than coffee. */
export function noteOf({ category, brand, material }: ReadLine): string {
  return goodsNote({ category, brand: brand ?? '', material: material ?? '' })
}

/** What the shop says about the coffee of a line. */
export function coffeeOf(line: ReadLine): Order['orderItems'][number]['coffee'] {
  if (line.coffee_is_draft === null) return null
  return {
    isOnSale: line.coffee_is_draft === 0,
    roastingLevel: line.roasting_level ?? 0,
    bestFilter: line.best_filter ?? '',
    bestEspresso: line.best_espresso ?? '',
    bestFor: productFields.bestFor.load(line.best_for ?? '[]'),
    brewMethod: line.brew_method ?? '',
    brewDose: line.brew_dose,
    brewWater: line.brew_water,
    brewSeconds: line.brew_seconds,
  }
}

/**
 * The order with the lots of its bags. `bagsMissing` is set while a paid order of coffee that is roasted to order waits for
 * its bags, and `awaitsBags` also after it was shipped without them.
 * @param lines from `linesOf`
 */
export async function withLots(
  db: Db,
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
  lines: readonly ReadLine[],
  order: Order,
): Promise<Order> {
  const isPaid = state === 'paid'
  const needsBags = (ORDERED as readonly string[]).includes(state)
  const hasLots = lines.some((line) => line.has_bags || (needsBags && line.is_roasted_to_order === 1))
  if (!hasLots) return order
  const [lots, open] = await readTogether(db, lotsOf(db, id), openOf(db, id))
  const awaitsBags = needsBags && open.length > 0
  return {
    ...order,
    awaitsBags,
    roastedOn: awaitsBags ? null : (lots.at(-1)?.roasted_on ?? null),
    orderItems: order.orderItems.map((item) => ({
      ...item,
      lots: lots
        .filter(({ position }) => position === item.line)
        .map(({ code, roasted_on: roastedOn, qty }) => ({ code, roastedOn, qty })),
      bagsMissing: isPaid ? (open.find(({ position }) => position === item.line)?.qty ?? 0) : 0,
    })),
  }
}

function lotsOf(db: Db, orderId: string) {
  return db
    .selectFrom('bag_uses')
    .innerJoin('bags', 'bags.id', 'bags_id')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
    .where('order_id', '=', orderId)
    .groupBy(['position', 'code', 'roasted_on'])
    .select((eb) => ['position', 'code', 'roasted_on', eb.fn.sum<number>('bag_uses.qty').as('qty')])
    .orderBy('roasted_on')
    .orderBy('code')
}

/** The bags that lines of the order still need. */
function openOf(db: Db, orderId: string) {
  return openLines(db, db.selectFrom('orders').select('id').where('id', '=', orderId)).select([
    'line.position',
    openPieces.as('qty'),
  ])
}

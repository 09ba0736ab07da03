/** Lots of roasted coffee, bags and filled lines of orders, for tests that start after the roast day. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import type { TestShop } from '../shop.ts'
import { batchOf } from './batches.ts'
import { greenLot, makeToOrder, roastOf, take, type Roastery } from './green.ts'
import { insert, rowOf } from '../table-rows.ts'

let made = 0

type NewLot = {
  product: string
  batches: readonly { batch: string; grams: number }[]
  on?: string
  code?: string
}

/** A lot of roasted coffee from these batches. Returns its id and its code. */
export async function coffeeLot(
  shop: Roastery,
  {
    product,
    batches,
    on = nowAt(shop.clock).day,
    code = `${on.slice(2).replaceAll('-', '')}-L${++made}`,
  }: NewLot,
): Promise<{ id: string; code: string }> {
  const { db, clock } = shop
  const id = newId(clock)
  const grams = batches.reduce((sum, each) => sum + each.grams, 0)
  await insert(db, 'coffee_lots', {
    id,
    code,
    product_id: product,
    roasted_on: on,
    made_on: on,
    grams,
    grams_left: grams,
    made_at: isoNow(clock),
    made_by: 'Ben Roaster',
  })
  await insert(
    db,
    'coffee_lot_batches',
    batches.map(({ batch, grams: some }) => ({ coffee_lot_id: id, batch_id: batch, grams: some })),
  )
  for (const { batch, grams: some } of batches) await take(shop, 'batches', batch, some)
  return { id, code }
}

type NewBags = { lot: string; qty: number; sizeId?: string; grams?: number; grind?: string }

/** Bags of a lot. The size is the first one of the product if it is left out. Returns their id. */
export async function bagsOf(
  shop: Roastery,
  { lot, qty, sizeId, grams = 340, grind = WHOLE_BEAN }: NewBags,
): Promise<string> {
  const { db, clock } = shop
  const { product_id: product, made_on } = await rowOf(db, 'coffee_lots', lot)
  const id = newId(clock)
  await insert(db, 'bags', {
    id,
    coffee_lot_id: lot,
    product_id: product,
    // The first size of a product has the id of the product.
    size_id: sizeId ?? product,
    grind,
    grams,
    qty,
    qty_left: qty,
    made_on,
    made_at: isoNow(clock),
    made_by: 'Ben Roaster',
  })
  await take(shop, 'coffee_lots', lot, qty * grams)
  return id
}

/** Gives a line of an order its bags. */
export async function fillLine(
  { db, clock }: Roastery,
  { order, line = 0, bags, qty }: { order: string; line?: number; bags: string; qty: number },
): Promise<void> {
  await insert(db, 'bag_uses', {
    order_id: order,
    position: line,
    bags_id: bags,
    qty,
    filled_at: isoNow(clock),
    filled_by: 'Ben Roaster',
  })
  await db
    .updateTable('bags')
    .set((eb) => ({ qty_left: eb('qty_left', '-', qty) }))
    .where('id', '=', bags)
    .execute()
}

/** Bags of one coffee, from one lot of green coffee, with all rows between. */
export async function packaged(
  shop: Roastery,
  { product, qty = 10, code }: { product: string; qty?: number; code?: string },
): Promise<{ green: string; batch: string; lot: string; code: string; bags: string }> {
  const green = await greenLot(shop)
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }])
  await makeToOrder(shop, product, [{ roast, percent: 100 }])
  const batch = await batchOf(shop, { roast, greens: [{ lot: green, grams: qty * 500 }] })
  const lot = await coffeeLot(shop, {
    product,
    batches: [{ batch: batch.id, grams: batch.grams }],
    ...(code ? { code } : {}),
  })
  const bags = await bagsOf(shop, { lot: lot.id, qty })
  return { green, batch: batch.id, lot: lot.id, code: lot.code, bags }
}

/** Bags of a new coffee, with all rows from which they come. */
export async function newBags(shop: TestShop) {
  return packaged(shop, { product: await shop.sell() })
}

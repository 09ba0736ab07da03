/** New rows of the roastery, for the ids in the paths of its endpoints. */
import { isoNow, newId } from '#server/time/clock.ts'
import { placed } from './purchase.ts'
import { addBatch, addGreen, addRoast } from './roastery.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const ROAST_DAY = '2026-11-27'

/** A row for each path with an id. The order belongs to `owner`. */
export const ROASTERY_ROWS: Record<string, (shop: TestShop, owner: Visitor) => Promise<string>> = {
  '/api/roastery/batches/:id': plannedBatch,
  '/api/roastery/batches/:id/weigh': plannedBatch,
  '/api/roastery/batches/:id/roast': plannedBatch,
  '/api/roastery/batches/:id/undo': plannedBatch,
  '/api/roastery/lots/:id': lotOf,
  '/api/roastery/bags/:id': packagedBags,
  '/api/roastery/orders/:id/fill': async (shop, owner) => placed(owner, [{ _id: await shop.sell(), qty: 1 }]),
}

/** A planned batch of a new roast. */
async function plannedBatch(shop: TestShop): Promise<string> {
  const roast = await addRoast(shop, { greens: [{ lot: await addGreen(shop), percent: 100 }] })
  return addBatch(shop, { roast, day: ROAST_DAY })
}

/** A lot of a new coffee, without batches. */
async function lotOf(shop: TestShop): Promise<string> {
  const id = newId(shop.clock)
  const lot = { id, code: id, product_id: await shop.sell(), roasted_on: ROAST_DAY, made_on: ROAST_DAY }
  const made = { grams: 6800, grams_left: 6800, made_at: isoNow(shop.clock), made_by: 'Olive' }
  await shop.db
    .insertInto('coffee_lots')
    .values({ ...lot, ...made })
    .execute()
  return id
}

/** Ten bags from a new lot. */
async function packagedBags(shop: TestShop): Promise<string> {
  const lot = await lotOf(shop)
  const id = newId(shop.clock)
  const { product_id } = await shop.db
    .selectFrom('coffee_lots')
    .select('product_id')
    .where('id', '=', lot)
    .executeTakeFirstOrThrow()
  const of = { coffee_lot_id: lot, product_id, size_id: product_id, grind: 'Whole bean', grams: 340 }
  const made = { qty: 10, qty_left: 10, made_on: ROAST_DAY, made_at: isoNow(shop.clock), made_by: 'Olive' }
  await shop.db
    .insertInto('bags')
    .values({ id, ...of, ...made })
    .execute()
  return id
}

/** New rows for the ids in the paths of the roastery's endpoints, for test/rows.ts. */
import { placed } from '../purchase.ts'
import type { TestShop } from '../shop.ts'
import type { Visitor } from '../visitor.ts'
import { coffeeLot, newBags } from './bags.ts'
import { batchOf, batchWithCurve, cuppingOf, plannedBatch } from './batches.ts'
import { newArrivedLot } from './by-admin.ts'
import { greenLot, roastOf } from './green.ts'

/** A row for each path with an id. The order belongs to `owner`. */
export const ROASTERY_ROWS: Record<string, (shop: TestShop, owner: Visitor) => Promise<string>> = {
  '/api/green/:id/adjustments': newArrivedLot,
  '/api/green/:id/counts': newArrivedLot,
  '/api/roastery/batches/:id': newBatch,
  '/api/roastery/batches/:id/weigh': newPlannedBatch,
  '/api/roastery/batches/:id/roast': newPlannedBatch,
  '/api/roastery/batches/:id/undo': newPlannedBatch,
  '/api/roastery/batches/:id/curve': batchWithCurve,
  '/api/roastery/batches/:id/cuppings': newBatch,
  '/api/roastery/cuppings/:id': cuppingOf,
  '/api/roastery/lots/:id': newLot,
  '/api/roastery/lots/:id/stickers.pdf': newPackagedLot,
  '/api/roastery/bags/:id': newBagsOnly,
  '/api/roastery/bags/:id/stickers.pdf': newBagsOnly,
  '/api/roastery/orders/:id/fill': async (shop, owner) => placed(owner, [{ _id: await shop.sell(), qty: 1 }]),
  '/api/recall/:id': newPackagedLot,
  '/api/recall/:id/orders.csv': newPackagedLot,
  '/api/recall/:id/mail': newPackagedLot,
  '/api/recall/:id/mail/preview': newPackagedLot,
}

/** A planned batch of a new roast. */
async function newPlannedBatch(shop: TestShop): Promise<string> {
  const roast = await roastOf(shop, [{ lot: await greenLot(shop), percent: 100 }])
  return plannedBatch(shop, { roast, day: '2026-11-27' })
}

async function newBatch(shop: TestShop): Promise<string> {
  return (await batchOf(shop)).id
}

/** A lot of a new coffee, of which no bag is packaged. */
async function newLot(shop: TestShop): Promise<string> {
  const { id: batch, grams } = await batchOf(shop)
  return (await coffeeLot(shop, { product: await shop.sell(), batches: [{ batch, grams }] })).id
}

async function newPackagedLot(shop: TestShop): Promise<string> {
  return (await newBags(shop)).lot
}

async function newBagsOnly(shop: TestShop): Promise<string> {
  return (await newBags(shop)).bags
}

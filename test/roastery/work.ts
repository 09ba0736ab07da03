/** The steps of a roast day as requests of one person, and coffees to work with, for tests. */
import { bought } from '../purchase.ts'
import { plannedBatch } from './batches.ts'
import { greenLot, makeToOrder, roastOf } from './green.ts'
import type { TestShop } from '../shop.ts'
import type { Answer, Visitor } from '../visitor.ts'
import { rowOf } from '../table-rows.ts'

export const DAY = '2026-11-27'

/** The bags come from any lot, and none were packaged before. */
const FIRST_BAGS = { lotId: null, packagedBefore: 0 }

/** The grams from each batch, by its id. */
export type BatchParts = Record<string, number>

/** @param by who does the steps */
export function roastWork(shop: TestShop, by: Visitor) {
  /** A roasted batch with this much roasted coffee. With a day, it was weighed out on this day, otherwise now. */
  async function roasted(roast: string, grams: number, on?: string): Promise<string> {
    const day = on ?? DAY
    const green = Math.round(grams / 0.85)
    const lot = await greenLot(shop)
    const batch = await plannedBatch(shop, { roast, day, grams: green })
    await by.post(`/api/roastery/batches/${batch}/weigh`, { greens: [{ lotId: lot, grams: green }] })
    const answer = await by.post(`/api/roastery/batches/${batch}/roast`, { roastedGrams: grams })
    if (answer.status !== 200) throw new Error(answer.text)
    if (on) await weighedOut(shop, batch, `${on}T15:00:00.000Z`)
    return batch
  }

  const newRoast = async (name: string) =>
    roastOf(shop, [{ lot: await greenLot(shop), percent: 100 }], { name })

  /** A coffee with one roast, and a roasted batch of it. */
  async function straight(grams = 10_200) {
    const product = await shop.sell()
    const roast = await newRoast('Guji')
    await makeToOrder(shop, product, [{ roast, percent: 100 }])
    return { product, roast, batch: await roasted(roast, grams) }
  }

  /** A coffee of two roasts, 60 and 40 percent, and a roasted batch of each. */
  async function blended() {
    const product = await shop.sell({ name: 'House Blend' })
    const roasts = [await newRoast('Guji'), await newRoast('Huila')]
    await makeToOrder(shop, product, [
      { roast: roasts[0]!, percent: 60 },
      { roast: roasts[1]!, percent: 40 },
    ])
    const batches = [await roasted(roasts[0]!, 10_000), await roasted(roasts[1]!, 10_000)]
    return { product, roasts, batches }
  }

  const makeLot = (productId: string, parts: BatchParts, day = DAY) =>
    by.post('/api/roastery/lots', {
      productId,
      day,
      batches: Object.entries(parts).map(([batchId, grams]) => ({ batchId, grams })),
    })

  const pack = (productId: string, qty: number, more: object = {}, key?: string) =>
    by.post(
      '/api/roastery/bags',
      { productId, sizeId: productId, grind: 'Whole bean', qty, day: DAY, ...FIRST_BAGS, ...more },
      key ? { 'idempotency-key': key } : {},
    )

  const fill = (order: string) => by.post(`/api/roastery/orders/${order}/fill`, {})

  /** A paid order that took nothing from the counted stock. */
  async function paidOrder(product: string, qty = 2): Promise<string> {
    const { id } = await bought(shop, await shop.customer(), [{ _id: product, qty }])
    await shop.db.deleteFrom('stock_moves').where('order_id', '=', id).execute()
    return id
  }

  const looseOf = async (batch: string) => (await rowOf(shop.db, 'batches', batch)).grams_left

  const lotsOf = (product: string) =>
    shop.db.selectFrom('coffee_lots').selectAll().where('product_id', '=', product).orderBy('id').execute()

  const bagsOf = (product: string) =>
    shop.db.selectFrom('bags').selectAll().where('product_id', '=', product).orderBy('id').execute()

  return { roasted, newRoast, straight, blended, makeLot, pack, fill, paidOrder, looseOf, lotsOf, bagsOf }
}

/** Sets the moment at which a batch was weighed in and out, in ISO 8601. */
export async function weighedOut({ db }: TestShop, batch: string, at: string): Promise<void> {
  await db.updateTable('batches').set({ weighed_at: at, roasted_at: at }).where('id', '=', batch).execute()
}

/** Status and message of a refusal, with plain spaces. */
export function refusal({ status, body }: Answer): [number, string] {
  return [status, body.message.replaceAll('\u00a0', ' ')]
}

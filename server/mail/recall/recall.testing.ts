/** Orders of a new coffee with all its rows, for tests of recalls. */
import { bagsOf, coffeeLot, fillLine } from '#test/roastery/bags.ts'
import { bought } from '#test/purchase.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

/** An order of two bags of a new lot, shipped. */
export async function shippedOrder(shop: TestShop, admin: Visitor, buyer: Visitor) {
  const product = await shop.sell({ name: 'Guji Highlands' })
  const green = await greenLot(shop, { name: 'Guji Uraga', code: `GU-${product.slice(-6).toUpperCase()}` })
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }], { name: 'Guji light' })
  const batch = await batchOf(shop, { roast, greens: [{ lot: green, grams: 6000 }] })
  const lot = await coffeeLot(shop, { product, batches: [{ batch: batch.id, grams: 5000 }] })
  const bags = await bagsOf(shop, { lot: lot.id, qty: 10 })
  const order = async (by: Visitor, isShipped = true) => {
    const { id } = await bought(shop, by, [{ _id: product, qty: 2 }])
    await fillLine(shop, { order: id, bags, qty: 2 })
    if (isShipped) await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
    return id
  }
  return { product, green, batch, lot, bags, id: await order(buyer), order }
}

/** Undoes packaging: the coffee of bags returns to their lot. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { weightsOf, whoAndWhen } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'

/** Throws 404, and 409 if an order has some of the bags or their number was corrected. */
export async function undoBags(shop: Shop, by: By, id: string): Promise<Done> {
  const weigh = await weightsOf(shop)
  return runStep(shop, by, roastDay.undoBags, async (tx) => {
    const bags = await tx
      .selectFrom('bags')
      .innerJoin('coffee_lots as lot', 'lot.id', 'coffee_lot_id')
      .innerJoin('products', 'products.id', 'bags.product_id')
      .select(['bags.qty', 'bags.grams', 'lot.id as lotId', 'lot.code', 'products.name'])
      .where('bags.id', '=', id)
      .executeTakeFirst()
    if (!bags) throw notFound('Bags')
    await requireUnused(tx, shop, id)
    const { numDeletedRows } = await tx
      .deleteFrom('bags')
      .where('id', '=', id)
      .whereRef('qty_left', '=', 'qty')
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw conflict('These bags were just changed by someone else. Reload the page')
    await tx
      .updateTable('coffee_lots')
      .set((eb) => ({ grams_left: eb('grams_left', '+', bags.qty * bags.grams) }))
      .where('id', '=', bags.lotId)
      .execute()
    const what = `${counted(bags.qty, 'bag')} of ${weigh(bags.grams)}`
    await logChange(tx, shop, by.user, {
      subject: 'coffeeLot',
      id: bags.lotId,
      name: `Lot ${bags.code} of ${bags.name}`,
      action: `Undid the packaging of ${what}`,
    })
    return { _id: id, message: `${what} returned to lot ${bags.code}` }
  })
}

async function requireUnused(tx: Tx, shop: Shop, id: string): Promise<void> {
  const used = await tx
    .selectFrom('bag_uses')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['orders.number', 'filled_by as by', 'filled_at as at'])
    .where('bags_id', '=', id)
    .orderBy('filled_at', 'desc')
    .executeTakeFirst()
  if (used) {
    const who = whoAndWhen(shop, `put some of these bags into order ${used.number}`, used)
    throw conflict(`${who}. Take them out of the order first`, { code: 'used' })
  }
  const corrected = await tx
    .selectFrom('coffee_adjustments')
    .select('id')
    .where('bags_id', '=', id)
    .executeTakeFirst()
  if (corrected) throw conflict('The number of these bags was corrected, so they stay', { code: 'used' })
}

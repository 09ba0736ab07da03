/** Packaging: bags of one size and grind from lots of a coffee. Undone, their coffee returns to the lot. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { grindsOf, WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { labelOf, variantText } from '#shared/kernel/sizes.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GRINDING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { chooseLots } from './choose-lots.ts'
import { recordLot } from './lots.ts'
import { type By, type Done, freshFrom, runStep } from './step.ts'
import { weightsOf, whoAndWhen } from './texts.ts'

type Wanted = Body<typeof roastDay.package>

/**
 * Packages bags. The bags of a request can come from several lots, each bag from one; the message names them with their
 * roast dates. Throws 400 for a size or grind that the coffee does not have, 404, and 409 if there is too little coffee, or
 * if another person has packaged bags of this size and grind since the caller read the day.
 */
export async function packageBags(shop: Shop, by: By, wanted: Wanted): Promise<Done> {
  const weigh = await weightsOf(shop)
  const fresh = await freshFrom(shop, wanted.day)
  const grinding = await currentSettings(shop, GRINDING)
  return runStep(shop, by, roastDay.package, async (tx) => {
    const { product, size } = await requireSize(tx, wanted)
    const offered = grindsOf(
      { category: product.category, wholeBeanOnly: product.whole_bean_only === 1 },
      grinding,
    )
    if (wanted.grind !== WHOLE_BEAN && !offered.includes(wanted.grind)) await requireOrdered(tx, wanted)
    await requirePackagedBefore(tx, shop, wanted)
    const parts = await chooseLots(tx, shop, by, weigh, {
      ...wanted,
      batchId: wanted.batchId ?? null,
      product,
      grams: size.grams,
      fresh,
    })
    const variant = variantText({ size: labelOf(size), grind: wanted.grind })
    const rows = parts.map(({ lot, qty }) => ({
      id: newId(shop.clock),
      coffee_lot_id: lot.id,
      product_id: product.id,
      size_id: size.id,
      grind: wanted.grind,
      grams: size.grams,
      qty,
      qty_left: qty,
      made_on: wanted.day,
      made_at: isoNow(shop.clock),
      made_by: by.user.name,
    }))
    await tx.insertInto('bags').values(rows).execute()
    for (const { lot, qty } of parts) {
      const action = `Packaged ${counted(qty, 'bag')}: ${variant}`
      await recordLot(tx, shop, by.user, { ...lot, name: product.name }, action)
    }
    const from = parts.map(({ lot }) => `${lot.code}, roasted ${formatDate(lot.roastedOn, 'shortMonthDay')}`)
    return {
      _id: rows[0]!.id,
      message: `${counted(wanted.qty, 'bag')} of ${product.name}, ${variant}, from lot ${from.join('; lot ')}`,
    }
  })
}

async function requireSize(tx: Tx, { productId, sizeId }: Wanted) {
  const product = await tx
    .selectFrom('products')
    .select(['id', 'name', 'category', 'whole_bean_only', 'is_roasted_to_order'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw notFound('Coffee')
  if (product.is_roasted_to_order === 0)
    throw conflict(
      `${product.name} is sold from counted stock. Only coffee that is roasted to order has bags here`,
    )
  const size = await tx
    .selectFrom('product_sizes')
    .select(['id', 'label', 'grams'])
    .where('id', '=', sizeId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  if (!size) throw wrongField('sizeId', `${product.name} has no such size. Reload the page`)
  if (size.grams === null)
    throw wrongField('sizeId', 'This size has no weight. Enter it at the product first')
  return { product, size: { ...size, grams: size.grams } }
}

/** A grind that is no longer offered may be in an order. */
async function requireOrdered(tx: Tx, { sizeId, grind }: Wanted): Promise<void> {
  const line = await tx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('order_id')
    .where('size_id', '=', sizeId)
    .where('grind', '=', grind)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  if (!line) throw wrongField('grind', 'This coffee is not sold with this grind')
}

async function requirePackagedBefore(tx: Tx, shop: Shop, wanted: Wanted): Promise<void> {
  const bags = await tx
    .selectFrom('bags')
    .select(['qty', 'made_by as by', 'made_at as at'])
    .where('size_id', '=', wanted.sizeId)
    .where('grind', '=', wanted.grind)
    .where('made_on', '=', wanted.day)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const packaged = bags.reduce((sum, { qty }) => sum + qty, 0)
  if (packaged === wanted.packagedBefore) return
  const last = bags[0]
  const what =
    last && packaged > wanted.packagedBefore
      ? whoAndWhen(shop, `packaged ${counted(last.qty, 'bag')}`, last)
      : 'Packaged bags of this size have been undone'
  throw conflict(
    `${what}. ${counted(packaged, 'bag')} of this size and grind ${packaged === 1 ? 'is' : 'are'} ready now. Check how many are missing`,
    { code: 'done', packaged },
  )
}

/** Throws 404, and 409 if an order has some of the bags or their number was corrected. */
export async function undoBags(shop: Shop, by: By, id: string): Promise<Done> {
  const weigh = await weightsOf(shop)
  return runStep(shop, by, roastDay.undoBags, async (tx) => {
    const bags = await tx
      .selectFrom('bags')
      .innerJoin('coffee_lots as lot', 'lot.id', 'coffee_lot_id')
      .innerJoin('products', 'products.id', 'bags.product_id')
      .select(['bags.qty', 'bags.grams', 'lot.id', 'lot.code', 'products.name'])
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
      .where('id', '=', bags.id)
      .execute()
    const what = `${counted(bags.qty, 'bag')} of ${weigh(bags.grams)}`
    await recordLot(tx, shop, by.user, bags, `Undid the packaging of ${what}`)
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

/**
 * What is delivered: adding, changing and removing items. The price at the time of the change becomes the agreed price.
 */
import type { Body, Query } from '#shared/platform/api/endpoint.ts'
import type { ChangedSubscription } from '#shared/subscriptions/api/subscription.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { nameOfChoice, nameOfTaste } from '#shared/platform/subscriptions.ts'
import type { SubscriptionItemRow } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { findGoods, type Goods } from '#server/checkout/quotes/goods.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import { SHOP_PRICE } from './items.ts'
import { affectedText, change, CHANGED_BOX, wake } from './change.ts'
import type { Changing } from './changing.ts'
import { findSubscription } from './read.ts'

/** More items than anyone needs in a box. */
const MAX_ITEMS = 20

/** The data of an item. */
type Choice = Pick<
  SubscriptionItemRow,
  'product_id' | 'size_id' | 'taste' | 'grind' | 'qty' | 'price_cents'
> & { name: string }

/** Adds something to every delivery, or once to the next one. Throws 409 for goods that are not sold. */
export async function addItem(
  shop: Shop,
  user: Buyer,
  id: string,
  { isOnce, version, ...wanted }: Body<typeof subscriptions.addItem>,
): Promise<ChangedSubscription> {
  await findSubscription(shop, user, id)
  const goods = await oneOf(shop, wanted)
  if (!isOnce) requireCoffee(goods)
  return change(shop, user, { id, version }, async (changing) => {
    const { tx, row } = changing
    const items = await itemsIn(changing)
    if (items.length >= MAX_ITEMS) throw conflict(`A subscription may have ${MAX_ITEMS} items at most`)
    const { name, ...choice } = choiceOf(goods)
    await tx
      .insertInto('subscription_items')
      .values({
        ...choice,
        id: newId(shop.clock),
        subscription_id: row.id,
        is_once: isOnce ? 1 : 0,
        ...SHOP_PRICE,
        created_at: isoNow(shop.clock),
      })
      .execute()
    await wake(changing, 'waiting')
    const said = isOnce ? `${name} comes once, with the next delivery.` : `${name} is added.`
    return { patch: CHANGED_BOX, message: `${said} ${await affectedText(changing)}` }
  })
}

/** Changes an item. The discount stays. Throws 404, and 409 for goods that are not sold. */
export async function changeItem(
  shop: Shop,
  user: Buyer,
  id: string,
  { itemId, version, ...wanted }: Body<typeof subscriptions.changeItem> & { itemId: string },
): Promise<ChangedSubscription> {
  await findSubscription(shop, user, id)
  const { name, ...choice } = await chosen(shop, wanted)
  return change(shop, user, { id, version }, async (changing) => {
    const item = (await itemsIn(changing)).find((each) => each.id === itemId)
    if (!item) throw notFound('Item')
    // The agreed price and the price for this subscription stay with the same goods.
    const isSame =
      item.product_id === choice.product_id && item.size_id === choice.size_id && item.taste === choice.taste
    const price = isSame ? {} : { price_cents: choice.price_cents, ...SHOP_PRICE }
    await changing.tx
      .updateTable('subscription_items')
      .set({ ...choice, price_cents: item.price_cents, ...price })
      .where('id', '=', itemId)
      .execute()
    await wake(changing, 'waiting')
    return { patch: CHANGED_BOX, message: `Changed to ${name}. ${await affectedText(changing)}` }
  })
}

/** Removes an item. Throws 404, and 409 for the last item of every delivery. */
export function removeItem(
  shop: Shop,
  user: Buyer,
  id: string,
  { itemId, version }: Query<typeof subscriptions.removeItem> & { itemId: string },
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const items = await itemsIn(changing)
    const item = items.find((each) => each.id === itemId)
    if (!item) throw notFound('Item')
    const others = items.filter((each) => each.id !== itemId && !each.is_once)
    if (!item.is_once && others.length === 0)
      throw conflict('This is the last item. Cancel the subscription if you no longer want it')
    await changing.tx.deleteFrom('subscription_items').where('id', '=', itemId).execute()
    await wake(changing, 'waiting')
    return { patch: CHANGED_BOX, message: `Removed. ${await affectedText(changing)}` }
  })
}

function itemsIn({ tx, row }: Changing) {
  return tx.selectFrom('subscription_items').selectAll().where('subscription_id', '=', row.id).execute()
}

async function chosen(shop: Shop, { taste, product, ...wanted }: Body<typeof subscriptions.changeItem>) {
  if (taste === undefined) {
    if (product === undefined) throw badRequest('Choose a coffee or a taste')
    const goods = await oneOf(shop, { ...wanted, product })
    requireCoffee(goods)
    return choiceOf(goods)
  }
  const { hasChoice, choicePrice } = await subscribingOf(shop)
  const isRoasted = await roasts(shop)
  if (!hasChoice) throw conflict(`${nameOfChoice(isRoasted)} is no longer offered`)
  const grind = wanted.grind ?? ''
  const price_cents = toCents(choicePrice)
  return {
    product_id: null,
    size_id: null,
    taste,
    grind,
    qty: wanted.qty,
    price_cents,
    name: nameOfTaste(taste, isRoasted),
  }
}

type Wanted = { product: string; sizeId?: string | undefined; grind?: string | undefined; qty: number }

async function oneOf(shop: Shop, { product, sizeId, grind, qty }: Wanted): Promise<Goods> {
  const line = { _id: product, qty, ...(sizeId ? { sizeId } : {}), ...(grind ? { grind } : {}) }
  const [goods] = await findGoods(shop, [line])
  return goods!
}

function choiceOf({ productId, sizeId, grind, qty, priceCents, title }: Goods): Choice {
  return {
    product_id: productId,
    size_id: sizeId,
    taste: null,
    grind,
    qty,
    price_cents: priceCents,
    name: title,
  }
}

function requireCoffee({ category, name }: Goods): void {
  if (category !== COFFEE_BEANS)
    throw conflict(`${name} is not offered as a subscription. You can add it once`, { code: 'subscription' })
}

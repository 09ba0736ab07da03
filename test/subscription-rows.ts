/** A running subscription without a purchase, for tests that need a row. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import { daysAfter, nowAt } from '#server/kernel/time/shop-days.ts'
import { VIENNA } from './purchase.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'
import { insert } from './table-rows.ts'

/** A subscription of `owner`, to a coffee every two weeks. A guest gets the link to it. Returns its id. */
export async function subscriptionOf(shop: TestShop, owner: Visitor): Promise<string> {
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  const links = 'links' in owner ? (owner.links as Map<string, string>) : null
  const userId = 'id' in owner ? (owner.id as string) : null
  const { state: ship_state, postalCode: postal_code, ...address } = VIENNA
  await insert(shop.db, 'subscriptions', {
    id,
    user_id: userId,
    is_guest: userId === null ? 1 : 0,
    buyer_name: 'Ann Buyer',
    buyer_email: `${id}@example.com`,
    status: 'active',
    weeks: 2,
    discount_percent: 10,
    ...address,
    ship_state,
    postal_code,
    recipient: null,
    gift_note: null,
    payment_method_id: null,
    next_number: 1,
    next_on: daysAfter(nowAt(shop.clock).day, 20),
    last_on: null,
    charge_after: null,
    announced_shipping_cents: null,
    consent_text: 'I agree.',
    consented_at: now,
    reminded_at: now,
    canceled_at: null,
    created_at: now,
    updated_at: now,
  })
  await addItem(shop, id)
  links?.set(id, await signSubscriptionLink(shop.shop, id))
  return id
}

async function addItem(shop: TestShop, subscription: string): Promise<string> {
  const product = await shop.sell()
  const id = newId(shop.clock)
  await insert(shop.db, 'subscription_items', {
    id,
    subscription_id: subscription,
    product_id: product,
    size_id: product,
    taste: null,
    grind: '',
    qty: 1,
    price_cents: 1800,
    new_price_cents: null,
    new_price_from: null,
    new_price_announced_at: null,
    created_at: isoNow(shop.clock),
  })
  return id
}

/** An item of the subscription that is not its last one. */
export function itemOf(shop: TestShop, subscription: string): Promise<string> {
  return addItem(shop, subscription)
}

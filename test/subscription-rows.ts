/** A running subscription without a purchase, for tests that need a row. */
import { addDays } from '#shared/kernel/days.ts'
import type { Insertable } from 'kysely'
import type { Schema } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { newCode } from '#server/checkout/gift-cards/codes.ts'
import { boughtGiftCard, VIENNA } from './purchase.ts'
import type { TestShop } from './shop.ts'
import { insert } from './table-rows.ts'
import type { Visitor } from './visitor.ts'

type NewSubscription = Insertable<Schema['subscriptions']>
type NewItem = Insertable<Schema['subscription_items']>

/** A subscription of a guest every two weeks. */
export function subscriptionRow(
  id: string,
  now: string,
  given: Partial<NewSubscription> & Pick<NewSubscription, 'next_on'>,
): NewSubscription {
  const { state: ship_state, postalCode: postal_code, ...address } = VIENNA
  return {
    id,
    user_id: null,
    is_guest: 1,
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
    last_on: null,
    charge_after: null,
    announced_shipping_cents: null,
    consent_text: 'I agree.',
    consented_at: now,
    reminded_at: now,
    canceled_at: null,
    created_at: now,
    updated_at: now,
    ...given,
  }
}

/** A piece of this size, in the usual grind of the coffee. */
export function itemRow(
  id: string,
  now: string,
  given: Partial<NewItem> & Pick<NewItem, 'subscription_id' | 'product_id' | 'size_id'>,
): NewItem {
  return {
    id,
    taste: null,
    grind: '',
    qty: 1,
    price_cents: 1800,
    new_price_cents: null,
    new_price_from: null,
    new_price_announced_at: null,
    created_at: now,
    ...given,
  }
}

/** A subscription of `owner`, to a coffee every two weeks. A guest gets the link to it. Returns its id. */
export async function subscriptionOf(shop: TestShop, owner: Visitor): Promise<string> {
  const id = newId(shop.clock)
  const links = 'links' in owner ? (owner.links as Map<string, string>) : null
  const userId = 'id' in owner ? (owner.id as string) : null
  const row = subscriptionRow(id, isoNow(shop.clock), {
    user_id: userId,
    is_guest: userId === null ? 1 : 0,
    next_on: addDays(nowAt(shop.clock).day, 20),
  })
  await insert(shop.db, 'subscriptions', row)
  await itemOf(shop, id)
  links?.set(id, await signSubscriptionLink(shop.shop, id))
  return id
}

/** A further item of the subscription, so that it is not its last one. Returns its id. */
export async function itemOf(shop: TestShop, subscription: string): Promise<string> {
  const product = await shop.sell()
  const id = newId(shop.clock)
  const of = { subscription_id: subscription, product_id: product, size_id: product }
  await insert(shop.db, 'subscription_items', itemRow(id, isoNow(shop.clock), of))
  return id
}

/** The order of a gift subscription that `owner` bought for somebody by email. Returns the id of the order. */
export async function boughtGiftSubscription(shop: TestShop, owner: Visitor): Promise<string> {
  const order = await boughtGiftCard(shop, owner)
  const card = await shop.db
    .updateTable('gift_cards')
    .set({ is_subscription: 1 })
    .where('order_id', '=', order)
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  const { code_hash, sealed_code } = await newCode(shop.shop, id)
  await insert(shop.db, 'gift_subscriptions', {
    id,
    order_id: order,
    card_id: card.id,
    subscription_id: null,
    deliveries: 3,
    share_cents: 800,
    goods_cents: 800,
    weeks: 2,
    product_id: null,
    size_id: null,
    taste: 'fruity',
    grind: '',
    coffee: 'Fruity',
    sender_name: 'Gus Giver',
    recipient_name: 'Fay Friend',
    recipient_email: 'fay@example.com',
    starts_on: null,
    code_hash,
    sealed_code,
    begun_at: now,
    sent_at: now,
    opened_at: null,
    told_at: null,
    created_at: now,
    updated_at: now,
  })
  return order
}

/** A coffee that ends. */
export async function endedCoffee(shop: TestShop): Promise<string> {
  const product = await shop.sell()
  const body = { product, endsOn: addDays(nowAt(shop.clock).day, 60) }
  await (await shop.admin()).post('/api/subscriptions/endings', body)
  return product
}

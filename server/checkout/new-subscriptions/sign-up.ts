/**
 * Begins the subscriptions of a new order. They become active when the order is paid
 * (server/subscriptions/charge.ts).
 */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, SubscriptionItemRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Goods } from '../quotes/goods.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { byFrequency, requireConsent } from './terms.ts'

/** The sign-up of an order: its text for the discount, and the steps that insert the subscriptions with the order. */
export type SignUp = { label: string; stepsFor: (order: OrderRow) => Step[] }

/**
 * The sign-up of an order that is being placed; null without a subscription. Throws 409 with the code `terms` if the
 * buyer has not agreed to the current terms.
 */
export async function signUpOf(
  shop: Shop,
  goods: readonly Goods[],
  { pickup, consent: agreed }: Pick<PlaceOrder, 'pickup' | 'consent'>,
): Promise<SignUp | null> {
  const consent = await requireConsent(shop, goods, pickup !== undefined, agreed)
  if (consent === null) return null
  const { percent: discount } = await subscribingOf(shop)
  return {
    label: discount > 0 ? `Subscription (${discount}% off)` : '',
    stepsFor: (order) => signUpSteps(shop, { order, goods, consent, discount }),
  }
}

type Agreed = {
  order: OrderRow
  goods: readonly Goods[]
  /** The text that the buyer agreed to. */
  consent: string
  /** Percent off. */
  discount: number
}

/** The steps that insert the subscriptions of an order, one for each frequency, in the order's transaction. */
function signUpSteps(shop: Shop, { order, goods, consent, discount }: Agreed): Step[] {
  const { db } = shop
  const now = isoNow(shop.clock)
  return byFrequency(goods).flatMap(([weeks, lines]): Step[] => {
    const id = newId(shop.clock)
    const subscription = {
      id,
      ...sameAs(order),
      status: 'starting' as const,
      weeks,
      discount_percent: discount,
      payment_method_id: null,
      next_number: 2,
      next_on: null,
      last_on: null,
      charge_after: null,
      announced_shipping_cents: null,
      consent_text: consent,
      consented_at: now,
      reminded_at: now,
      canceled_at: null,
      created_at: now,
      updated_at: now,
    }
    const delivery = {
      id: newId(shop.clock),
      subscription_id: id,
      number: 1,
      state: 'charging' as const,
      planned_on: order.roasts_on ?? order.ships_on ?? now.slice(0, 10),
      order_id: order.id,
      // The job looks at it when the order is paid or closed.
      next_at: now,
      created_at: now,
      updated_at: now,
    }
    return [
      { query: db.insertInto('subscriptions').values(subscription) },
      { query: db.insertInto('subscription_items').values(lines.map((line) => itemOf(shop, id, line, now))) },
      { query: db.insertInto('subscription_deliveries').values(delivery) },
    ]
  })
}

/** The buyer, and where the deliveries go. */
function sameAs(order: OrderRow) {
  const { user_id, is_guest, buyer_name, buyer_email, recipient, phone, is_pickup, gift_note } = order
  const { address, address2, city, ship_state, postal_code, country } = order
  const buyer = { user_id, is_guest, buyer_name, buyer_email, recipient, phone, is_pickup, gift_note }
  return { ...buyer, address, address2, city, ship_state, postal_code, country }
}

function itemOf(shop: Shop, subscriptionId: string, line: Goods, now: string): SubscriptionItemRow {
  const taste = line.subscribe?.taste ?? null
  return {
    id: newId(shop.clock),
    subscription_id: subscriptionId,
    product_id: taste ? null : line.productId,
    size_id: taste ? null : line.sizeId,
    taste,
    grind: line.grind,
    qty: line.qty,
    is_once: 0,
    price_cents: line.agreedCents ?? line.priceCents,
    own_price_cents: null,
    new_price_cents: null,
    new_price_from: null,
    new_price_announced_at: null,
    created_at: now,
  }
}

/** A subscription in a test shop: from the sign-up to its later deliveries. */
import { pay, quote, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import type { NextCharges } from '#sandbox/paypal/vault-store.ts'
import { agreementOf } from '#shared/checkout/subscription-terms.ts'
import type { Taste, Weeks } from '#shared/platform/subscriptions.ts'
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import { renew } from './renew.ts'
import { methodOf } from './read.ts'

/** A shop in the morning, before the cut-off, that offers subscriptions. */
export async function openSubscriptionShop(options?: Parameters<typeof openShop>[0]): Promise<TestShop> {
  const shop = await openShop(options)
  toMorning(shop)
  await offerSubscriptions(shop)
  return shop
}

/** Switches subscriptions on, as the owner does. */
export async function offerSubscriptions(shop: TestShop): Promise<void> {
  const admin = await shop.admin()
  const body = { ...SUBSCRIBING_DEFAULTS, isOffered: true, version: 0 }
  const saved = await admin.put('/api/settings/subscribing', body)
  if (saved.status !== 200) throw new Error(`Not saved: ${saved.text}`)
}

type Line = { _id: string; qty: number; grind?: string; subscribe?: { weeks: Weeks; taste?: Taste } }

/** The lines of a cart with a subscription to a new coffee. */
export async function coffeeEvery(shop: TestShop, weeks: Weeks, stock = 500): Promise<Line[]> {
  return [{ _id: await shop.sell({ priceCents: 1850, stock }), qty: 1, subscribe: { weeks } }]
}

/** The body of an order with subscriptions, with the buyer's consent. */
export async function subscriptionOrder(buyer: Visitor, orderItems: Line[]) {
  const terms = await buyer.post('/api/subscriptions/terms', { orderItems })
  if (terms.status !== 200) throw new Error(`No terms: ${terms.text}`)
  const { quoteId } = await quote(buyer, orderItems)
  const consent = agreementOf(terms.body)
  return { orderItems, shippingAddress: VIENNA, shippingQuote: { quoteId }, paymentMethod: 'PayPal', consent }
}

/** Subscribes, pays the first order, and starts the subscription. Returns the ids. */
export async function subscribed(
  shop: TestShop,
  buyer: Visitor,
  orderItems: Line[],
): Promise<{ id: string; order: string }> {
  const placed = await buyer.post('/api/orders', await subscriptionOrder(buyer, orderItems))
  if (placed.status !== 201) throw new Error(`Not placed: ${placed.text}`)
  const order = placed.body._id
  const paid = await pay(shop, buyer, order)
  if (paid.status !== 200) throw new Error(`Not paid: ${paid.text}`)
  await renew(shop.shop)
  const { subscription_id: id } = await shop.db
    .selectFrom('subscription_deliveries')
    .select('subscription_id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  return { id, order }
}

/** Sets what PayPal answers to the charges of a subscription. */
export async function setNextCharges(shop: TestShop, id: string, choice: NextCharges): Promise<void> {
  shop.paypal.setNextCharges(await tokenOf(shop, id), choice)
}

/** The token of the payment method of a subscription. */
export async function tokenOf(shop: TestShop, id: string): Promise<string> {
  const row = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return (await methodOf(shop.db, row))!.token!
}

/** Advances the clock day by day, and runs the job on each day, as the shop does. */
export async function passDays(shop: TestShop, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    shop.clock.advance(DAY)
    // Sessions stay valid.
    const now = isoNow(shop.clock)
    await shop.db.updateTable('sessions').set({ created_at: now, last_seen_at: now }).execute()
    await renew(shop.shop)
  }
}

/** Ends all subscriptions, so that those of earlier tests do not slow down the next ones. */
export async function endAll({ db }: TestShop): Promise<void> {
  await db.updateTable('subscriptions').set({ status: 'ended', next_on: null }).execute()
  await db
    .updateTable('subscription_deliveries')
    .set({ next_at: null })
    .where('next_at', 'is not', null)
    .execute()
}

/** Moves the clock to a time of day at the shop, in UTC, so that the cut-off has not passed. */
export function toMorning(shop: TestShop): void {
  const now = shop.clock.now()
  const morning = new Date(now)
  morning.setUTCHours(13, 0, 0, 0)
  const ahead = morning.getTime() - now.getTime()
  shop.clock.advance(ahead > 0 ? ahead : ahead + DAY)
}

/** The deliveries of a subscription with their orders, oldest first. */
export function deliveriesOf({ db }: TestShop, id: string) {
  return db
    .selectFrom('subscription_deliveries as delivery')
    .leftJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['delivery.number', 'delivery.state', 'attempts', 'reason', 'order_id'])
    .select(['orders.state as order_state', 'items_cents', 'discount_cents', 'shipping_cents', 'tax_cents'])
    .select(['total_cents', 'roasts_on', 'planned_on'])
    .where('subscription_id', '=', id)
    .orderBy('delivery.number')
    .execute()
}

/** The kinds of the mails about a subscription, oldest first. */
export async function mailsAbout({ db }: TestShop, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('kind')
    .where('about', 'like', `%"subscription":"${id}"%`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind.replace('subscription-', ''))
}

/** Subscriptions: found for a buyer, and as the API returns them. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { Subscription, SubscriptionSummary } from '#shared/subscriptions/api/subscription.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { promiseFrom } from '#shared/platform/delivery.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import {
  followingOf,
  movableDays,
  upcoming,
  type DeliveryDays,
  type Planner,
} from '#shared/platform/subscriptions.ts'
import type { Db, PaymentMethodRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { type Buyer, signOrderLink, signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { utcOf, nowAt } from '#server/kernel/time/shop-days.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import { lineCents, readItems, type Item } from './items.ts'
import { giftsIn, prepaidOf } from './steps.ts'

/** The row of a subscription that this buyer may see. Admins may see all. Throws 404. */
export async function findSubscription({ db }: Pick<Shop, 'db'>, user: Buyer, id: string) {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .$if(user._id === null, (query) => query.where('id', '=', linkedId(user)))
    .$if(user._id !== null && !user.isAdmin, (query) => query.where('user_id', '=', user._id))
    .executeTakeFirst()
  if (!row) throw notFound('Subscription')
  return row
}

const linkedId = (user: Buyer) => ('subscriptionId' in user && user.subscriptionId) || ''

/**
 * The payment method of a subscription: the chosen one, or the one that was saved with the first payment. Undefined if
 * there is none, or if it was removed.
 */
export async function methodOf(
  db: Db,
  { id, payment_method_id: chosen }: Pick<SubscriptionRow, 'id' | 'payment_method_id'>,
): Promise<PaymentMethodRow | undefined> {
  const first = db
    .selectFrom('subscription_deliveries')
    .select('order_id')
    .where('subscription_id', '=', id)
    .where('number', '=', 1)
    .where('order_id', 'is not', null)
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('state', '<>', 'deleted')
    .$if(chosen !== null, (query) => query.where('id', '=', chosen!))
    .$if(chosen === null, (query) => query.where('order_id', 'in', first))
    .executeTakeFirst()
}

/** How many deliveries after the next one are shown. */
const SHOWN = 4

export async function getSubscription(shop: Shop, user: Buyer, id: string): Promise<Subscription> {
  return toSubscription(shop, await findSubscription(shop, user, id))
}

/** The subscriptions of a user, newest first. */
export async function listMine(shop: Shop, user: SignedIn): Promise<Reply<typeof subscriptions.mine>> {
  const rows = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user._id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { subscriptions: await toSummaries(shop, rows) }
}

export async function toSummaries(shop: Shop, rows: SubscriptionRow[]): Promise<SubscriptionSummary[]> {
  const items = await readItems(
    shop,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    toSummary(
      row,
      items.filter(({ subscription_id: id }) => id === row.id),
    ),
  )
}

function toSummary(row: SubscriptionRow, items: Item[]): SubscriptionSummary {
  return {
    _id: row.id,
    status: row.status,
    weeks: row.weeks,
    goods: items.filter(({ is_once: isOnce }) => !isOnce).map(itemText),
    nextOn: row.next_on,
    resumes: row.status === 'paused' && row.next_on !== null,
    createdAt: row.created_at,
  }
}

/** '2 × Guji, 12 oz, Espresso' */
export function itemText({ qty, name, sizeLabel, grind }: Item): string {
  return `${qty} × ${[name, variantText({ size: sizeLabel, grind })].filter(Boolean).join(', ')}`
}

export async function toSubscription(shop: Shop, row: SubscriptionRow): Promise<Subscription> {
  const [items, plan, method, deliveries, prepaid] = await Promise.all([
    readItems(shop, [row.id]),
    plannerOf(shop),
    methodOf(shop.db, row),
    readDeliveries(shop, row),
    prepaidOf(shop.db, row),
  ])
  const waiting = deliveries.find(({ number, state }) => number === row.next_number && state === 'waiting')
  const planned = row.next_on === null ? null : plan.daysOf(row.next_on)
  return {
    ...toSummary(row, items),
    buyer: { name: row.buyer_name, email: row.buyer_email },
    isGuest: row.is_guest === 1,
    discount: row.discount_percent,
    items: items.map((item) => toItem(shop, item, row, planned)),
    shippingAddress: addressOf(row),
    recipient: row.recipient ?? row.buyer_name,
    phone: row.phone,
    isPickup: row.is_pickup === 1,
    gift: row.gift_note === null ? null : { note: row.gift_note },
    prepaid,
    paymentMethod: method ? { _id: method.id, label: method.label } : null,
    next: planned && {
      ...plannedOf(plan, planned, row),
      number: row.next_number,
      plannedOn: planned.plannedOn,
      changeUntil: waiting ? null : utcOf(planned.chargeAt),
      isWaiting: waiting !== undefined,
      reason: waiting?.reason ?? '',
      ...costOf(items, row, planned),
    },
    upcoming: laterThan(plan, planned, row).slice(0, prepaid ? Math.max(prepaid.left - 1, 0) : SHOWN),
    movableTo: movableDays(plan.calendar, nowAt(shop.clock)),
    deliveries: deliveries.filter((delivery) => delivery !== waiting),
    consent: { text: row.consent_text, at: row.consented_at },
    canceledAt: row.canceled_at,
    version: row.version,
  }
}

export function addressOf(row: SubscriptionRow) {
  const { address, address2, city, ship_state: state, postal_code: postalCode, country } = row
  return { address, address2, city, state, postalCode, country }
}

function toItem(
  shop: Shop,
  item: Item,
  { discount_percent: percent }: SubscriptionRow,
  planned: DeliveryDays | null,
): Subscription['items'][number] {
  const day = planned?.chargeAt.day ?? isoNow(shop.clock).slice(0, 10)
  const price = item.price_cents
  const once = { ...item, qty: 1, listCents: price }
  return {
    _id: item.id,
    product: item.product_id,
    slug: item.slug,
    sizeId: item.size_id,
    taste: item.taste,
    name: item.name,
    sizeLabel: item.sizeLabel,
    grind: item.grind,
    qty: item.qty,
    isOnce: item.is_once === 1,
    price: toDollars(price),
    discounted: toDollars(lineCents(once, percent, day)),
    shopPrice: toDollars(item.listCents),
    ownPrice: item.own_price_cents === null ? null : toDollars(item.own_price_cents),
    newPrice:
      item.new_price_cents === null || item.new_price_from === null
        ? null
        : { price: toDollars(item.new_price_cents), from: item.new_price_from },
    isOnSale: item.isOnSale,
    picture: item.image ? shop.pictureOf(item.image, item.name) : null,
  }
}

/** What the next delivery costs. The shipping price is the price in the mail about the delivery. */
function costOf(items: Item[], row: SubscriptionRow, { chargeAt }: DeliveryDays) {
  const cents = items.map((item) => lineCents(item, row.discount_percent, chargeAt.day))
  const shipping = row.is_pickup ? 0 : row.announced_shipping_cents
  return {
    items: toDollars(cents.reduce((sum, each) => sum + each, 0)),
    shipping: shipping === null ? null : toDollars(shipping),
  }
}

function laterThan(plan: Planner, planned: DeliveryDays | null, row: SubscriptionRow) {
  const after = planned && followingOf(plan, planned, row.weeks)
  if (!after) return []
  return upcoming(plan, after, row.weeks, SHOWN).map((days) => plannedOf(plan, days, row))
}

function plannedOf(plan: Planner, { roastsOn, chargeAt }: DeliveryDays, row: SubscriptionRow) {
  const promise = row.is_pickup ? null : promiseFrom(plan.calendar, roastsOn)
  return {
    roastsOn,
    chargesOn: chargeAt.day,
    arrivesFrom: promise?.arrivesFrom ?? null,
    arrivesTo: promise?.arrivesTo ?? null,
  }
}

/** The deliveries of the last years; a weekly subscription has 52 a year. */
const MOST_DELIVERIES = 60

async function readDeliveries(shop: Shop, { id, is_guest: isGuest }: SubscriptionRow) {
  const rows = await shop.db
    .selectFrom('subscription_deliveries as delivery')
    .leftJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['delivery.number', 'delivery.state', 'planned_on', 'reason', 'attempts', 'next_at', 'order_id'])
    .select(['orders.number as order_number', 'orders.state as order_state', 'orders.total_cents'])
    .where('subscription_id', '=', id)
    .orderBy('delivery.number', 'desc')
    .limit(MOST_DELIVERIES)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      number: row.number,
      state: row.state,
      plannedOn: row.planned_on,
      reason: row.reason,
      order:
        row.order_id === null
          ? null
          : {
              _id: row.order_id,
              number: row.order_number ?? row.order_id,
              state: row.order_state!,
              total: toDollars(row.total_cents!),
              guestLink: isGuest ? await signOrderLink(shop, row.order_id) : null,
            },
      retriesAt: row.state === 'charging' && row.attempts > 0 ? row.next_at : null,
    })),
  )
}

/** Throws 404 if the caller may not see the order. */
export async function listOfOrder(shop: Shop, user: Buyer, orderId: string) {
  await findOrder(shop, user, orderId)
  // Their pages are gone.
  if ((await partOf(shop, 'subscriptions')) === 'off') return { subscriptions: [] }
  const rows = await shop.db
    .selectFrom('subscriptions')
    .innerJoin('subscription_deliveries as delivery', 'delivery.subscription_id', 'subscriptions.id')
    .select(['subscriptions.id', 'status', 'weeks', 'user_id'])
    .where('delivery.order_id', '=', orderId)
    // Only the code of a gift opens it.
    .where('subscriptions.id', 'not in', giftsIn(shop.db))
    .orderBy('weeks')
    .orderBy('subscriptions.id')
    .execute()
  return {
    subscriptions: await Promise.all(
      rows.map(async ({ id, status, weeks, user_id: userId }) => ({
        _id: id,
        status,
        weeks,
        guestLink: user._id === null && userId === null ? await signSubscriptionLink(shop, id) : null,
      })),
    ),
  }
}

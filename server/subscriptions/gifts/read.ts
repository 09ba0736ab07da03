/** Gift subscriptions as the API returns them: to the giver, and to the receiver with the code. */
import type { Gift, GiftOfOrder, GiftState } from '#shared/subscriptions/api/gifts.ts'
import { promiseFrom } from '#shared/platform/delivery.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { movableDays } from '#shared/platform/subscriptions.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { unseal } from '#server/checkout/gift-cards/codes.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { leftOf, rowOf } from '../steps.ts'
import { giftOfOrder, type GiftRow } from './find.ts'
import { anyGrinds } from './offer.ts'

/**
 * The page of the receiver. Browsers do not send the part after `#`, so the code appears in no log and no Referer.
 * @param code without dashes
 */
export function giftLink(origin: string, code: string): string {
  return `${origin}/gift#${code}`
}

/** The gift of an order for its giver, or for staff. Throws 404. */
export async function readGiftOfOrder(shop: Shop, user: Buyer, orderId: string): Promise<GiftOfOrder> {
  const order = await findOrder(shop, user, orderId)
  const gift = await giftOfOrder(shop.db, order.id)
  const row = gift.subscription_id === null ? null : await rowOf(shop, gift.subscription_id)
  const isOwn = user._id === null || user._id === order.user_id
  const code = gift.begun_at !== null && (isOwn || user.isAdmin) ? await unseal(shop, gift) : null
  const { address, address2, city, ship_state: state, postal_code: zip } = gift
  const plan = await plannerOf(shop)
  const next = row?.next_on ? plan.daysOf(row.next_on) : null
  return {
    ...(await shownOf(shop, gift, row)),
    email: gift.recipient_email,
    address: address === '' ? [] : [address, address2, `${city}, ${state} ${zip}`].filter(Boolean),
    startsOn: gift.starts_on,
    sentAt: gift.sent_at,
    openedAt: gift.opened_at,
    link: code && giftLink(originOf(shop.config), code),
    canCorrect: canCorrect(gift),
    nextOn: next?.roastsOn ?? null,
    delivery: toDollars(gift.share_cents),
    money: toDollars(gift.card.balance_cents),
    subscription: user.isAdmin ? gift.subscription_id : null,
  }
}

/** Whether the email can be corrected: it is paid, and nobody has opened it. */
export function canCorrect(gift: GiftRow): boolean {
  const { recipient_email: email, opened_at: openedAt, begun_at: begunAt, card } = gift
  return email !== '' && openedAt === null && begunAt !== null && card.state === 'active' && leftOf(gift) > 0
}

/** The gift for its receiver. */
export async function toGift(shop: Shop, gift: GiftRow): Promise<Gift> {
  const row = gift.subscription_id === null ? null : await rowOf(shop, gift.subscription_id)
  const plan = await plannerOf(shop)
  const shown = await shownOf(shop, gift, row)
  const isNew = row === null && shown.state !== 'held' && shown.state !== 'ended'
  return {
    ...shown,
    place: row ? `${row.city}, ${row.ship_state}` : '',
    next: row && (await nextOf(shop, row)),
    firstDays: isNew ? movableDays(plan.calendar, nowAt(shop.clock)) : [],
    grinds: await grindsFor(shop, gift),
  }
}

async function nextOf(shop: Shop, row: SubscriptionRow): Promise<Gift['next']> {
  const plan = await plannerOf(shop)
  const days = row.next_on === null ? null : plan.daysOf(row.next_on)
  if (!days) return null
  const waiting = await shop.db
    .selectFrom('subscription_deliveries')
    .select('id')
    .where('subscription_id', '=', row.id)
    .where('number', '=', row.next_number)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const promise = promiseFrom(plan.calendar, days.roastsOn)
  return {
    number: row.next_number,
    roastsOn: days.roastsOn,
    arrivesFrom: promise?.arrivesFrom ?? null,
    arrivesTo: promise?.arrivesTo ?? null,
    changeUntil: waiting ? null : utcOf(days.chargeAt),
    isWaiting: waiting !== undefined,
  }
}

/** The grinds of the coffee. A coffee that is only sold as whole bean has none. */
export async function grindsFor(shop: Shop, { product_id: id }: GiftRow): Promise<string[]> {
  if (id !== null) {
    const product = await shop.db
      .selectFrom('products')
      .select('whole_bean_only')
      .where('id', '=', id)
      .executeTakeFirst()
    if (product?.whole_bean_only) return []
  }
  return anyGrinds(shop)
}

async function shownOf(shop: Shop, gift: GiftRow, row: SubscriptionRow | null) {
  return {
    state: stateOf(gift, row),
    from: gift.sender_name,
    to: gift.recipient_name,
    note: gift.note,
    coffee: gift.coffee,
    grind: gift.grind,
    weeks: gift.weeks,
    deliveries: gift.deliveries,
    left: leftOf(gift),
    made: row ? await madeOf(shop, row) : [],
  }
}

function stateOf(gift: GiftRow, row: SubscriptionRow | null): GiftState {
  const { card, begun_at: begunAt, recipient_email: email, sent_at: sentAt } = gift
  if (card.state === 'ordered' || card.state === 'void') return card.state
  if (card.state !== 'active') return 'held'
  if (begunAt !== null && leftOf(gift) === 0) return 'ended'
  if (row) return 'running'
  return email !== '' && sentAt !== null ? 'sent' : 'scheduled'
}

async function madeOf({ db }: Shop, { id }: SubscriptionRow): Promise<Gift['made']> {
  const rows = await db
    .selectFrom('subscription_deliveries as delivery')
    .leftJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['delivery.number', 'delivery.state', 'planned_on', 'roasts_on', 'shipped_at', 'delivered_at'])
    .where('subscription_id', '=', id)
    .where('delivery.state', '<>', 'waiting')
    .orderBy('delivery.number')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    state: row.state,
    on: row.roasts_on ?? row.planned_on,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
  }))
}

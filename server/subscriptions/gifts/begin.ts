/**
 * The job of gift subscriptions. It begins the paid ones and mails them on their day. It tells the giver if a gift is not
 * opened after two weeks, and the receiver when a delivery has shipped. Each step is a transaction of its own, and fails if
 * another instance has made it.
 */
import { sql } from 'kysely'
import { addDays } from '#shared/kernel/days.ts'
import { firstOpen, shortestGap, type Planner } from '#shared/platform/subscriptions.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { GiftSubscriptionRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { giftMail } from '#server/platform/outbox/gift-mail.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { NO_NEW_PRICE } from '../items.ts'
import { changeAsRead, rowOf } from '../steps.ts'
import { withCards, type GiftRow } from './find.ts'

const BATCH = 200

/** Does everything that is due, apart from deliveries, which the job of subscriptions makes. */
export async function runGifts(shop: Shop): Promise<void> {
  for (const gift of await paidAndNotBegun(shop)) await begin(shop, gift)
  for (const gift of await toSend(shop)) await send(shop, gift)
  for (const gift of await unopened(shop)) await tellUnopened(shop, gift)
  for (const gift of await refilled(shop)) await goOn(shop, gift)
  await tellShipped(shop)
}

function valid({ db }: Shop) {
  return db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('gift_cards as card', 'card.id', 'gift.card_id')
    .selectAll('gift')
    .where('card.state', '=', 'active')
    .where(isReal('orders', 'gift.order_id'))
    .limit(BATCH)
}

async function paidAndNotBegun(shop: Shop): Promise<GiftRow[]> {
  return withCards(shop.db, await valid(shop).where('begun_at', 'is', null).execute())
}

/** Plans the first delivery if the giver knew the address, and mails the giver the link. */
async function begin(shop: Shop, gift: GiftRow): Promise<void> {
  const copy = giftMail(shop.db, shop, 'gift-copy', { id: gift.id, to: gift.giver.buyer_email, key: 0 })
  const steps = gift.recipient_email === '' ? await stepsToAddress(shop, gift) : [beginStep(shop, gift, {})]
  if (steps && !(await allOrNone(shop.db, [...steps, { query: copy }]))) shop.mailSignal.raise()
}

/** Null while the calendar has no roast days. */
async function stepsToAddress(shop: Shop, gift: GiftRow): Promise<Step[] | null> {
  const plan = await plannerOf(shop)
  const on = firstDay(shop, plan, gift.starts_on)
  if (on === null) return null
  const { address, address2, city, ship_state, postal_code, country } = gift
  const where = { address, address2, city, ship_state, postal_code, country, recipient: null, phone: '' }
  const { id, steps } = startSteps(shop, gift, { where, on, grind: gift.grind })
  return [...steps, beginStep(shop, gift, { subscription_id: id })]
}

function beginStep({ db, clock }: Shop, { id }: GiftRow, columns: { subscription_id?: string }): Step {
  const begun = { ...columns, begun_at: isoNow(clock), updated_at: isoNow(clock) }
  return {
    query: db.updateTable('gift_subscriptions').set(begun).where('id', '=', id).where('begun_at', 'is', null),
    rows: 1,
  }
}

/** The first planned day of deliveries that begin on a day or later; null without roast days. */
export function firstDay(shop: Shop, plan: Planner, from: string | null): string | null {
  const now = nowAt(shop.clock)
  return firstOpen(plan, from !== null && from > now.day ? from : now.day, now)
}

type Place = Pick<
  SubscriptionRow,
  'address' | 'address2' | 'city' | 'ship_state' | 'postal_code' | 'country' | 'recipient' | 'phone'
>

/** The steps that insert the subscription of a gift, whose first delivery is planned on a day. */
export function startSteps(
  shop: Shop,
  gift: GiftSubscriptionRow,
  { where, on, grind }: { where: Place; on: string; grind: string },
): { id: string; steps: Step[] } {
  const { db } = shop
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  const times = { consented_at: now, reminded_at: now, canceled_at: null, created_at: now, updated_at: now }
  const subscription = {
    id,
    ...times,
    ...where,
    // No account and no link of a subscription opens it: only the code of the gift.
    user_id: null,
    is_guest: 0 as const,
    buyer_name: gift.recipient_name,
    buyer_email: gift.recipient_email,
    status: 'gift' as const,
    weeks: gift.weeks,
    discount_percent: 0,
    is_pickup: 0 as const,
    gift_note: gift.note,
    payment_method_id: null,
    next_number: 1,
    next_on: on,
    last_on: null,
    // Its day was just chosen, so no mail comes before it.
    charge_after: now,
    announced_shipping_cents: null,
    consent_text: '',
  }
  const item = {
    id: newId(shop.clock),
    subscription_id: id,
    product_id: gift.product_id,
    size_id: gift.size_id,
    taste: gift.taste,
    grind,
    qty: 1,
    is_once: 0 as const,
    price_cents: gift.goods_cents,
    ...NO_NEW_PRICE,
    created_at: now,
  }
  const steps = [
    { query: db.insertInto('subscriptions').values(subscription) },
    { query: db.insertInto('subscription_items').values(item) },
  ]
  return { id, steps }
}

/** The time of day at the shop from which gifts of a chosen day are mailed. */
const FROM = '08:00'

async function toSend(shop: Shop): Promise<GiftRow[]> {
  const { day, time } = nowAt(shop.clock)
  const rows = valid(shop)
    .where('begun_at', 'is not', null)
    .where('gift.recipient_email', '<>', '')
    .where('sent_at', 'is', null)
    .where('opened_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('starts_on', 'is', null),
        eb('starts_on', '<', day),
        ...(time >= FROM ? [eb('starts_on', '=', day)] : []),
      ]),
    )
  return withCards(shop.db, await rows.execute())
}

async function send(shop: Shop, { id, recipient_email: to, corrections: key }: GiftRow): Promise<void> {
  const sent = shop.db
    .updateTable('gift_subscriptions')
    .set((eb) => ({ sent_at: isoNow(shop.clock), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('recipient_email', '=', to)
    .where('corrections', '=', key)
  const mail = giftMail(shop.db, shop, 'gift', { id, to, key })
  if (!(await allOrNone(shop.db, [{ query: sent, rows: 1 }, { query: mail }]))) shop.mailSignal.raise()
}

/** How long after the receiver's email the giver is told that the gift has not been opened. */
const UNOPENED = 14 * DAY

async function unopened(shop: Shop): Promise<GiftRow[]> {
  const rows = valid(shop)
    .where('sent_at', '<=', isoIn(shop.clock, -UNOPENED))
    .where('opened_at', 'is', null)
    .where('told_at', 'is', null)
    .where('card.balance_cents', '>', 0)
  return withCards(shop.db, await rows.execute())
}

async function tellUnopened(shop: Shop, { id, corrections, giver }: GiftRow): Promise<void> {
  const told = shop.db
    .updateTable('gift_subscriptions')
    .set({ told_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .where('opened_at', 'is', null)
  const mail = giftMail(shop.db, shop, 'gift-unopened', { id, to: giver.buyer_email, key: corrections })
  if (!(await allOrNone(shop.db, [{ query: told, rows: 1 }, { query: mail }]))) shop.mailSignal.raise()
}

/** Gifts that had ended and have the money of a delivery again, because its order was refunded to the gift. */
async function refilled(shop: Shop): Promise<GiftRow[]> {
  const rows = valid(shop)
    .innerJoin('subscriptions', 'subscriptions.id', 'gift.subscription_id')
    .where('subscriptions.status', '=', 'ended')
    .whereRef('card.balance_cents', '>=', 'gift.share_cents')
  return withCards(shop.db, await rows.execute())
}

async function goOn(shop: Shop, gift: GiftRow): Promise<void> {
  const row = await rowOf(shop, gift.subscription_id!)
  const from = row.last_on === null ? null : addDays(row.last_on, shortestGap(row.weeks))
  const on = firstDay(shop, await plannerOf(shop), from)
  if (on === null || row.status !== 'ended') return
  await allOrNone(shop.db, [changeAsRead(shop, row, { status: 'gift', next_on: on, charge_after: null })])
}

/** Parcels that left longer ago are not reported any more, as after a long outage. */
const TOLD_WITHIN = 3 * DAY

/** Tells receivers by email that a delivery has left. Its order itself sends no mail to them. */
async function tellShipped(shop: Shop): Promise<void> {
  const { db } = shop
  const rows = await db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('subscription_deliveries as delivery', 'delivery.subscription_id', 'gift.subscription_id')
    .innerJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['gift.id', 'gift.recipient_email as to', 'orders.id as delivery'])
    .where('gift.recipient_email', '<>', '')
    .where(isReal('orders', 'gift.order_id'))
    .where('orders.shipped_at', '>', isoIn(shop.clock, -TOLD_WITHIN))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('outbox')
            .select('outbox.id')
            .where(
              'dedupe_key',
              '=',
              sql<string>`'gift-shipped:' || ${eb.ref('gift.id')} || ':' || ${eb.ref('orders.id')}`,
            ),
        ),
      ),
    )
    .limit(BATCH)
    .execute()
  for (const { id, to, delivery } of rows)
    await giftMail(db, shop, 'gift-shipped', { id, to, key: delivery, delivery }).execute()
  if (rows.length > 0) shop.mailSignal.raise()
}

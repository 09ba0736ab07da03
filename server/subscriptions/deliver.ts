/**
 * Makes the order of a due delivery: with the current price, tax and shipping. Takes the stock. The new number of the
 * subscription and the unique key of the delivery let only one instance commit it, and only from the rows that it has
 * read.
 */
import { type DeliveryDays, followingOf, type Planner, RETRY_DAYS } from '#shared/platform/subscriptions.ts'
import { promiseFrom, type RoastShare } from '#shared/platform/delivery.ts'
import { taxRuleOf } from '#shared/platform/settings/selling.ts'
import { bookingSteps, tellFullDays } from '#server/roastery/delivery/bookings.ts'
import { roomOf } from '#server/roastery/delivery/capacity.ts'
import { greenOf } from '#server/roastery/delivery/green-coffee.ts'
import { hasCoffee, pickupNoticeOf } from '#server/roastery/delivery/delivery.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { DeliveryMethod } from '#server/checkout/orders/place/delivery-method.ts'
import { insertOrder, newOrder } from '#server/checkout/orders/place/new-order.ts'
import { priceGoods } from '#server/checkout/orders/place/price-order.ts'
import { takeStock } from '#server/checkout/orders/stock.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { totalsOfSizes, type Goods } from '#server/checkout/quotes/goods.ts'
import { quoteGoods } from '#server/checkout/quotes/quotes.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, HOUR, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { afterDelivery, buyerColumns, paySteps, priceDelivery } from './gifts/deliver.ts'
import type { GiftRow } from './gifts/find.ts'
import { changeAsRead } from './steps.ts'
import { addressOf } from './read.ts'
import { NO_NEW_PRICE, boxOf, type Box, agreedCents } from './items.ts'

/** When the job looks again at a delivery that waits for goods or a shipping price. */
export const LOOK_AGAIN = HOUR

/** The goods of an unpaid delivery are held a day longer than the last retry. */
const HOLD = (RETRY_DAYS.at(-1)! + 1) * DAY

/** A delivery to make now. `roastsOn` is later than planned if its day was missed. */
type DueDelivery = {
  row: SubscriptionRow
  days: DeliveryDays
  roastsOn: string
  plan: Planner
  /** Null if the subscriber pays. */
  gift: GiftRow | null
}

/**
 * Makes the order of a delivery, which is then charged (charge.ts). If goods or a shipping price are missing, the
 * delivery waits, and subscriber and owner are told. Does nothing if the subscription has changed since it was read.
 */
export async function makeDelivery(shop: Shop, due: DueDelivery): Promise<void> {
  const { row, gift } = due
  const box = await boxOf(shop, row, nowAt(shop.clock).day)
  if ('missing' in box) return waitForGoods(shop, due, box.missing)
  const method = await methodFor(shop, row, box.goods, gift?.giver.buyer_name ?? row.buyer_name)
  if ('missing' in method) return waitForGoods(shop, due, method.missing)
  const { steps, sizes, roastDays } = await orderOf(shop, due, box, method)
  const unmet = await allOrNone(shop.db, [
    advance(shop, due),
    ...takeStock(shop.db, sizes),
    ...steps,
    ...usedItems(shop, box),
  ])
  // The subscription or a product has changed. The next run reads them again.
  if (unmet) return
  if (gift) shop.mailSignal.raise()
  if (roastDays.length > 0) await tellFullDays(shop, roastDays, await roomOf(shop, method.settings))
  shop.crash('after-delivery-commit')
  for (const { productId: id, left, qty, isRoastedToOrder } of sizes)
    if (!isRoastedToOrder) shop.changed({ tag: 'Product', id, stock: left > qty })
}

/** The order's rows and the row of the delivery. */
async function orderOf(
  shop: Shop,
  { row, roastsOn, days, plan, gift }: DueDelivery,
  box: Box,
  chosen: DeliveryMethod,
) {
  const tax = taxRuleOf(await sellingOf(shop))
  const { goods, method, lines, totals } = gift
    ? priceDelivery(gift, box.goods, chosen, tax)
    : { goods: box.goods, method: chosen, ...priceGoods(box.goods, chosen, tax, null) }
  const { buyer_name: name, buyer_email: email } = gift?.giver ?? row
  const made = newOrder(
    shop,
    {
      user: { _id: row.user_id, name, email },
      method,
      goods,
      lines,
      totals,
      tax,
      spending: gift ? [{ card: gift.card, cents: gift.share_cents }] : [],
      discountLabel: gift || totals.discountCents === 0 ? '' : `Subscription (${row.discount_percent}% off)`,
      savesMethod: false,
      giftNote: row.gift_note,
      holdTime: HOLD,
    },
    'The shop',
  )
  const promise = 'quote' in method ? promiseFrom(plan.calendar, roastsOn, method.quote.estimated_days) : null
  const dates = promise && {
    roasts_on: promise.roastsOn,
    ships_on: promise.shipsOn,
    arrives_from: promise.arrivesFrom,
    arrives_to: promise.arrivesTo,
  }
  const ofGiver = gift ? buyerColumns(shop, gift) : {}
  const order = { ...made, row: { ...made.row, ...dates, is_guest: row.is_guest, ...ofGiver } }
  const delivery = deliveryOf(shop, row, { plannedOn: days.plannedOn, orderId: order.row.id, isPaid: !!gift })
  const roastDays = await roastDaysOf(shop, goods, order.row.roasts_on)
  const steps: Step[] = [
    ...insertOrder(shop, order),
    ...bookingSteps(shop.db, order.row.id, roastDays),
    { query: delivery, rows: 1 },
    ...(gift ? paySteps(shop, order.row, gift) : []),
  ]
  // Stock is taken at the list price, which the bag of a gift may not have.
  return { steps, sizes: totalsOfSizes(box.goods), roastDays }
}

/** What a delivery takes of its roast day. It keeps its day, even if that exceeds the capacity. */
async function roastDaysOf({ db }: Shop, goods: Goods[], day: string | null): Promise<RoastShare[]> {
  const toOrder = goods.filter(({ isRoastedToOrder }) => isRoastedToOrder)
  if (toOrder.length === 0 || day === null) return []
  return [{ day, grams: await greenOf(db, toOrder) }]
}

/** The row of a delivery with its order; a waiting one is replaced. */
function deliveryOf(
  { db, clock }: Shop,
  row: SubscriptionRow,
  { plannedOn, orderId, isPaid }: { plannedOn: string; orderId: string; isPaid: boolean },
) {
  const now = isoNow(clock)
  const made = {
    state: isPaid ? ('paid' as const) : ('charging' as const),
    planned_on: plannedOn,
    reason: '',
    order_id: orderId,
    next_at: isPaid ? null : now,
    // The days of the retries count from here.
    created_at: now,
    updated_at: now,
  }
  return db
    .insertInto('subscription_deliveries')
    .values({ id: newId(clock), subscription_id: row.id, number: row.next_number, ...made })
    .onConflict((taken) =>
      taken
        .columns(['subscription_id', 'number'])
        .doUpdateSet(made)
        .where('subscription_deliveries.state', '=', 'waiting'),
    )
}

/** Moves the subscription on to its next delivery. The version makes it fail if the row has changed. */
function advance(shop: Shop, { row, days, roastsOn, plan, gift }: DueDelivery): Step {
  const next = {
    status: 'active' as const,
    next_number: row.next_number + 1,
    next_on: followingOf(plan, { plannedOn: days.plannedOn, roastsOn }, row.weeks),
    last_on: days.plannedOn,
    charge_after: null,
    announced_shipping_cents: null,
    updated_at: isoNow(shop.clock),
    ...(gift ? afterDelivery(gift) : {}),
  }
  return changeAsRead(shop, row, next)
}

/** Removes what was added once, and makes announced prices that are charged now the agreed ones. */
function usedItems(shop: Shop, { items }: Box): Step[] {
  const { db } = shop
  const today = nowAt(shop.clock).day
  return items.flatMap((item): Step[] => {
    if (item.is_once)
      return [{ query: db.deleteFrom('subscription_items').where('id', '=', item.id), rows: 1 }]
    const price_cents = agreedCents(item, today)
    if (price_cents === item.price_cents) return []
    const agreed = db
      .updateTable('subscription_items')
      .set({ price_cents, ...NO_NEW_PRICE })
      .where('id', '=', item.id)
    return [{ query: agreed, rows: 1 }]
  })
}

/** Where the delivery goes, and what that costs now: at most the announced shipping price. */
async function methodFor(
  shop: Shop,
  row: SubscriptionRow,
  goods: Goods[],
  buyer: string,
): Promise<DeliveryMethod | { missing: string }> {
  const settings = await scheduleOf(shop)
  const address = addressOf(row)
  if (row.is_pickup) {
    const { promise, text } = pickupNoticeOf(shop, settings, { hasCoffee: hasCoffee(goods) })
    return promise ? { address, settings, pickup: promise, roastDays: [] } : { missing: text }
  }
  try {
    const recipient = recipientOfOrder(row)
    const quote = await quoteGoods(shop, row.user_id, { address, recipient, goods })
    const price = quote.price_cents ?? quote.cents
    const price_cents = Math.min(price, row.announced_shipping_cents ?? price)
    return {
      address,
      // The price is final, also if the owner has changed from which amount on shipping is free.
      settings: { ...settings, freeFrom: null },
      quote: { ...quote, price_cents },
      recipient,
      buyer: { name: buyer },
    }
  } catch (error) {
    // No mail about an outage of the carrier, because the next run tries again.
    if (error instanceof Refusal && error.status === 400) return { missing: error.message }
    throw error
  }
}

/** Records that a delivery waits, and tells the subscriber and the owner once. */
async function waitForGoods(shop: Shop, { row, days, gift }: DueDelivery, reason: string): Promise<void> {
  const { db } = shop
  const now = isoNow(shop.clock)
  const waiting = { reason, next_at: isoIn(shop.clock, LOOK_AGAIN), updated_at: now }
  const about = { number: row.next_number, key: row.next_number }
  const unmet = await allOrNone(db, [
    // Only if the subscription has not changed.
    {
      query: db
        .updateTable('subscriptions')
        .set({ updated_at: now })
        .where('id', '=', row.id)
        .where('version', '=', row.version),
      rows: 1,
    },
    {
      query: db
        .insertInto('subscription_deliveries')
        .values({
          id: newId(shop.clock),
          subscription_id: row.id,
          number: row.next_number,
          state: 'waiting',
          planned_on: days.plannedOn,
          created_at: now,
          ...waiting,
        })
        .onConflict((taken) =>
          taken
            .columns(['subscription_id', 'number'])
            .doUpdateSet(waiting)
            .where('subscription_deliveries.state', '=', 'waiting'),
        ),
      rows: 1,
    },
    // The page of a gift says that it waits.
    ...(gift ? [] : [{ query: subscriptionMail(db, shop, 'subscription-waiting', row, about) }]),
    { query: subscriptionMail(db, shop, 'subscription-sold-out', row, about) },
  ])
  if (!unmet) shop.mailSignal.raise()
}

/**
 * The mails that are sent without a request: before each charge, about a new price, about a vacation, and once a
 * year.
 */
import { addDays } from '#shared/kernel/days.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { NOTICE_HOURS, PRICE_NOTICE_DAYS, upcoming, type Planner } from '#shared/platform/subscriptions.ts'
import { vacationDays } from '#shared/platform/settings/vacation.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { SubscriptionItemRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { quoteGoods } from '#server/checkout/quotes/quotes.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { subscribingOf, plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { DAY, HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { VACATION } from '#server/platform/settings/groups.ts'
import { runThenPause } from '#server/kernel/time/timed.ts'
import { addressOf } from './read.ts'
import { NO_NEW_PRICE, boxOf, isAnnouncedFor } from './items.ts'
import { changeAsRead, commitWithMail } from './steps.ts'

/**
 * Queues the mail about the next delivery, with the current shipping price, which the delivery then does not exceed.
 * The charge waits until the subscriber had time to react. Throws 503 if the carrier does not answer.
 */
export async function announce(shop: Shop, row: SubscriptionRow): Promise<void> {
  const shipping = await shippingCents(shop, row)
  const about = { number: row.next_number, key: row.next_number }
  const announced = changeAsRead(shop, row, {
    charge_after: isoIn(shop.clock, NOTICE_HOURS * HOUR),
    announced_shipping_cents: shipping,
  })
  await commitWithMail(shop, [announced], 'subscription-notice', row, about)
}

/** What shipping costs today. Null if goods are missing, or if the carrier does not deliver to the address. */
async function shippingCents(shop: Shop, row: SubscriptionRow): Promise<number | null> {
  if (row.is_pickup) return 0
  const box = await boxOf(shop, row, nowAt(shop.clock).day)
  if ('missing' in box) return null
  try {
    const quote = await quoteGoods(shop, row.user_id, {
      address: addressOf(row),
      recipient: recipientOfOrder(row),
      goods: box.goods,
    })
    return quote.price_cents ?? quote.cents
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return null
    throw error
  }
}

type Priced = SubscriptionRow & { item: SubscriptionItemRow; listCents: number }

/**
 * Compares the agreed prices with today's. A lower one is agreed at once. A higher one is announced for the first charge
 * that is 7 to 30 days ahead (California Business and Professions Code 17602), and again if that charge moves away.
 */
export async function announcePrices(shop: Shop): Promise<void> {
  const plan = await plannerOf(shop)
  for (const changed of await changedPrices(shop)) await announcePrice(shop, plan, changed)
}

async function announcePrice(shop: Shop, plan: Planner, row: Priced): Promise<void> {
  const { item, listCents } = row
  if (listCents <= item.price_cents) {
    await updateItem(shop, item, { price_cents: listCents, ...NO_NEW_PRICE }).execute()
    return
  }
  const charges = chargesOf(plan, row)
  // Announced already, and in time for its charge.
  const { new_price_cents: announced, new_price_from: from } = item
  const first = from === null ? undefined : charges.find((each) => each >= from)
  if (announced === listCents && first !== undefined && isAnnouncedFor(item, first)) return
  const today = nowAt(shop.clock).day
  const { min, max } = PRICE_NOTICE_DAYS
  const day = charges.find((each) => addDays(today, min) <= each && each <= addDays(today, max))
  if (day === undefined) return
  const now = isoNow(shop.clock)
  const next = { new_price_cents: listCents, new_price_from: day, new_price_announced_at: now }
  const about = { number: row.next_number, key: `${item.id}:${listCents}:${day}` }
  const announcing = { query: updateItem(shop, item, next), rows: 1 }
  await commitWithMail(shop, [announcing], 'subscription-price', row, about)
}

/** The days of the next charges, as far ahead as a price can be announced. */
function chargesOf(plan: Planner, { next_on: on, weeks }: SubscriptionRow): string[] {
  const count = Math.ceil(PRICE_NOTICE_DAYS.max / 7) + 1
  return on === null ? [] : upcoming(plan, on, weeks, count).map(({ chargeAt }) => chargeAt.day)
}

/** Changes an item whose price is still the one that was read. */
function updateItem({ db }: Shop, item: SubscriptionItemRow, to: Partial<SubscriptionItemRow>) {
  return db
    .updateTable('subscription_items')
    .set(to)
    .where('id', '=', item.id)
    .where('price_cents', '=', item.price_cents)
}

/** The items of running subscriptions whose agreed or announced price differs from today's price. */
async function changedPrices(shop: Shop): Promise<Priced[]> {
  const { choicePrice } = await subscribingOf(shop)
  const choiceCents = toCents(choicePrice)
  const rows = await shop.db
    .selectFrom('subscription_items as item')
    .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'item.size_id')
    .selectAll('item')
    .select(['subscriptions.id as of', 'product_sizes.price_cents as list_cents'])
    .where('subscriptions.status', 'in', ['active', 'paused', 'failed'])
    .where('item.is_once', '=', 0)
    .where(isReal('subscriptions', 'subscriptions.id'))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('product_sizes.removed_at', 'is', null),
          eb('product_sizes.price_cents', '<>', eb.ref('item.price_cents')),
        ]),
        eb.and([eb('item.taste', 'is not', null), eb('item.price_cents', '<>', choiceCents)]),
        eb('item.new_price_cents', 'is not', null),
      ]),
    )
    .execute()
  const subscriptions = await rowsOf(
    shop,
    rows.map(({ of }) => of),
  )
  return rows.flatMap(({ of, list_cents, ...item }) => {
    const row = subscriptions.get(of)
    return row ? [{ ...row, item, listCents: list_cents ?? choiceCents }] : []
  })
}

/** Rows per statement: databases limit the number of values in a statement. */
const BATCH = 500

async function rowsOf({ db }: Shop, ids: string[]): Promise<Map<string, SubscriptionRow>> {
  const found = new Map<string, SubscriptionRow>()
  for (const some of inBatches(ids, BATCH)) {
    const rows = await db.selectFrom('subscriptions').selectAll().where('id', 'in', some).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

const YEAR = 365 * DAY

/** Reminds subscribers once a year that they have a subscription, what it costs, and how to cancel it. */
export async function remindYearly(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', ['active', 'paused', 'failed'])
    .where('reminded_at', '<=', isoIn(shop.clock, -YEAR))
    .where(isReal('subscriptions', 'subscriptions.id'))
    .limit(BATCH)
    .execute()
  for (const row of due) {
    const now = isoNow(shop.clock)
    const claimed = shop.db
      .updateTable('subscriptions')
      .set({ reminded_at: now })
      .where('id', '=', row.id)
      .where('reminded_at', '=', row.reminded_at)
    const about = { key: now.slice(0, 10) }
    await commitWithMail(shop, [{ query: claimed, rows: 1 }], 'subscription-yearly', row, about)
  }
}

/** The key of the fact with the vacation that subscribers were told about: `2026-12-20 to 2027-01-03`. */
const TOLD = 'vacation-told'

/**
 * Queues an email to everyone whose next delivery is planned on a day of the vacation. After a crash it starts again, and
 * queues no second mail. If the days of the vacation change, the mails are queued again. A subscriber who moves a
 * delivery to another day later gets no mail.
 */
export async function announceVacation(shop: Shop): Promise<void> {
  const days = vacationDays(await currentSettings(shop, VACATION))
  if (!days || days.to < nowAt(shop.clock).day) return
  const value = `${days.from} to ${days.to}`
  const told = await shop.db
    .selectFrom('shop_facts')
    .select('value')
    .where('key', '=', TOLD)
    .executeTakeFirst()
  if (told?.value === value) return
  let last = ''
  for (;;) {
    const rows = await readMoved(shop, days, last)
    for (const row of rows) {
      const about = { number: row.next_number, key: `${row.next_number}:${value}` }
      await runThenPause(() => subscriptionMail(shop.db, shop, 'subscription-moved', row, about).execute())
      last = row.id
    }
    if (rows.length < BATCH) break
  }
  await shop.db
    .insertInto('shop_facts')
    .values({ key: TOLD, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
  shop.mailSignal.raise()
}

function readMoved({ db }: Shop, { from, to }: { from: string; to: string }, last: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('next_on', '>=', from)
    .where('next_on', '<=', to)
    .where('id', '>', last)
    .where(isReal('subscriptions', 'subscriptions.id'))
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/** The mails that are sent without a request: before each charge, about a vacation, and once a year. */
import { NOTICE_HOURS } from '#shared/platform/subscriptions.ts'
import { vacationDays } from '#shared/platform/settings/vacation.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { quoteGoods } from '#server/checkout/quotes/quotes.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { VACATION } from '#server/platform/settings/groups.ts'
import { runThenPause } from '#server/kernel/time/timed.ts'
import { addressOf } from './read.ts'
import { boxOf } from './items.ts'
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

const BATCH = 500
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

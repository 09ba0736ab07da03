/** The job of subscriptions: announces, makes, skips and charges the deliveries that are due. */
import { addDays } from '#shared/kernel/days.ts'
import { dueOf, type Planner } from '#shared/platform/subscriptions.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { liesAhead } from '#server/kernel/db/due.ts'
import { isOutage } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import { runThenPause } from '#server/kernel/time/timed.ts'
import { utcOf, nowAt } from '#server/kernel/time/shop-days.ts'
import { chargeDue, finishDeliveries } from './charge.ts'
import { leaveOut } from './dates.ts'
import { LOOK_AGAIN, makeDelivery } from './deliver.ts'
import { runGifts } from './gifts/begin.ts'
import { announceGift, endGift } from './gifts/deliver.ts'
import { giftOfSubscription } from './gifts/find.ts'
import { announce } from './notices.ts'
import { changeAsRead, leftOf } from './steps.ts'

const BATCH = 200
/** After so many failures of a service in a row, it counts as down, and the remaining calls are not tried now. */
const MOST_FAILURES = 20
/** A charge is at most this many days before the planned roast day. */
const CHARGE_BEFORE = 4

/**
 * Does everything that is due. It can be interrupted at any point and run in several instances: each step commits alone,
 * and only if the subscription is as it was read.
 */
export async function renew(shop: Shop, stopping?: AbortSignal): Promise<void> {
  await runGifts(shop)
  await finishDeliveries(shop)
  await moveInvented(shop)
  await advanceAll(shop, stopping)
  await chargeDue(shop, stopping)
}

/** Moves the next delivery of invented subscriptions on when its day has passed: nothing is delivered or charged. */
async function moveInvented(shop: Shop): Promise<void> {
  const { day } = nowAt(shop.clock)
  const passed = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('next_on', '<', day)
    .where('status', 'in', ['active', 'gift'])
    .where((eb) => eb.not(isReal('subscriptions', 'subscriptions.id')))
    .limit(BATCH)
    .execute()
  for (const row of passed) {
    let next = row.next_on!
    while (next < day) next = addDays(next, row.weeks * 7)
    await allOrNone(shop.db, [changeAsRead(shop, row, { next_on: next })])
  }
}

/** `waits_until`: the next delivery waits for goods. `is_open`: the last one is not paid yet. */
type Row = SubscriptionRow & { waits_until: string | null; is_open: string | null }

async function advanceAll(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const plan = await plannerOf(shop)
  const { noticeDays } = await subscribingOf(shop)
  const until = addDays(nowAt(shop.clock).day, noticeDays + CHARGE_BEFORE)
  let last = { next_on: '', id: '' }
  let failures = 0
  for (;;) {
    const rows = await readPlanned(shop, until, last)
    for (const row of rows) {
      if (stopping?.aborted) return
      const isAnswered = await runThenPause(() => tryAdvance(shop, plan, row, noticeDays))
      failures = isAnswered ? 0 : failures + 1
      if (failures === MOST_FAILURES) return
      last = { next_on: row.next_on!, id: row.id }
    }
    if (rows.length < BATCH) return
  }
}

/** Subscriptions with a delivery planned until a day, after the last one that was read. */
function readPlanned({ db }: Shop, until: string, last: { next_on: string; id: string }): Promise<Row[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('subscription_deliveries as waiting')
        .select('waiting.next_at')
        .whereRef('waiting.subscription_id', '=', 'subscriptions.id')
        .whereRef('waiting.number', '=', 'subscriptions.next_number')
        .where('waiting.state', '=', 'waiting')
        .as('waits_until'),
      eb
        .selectFrom('subscription_deliveries as open')
        .select('open.id')
        .whereRef('open.subscription_id', '=', 'subscriptions.id')
        .where('open.state', '=', 'charging')
        .limit(1)
        .as('is_open'),
    ])
    .where('next_on', 'is not', null)
    .where('next_on', '<=', until)
    .where('status', 'in', ['active', 'paused', 'gift'])
    .where(isReal('subscriptions', 'subscriptions.id'))
    .where((eb) =>
      eb.or([
        eb('next_on', '>', last.next_on),
        eb.and([eb('next_on', '=', last.next_on), eb('id', '>', last.id)]),
      ]),
    )
    .orderBy('next_on')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/**
 * False if a service does not answer. The carrier may also refuse a single address in this way, so one failure does not
 * stop the deliveries to others.
 */
async function tryAdvance(shop: Shop, plan: Planner, row: Row, noticeDays: number): Promise<boolean> {
  try {
    await advance(shop, plan, row, noticeDays)
  } catch (error) {
    if (isOutage(error)) throw error
    if (error instanceof Refusal && error.status === 503) return false
    shop.log.error({ err: error, subscription: row.id }, 'a delivery could not be made')
  }
  return true
}

async function advance(shop: Shop, plan: Planner, row: Row, noticeDays: number): Promise<void> {
  // Nothing new while a payment fails: two boxes would come at once.
  if (row.is_open !== null) return
  const plannedOn = row.next_on!
  const due = dueOf(plan, { plannedOn, weeks: row.weeks, now: nowAt(shop.clock) })
  if (due.act === 'skip') return leaveOutMissed(shop, plan, row)
  if (due.days === null) return
  const now = shop.clock.now().getTime()
  const chargeAt = Date.parse(utcOf(due.days.chargeAt))
  const gift = row.status === 'gift' ? await giftOfSubscription(shop.db, row.id) : null
  if (gift && leftOf(gift) === 0) return endGift(shop, row)
  // Nothing is delivered while the giver's payment is disputed.
  if (gift && gift.card.state !== 'active') return
  if (row.charge_after === null) {
    if (now < chargeAt - noticeDays * DAY) return
    return gift ? announceGift(shop, row, gift) : announce(shop, row)
  }
  if (due.act === 'wait' || now < Date.parse(row.charge_after)) return
  const until = row.waits_until
  if (until !== null && Date.parse(until) > now && !liesAhead(until, shop.clock, LOOK_AGAIN)) return
  await makeDelivery(shop, { row, days: due.days, roastsOn: due.roastsOn, plan, gift })
}

/** Skips a delivery whose day was missed, because the next one is due within days. */
async function leaveOutMissed(shop: Shop, plan: Planner, row: SubscriptionRow): Promise<void> {
  await transact(shop.db, async (tx) => {
    const locked = await tx
      .updateTable('subscriptions')
      .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .returning('id')
      .executeTakeFirst()
    if (!locked) return
    const patch = await leaveOut({ tx, shop, row, plan }, row.next_on!, 'Missed')
    await tx.updateTable('subscriptions').set(patch).where('id', '=', row.id).execute()
    // One mail a day, also after months without the server.
    const about = { number: row.next_number, key: nowAt(shop.clock).day }
    if (row.status === 'gift') return
    await subscriptionMail(tx, shop, 'subscription-missed', row, about).execute()
  })
  shop.mailSignal.raise()
}

/**
 * Writes the orders of standing dates, some hours before their cut-offs. A date is marked as written in the transaction of its
 * order, so it is written once, whatever restarts, other instances or moves of the clock do.
 */
import { isPrepaid } from '#shared/wholesale/resources/company.ts'
import { isOutage, isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { StandingDateRow, Tx } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyersOf } from '../accounts/buyers.ts'
import { nameOf } from '../orders/form.ts'
import { placeWholesale } from '../orders/place.ts'
import { planDates, planningOf } from './plan-dates.ts'
import { lineText } from './tell-ahead.ts'
import { dayText, readLines, readStanding, type Found, type NamedLine } from './read.ts'
import { tellBuyers, tellShop, type News } from './tell.ts'

/** Writes what is due, one date after the other. One that fails does not stop the others. */
export async function standingDates(shop: Shop, stopping?: AbortSignal): Promise<void> {
  await passOverInvented(shop)
  const due = await shop.db
    .selectFrom('standing_dates')
    .innerJoin('standing_orders', 'standing_orders.id', 'standing_order_id')
    .select('standing_dates.id')
    .where('state', 'in', ['planned', 'waiting'])
    .where('write_at', '<=', isoNow(shop.clock))
    .where(isReal('companies', 'standing_orders.company_id'))
    .orderBy('write_at')
    .orderBy('standing_dates.id')
    .execute()
  for (const { id } of due) {
    if (stopping?.aborted) return
    try {
      await writeDate(shop, id)
    } catch (error) {
      if (isOutage(error)) throw error
      shop.log.error({ err: error, date: id }, 'a standing order could not be written')
    }
  }
  if (due.length > 0) shop.mailSignal.raise()
}

/** No order is written for an invented account. Its dates must not stay in the roast plan either. */
async function passOverInvented({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('standing_dates')
    .set({ state: 'skipped', updated_at: isoNow(clock) })
    .where('state', 'in', OPEN)
    .where('write_at', '<=', isoNow(clock))
    .where('standing_order_id', 'in', (eb) =>
      eb
        .selectFrom('standing_orders')
        .select('standing_orders.id')
        .where((of) => of.not(isReal('companies', 'standing_orders.company_id'))),
    )
    .execute()
}

async function writeDate(shop: Shop, id: string): Promise<void> {
  const known = await dateOf(shop, id)
  const found = known && (await readStanding(shop.db, known.standing_order_id))
  if (!known || !found) return
  // Closed days may have been saved since it was planned.
  await transact(shop.db, async (tx) => planDates(tx, shop, await planningOf(shop), found))
  const date = await dateOf(shop, id)
  if (!date?.write_at || date.write_at > isoNow(shop.clock)) return
  if (found.company.status === 'closed' || found.location.is_active === 0)
    return giveUp(shop, found, date, 'The account or the location is closed.')
  if (isOver(shop, date))
    return giveUp(shop, found, date, date.problem || 'The shop could not write it in time.')
  const { kept, dropped } = await linesFor(shop, date)
  if (kept.length === 0) return wait(shop, found, date, 'None of its coffees is sold any more.')
  const problem = await place(shop, found, date, kept)
  if (problem !== null) return wait(shop, found, date, problem)
  if (dropped.length > 0) await tellDropped(shop, found, date, dropped)
}

const OPEN = ['planned', 'waiting'] as const

function dateOf({ db }: Shop, id: string): Promise<StandingDateRow | undefined> {
  return db
    .selectFrom('standing_dates')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
}

/** Whether its roast day, or without one its delivery, has come: then nothing can be made of it any more. */
function isOver(
  shop: Shop,
  { roasts_on: roasts, delivers_on: delivers, order_by: by }: StandingDateRow,
): boolean {
  const today = nowAt(shop.clock).day
  return by !== null && by <= isoNow(shop.clock) && (roasts ?? delivers ?? '') <= today
}

/** The lines of a date, and those that are left out because they are not sold, or not roasted any more on its day. */
async function linesFor(shop: Shop, date: StandingDateRow) {
  const all = await readLines(shop.db, [date.standing_order_id])
  const own = all.filter(({ date_id: of }) => of === (date.has_own_lines ? date.id : null))
  const day = date.roasts_on ?? date.delivers_on ?? ''
  const isThere = ({ isSold, ends_on: ends }: NamedLine) => isSold && (ends === null || ends >= day)
  return { kept: own.filter(isThere), dropped: own.filter((line) => !isThere(line)) }
}

/** Places the order. Returns why it cannot be placed now; null if it is placed, also by another instance. */
async function place(
  shop: Shop,
  { order, location, company }: Found,
  date: StandingDateRow,
  lines: NamedLine[],
): Promise<string | null> {
  const buyer = (await buyersOf(shop.db, company.id)).find(({ may_order: may }) => may === 1)
  if (!buyer) return 'Nobody of the account may order.'
  try {
    await placeWholesale(
      shop,
      { by: 'standing', buyer: buyer.id },
      {
        company: company.id,
        location: location.id,
        lines: lines.map((line) => ({
          _id: line.product_id,
          sizeId: line.size_id,
          grind: line.grind,
          qty: line.qty,
        })),
        deliversOn: date.delivers_on!,
        payBy: isPrepaid(company) ? 'now' : 'account',
        poNumber: order.po_number,
        note: order.note,
        repeatsPo: true,
        standingDate: date.id,
      },
      { idempotencyKey: null, device: { ip: '127.0.0.1' } },
    )
    return null
  } catch (error) {
    if (isUniqueViolation(error)) return null
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Keeps the date waiting. Both sides are told once, and again if the reason changes. */
async function wait(shop: Shop, found: Found, date: StandingDateRow, problem: string): Promise<void> {
  const text = problem.endsWith('.') ? problem : `${problem}.`
  if (date.state === 'waiting' && date.problem === text) return
  await settle(shop, found, date, {
    to: { state: 'waiting', problem: text },
    news: {
      kind: 'standing-waiting',
      key: `standing-waiting:${date.id}:${isoNow(shop.clock)}`,
      subject: `Your standing order for ${dayText(date)} waits`,
      text: [
        `We could not write it: ${text}`,
        'Your lines are kept. It is written as soon as this is solved, if its roast day has not come.',
      ],
    },
  })
}

async function giveUp(shop: Shop, found: Found, date: StandingDateRow, problem: string): Promise<void> {
  await settle(shop, found, date, {
    to: { state: 'missed', problem },
    news: {
      kind: 'standing-missed',
      key: `standing-missed:${date.id}`,
      subject: `No delivery on ${dayText(date)}`,
      text: [
        `Your standing order for ${dayText(date)} was not written: ${problem}`,
        'Call us if you need coffee before the next one.',
      ],
    },
  })
}

type Settling = { to: Pick<StandingDateRow, 'state' | 'problem'>; news: News }

async function settle(
  shop: Shop,
  { company }: Found,
  date: StandingDateRow,
  { to, news }: Settling,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const done = await tx
      .updateTable('standing_dates')
      .set({ ...to, updated_at: isoNow(shop.clock) })
      .where('id', '=', date.id)
      .where('state', '=', date.state)
      .where('problem', '=', date.problem)
      .executeTakeFirst()
    if (done.numUpdatedRows === 1n) await tellBoth(tx, shop, company, news)
  })
}

async function tellDropped(
  shop: Shop,
  { company }: Found,
  date: StandingDateRow,
  dropped: NamedLine[],
): Promise<void> {
  await tellBoth(shop.db, shop, company, {
    kind: 'standing-short',
    key: `standing-short:${date.id}`,
    subject: `Your standing order for ${dayText(date)} comes without a coffee`,
    text: [
      `We no longer have ${dropped.map(lineText).join(', ')}. The rest of the order is written.`,
      'You can still change the order until its cut-off, and choose another coffee for the next ones.',
    ],
  })
}

async function tellBoth(
  db: Tx | Shop['db'],
  shop: Shop,
  company: Found['company'],
  news: News,
): Promise<void> {
  await tellBuyers(db, shop, company, news)
  await tellShop(db, shop, company, { ...news, subject: `${nameOf(company)}: ${news.subject}` })
}

/** What is told ahead about a standing order: a closed day, a coffee that ends, a new price. Each is told once. */
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { labelOf, variantText } from '#shared/kernel/sizes.ts'
import { priceOf } from '#shared/wholesale/prices.ts'
import type { StandingDateRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { pricesFor } from '../prices/price.ts'
import { nameOf } from '../orders/form.ts'
import { readLines, type Found, type NamedLine } from './read.ts'
import { tellBuyers, tellShop } from './tell.ts'

/** How many days ahead it is told. */
const TOLD_AHEAD = 28

/** Tells the people of the account about each date that a closed day moves or cancels, once for each day it has. */
export async function tellMoved(shop: Shop, { order, location, company }: Found): Promise<void> {
  const dates = await shop.db
    .selectFrom('standing_dates')
    .selectAll()
    .where('standing_order_id', '=', order.id)
    .where('state', 'in', ['planned', 'closed'])
    .where('planned_on', '<=', addDays(nowAt(shop.clock).day, TOLD_AHEAD))
    .execute()
  for (const date of dates) {
    const now = dayTold(date)
    if (now === date.told_day) continue
    await transact(shop.db, async (tx) => {
      const told = await tx
        .updateTable('standing_dates')
        .set({ told_day: now })
        .where('id', '=', date.id)
        .where('told_day', '=', date.told_day)
        .executeTakeFirst()
      if (told.numUpdatedRows !== 1n) return
      await tellBuyers(tx, shop, company, {
        kind: 'standing-moved',
        key: `standing-moved:${date.id}:${isoNow(shop.clock)}`,
        subject: `Your delivery of ${long(date.planned_on)}`,
        text: [movedText(date, location.name)],
      })
    })
  }
}

const long = (day: string) => formatDate(day, 'shortWeekday')

/** The day that is told: '' for the planned one, 'none' for no delivery. */
function dayTold({ delivers_on: delivers, planned_on: planned }: StandingDateRow): string {
  return delivers === planned ? '' : (delivers ?? 'none')
}

function movedText(
  { planned_on: planned, delivers_on: delivers }: StandingDateRow,
  location: string,
): string {
  if (delivers === planned)
    return `The delivery of your standing order for ${location} comes on ${long(planned)} after all.`
  return delivers === null
    ? `We are closed on ${long(planned)}, so your standing order for ${location} is left out on that day. The next one comes as usual.`
    : `We are closed on ${long(planned)}, so your standing order for ${location} comes on ${long(delivers)} instead.`
}

/** Tells both sides four weeks before the last roast day of a coffee, and again if that day changes. */
export async function tellEndings(shop: Shop, { order, location, company }: Found): Promise<void> {
  const until = addDays(nowAt(shop.clock).day, TOLD_AHEAD)
  const lines = await readLines(shop.db, [order.id])
  const ending = lines.filter(({ ends_on: on, told_end: told }) => on !== null && on <= until && told !== on)
  if (ending.length === 0) return
  await transact(shop.db, async (tx) => {
    for (const [day, of] of Map.groupBy(ending, ({ ends_on: on }) => on!)) {
      const told = await tx
        .updateTable('standing_lines')
        .set({ told_end: day })
        .where(
          'id',
          'in',
          of.map(({ id }) => id),
        )
        .where((eb) => eb.or([eb('told_end', 'is', null), eb('told_end', '<>', day)]))
        .executeTakeFirst()
      if (told.numUpdatedRows === 0n) continue
      const news = {
        key: `standing-ending:${order.id}:${day}:${of[0]!.id}`,
        subject: 'A coffee of your standing order ends',
        text: [
          `We roast ${of.map(lineText).join(', ')} for the last time on ${long(day)}. From then on the standing order for ${location.name} comes without it.`,
          'Choose another coffee in its place, so that nothing is missing.',
        ],
      }
      await tellBuyers(tx, shop, company, { kind: 'standing-ending', ...news })
      await tellShop(tx, shop, company, {
        ...news,
        subject: `${nameOf(company)}: a coffee of a standing order ends`,
      })
    }
  })
}

/**
 * Tells the people of an account when lines get another price, with the first delivery that has it. The price is the one of
 * the day on which the order is written, before the breaks of the whole order.
 */
export async function tellPrices(shop: Shop, { order, location, company }: Found): Promise<void> {
  const dates = await nextDates(shop, order.id)
  if (dates.length === 0) return
  const lines = (await readLines(shop.db, [order.id])).filter((line) => line.date_id === null && line.isSold)
  const prices = await pricesFor(shop.db, company)
  const centsOn = (line: NamedLine, { write_at: at }: StandingDateRow) =>
    priceOf(
      prices,
      { id: line.size_id, cents: line.price_cents!, grams: line.grams, category: line.category! },
      dayOf(new Date(at!)),
    )
  const changed = lines.flatMap((line) => {
    const cents = centsOn(line, dates.at(-1)!)
    if (cents === null || cents === line.known_cents) return []
    return [{ line, cents, from: dates.find((date) => centsOn(line, date) === cents)!.delivers_on! }]
  })
  const told = changed.filter(({ line }) => line.known_cents !== null)
  await transact(shop.db, async (tx) => {
    for (const { line, cents } of changed)
      await tx.updateTable('standing_lines').set({ known_cents: cents }).where('id', '=', line.id).execute()
    if (told.length === 0) return
    await tellBuyers(tx, shop, company, {
      kind: 'standing-price',
      key: `standing-price:${told.map(({ line, cents }) => `${line.id} ${cents}`).join(',')}`.slice(0, 400),
      subject: 'New prices in your standing order',
      text: [
        `In the standing order for ${location.name}:`,
        ...told.map(
          ({ line, cents, from }) =>
            `${lineText(line)}: ${formatCents(cents)} a piece from ${long(from)} on, before ${formatCents(line.known_cents!)}.`,
        ),
      ],
    })
  })
}

/** The dates with deliveries that are written within the next weeks. */
function nextDates({ db, clock }: Shop, orderId: string): Promise<StandingDateRow[]> {
  return db
    .selectFrom('standing_dates')
    .selectAll()
    .where('standing_order_id', '=', orderId)
    .where('state', '=', 'planned')
    .where('planned_on', '<=', addDays(nowAt(clock).day, TOLD_AHEAD))
    .orderBy('planned_on')
    .execute()
}

/** '6 × Guji, 5 lb'. */
export function lineText(line: NamedLine): string {
  const size = line.label === null ? '' : labelOf({ label: line.label, grams: line.grams })
  const variant = variantText({ size, grind: line.grind })
  return `${line.qty} × ${[line.name ?? 'a coffee that we no longer have', variant].filter(Boolean).join(', ')}`
}

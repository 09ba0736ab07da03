/** Keeps the dates of all standing orders planned, and tells ahead what changes: a closed day, a coffee that ends, a price. */
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { StandingDateRow } from '#server/kernel/db/schema.ts'
import { isOutage } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { planDates, planningOf } from './plan-dates.ts'
import { readLines, readStanding, type Found, type NamedLine } from './read.ts'
import { tellBuyers, tellShop } from './tell.ts'

/** How many days ahead a moved date and the end of a coffee are told. */
const TOLD_AHEAD = 28

/** Plans the dates of every standing order again. One that fails does not stop the others. */
export async function keepPlanned(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const orders = await shop.db
    .selectFrom('standing_orders')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  if (orders.length === 0) return
  const planning = await planningOf(shop)
  for (const { id } of orders) {
    if (stopping?.aborted) return
    try {
      const found = await readStanding(shop.db, id)
      if (!found || found.company.status === 'closed') continue
      await transact(shop.db, (tx) => planDates(tx, shop, planning, found))
      await tellMoved(shop, found)
      await tellEndings(shop, found)
    } catch (error) {
      if (isOutage(error)) throw error
      shop.log.error({ err: error, standing: id }, 'a standing order could not be planned')
    }
  }
  shop.mailSignal.raise()
}

/** Tells the people of the account about each date that a closed day moves or cancels, once for each day it has. */
async function tellMoved(shop: Shop, { order, location, company }: Found): Promise<void> {
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
async function tellEndings(shop: Shop, { order, location, company }: Found): Promise<void> {
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
        subject: `${company.trade_name || company.legal_name}: a coffee of a standing order ends`,
      })
    }
  })
}

/** '6 × Guji, 5 lb'. */
export function lineText(line: NamedLine): string {
  const size = line.label === null ? '' : labelOf({ label: line.label, grams: line.grams })
  const variant = variantText({ size, grind: line.grind })
  return `${line.qty} × ${[line.name ?? 'a coffee that we no longer have', variant].filter(Boolean).join(', ')}`
}

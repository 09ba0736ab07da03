/** What orders and subscriptions still need of coffees that are roasted to order. */
import { sql } from 'kysely'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { RoastCalendar } from '#shared/platform/delivery.ts'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { readPlannedBags } from '../delivery/planned-bags.ts'
import { openLines, openPieces } from '../open-lines/open-lines.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** Bags of one size and grind that are still needed on a day: by orders, or by subscriptions that are not charged yet. */
export type OpenLine = {
  day: string
  isPlanned: boolean
  product: string
  name: string
  sizeId: string
  sizeLabel: string
  /** The weight of a bag; 0 if the size has none. */
  grams: number
  grind: string
  qty: number
}

/**
 * `orders` is the number of orders by day. `choices` are bags of roaster's choice by day: their coffees are not known until
 * their deliveries are charged.
 */
export type Demand = { lines: OpenLine[]; orders: Map<string, number>; choices: Map<string, number> }

/** @param lateDay the day on which open orders of days before today are roasted */
type Days = { today: string; lateDay: string; calendar: RoastCalendar }

export async function readDemand(shop: Shop, days: Days, until: string): Promise<Demand> {
  const [ordered, planned] = await Promise.all([
    readOrdered(shop, days, until),
    readPlanned(shop, days, until),
  ])
  return { ...ordered, lines: [...ordered.lines, ...planned.lines], choices: planned.choices }
}

/** The open bags of paid orders, added up. Each order counts with its first open line. */
async function readOrdered(
  { db }: Shop,
  days: Days,
  until: string,
): Promise<Pick<Demand, 'lines' | 'orders'>> {
  const rows = await db
    .selectFrom(
      openLines(db, paidUntil(db, until))
        .innerJoin('orders', 'orders.id', 'line.order_id')
        .select(['roasts_on', 'product_id', 'name', 'size_id', 'size_label', 'size_grams', 'grind'])
        .select(openPieces.as('open'))
        .select(
          sql<number>`row_number() over (partition by line.order_id order by line.position)`.as('place'),
        )
        .as('lines'),
    )
    .groupBy(['roasts_on', 'product_id', 'size_id', 'size_grams', 'grind'])
    .select(['roasts_on', 'product_id', 'size_id', 'size_grams', 'grind'])
    .select(({ fn }) => [fn.max('name').as('name'), fn.max('size_label').as('size_label')])
    .select([
      // The sum of a bigint is a numeric on PostgreSQL, which arrives as text.
      sql<number>`cast(sum(${sql.ref('open')}) as bigint)`.as('qty'),
      sql<number>`sum(case when place = 1 then 1 else 0 end)`.as('orders'),
    ])
    .execute()
  const orders = new Map<string, number>()
  const lines = rows.map((row): OpenLine => {
    const day = dayFor(row.roasts_on, days)
    orders.set(day, (orders.get(day) ?? 0) + row.orders)
    return {
      day,
      isPlanned: false,
      product: row.product_id,
      name: row.name,
      sizeId: row.size_id,
      sizeLabel: row.size_label,
      grams: row.size_grams ?? 0,
      grind: row.grind,
      qty: row.qty,
    }
  })
  return { lines, orders }
}

/** The open bags of one order. */
export type OrderedBags = { order: string; number: string; product: string; grams: number }

/** The open bags of the orders of a day, in the order in which they were placed. */
export async function readOrdersOf({ db }: Shop, days: Days, day: string): Promise<OrderedBags[]> {
  const rows = await openLines(db, paidUntil(db, day))
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .select(['line.order_id', 'orders.number', 'roasts_on', 'product_id', 'size_grams'])
    .select(openPieces.as('qty'))
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .orderBy('line.position')
    .execute()
  return rows
    .filter(({ roasts_on: roastsOn }) => dayFor(roastsOn, days) === day)
    .map(({ order_id: order, number, product_id: product, size_grams: grams, qty }) => {
      return { order, number: number ?? order, product, grams: (grams ?? 0) * qty }
    })
}

function paidUntil(db: Shop['db'], until: string) {
  return db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'paid')
    .where((eb) => eb.or([eb('roasts_on', '<=', until), eb('roasts_on', 'is', null)]))
}

function dayFor(roastsOn: string | null, { today, lateDay }: Days): string {
  return roastsOn === null || roastsOn < today ? lateDay : roastsOn
}

async function readPlanned(
  { db, clock }: Shop,
  { calendar }: Days,
  until: string,
): Promise<Pick<Demand, 'lines' | 'choices'>> {
  const choices = new Map<string, number>()
  const lines: OpenLine[] = []
  for (const { product, grind: chosen, qty, roastDays } of await readPlannedBags(db, {
    calendar,
    now: nowAt(clock),
    until,
  }))
    for (const day of roastDays) {
      if (product === null) {
        choices.set(day, (choices.get(day) ?? 0) + qty)
        continue
      }
      const { id, name, sizeId, sizeLabel: label, sizeGrams } = product
      const sizeLabel = labelOf({ label, grams: sizeGrams })
      const grind = chosen || defaultGrind(COFFEE_BEANS)
      const of = { product: id, name, sizeId, sizeLabel, grams: sizeGrams ?? 0, grind }
      lines.push({ day, isPlanned: true, ...of, qty })
    }
  return { lines, choices }
}

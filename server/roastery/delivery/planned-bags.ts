/**
 * The bags that subscriptions, and standing orders of wholesale, need on coming roast days: their deliveries that have no
 * order yet.
 */
import { sql, type ExpressionBuilder } from 'kysely'
import type { RoastCalendar } from '#shared/platform/delivery.ts'
import {
  planner,
  upcoming,
  type DeliveryDays,
  type Planner,
  type Weeks,
} from '#shared/platform/subscriptions.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { DAY } from '#server/kernel/time/clock.ts'

type Until = { first: string | null; until: string }

/**
 * The days of the deliveries that a subscription has from `plannedOn` to `until`. A late one is roasted as soon as possible.
 * @param first the first roast day that is still possible
 */
export function deliveriesUntil(
  plan: Planner,
  { plannedOn, weeks }: { plannedOn: string; weeks: Weeks },
  { first, until }: Until,
): DeliveryDays[] {
  const most = Math.floor((Date.parse(until) - Date.parse(plannedOn)) / (weeks * 7 * DAY)) + 1
  return upcoming(plan, plannedOn, weeks, most)
    .map((days) => (first !== null && days.roastsOn < first ? { ...days, roastsOn: first } : days))
    .filter(({ roastsOn }) => roastsOn <= until)
}

/**
 * Bags of one coffee, size and grind. `roastDays` has a day for each delivery. `product` is null for roaster's choice, whose
 * coffee is chosen when it is charged.
 */
export type PlannedBags = {
  product: { id: string; name: string; sizeId: string; sizeLabel: string; sizeGrams: number | null } | null
  grind: string
  qty: number
  roastDays: string[]
  isStanding: boolean
}

type Wanted = { calendar: RoastCalendar; now: Parameters<Planner['firstRoast']>[0]; until: string }

/** The bags of coffees that are roasted to order, and of roaster's choice, until a day. The same bags are added up. */
export async function readPlannedBags(db: Db, { calendar, now, until }: Wanted): Promise<PlannedBags[]> {
  const plan = planner(calendar)
  const within = { first: plan.firstRoast(now), until }
  const known = new Map<string, string[]>()
  const roastDaysOf = (plannedOn: string, weeks: Weeks): string[] => {
    const key = `${plannedOn} ${weeks}`
    const days =
      known.get(key) ?? deliveriesUntil(plan, { plannedOn, weeks }, within).map(({ roastsOn }) => roastsOn)
    known.set(key, days)
    return days
  }
  const [items, standing] = await Promise.all([
    readItems(db, until),
    readStanding(db, { ...within, today: now.day }),
  ])
  const ofSubscriptions = items.map((row) => {
    const { product: id, sizeId, name, label: sizeLabel, grams: sizeGrams, grind, qty } = row
    const planned = roastDaysOf(row.nextOn!, row.weeks)
    const days = planned.slice(0, row.left ?? planned.length)
    return {
      product:
        id === null || sizeId === null
          ? null
          : { id, name: name ?? '', sizeId, sizeLabel: sizeLabel ?? '', sizeGrams },
      grind,
      qty,
      // An item that is added once is only in the next delivery.
      roastDays: row.isOnce === 1 ? days.slice(0, 1) : days,
      isStanding: false,
    }
  })
  return [...ofSubscriptions, ...standing]
}

/**
 * The bags of the dates of standing orders that have no order yet. A date has its own lines or those of its pattern. One that
 * is late is roasted as soon as possible.
 */
async function readStanding(
  db: Db,
  { first, until, today }: Until & { today: string },
): Promise<PlannedBags[]> {
  const rows = await db
    .selectFrom('standing_dates as date')
    .innerJoin('standing_lines as line', (join) =>
      join
        .onRef('line.standing_order_id', '=', 'date.standing_order_id')
        .on((eb) =>
          eb.or([
            eb('line.date_id', '=', eb.ref('date.id')),
            eb.and([eb('line.date_id', 'is', null), eb('date.has_own_lines', '=', 0)]),
          ]),
        ),
    )
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('product_sizes as size', 'size.id', 'line.size_id')
    .where('date.state', 'in', ['planned', 'waiting'])
    .where('date.roasts_on', '<=', until)
    .where('is_roasted_to_order', '=', 1)
    .groupBy(['date.roasts_on', 'products.id', 'size.id', 'line.grind'])
    .select(['date.roasts_on as day', 'line.grind'])
    .select(['products.id as product', 'products.name', 'size.id as sizeId', 'label', 'size.grams'])
    .select(({ fn }) => fn.sum<number>('line.qty').as('qty'))
    .execute()
  return rows.map(({ product: id, sizeId, name, label: sizeLabel, grams: sizeGrams, grind, qty, day }) => ({
    product: { id, name, sizeId, sizeLabel, sizeGrams },
    grind,
    qty,
    roastDays: [day! < today ? (first ?? day!) : day!],
    isStanding: true,
  }))
}

function readItems(db: Db, until: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('subscription_items as item', 'item.subscription_id', 'subscriptions.id')
    .leftJoin('products', 'products.id', 'item.product_id')
    .leftJoin('product_sizes as size', 'size.id', 'item.size_id')
    .where('next_on', '<=', until)
    .where('status', 'in', ['active', 'paused', 'gift'])
    .where((eb) =>
      eb.or([eb('taste', 'is not', null), eb('is_roasted_to_order', '=', 1).and('size.id', 'is not', null)]),
    )
    .groupBy(['next_on', 'weeks', 'is_once', 'products.id', 'size.id', 'item.grind'])
    .groupBy((eb) => leftInGift(eb))
    .select(['next_on as nextOn', 'weeks', 'is_once as isOnce', 'item.grind'])
    .select((eb) => leftInGift(eb).as('left'))
    .select(['products.id as product', 'products.name', 'size.id as sizeId', 'label', 'size.grams'])
    .select(({ fn }) => fn.sum<number>('item.qty').as('qty'))
    .execute()
}

/** The deliveries that are left of a gift subscription; null for others. */
export function leftInGift(eb: ExpressionBuilder<Schema, 'subscriptions'>) {
  return sql<number | null>`(select card.balance_cents / gift.share_cents from gift_subscriptions gift
    join gift_cards card on card.id = gift.card_id where gift.subscription_id = ${eb.ref('subscriptions.id')})`
}

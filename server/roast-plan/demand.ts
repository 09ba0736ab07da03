/** What orders and subscriptions still need of coffees that are roasted to order. */
import { sql } from 'kysely'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { defaultGrind } from '#shared/grinds.ts'
import { isRoastedToOrder } from '../roast-day/ordered-lines.ts'
import type { Shop } from '../shop.ts'
import { plannedDeliveries } from '../subscription-plan/planned.ts'

/** Bags of one size and grind that someone still needs on a day. */
export type OpenLine = {
  day: string
  /** Null for a delivery of a subscription that is not charged yet. */
  order: { id: string; number: string } | null
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
 * `lines` are in the order in which they were promised, subscriptions last. `choices` are bags of roaster's choice by day:
 * their coffees are not known until their deliveries are charged.
 */
export type Demand = { lines: OpenLine[]; choices: Map<string, number> }

/** @param lateDay the day on which open orders of days before today are roasted */
type Days = { today: string; lateDay: string; until: string }

export async function readDemand(shop: Shop, days: Days): Promise<Demand> {
  const [orders, planned] = await Promise.all([readOrders(shop, days), readPlanned(shop, days)])
  return { lines: [...orders, ...planned.lines], choices: planned.choices }
}

const refunded = sql<number>`coalesce((
  select sum(item.qty) from payments
  join refunds on refunds.payment_id = payments.id and refunds.state <> 'failed'
  join refund_items item on item.refund_id = refunds.id and item.line = line.position
  where payments.order_id = line.order_id), 0)`
const filled = sql<number>`coalesce((
  select sum(used.qty) from bag_uses used
  where used.order_id = line.order_id and used.position = line.position), 0)`

/** The bags of paid orders that are neither refunded nor filled. */
async function readOrders({ db }: Shop, { today, lateDay, until }: Days): Promise<OpenLine[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines as line', 'line.order_id', 'orders.id')
    .select(['orders.id', 'orders.number', 'roasts_on', 'product_id', 'name', 'size_id', 'size_label'])
    .select(['size_grams', 'grind', sql<number>`line.qty - ${refunded} - ${filled}`.as('open')])
    .where('orders.state', '=', 'paid')
    .where((eb) => eb.or([eb('roasts_on', '<=', until), eb('roasts_on', 'is', null)]))
    .where(isRoastedToOrder)
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .execute()
  return rows.flatMap((row) => {
    const qty = row.open
    const isLate = row.roasts_on === null || row.roasts_on < today
    const line: OpenLine = {
      day: isLate ? lateDay : row.roasts_on!,
      order: { id: row.id, number: row.number ?? row.id },
      product: row.product_id,
      name: row.name,
      sizeId: row.size_id,
      sizeLabel: row.size_label,
      grams: row.size_grams ?? 0,
      grind: row.grind,
      qty,
    }
    return qty > 0 ? line : []
  })
}

async function readPlanned(shop: Shop, { until }: Days): Promise<Demand> {
  const deliveries = await plannedDeliveries(shop, until)
  const choices = new Map<string, number>()
  const lines: OpenLine[] = []
  const sizes = deliveries.length > 0 ? await readSizes(shop) : new Map<string, number>()
  for (const { days, items } of deliveries) {
    const day = days.roastsOn
    for (const { product_id: product, size_id: sizeId, taste, name, sizeLabel, grind, qty } of items) {
      if (taste !== null) choices.set(day, (choices.get(day) ?? 0) + qty)
      const grams = sizes.get(sizeId ?? '')
      if (product === null || sizeId === null || grams === undefined) continue
      const of = { product, name, sizeId, sizeLabel, grams, grind: grind || defaultGrind(COFFEE_BEANS) }
      lines.push({ day, order: null, ...of, qty })
    }
  }
  return { lines, choices }
}

/** The weights of all sizes of coffees that are roasted to order. */
async function readSizes({ db }: Shop): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_id', 'products.id')
    .select(['product_sizes.id', 'grams'])
    .where('is_roasted_to_order', '=', 1)
    .execute()
  return new Map(rows.map(({ id, grams }) => [id, grams ?? 0]))
}

/**
 * Writes the roast week of the demo: green coffee, roasts, recipes, batches with curves, lots, bags and cuppings. Its rows
 * are marked for a later removal (server/backoffice/demo/demo-roastery.ts).
 */
import { isRoastDay } from '#shared/platform/delivery.ts'
import { calendarOf, SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { addDays } from '#shared/kernel/days.ts'
import { greenOf } from '#server/roastery/delivery/green-coffee.ts'
import { openLines, openPieces } from '#server/roastery/open-lines/open-lines.ts'
import { DEMO_CAPACITY } from '#server/backoffice/demo/demo-roastery.ts'
import { type Clock, newId } from '#server/kernel/time/clock.ts'
import { utcOf, nowAt } from '#server/kernel/time/shop-days.ts'
import type { DemoKind, Tx } from '#server/kernel/db/schema.ts'
import type { Goods } from '../history/rows.ts'
import { GREENS, PACKAGING, RECIPES, ROASTS } from './green.ts'
import { writeWeek } from './write-week.ts'

const BY = 'Frame Demo'
/** The capacity of the next roast days in grams of green coffee, and for how many days it is set. */
const CAPACITY = 48_000
const CAPACITY_DAYS = 7

/** @param goods the products of the demo, the coffees first, in the order of their numbers */
export async function writeRoastery(tx: Tx, clock: Clock, goods: readonly Goods[]): Promise<void> {
  const greens = await writeGreens(tx, clock)
  const roasts = await writeRoasts(tx, clock, greens)
  const recipes = await writeRecipes(tx, clock, goods, roasts)
  await writePackaging(tx, clock, goods)
  await writeBookings(tx)
  await writeCapacity(tx, clock)
  const week = await writeWeek(tx, clock, { goods, greens, roasts, by: BY })
  const marks: Partial<Record<DemoKind, readonly string[]>> = {
    green_lots: [...greens.values()],
    roasts: [...roasts.values()],
    recipes,
    ...week,
  }
  await tx
    .insertInto('demo_rows')
    .values(Object.entries(marks).flatMap(([kind, ids]) => ids.map((id) => ({ kind: kind as DemoKind, id }))))
    .execute()
}

/** Returns the ids by code. */
async function writeGreens(tx: Tx, clock: Clock): Promise<Map<string, string>> {
  const { day } = nowAt(clock)
  const rows = GREENS.map(({ boughtKg, perKg, reorderKg, daysAgo, ...green }) => {
    const on = addDays(day, -daysAgo)
    const hasArrived = daysAgo >= 0
    const at = hasArrived ? utcOf({ day: on, time: '10:30' }) : clock.now().toISOString()
    return {
      id: newId(clock),
      ...green,
      due_on: hasArrived ? '' : on,
      arrived_on: hasArrived ? on : null,
      bought_grams: boughtKg * 1000,
      cost_cents: Math.round(boughtKg * perKg * 100),
      reorder_grams: reorderKg * 1000,
      notes: '',
      grams_left: hasArrived ? boughtKg * 1000 : 0,
      created_at: at,
      updated_at: at,
    }
  })
  await tx.insertInto('green_lots').values(rows).execute()
  await tx
    .insertInto('coffee_adjustments')
    .values(
      rows
        .filter(({ arrived_on }) => arrived_on !== null)
        .map(({ id, bought_grams, created_at }) => ({
          id: newId(clock),
          green_lot_id: id,
          batch_id: null,
          coffee_lot_id: null,
          bags_id: null,
          change: bought_grams,
          reason: 'arrival' as const,
          at: created_at,
          actor: BY,
        })),
    )
    .execute()
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Returns the ids by key. */
async function writeRoasts(
  tx: Tx,
  clock: Clock,
  greens: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const now = clock.now().toISOString()
  const rows = ROASTS.map(({ key, name, profile, loss, greens: parts }) => ({
    key,
    parts,
    row: {
      id: newId(clock),
      name,
      profile,
      loss_thousandths: loss,
      smallest_grams: null,
      largest_grams: null,
      notes: '',
      created_at: now,
      updated_at: now,
    },
  }))
  await tx
    .insertInto('roasts')
    .values(rows.map(({ row }) => row))
    .execute()
  await tx
    .insertInto('roast_greens')
    .values(
      rows.flatMap(({ row, parts }) =>
        parts.map(({ code, percent }, position) => ({
          roast_id: row.id,
          position,
          green_lot_id: greens.get(code)!,
          percent,
        })),
      ),
    )
    .execute()
  return new Map(rows.map(({ key, row }) => [key, row.id]))
}

/** Returns the ids of the products. */
async function writeRecipes(
  tx: Tx,
  clock: Clock,
  goods: readonly Goods[],
  roasts: ReadonlyMap<string, string>,
): Promise<string[]> {
  const now = clock.now().toISOString()
  const recipes = RECIPES.map(({ no, roasts: parts }) => ({ productId: goods[no - 1]!.product.id, parts }))
  await tx
    .insertInto('recipes')
    .values(
      recipes.map(({ productId }) => ({
        product_id: productId,
        notes: '',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await tx
    .insertInto('recipe_roasts')
    .values(
      recipes.flatMap(({ productId, parts }) =>
        parts.map(([key, percent], position) => ({
          product_id: productId,
          position,
          roast_id: roasts.get(key)!,
          percent,
        })),
      ),
    )
    .execute()
  return recipes.map(({ productId }) => productId)
}

/** Orders of coffee that is roasted to order take green coffee of their roast day. */
async function writeBookings(tx: Tx): Promise<void> {
  const lines = await openLines(tx, tx.selectFrom('orders').select('id').where('state', '=', 'paid'))
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .select(['line.order_id', 'roasts_on', 'product_id', 'size_grams', openPieces.as('qty')])
    .execute()
  const rows = []
  for (const [id, own] of Map.groupBy(lines, ({ order_id }) => order_id)) {
    const bags = own.map((line) => ({
      productId: line.product_id,
      sizeGrams: line.size_grams,
      qty: line.qty,
    }))
    const day = own[0]!.roasts_on
    if (day !== null) rows.push({ order_id: id, day, green_grams: await greenOf(tx, bags) })
  }
  if (rows.length > 0) await tx.insertInto('roast_bookings').values(rows).execute()
}

/** Sets the capacity of single days, because a capacity in the settings would stay when the demo is removed. */
async function writeCapacity(tx: Tx, clock: Clock): Promise<void> {
  const { day } = nowAt(clock)
  const rows = Array.from({ length: CAPACITY_DAYS }, (_, index) => addDays(day, index))
    .filter((each) => isRoastDay(calendarOf(SHIPPING_DEFAULTS), each))
    .map((each) => ({ day: each, capacity_grams: CAPACITY, note: DEMO_CAPACITY }))
  await tx.insertInto('roast_days').values(rows).execute()
}

async function writePackaging(tx: Tx, clock: Clock, goods: readonly Goods[]): Promise<void> {
  const rows = goods.flatMap(({ sizes }) =>
    sizes.flatMap(({ id, grams }) => {
      const cents = grams === null || grams === undefined ? undefined : PACKAGING[grams]
      return cents === undefined ? [] : [{ size_id: id, cents, updated_at: clock.now().toISOString() }]
    }),
  )
  await tx.insertInto('packaging_costs').values(rows).execute()
}

/** A roast day in the database of the worker's shop, for browser tests: four coffees, one of them a blend, and orders. */
import { addDays } from '#shared/kernel/days.ts'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { connectForCommand, type Database } from '#server/kernel/db/connect.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { plannedBatch } from '../roastery/batches.ts'
import { greenLot, makeToOrder, roastOf } from '../roastery/green.ts'
import { addOrder, type Ordered } from '../roastery/orders.ts'
import { coffeeOfOwn } from './by-api.ts'

/** The database of the shop of this worker, which is running. Close it at the end. */
export function openDatabase(): Promise<Database> {
  const dataDir = join(process.env.FRAME_TEST_DATA!, process.env.TEST_PARALLEL_INDEX ?? '0')
  return connectForCommand({ dataDir, databaseUrl: null })
}

/**
 * A roast day this many days from now, 160 at most; 110 if the test needs its orders, because no order is placed more than
 * 120 days before its day. No two tests have the same day, nor days a week apart: a repeated test gets the day a week later.
 */
export function dayIn(days: number): string {
  return addDays(nowAt(systemClock).day, days + 7 * test.info().retry)
}

type Coffee = { product: string; name: string; sizeId: string; grams: number }

/** What was created: the coffees with the blend last, and the names of the roasts. */
export type CreatedDay = { coffees: Coffee[]; orders: string[] }

const ROASTS = ['Guji', 'Huila', 'Lintong']
const COFFEES = ['Sunrise', 'Midday', 'Sunset', 'All Day']
const BUYERS = [
  'Ada Byron',
  'Grace Hopper',
  'Emmy Noether',
  'Lise Meitner',
  'Maria Merian',
  'Sofia Kovalevskaya',
  'Mary Anning',
  'Rosalind Franklin',
]

/** Different in each process, because a failed test starts a new one on the same shop. */
let numbers = Date.now() % 1_000_000

/** Three batches of three roasts, four coffees, of which the last one is a blend of the first two roasts, and eight orders. */
export async function createDay({ db }: Database, day: string): Promise<CreatedDay> {
  const roastery = { db, clock: systemClock }
  const coffees: Coffee[] = []
  for (const name of COFFEES) coffees.push(await newCoffee(name))
  const roasts: string[] = []
  for (const name of ROASTS) {
    const lot = await greenLot(roastery, { code: `${name.toUpperCase()}-${++numbers}` })
    roasts.push(await roastOf(roastery, [{ lot, percent: 100 }], { name }))
  }
  for (const roast of roasts) await plannedBatch(roastery, { roast, day, grams: 6000 })
  for (const [index, roast] of roasts.entries())
    await makeToOrder(roastery, coffees[index]!.product, [{ roast, percent: 100 }])
  const [guji, huila] = roasts
  await makeToOrder(roastery, coffees[3]!.product, [
    { roast: guji!, percent: 60 },
    { roast: huila!, percent: 40 },
  ])
  const orders: string[] = []
  for (const [index, buyer] of BUYERS.entries()) {
    const lines = [coffees[index % 4]!, ...(index < 4 ? [coffees[(index + 1) % 4]!] : [])]
    const id = await addOrder(roastery, { day, lines: lines.map(orderedOf) })
    const number = `F-${++numbers}`
    await db.updateTable('orders').set({ number, recipient: buyer }).where('id', '=', id).execute()
    for (const [position, { name, grams }] of lines.entries())
      await db
        .updateTable('order_lines')
        .set({ name, size_grams: grams })
        .where('order_id', '=', id)
        .where('position', '=', position)
        .execute()
    orders.push(number)
  }
  return { coffees, orders }
}

function orderedOf({ product, sizeId, grams }: Coffee): Ordered {
  return { product, sizeId, grams, qty: 2 }
}

/** A coffee of this day only, which is not on sale, so that lists of other tests stay short. Its first size has the id of the product. */
async function newCoffee(title: string): Promise<Coffee> {
  const { _id, name } = await coffeeOfOwn(title, { isRoastedToOrder: true, isDraft: true })
  return { product: _id, name, sizeId: _id, grams: 340 }
}

/** What a day's steps have done, to see that each was counted once. */
export async function countDay({ db }: Database, day: string) {
  const batches = await db
    .selectFrom('batches')
    .select(['state', 'green_grams', 'roasted_grams'])
    .where('roasts_on', '=', day)
    .orderBy('position')
    .execute()
  const bags = await db
    .selectFrom('bags')
    .select(({ fn }) => [fn.sum<number>('qty').as('qty'), fn.sum<number>('qty_left').as('left')])
    .where('made_on', '=', day)
    .executeTakeFirstOrThrow()
  const used = await db
    .selectFrom('bag_uses')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(({ fn }) => fn.sum<number>('qty').as('qty'))
    .where('roasts_on', '=', day)
    .executeTakeFirstOrThrow()
  return { batches, packaged: bags.qty ?? 0, left: bags.left ?? 0, inOrders: used.qty ?? 0 }
}

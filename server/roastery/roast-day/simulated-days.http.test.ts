// On SQLite only: random steps, whose statements the files beside it send on both databases.
// Slow, not in `npm run check`: random roast days.
/**
 * Ten roast days with four people who work at the same time, repeat and undo steps, and correct stocks. The campaign
 * `npm run torture -- roastery` does it for a year, and kills the shop.
 */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { randomOfTest } from '#test/random-of-test.ts'
import { imbalances } from '#test/roastery-balance.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { addSimulated, planDay, workOn, type Worker } from '#test/simulated-roastery.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const DAYS = 10
const MAX_DAYS = 100
const ORDERS = 3

test('ten random roast days balance to the gram, and every bag leads to its green coffee and back', async () => {
  const random = randomOfTest()
  const ids = await Promise.all(Array.from({ length: 4 }, () => shop.sell()))
  const roastery = await addSimulated(
    shop,
    ids.map((product) => ({ product, grams: 340 })),
  )
  const owner = await shop.admin()
  const workers = Array.from({ length: 4 }, (): Worker => {
    const steps = { done: 0, refused: 0, repeated: 0, undone: 0 }
    return { call: owner, wrong: [], steps, last: null, random }
  })
  const sum = (count: (worker: Worker) => number) => workers.reduce((total, each) => total + count(each), 0)
  const undone = () => sum(({ steps }) => steps.undone)
  const repeated = () => sum(({ steps }) => steps.repeated)
  let days = 0
  // More than ten days, if until then no step was undone or none was repeated. This is rare.
  while (days < DAYS || (days < MAX_DAYS && (undone() === 0 || repeated() === 0))) {
    const day = addDays('2026-12-01', days * 3)
    await planDay(shop, roastery, { day, orders: ORDERS, random })
    await Promise.all(workers.map((worker) => workOn(worker, day, { steps: 5 })))
    await workOn(workers[0]!, day, { steps: 100, isCalm: true })
    expect(await imbalances(shop.db)).toEqual([])
    days++
  }
  expect(workers.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(undone()).toBeGreaterThan(0)
  expect(repeated()).toBeGreaterThan(0)
  const { rows } = await sql<{
    orders: number
  }>`select count(distinct order_id) as orders from bag_uses`.execute(shop.db)
  // Usually 20 to 30 of 30. The others need coffee that was spilled, or were canceled.
  expect(rows[0]!.orders).toBeGreaterThan((days * ORDERS) / 2)
})

test('the balance finds a changed weight at every place', async () => {
  for (const change of [
    sql`update green_lots set grams_left = grams_left + 1`,
    sql`update batches set grams_left = grams_left + 1 where state = 'roasted'`,
    sql`update coffee_lots set grams_left = grams_left + 1`,
    sql`update bags set qty_left = qty_left + 1`,
    sql`update bag_uses set qty = qty + 1`,
    sql`update batch_greens set grams = grams + 1`,
    sql`update coffee_lot_batches set grams = grams + 1`,
    sql`delete from coffee_adjustments where reason = 'arrival'`,
  ]) {
    const found = await shop.db
      .transaction()
      .execute(async (tx) => {
        await change.execute(tx)
        throw new Found(await imbalances(tx))
      })
      .catch((error: unknown) => {
        if (error instanceof Found) return error.found
        throw error
      })
    expect(found.length).toBeGreaterThan(1)
  }
})

/** Rolls the change back. */
class Found extends Error {
  readonly found: string[]

  constructor(found: string[]) {
    super('Found')
    this.found = found
  }
}

/** Cash that goes into the drawer and out of it without a sale, in the books. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { bookkeeper, YEAR } from './accounting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const books = bookkeeper(() => shop)
const [APRIL, MAY] = [`${YEAR}-04`, `${YEAR}-05`]

async function move(kind: 'in' | 'out', amount: number): Promise<void> {
  const { status, text } = await (
    await books.owner()
  ).post('/api/counter-day/moves', { kind, amount, reason: 'Milk' })
  expect(status, text).toBe(201)
}

test('cash that is paid in and out moves between the drawer and an account of its own', async () => {
  books.goTo(`${APRIL}-10T14:00:00Z`)
  await (await books.owner()).post('/api/counter-day/start', { start: 100 })
  await move('out', 12.5)
  await move('in', 2)
  const april = await books.read(APRIL)
  expect(april.total).toMatchObject({ till: -10.5, cashMoves: -10.5, overShort: 0, received: 0, net: 0 })
  const [, ...rows] = csvRows(await books.fileOf(APRIL, 'quickbooks-journal'))
  const about = 'Cash paid in and out'
  expect(rows.map(([, , ...cells]) => cells)).toEqual([
    ['Cash on Hand', '', '10.5', about],
    ['Petty Cash', '10.5', '', about],
  ])
  const bookings = await books.bookingsOf(april)
  expect(bookings.map(({ kind, till, cashMoves }) => [kind, till, cashMoves])).toEqual([
    ['counter-day', -12.5, -12.5],
    ['counter-day', 2, 2],
  ])
})

test('a closed month keeps them, and what owners booked by hand before is not booked again', async () => {
  books.goTo(`${MAY}-02T14:00:00Z`)
  const closed = await books.close(APRIL)
  expect(closed.total.cashMoves).toBe(-10.5)
  await move('in', 40)
  await move('out', 7)
  const older = shop.db.updateTable('counter_moves').set({ is_booked: 0 }).where('cents', '=', -700)
  await older.execute()
  expect((await books.read(APRIL)).total).toEqual(closed.total)
  const may = await books.read(MAY)
  expect([may.corrections, may.total.cashMoves, may.total.till]).toEqual([[], 40, 40])
})

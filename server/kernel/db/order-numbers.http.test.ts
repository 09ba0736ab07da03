/** The migration 023-order-numbers.sql: numbers for the orders of existing shops. */
import { expect, test } from 'vitest'
import { oldOrder, openOldDatabase } from '#test/old-database.ts'
import { newId } from '../time/clock.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')

/** Creates orders with these ids in the schema before the migration, migrates, and returns the numbers in order of time. */
async function numbersOf(ids: string[]): Promise<string[]> {
  const { db, migrate, close } = await openOldDatabase('022-guests')
  try {
    const rows = ids.map((id, index) => {
      const at = new Date(START + index).toISOString()
      return oldOrder({ id, state: 'pending', created_at: at, reserved_until: at })
    })
    if (rows.length > 0) await db.insertInto('orders').values(rows).execute()
    await migrate('023-order-numbers')
    const migrated = await db.selectFrom('orders').select('number').orderBy('created_at').execute()
    return migrated.map(({ number }) => number)
  } finally {
    await close()
  }
}

test('every existing order gets a unique number, which does not reveal how many orders came before', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => newId({ now: () => new Date(START + index) }))
  const numbers = await numbersOf(ids)
  expect(new Set(numbers).size).toBe(1000)
  for (const number of numbers) expect(number).toMatch(/^[2-9CFGHJMPQRVWX]{3}-[2-9CFGHJMPQRVWX]{3}$/)
  // The numbers use all first characters, and neither grow nor fall with time.
  expect(new Set(numbers.map(([first]) => first)).size).toBe(20)
  const growing = numbers.filter((number, index) => index > 0 && number > numbers[index - 1]!).length
  expect(growing).toBeGreaterThan(300)
  expect(growing).toBeLessThan(700)
})

test('a shop with one order gets numbers, and so does a shop whose ids have another format', async () => {
  expect((await numbersOf([newId({ now: () => new Date(START) })]))[0]).toMatch(/^\w{3}-\w{3}$/)
  const numbers = await numbersOf([
    'a',
    'b',
    'Order-with-CAPITALS-and-dashes',
    'order-with-capitals-and-dashes',
  ])
  expect(new Set(numbers).size).toBe(4)
  for (const number of numbers) expect(number).toMatch(/^\w{3}-\w{3}$/)
})

test('a shop without orders migrates', async () => {
  expect(await numbersOf([])).toEqual([])
})

/** The migration 023-order-numbers.sql: numbers for the orders of existing shops. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newPlace, onPostgres, type TestPlace } from '#test/database.ts'
import { newId } from '../time/clock.ts'
import { migrate, migrationNames } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let place: TestPlace
afterEach(() => rm(place.dataDir, { recursive: true, force: true }))

const LAST_BEFORE = migrationNames()[migrationNames().indexOf('023-order-numbers') - 1]
const START = Date.parse('2026-01-01T00:00:00.000Z')

/** Creates orders with these ids in the schema before the migration, migrates, and returns the numbers in order of time. */
async function numbersOf(ids: string[]): Promise<string[]> {
  place = await newPlace()
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  const db = new Kysely<any>({ dialect })
  try {
    const kind = onPostgres ? 'postgres' : 'sqlite'
    await migrate(db, kind, LAST_BEFORE)
    const order = {
      user_id: null,
      buyer_name: 'Ann',
      buyer_email: 'a@example.com',
      state: 'pending',
      address: '',
      address2: '',
      city: '',
      ship_state: 'VA',
      postal_code: '',
      country: 'US',
      payment_method: 'PayPal',
      shipment_id: '',
      rate_id: '',
      shipping_service: '',
      items_cents: 2200,
      shipping_cents: 816,
      tax_cents: 22,
      total_cents: 3038,
    }
    const rows = ids.map((id, index) => {
      const at = new Date(START + index).toISOString()
      return { ...order, id, created_at: at, reserved_until: at }
    })
    if (rows.length > 0) await db.insertInto('orders').values(rows).execute()
    await migrate(db, kind, '023-order-numbers')
    const migrated = await db.selectFrom('orders').select('number').orderBy('created_at').execute()
    return migrated.map(({ number }) => number)
  } finally {
    await db.destroy()
  }
}

test('every existing order gets a number of its own, in no order that shows how many came before', async () => {
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

test('a shop with one order, and one with ids of another form, gets numbers too', async () => {
  expect((await numbersOf([newId({ now: () => new Date(START) })]))[0]).toMatch(/^\w{3}-\w{3}$/)
  await rm(place.dataDir, { recursive: true, force: true })
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

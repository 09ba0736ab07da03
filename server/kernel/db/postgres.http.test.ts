// On PostgreSQL only: the settings of its connections.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'

describe.runIf(onPostgres)('the connections of the shop', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test('do not compile statements, because that takes longer than the sums of a month', async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(shop.db)
    expect(rows).toEqual([{ jit: 'off' }])
  })
})

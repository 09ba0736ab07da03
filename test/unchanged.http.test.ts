import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from './shop.ts'
import { changedBy } from './unchanged.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const rename = (name: string) => shop.db.updateTable('products').set({ name }).execute()

test('a changed row, a new row and a deleted row are found, and nothing is found if a write changes nothing', async () => {
  await shop.sell({ name: 'Harrar' })
  expect(await changedBy(shop.db, () => rename('Sidamo'))).toEqual(['products'])
  expect(await changedBy(shop.db, () => rename('Sidamo'))).toEqual([])
  expect(await changedBy(shop.db, async () => {})).toEqual([])
  const added = await changedBy(shop.db, () => shop.sell({ name: 'Yirgacheffe' }))
  expect(added).toEqual(expect.arrayContaining(['products', 'product_sizes']))
  const removed = await changedBy(shop.db, () => shop.db.deleteFrom('stock_moves').execute())
  expect(removed).toEqual(['stock_moves'])
})

/** The goods that the counter can sell. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let bo: Visitor
beforeAll(async () => {
  shop = await openShop()
  bo = await signedIn(shop, { role: 'barista' })
})
afterAll(() => shop.close())

const find = async (keyword = '') =>
  (await bo.get(`/api/counter-goods?keyword=${encodeURIComponent(keyword)}`)).body.goods

test('the counter finds goods on sale by words of their name and by a whole SKU, with what is left', async () => {
  const id = await shop.sell({ name: 'Tarrazú Honey', priceCents: 1750, stock: 3 })
  await shop.db.updateTable('product_sizes').set({ sku: 'Tz-12' }).where('product_id', '=', id).execute()
  for (const keyword of ['tarrazu', 'honey TARRAZÚ', 'tz-12'])
    expect(await find(keyword), keyword).toMatchObject([
      { product: id, name: 'Tarrazú Honey', sizes: [{ price: 17.5, left: 3, sku: 'Tz-12' }] },
    ])
  expect(await find('tz-1')).toEqual([])
  await shop.db.updateTable('products').set({ is_draft: 1 }).where('id', '=', id).execute()
  expect(await find('tarrazu')).toEqual([])
})

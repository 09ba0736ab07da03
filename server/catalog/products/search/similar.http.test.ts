import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#server/kernel/time/clock.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog({}, true)
beforeAll(async () => {
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
})

async function sell(name: string, cuppingNote: string, roastingLevel: number, more: object = {}) {
  const id = await shop.sell({ name, stock: 5 })
  const { body } = await admin.get(`/api/products/${id}`)
  const answer = await admin.put(`/api/products/${id}`, { ...body, cuppingNote, roastingLevel, ...more })
  expect(answer.status, answer.text).toBe(200)
  return id
}

const similar = async (id: string): Promise<string[]> =>
  (await shop.visitor().get(`/api/products/${id}/similar`)).body.map(({ name }: { name: string }) => name)

test('similar products have the same category, then common tasting notes and a near roast; sold out ones come last', async () => {
  const washed = await sell('Washed', 'Jasmine, peach, honey', 1)
  await sell('Mug', '', 0, { category: 'Cups', size: null })
  await sell('Dark', 'Cocoa, smoke', 5)
  await sell('Peachy', 'Peach, honey, tea', 1)
  const medium = await sell('Medium', 'Peach', 2)
  await sell('Chocolate', 'Chocolate', 3)
  shop.clock.advance(HOUR)
  expect(await similar(washed)).toEqual(['Peachy', 'Medium', 'Chocolate', 'Dark'])
  await shop.db.updateTable('product_sizes').set({ count_in_stock: 0 }).where('id', '=', medium).execute()
  shop.shop.changed({ tag: 'Product', id: medium })
  expect(await similar(washed)).toEqual(['Peachy', 'Chocolate', 'Dark', 'Mug'])
  expect((await shop.visitor().get('/api/products/unknown/similar')).status).toBe(404)
})

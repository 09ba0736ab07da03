import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#server/kernel/time/clock.ts'
import { bought } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop, signInAgain } from '../catalog.testing.ts'

openCatalog()
beforeAll(async () => {
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
})

const names = async (): Promise<string[]> =>
  (await shop.visitor().get('/api/products/featured')).body.map(({ name }: { name: string }) => name)

async function feature(id: string, featured: number | null) {
  const { body } = await shop.visitor().get(`/api/products/${id}`)
  const { status, text } = await admin.put(`/api/products/${id}`, { ...body, featured })
  expect(status, text).toBe(200)
}

test('the home page shows the owner’s choice in her order, then best sellers, then the newest products', async () => {
  const [one, two, three, four] = [
    await shop.sell({ name: 'One', stock: 50 }),
    await shop.sell({ name: 'Two', stock: 50 }),
    await shop.sell({ name: 'Three', stock: 50 }),
    await shop.sell({ name: 'Four', stock: 50 }),
  ]
  expect(await names()).toEqual(['Four', 'Three', 'Two', 'One'])
  const buyer = await signedIn(shop)
  await bought(shop, buyer, [{ _id: one, qty: 3 }])
  await bought(shop, buyer, [{ _id: two, qty: 2 }])
  shop.clock.advance(HOUR)
  await signInAgain()
  expect(await names()).toEqual(['One', 'Two', 'Four', 'Three'])
  await feature(four, 2)
  await feature(three, 1)
  expect(await names()).toEqual(['Three', 'Four', 'One', 'Two'])
  const { body: draft } = await admin.post(`/api/products/${three}/duplicate`)
  expect(draft.featured).toBeNull()
  await admin.delete(`/api/products/${four}`)
  expect(await names()).toEqual(['Three', 'One', 'Two'])
  await feature(three, null)
  expect(await names()).toEqual(['One', 'Two', 'Three'])
})

test('the home page shows coffees before other goods, and what is sold out after what is not, unless the owner chose it', async () => {
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
  const chosen = await shop.sell({ name: 'Chosen, sold out', stock: 0 })
  await shop.sell({ name: 'Coffee' })
  await shop.sell({ name: 'Sold out', stock: 0 })
  await shop.sell({ name: 'Kettle', sizeGrams: null })
  for (let number = 1; number <= 9; number++) await shop.sell({ name: `Mug ${number}`, sizeGrams: null })
  await feature(chosen, 1)
  const shown = await names()
  expect(shown.slice(0, 3)).toEqual(['Chosen, sold out', 'Coffee', 'Sold out'])
  expect(shown).toHaveLength(9)
})

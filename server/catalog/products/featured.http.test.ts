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
  expect(await names()).toEqual(['Four', 'Three', 'Two'])
  const buyer = await signedIn(shop)
  await bought(shop, buyer, [{ _id: one, qty: 3 }])
  await bought(shop, buyer, [{ _id: two, qty: 2 }])
  shop.clock.advance(HOUR)
  await signInAgain()
  expect(await names()).toEqual(['One', 'Two', 'Four'])
  await feature(four, 2)
  await feature(three, 1)
  expect(await names()).toEqual(['Three', 'Four', 'One'])
  const { body: draft } = await admin.post(`/api/products/${three}/duplicate`)
  expect(draft.featured).toBeNull()
  await admin.delete(`/api/products/${four}`)
  expect(await names()).toEqual(['Three', 'One', 'Two'])
  await feature(three, null)
  expect(await names()).toEqual(['One', 'Two', 'Three'])
})

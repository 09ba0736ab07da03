import { beforeAll, expect, test } from 'vitest'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog({}, true)
beforeAll(async () => {
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
})

async function sell(name: string, roastingLevel: number, more: object) {
  const id = await shop.sell({ name, stock: 5 })
  const { body } = await admin.get(`/api/products/${id}`)
  const answer = await admin.put(`/api/products/${id}`, { ...body, roastingLevel, ...more })
  expect(answer.status, answer.text).toBe(200)
  return id
}

const found = async (query: string) => {
  const answer = await shop.visitor().get(`/api/products/match?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { matches: { product: { name: string }; reasons: string[] }[]; hasDecaf: boolean }
}
const list = async () => {
  const { status, body } = await shop.visitor().get('/api/coffees')
  expect(status).toBe(200)
  return body as { name: string; sizes: { countInStock: number }[] }[]
}
const names = async (query: string) => (await found(query)).matches.map(({ product }) => product.name)

test('two coffees fit the answers, decaf only when asked for, and other goods never', async () => {
  expect(await found('')).toMatchObject({ matches: [], hasDecaf: false })
  await sell('Fruity', 2, { flavors: ['Fruit'], bestFor: ['Filter'] })
  const dark = await sell('Dark', 4, { flavors: ['Chocolate', 'Nut'], bestFor: ['Milk', 'Espresso'] })
  await sell('Decaf', 3, { flavors: ['Caramel'], isDecaf: true })
  await sell('Mug', 0, { category: 'Cups', size: null })
  expect(await names('brewer=pour-over&taste=fruit')).toEqual(['Fruity', 'Dark'])
  expect(await found('brewer=moka&milk=milk&taste=&roast=')).toMatchObject({
    matches: [
      { product: { name: 'Dark' }, reasons: ['It keeps its taste in milk.', 'It suits a moka pot.'] },
      { product: { name: 'Fruity' } },
    ],
    hasDecaf: true,
  })
  expect(await names('decaf=1')).toEqual(['Decaf'])
  await shop.db.updateTable('product_sizes').set({ count_in_stock: 0 }).where('id', '=', dark).execute()
  shop.shop.changed({ tag: 'Product', id: dark })
  expect(await names('brewer=moka&milk=milk')).toEqual(['Fruity'])
})

test('answers that do not exist are refused by the API, and left out of the page’s address', async () => {
  expect((await shop.visitor().get('/api/products/match?brewer=kettle')).status).toBe(400)
  expect((await shop.visitor().get('/api/products/match?decaf=yes')).status).toBe(400)
})

test('all coffees come by name in one list, sold out or not, without other goods, and follow each change', async () => {
  const before = await list()
  expect(before.map(({ name }) => name)).toEqual(['Dark', 'Decaf', 'Fruity'])
  expect(before[0]!.sizes[0]!.countInStock).toBe(0)
  expect(before[0]).not.toHaveProperty('description')
  const added = await sell('Antigua', 3, { flavors: ['Nut'] })
  expect((await list()).map(({ name }) => name)).toEqual(['Antigua', 'Dark', 'Decaf', 'Fruity'])
  await admin.delete(`/api/products/${added}`)
  expect(await list()).toHaveLength(3)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { listen, sendRequest } from '#test/wire.ts'
import { addFirstDepartments } from './departments.ts'

let shop: TestShop
let admin: SignedInVisitor
let port: number
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  port = await listen(shop)
})
afterAll(() => shop.close())

const TEA = { name: 'Tea', slug: 'tea', categories: ['Tea', 'Herbs'], heading: 'Tea & herbs', place: 9 }
const list = async () => (await shop.visitor().get('/api/departments')).body
/** The departments in the cached answer that every page contains. */
const named = async () => {
  const { departments } = (await sendRequest(port, '/api/config/business')).body
  return departments.map(({ slug, name }: { slug: string; name: string }) => `${slug} ${name}`)
}
const form = { price: 8, image: '', countInStock: 3 }

test('an existing shop gets Coffee, Equipment with its other categories, and Prints, once', async () => {
  await shop.sell()
  await admin.put(`/api/products/${await shop.sell({ sizeGrams: null })}`, {
    ...form,
    name: 'Chasen',
    category: 'Tea ware',
  })
  await addFirstDepartments(shop.db, shop.clock)
  expect(await list()).toMatchObject([
    { name: 'Coffee', slug: 'coffee', categories: ['Coffee Beans'], products: 1 },
    { name: 'Equipment', slug: 'equipment', categories: ['Goods', 'Tea ware'], products: 1 },
    { name: 'Prints', slug: 'prints', categories: ['Art Show'], products: 0 },
  ])
  const [, , prints] = await list()
  expect((await admin.delete(`/api/departments/${prints._id}`)).status).toBe(200)
  await addFirstDepartments(shop.db, shop.clock)
  expect(await list()).toHaveLength(2)
})

test('an added department shows the products of its categories at its address', async () => {
  const id = await shop.sell({ name: 'Sencha', sizeGrams: null })
  await admin.put(`/api/products/${id}`, { ...form, name: 'Sencha', category: 'Tea' })
  const { status, body } = await admin.post('/api/departments', TEA)
  expect([status, body]).toMatchObject([201, { ...TEA, version: 1 }])
  const found = await shop.visitor().get('/api/products?department=tea')
  expect(found.body).toMatchObject({ total: 1, products: [{ name: 'Sencha' }] })
  const moved = await admin.put(`/api/departments/${body._id}`, { ...body, categories: ['Goods'] })
  expect(moved.body).toMatchObject({ categories: ['Goods'], version: 2 })
  expect((await shop.visitor().get('/api/products?department=tea')).body.total).toBe(0)
  const { changes, action } = (await admin.get('/api/record?subject=department')).body.lines[0]
  expect([action, changes[0]]).toMatchObject(['Changed', { field: 'Categories', before: 'Tea / Herbs' }])
})

test('the menu of every page has an added, a renamed and a deleted department at once', async () => {
  expect(await named()).not.toContain('spices Spices')
  const edit = { ...TEA, name: 'Spices', slug: 'spices' }
  const { body } = await admin.post('/api/departments', edit)
  expect(await named()).toContain('spices Spices')
  await admin.put(`/api/departments/${body._id}`, { ...edit, name: 'All spices', version: 1 })
  expect(await named()).toContain('spices All spices')
  await admin.delete(`/api/departments/${body._id}`)
  expect(await named()).not.toContain('spices All spices')
})

test('an address belongs to one department, has only letters that fit an address, and follows from the name', async () => {
  expect((await admin.post('/api/departments', TEA)).body.fields).toEqual({
    slug: 'This address belongs to another department. Free is, for example, “tea-2”',
  })
  for (const slug of ['Tea', 'tea time', '-tea', 'tea/x', 'té'])
    expect((await admin.post('/api/departments', { ...TEA, slug })).status, slug).toBe(400)
  expect((await admin.post('/api/departments', { ...TEA, slug: '' })).body.slug).toBe('tea-2')
  expect((await admin.post('/api/departments', { ...TEA, name: 'Café Crème!', slug: '' })).body.slug).toBe(
    'cafe-creme',
  )
})

test('a former address stays with its department, until the department takes it back', async () => {
  const { body: made } = await admin.post('/api/departments', { ...TEA, name: 'Herbs', slug: 'herbs' })
  const path = `/api/departments/${made._id}`
  const { body: moved } = await admin.put(path, { ...made, slug: 'infusions' })
  expect(moved.slug).toBe('infusions')
  const formerOf = async () => (await list()).find(({ _id }: { _id: string }) => _id === made._id).formerSlugs
  expect(await formerOf()).toEqual(['herbs'])
  const taken = await admin.post('/api/departments', { ...TEA, slug: 'herbs' })
  expect([taken.status, taken.body.fields.slug]).toEqual([
    400,
    'This address led to another department before, and still does. Free is, for example, “herbs-2”',
  ])
  await admin.put(path, { ...moved, slug: 'herbs' })
  expect(await formerOf()).toEqual(['infusions'])
  await admin.delete(path)
  expect((await admin.post('/api/departments', { ...TEA, slug: 'infusions' })).status).toBe(201)
})

test('a save of an outdated form is refused, and a deleted department is gone', async () => {
  const { body } = await admin.post('/api/departments', { ...TEA, slug: 'late' })
  await admin.put(`/api/departments/${body._id}`, { ...body, name: 'Later' })
  expect((await admin.put(`/api/departments/${body._id}`, body)).status).toBe(409)
  await admin.delete(`/api/departments/${body._id}`)
  expect((await admin.put(`/api/departments/${body._id}`, body)).status).toBe(404)
  expect((await admin.delete(`/api/departments/${body._id}`)).status).toBe(404)
  expect((await shop.visitor().get('/api/products?department=late')).status).toBe(404)
})

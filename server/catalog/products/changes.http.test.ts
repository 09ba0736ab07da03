/** Requests that change only some fields of a product. */
import { expect, test } from 'vitest'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'
import { importClient } from './import/import.testing.ts'

openCatalog()

/** The body of the specification has exactly these fields. */
const SPECIFIED = {
  name: 'Guji',
  price: 18.5,
  image: '',
  secondImage: '',
  brand: 'Frame',
  category: 'Coffee Beans',
  description: 'From Guji.',
  countInStock: 10,
  origin: 'Ethiopia',
  cuppingNote: 'Apricot',
  roastingLevel: 2,
  size: 340,
}

const OTHERS = {
  process: 'Washed',
  variety: 'Kurume',
  altitude: 2050,
  flavors: ['Fruit'],
  bestFor: ['Filter'],
  composition: 'Single origin',
  isDecaf: true,
  producer: 'Yonis Abebe',
  brewMethod: 'Pour over',
  brewDose: 15,
  brewWater: 250,
  brewSeconds: 180,
  bestFilter: '8-30',
  bestEspresso: '12-40',
  accent: 'Plum',
  isRoastedToOrder: true,
  wholeBeanOnly: true,
  shopPlace: 3,
  featured: 2,
  isDraft: true,
}

const save = (id: string, body: object) => admin.put(`/api/products/${id}`, body)
const read = async (id: string) => (await admin.get(`/api/products/${id}`)).body

async function created(body: object): Promise<string> {
  const { _id: id } = (await admin.post('/api/products')).body
  const saved = await save(id, body)
  expect(saved.status, saved.text).toBe(200)
  return id
}

test('a save with exactly the fields of the specification leaves all other fields as they are', async () => {
  const id = await created({ ...SPECIFIED, ...OTHERS })
  expect(await read(id)).toMatchObject(OTHERS)
  const answer = await save(id, { productId: id, ...SPECIFIED, name: 'Guji Natural', countInStock: 12 })
  expect([answer.status, answer.body.name]).toEqual([200, 'Guji Natural'])
  expect(await read(id)).toMatchObject(OTHERS)
})

test('a save with one field changes only this field, also of a size', async () => {
  const id = await created({ ...SPECIFIED, ...OTHERS, isRoastedToOrder: false })
  await save(id, {
    sizes: [
      { id, label: 'Small', sku: 'S-1' },
      { price: 30, countInStock: 4, label: 'Large', grams: 907 },
    ],
  })
  const before = await read(id)
  expect(before.sizes).toMatchObject([
    { price: 18.5, countInStock: 10, grams: 340, label: 'Small', sku: 'S-1' },
    { price: 30, countInStock: 4, grams: 907, label: 'Large', sku: '' },
  ])
  for (const change of [{ price: 19 }, { countInStock: 11 }, { origin: 'Kenya' }, { altitude: 1800 }, {}]) {
    const was = await read(id)
    const { status, text } = await save(id, change)
    expect(status, text).toBe(200)
    const now = await read(id)
    const { price, countInStock } = { ...was, ...change }
    const sizes = [{ ...was.sizes[0], price, countInStock }, was.sizes[1]]
    // What the page says about where it grows follows from the fields.
    const saved = { version: now.version, updatedAt: now.updatedAt, grown: now.grown }
    expect(now).toEqual({ ...was, ...change, sizes, ...saved })
  }
  const [small, large] = before.sizes.map((size: { id: string }) => size.id)
  await save(id, { sizes: [{ id: small }, { id: large, sku: 'L-1' }] })
  expect((await read(id)).sizes).toMatchObject([
    { price: 19, countInStock: 11, label: 'Small', sku: 'S-1' },
    { price: 30, countInStock: 4, label: 'Large', sku: 'L-1' },
  ])
})

test('other goods than coffee have a material, in the form, in a file and in the search', async () => {
  const id = await created({ name: 'Blue Cup', category: 'Goods', price: 20, countInStock: 4 })
  expect((await save(id, { material: ' Stoneware, speckled glaze ' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ material: 'Stoneware, speckled glaze' })
  expect((await admin.get('/api/products?keyword=speckled')).body.products).toMatchObject([{ _id: id }])
  const { carryOut, dryRun } = importClient(() => admin)
  await carryOut(`ID,Name,Material\n${id},Blue Cup,Porcelain\n`)
  expect((await read(id)).material).toBe('Porcelain')
  expect((await save(id, { material: 'x'.repeat(121) })).body.fields).toHaveProperty('material')
  await save(id, { category: 'Coffee Beans', size: 340 })
  expect((await read(id)).material).toBe('')
  const { problems } = await dryRun(`ID,Name,Material\n${id},Blue Cup,Porcelain\n`)
  expect(problems).toMatchObject([{ column: 'Material', problem: 'A coffee has no material' }])
})

test('a new size without a price is refused, and names its field', async () => {
  const id = await created(SPECIFIED)
  const { status, body } = await save(id, { sizes: [{ id }, { label: 'Large', grams: 907 }] })
  expect([status, Object.keys(body.fields).toSorted()]).toEqual([
    400,
    ['sizes.1.countInStock', 'sizes.1.price'],
  ])
})

test('the first save with the specified fields puts a draft on sale, and a later one leaves a hidden product hidden', async () => {
  const id = await created(SPECIFIED)
  expect((await read(id)).isDraft).toBe(false)
  await save(id, { isDraft: true })
  await save(id, SPECIFIED)
  expect((await read(id)).isDraft).toBe(true)
  const draft = (await admin.post('/api/products')).body
  await save(draft._id, { price: 12 })
  expect(await read(draft._id)).toMatchObject({ isDraft: true, origin: 'Sample origin' })
  await save(draft._id, { name: 'Named', category: 'Goods', price: 12, countInStock: 1 })
  expect(await read(draft._id)).toMatchObject({ isDraft: false, brand: '', origin: '', cuppingNote: '' })
  const copy = (await admin.post(`/api/products/${id}/duplicate`)).body
  expect(copy.isDraft).toBe(true)
  await save(copy._id, { isDraft: true, name: 'Kept hidden' })
  expect((await read(copy._id)).isDraft).toBe(true)
})

test('without a version, the count that was read before a sale does not undo the sale', async () => {
  const id = await created(SPECIFIED)
  const body = await read(id)
  const { version: _, ...withoutVersion } = body
  await placed(await signedIn(shop), [{ _id: id, qty: 4 }])
  for (const old of [withoutVersion, { ...SPECIFIED, description: 'New text' }, { countInStock: 10 }]) {
    const { status, text } = await save(id, old)
    expect(status, text).toBe(200)
    expect((await read(id)).countInStock).toBe(6)
  }
  // A count that the coffee never had is a new one.
  expect((await save(id, { ...SPECIFIED, countInStock: 25 })).body.countInStock).toBe(25)
  // After this count by hand, 10 is a new one too.
  expect((await save(id, { ...SPECIFIED, countInStock: 10 })).body.countInStock).toBe(10)
})

test('without a version, the old counts of several sizes undo no sale, and a changed count of another size is saved', async () => {
  const id = await created({ ...SPECIFIED, sizes: undefined })
  await save(id, {
    sizes: [
      { id, label: 'Small' },
      { price: 30, countInStock: 5, label: 'Large', grams: 907 },
    ],
  })
  const { sizes } = await read(id)
  const large = sizes[1].id
  await placed(await signedIn(shop), [{ _id: id, sizeId: large, qty: 2 }])
  await placed(await signedIn(shop), [{ _id: id, sizeId: large, qty: 1 }])
  // Read between the two sales.
  await save(id, {
    sizes: [
      { ...sizes[0], countInStock: 20 },
      { ...sizes[1], countInStock: 3 },
    ],
  })
  expect((await read(id)).sizes).toMatchObject([{ countInStock: 20 }, { countInStock: 2 }])
})

test('with the current version, the owner can enter any count, also one that the product had before a sale', async () => {
  const id = await created(SPECIFIED)
  await placed(await signedIn(shop), [{ _id: id, qty: 4 }])
  const { version } = await read(id)
  expect((await save(id, { ...SPECIFIED, version })).body.countInStock).toBe(10)
})

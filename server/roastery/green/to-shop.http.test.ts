/** The way of an arrived lot to a coffee in the shop, in five steps. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addArrivedLot, addLot, addRoast } from '#test/roastery/by-admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { lotsOnTheirWay } from './to-shop.ts'

let shop: TestShop
let admin: SignedInVisitor
let lot: string
let count = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  count++
  lot = await addArrivedLot(shop, admin, 60_000, { code: `WAY-${count}`, name: `Guji ${count}` })
})

const path = () => `/api/green/${lot}/to-shop`
const way = async () => (await admin.get(path())).body
const states = async () => (await way()).steps.map(({ state }: { state: string }) => state).join(' ')
const coffee = (more: object = {}) => ({
  name: `Guji ${count}`,
  isDraft: true,
  isRoastedToOrder: true,
  sizes: [{ price: 18, countInStock: 0, grams: 340 }],
  ...more,
})
const addCoffee = (more: object = {}, key?: string) =>
  admin.post(`${path()}/coffee`, coffee(more), key === undefined ? {} : { 'idempotency-key': key })
const skip = (step: string, isSkipped = true) => admin.put(`${path()}/skipped`, { step, isSkipped })
const waiting = async () => (await lotsOnTheirWay(shop.shop)).some((each) => each.lot._id === lot)

describe('the way of a lot to the shop', () => {
  test('has five steps, each done by what is saved, until the coffee is on sale', async () => {
    expect(await way()).toMatchObject({ next: 'roast', roast: null, product: null })
    expect(await states()).toBe('done open open open open')
    const roast = await addRoast(admin, [{ id: lot, percent: 100 }], { name: 'Guji filter' })
    expect(await way()).toMatchObject({ next: 'coffee', roast: { _id: roast, name: 'Guji filter' } })
    const { status, body: product } = await addCoffee()
    expect(status).toBe(201)
    expect(await way()).toMatchObject({ next: 'recipe', product: { _id: product._id, isDraft: true } })
    await admin.put(`/api/recipes/${product._id}`, { roasts: [{ id: roast, percent: 100 }], notes: '' })
    expect(await way()).toMatchObject({ next: 'sale' })
    expect(await waiting()).toBe(true)
    const { version } = (await way()).product
    const sale = { isDraft: false, isRoastedToOrder: true, version }
    expect((await admin.put(`/api/products/${product._id}`, sale)).status).toBe(200)
    expect(await states()).toBe('done done done done done')
    expect([(await way()).next, await waiting()]).toEqual([null, false])
    const { products } = (await shop.visitor().get(`/api/products?keyword=guji`)).body
    expect(products.map((each: { _id: string }) => each._id)).toContain(product._id)
  })

  test('begins before the lot arrives, and then does not wait on Today', async () => {
    lot = await addLot(admin)
    expect(await way()).toMatchObject({ next: 'arrival' })
    expect(await waiting()).toBe(false)
  })

  test('goes on after a skipped step, without those that need it, and a step is taken up again', async () => {
    await skip('roast')
    expect(await states()).toBe('done skipped open skipped open')
    expect((await skip('coffee')).body.next).toBeNull()
    expect(await states()).toBe('done skipped skipped skipped skipped')
    expect(await waiting()).toBe(false)
    await Promise.all([skip('roast', false), skip('coffee', false)])
    expect(await states()).toBe('done open open open open')
    const { lines } = (await admin.get(`/api/record?subject=green&subjectId=${lot}`)).body
    expect(lines[0].changes[0]).toMatchObject({ field: 'Skipped on the way to the shop', after: '' })
  })

  test('is done without a press if a roast and a recipe were entered elsewhere', async () => {
    const product = await shop.sell()
    const roast = await addRoast(admin, [
      { id: lot, percent: 40 },
      { id: await addLot(admin), percent: 60 },
    ])
    await admin.put(`/api/recipes/${product}`, { roasts: [{ id: roast, percent: 100 }], notes: '' })
    expect(await states()).toBe('done done done done done')
  })

  test('names the roasts of earlier lots of the same coffee', async () => {
    const earlier = await addArrivedLot(shop, admin, 1000, { name: `GUJI ${count}` })
    const roast = await addRoast(admin, [{ id: earlier, percent: 100 }], { name: 'Old Guji' })
    expect((await way()).sameCoffee).toEqual([{ _id: roast, name: 'Old Guji' }])
  })

  test('has one coffee: a repeated request adds none, and a second tab is refused', async () => {
    const first = await addCoffee({}, 'way')
    const again = await addCoffee({}, 'way')
    expect([again.status, again.body._id]).toEqual([201, first.body._id])
    const other = await addCoffee({ name: 'Another' })
    expect([other.status, other.body.message]).toEqual([409, `This lot already has a coffee: Guji ${count}`])
    const tabs = await Promise.all([addCoffee({ name: 'One' }), addCoffee({ name: 'Two' })])
    expect(tabs.map(({ status }) => status)).toEqual([409, 409])
    const { total } = (await admin.get(`/api/products/desk?keyword=guji%20${count}`)).body
    expect(total).toBe(1)
  })

  test('with two tabs at the same moment adds one coffee', async () => {
    const tabs = await Promise.all([addCoffee({ name: 'Left tab' }), addCoffee({ name: 'Right tab' })])
    expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })

  test('with a button pressed three times at the same moment answers each press with the same coffee', async () => {
    const presses = await Promise.all([1, 2, 3].map(() => addCoffee({}, 'pressed')))
    expect(presses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(presses.map(({ body }) => body._id)).size).toBe(1)
  })

  test('ends with the deleted coffee, and can begin again', async () => {
    const { body } = await addCoffee()
    await admin.delete(`/api/products/${body._id}`)
    expect(await way()).toMatchObject({ product: null, next: 'roast' })
    expect((await addCoffee()).status).toBe(201)
  })

  test('refuses a coffee without a weight at its field, an unknown step and an unknown lot', async () => {
    const { status, body } = await addCoffee({ sizes: [{ price: 18, countInStock: 0, grams: null }] })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['sizes.0.grams']])
    expect((await way()).product).toBeNull()
    expect((await skip('lunch')).status).toBe(400)
    lot = 'nolot'
    expect([(await admin.get(path())).status, (await skip('roast')).status]).toEqual([404, 404])
    expect((await addCoffee()).status).toBe(404)
  })
})

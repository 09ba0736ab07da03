/** Works of art: wall labels, buying a unique work, shipping, and the statement of the artist. */
import { expect, test } from 'vitest'
import { dayOf } from '#shared/kernel/dates.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { bought, pay, place, quote } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()

const edit = (artist: string, fields: object = {}) => ({
  title: 'Six Miles of Mist',
  artist,
  image: '',
  year: 2025,
  medium: 'Gouache',
  dimensions: '18 × 24 in',
  text: 'From the ridge.',
  price: 640.5,
  box: 'Large',
  packedGrams: 2400,
  ...fields,
})

async function hang(fields: object = {}, artist?: string) {
  const by = artist ?? (await createFeaturedArtist(shop))
  const { status, text, body } = await admin.post('/api/works', edit(by, fields))
  expect(status, text).toBe(201)
  return { id: body._id as string, artist: by }
}

const shown = async (id: string) =>
  (await shop.visitor().get('/api/works')).body.works.find(({ _id }: { _id: string }) => _id === id)
const stateOf = async (id: string) => (await shown(id)).state

const today = () => dayOf(shop.clock.now())
const statementOf = async (artist: string) =>
  (await admin.get(`/api/artshow/${artist}/statement?from=${today()}&to=${today()}`)).body

test('a work has a wall label and is bought like a product, by one buyer only', async () => {
  const { id } = await hang()
  expect(await shown(id)).toMatchObject({
    title: 'Six Miles of Mist',
    artist: { name: 'Ilse Thorvald' },
    year: 2025,
    medium: 'Gouache',
    dimensions: '18 × 24 in',
    price: 640.5,
    state: 'forSale',
  })
  const { body: product } = await shop.visitor().get(`/api/products/${id}`)
  expect(product).toMatchObject({
    name: 'Six Miles of Mist',
    countInStock: 1,
    category: 'Art Show',
    price: 640.5,
  })
  const [one, other] = [await signedIn(shop), await signedIn(shop)]
  const placed = await place(one, [{ _id: id, qty: 1 }])
  expect([placed.status, placed.body.itemsPrice, placed.body.taxPrice]).toEqual([201, 640.5, 6.41])
  expect(await stateOf(id)).toBe('held')
  const late = await quote(other, [{ _id: id, qty: 1 }])
  const refused = await other.post('/api/orders', {
    orderItems: [{ _id: id, qty: 1 }],
    paymentMethod: 'PayPal',
    pickup: {},
    ...late,
  })
  expect(refused.status).not.toBe(201)
  expect((await pay(shop, one, placed.body._id)).status).toBe(200)
  shop.shop.changed({ tag: 'Artshow' })
  expect(await stateOf(id)).toBe('sold')
  const marked = await admin.put(`/api/works/${id}/available`, { available: true })
  expect([marked.status, marked.body.message]).toEqual([
    409,
    expect.stringMatching(/^An order has this work/),
  ])
  expect((await admin.delete(`/api/works/${id}`)).status).toBe(409)
})

test('the page of a work has its label, and its packing slip names the box of the work', async () => {
  const { id } = await hang({ year: null, box: 'Large' })
  const { body } = await shop.visitor().get(`/api/products/${id}`)
  expect(body.work).toEqual({
    year: null,
    medium: 'Gouache',
    dimensions: '18 × 24 in',
    isPickupOnly: false,
  })
  const beans = await shop.sell()
  expect((await shop.visitor().get(`/api/products/${beans}`)).body.work).toBeNull()
  const buyer = await signedIn(shop)
  const order = await bought(shop, buyer, [{ _id: id, qty: 1 }])
  const packed = await admin.get(`/api/orders/${order.id}/packing`)
  expect(packed.body.box).toMatch(/^Large \(/)
})

test('a work that fits no box is only picked up, and a small one is packed with its weight', async () => {
  const { id } = await hang({ box: '', packedGrams: null, title: 'The Ridge' })
  expect((await shop.visitor().get(`/api/products/${id}`)).body.work.isPickupOnly).toBe(true)
  const buyer = await signedIn(shop)
  const body = { orderItems: [{ _id: id, qty: 1 }], shippingAddress: { postalCode: '22180' } }
  const refused = await shop
    .visitor()
    .post('/api/shippo/estimate', { orderItems: body.orderItems, postalCode: '22180' })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'The Ridge is too large to ship. Please pick it up at the bar',
  ])
  const order = { orderItems: body.orderItems, paymentMethod: 'PayPal', pickup: {} }
  expect((await buyer.post('/api/orders', order)).status).toBe(201)
  const missing = await admin.post(
    '/api/works',
    edit(await createFeaturedArtist(shop), { packedGrams: null }),
  )
  expect(missing.body.fields).toEqual({ packedGrams: 'Enter the weight, or choose no box' })
})

test('a work of art is not duplicated, because there is only one piece of it', async () => {
  const { id } = await hang()
  const { status, body } = await admin.post(`/api/products/${id}/duplicate`)
  expect([status, body.message]).toEqual([409, 'A work of art has no copies. Add another one under Works'])
})

test('a work always has one piece, is marked sold elsewhere and made available again', async () => {
  const { id, artist } = await hang()
  const { body: product } = await admin.get(`/api/products/${id}`)
  const many = await admin.put(`/api/products/${id}`, { ...product, countInStock: 5, sizes: undefined })
  expect([many.status, many.body.message]).toEqual([400, expect.stringMatching(/only one piece/)])
  const sold = await admin.put(`/api/works/${id}/available`, { available: false })
  expect(sold.body.state).toBe('sold')
  expect((await admin.put(`/api/works/${id}/available`, { available: true })).body.state).toBe('forSale')
  const { version } = sold.body
  const stale = await admin.put(`/api/works/${id}`, { ...edit(artist), version })
  expect(stale.status).toBe(409)
  const hidden = await admin.put(`/api/works/${id}`, edit(artist, { notForSale: true, title: 'Kept' }))
  expect(hidden.body.state).toBe('notForSale')
  expect(await shown(id)).toMatchObject({ title: 'Kept', price: null, state: 'notForSale' })
  expect((await shop.visitor().get(`/api/products/${id}`)).status).toBe(404)
  await admin.put(`/api/works/${id}`, edit(artist, { isHidden: true }))
  expect(await shown(id)).toBe(undefined)
  expect((await admin.delete(`/api/artshow/${artist}`)).status).toBe(409)
  expect((await admin.delete(`/api/works/${id}`)).status).toBe(200)
  expect((await admin.get(`/api/works/${id}/form`)).status).toBe(404)
  expect((await admin.post('/api/works', edit('nobody'))).body.fields).toEqual({ artist: 'Choose an artist' })
})

test('a field of a work that is missing in the request stays as it is', async () => {
  const { id } = await hang({ price: 120, medium: 'Ink', year: 2020 })
  const before = (await admin.get(`/api/works/${id}/form`)).body
  const saved = await admin.put(`/api/works/${id}`, { title: 'Fog', price: 130 })
  expect(saved.body).toEqual({ ...before, title: 'Fog', price: 130, version: before.version + 1 })
  expect((await admin.put(`/api/works/${id}`, { price: 0 })).status).toBe(400)
})

test('the statement agrees with orders, refunds and payouts in cents', async () => {
  const { id, artist } = await hang({ price: 333.33 })
  const { id: second } = await hang({ price: 100, title: 'Second' }, artist)
  const buyer = await signedIn(shop)
  const bag = await shop.sell({ priceCents: 1800 })
  const order = await bought(shop, buyer, [
    { _id: id, qty: 1 },
    { _id: bag, qty: 2 },
  ])
  await admin.put(`/api/artshow/${artist}/share`, { percent: 50 })
  shop.clock.advance(1000)
  const other = await bought(shop, buyer, [{ _id: second, qty: 1 }])
  const before = await statementOf(artist)
  expect(before).toMatchObject({
    percent: 50,
    sold: 433.33,
    refunded: 0,
    earned: 250,
    owed: 250,
    payable: 250,
  })
  expect(before.lines.map(({ share }: { share: number }) => share)).toEqual([200, 50])
  const paid = await admin.post(`/api/artshow/${artist}/payouts`, {
    amount: 200,
    owed: 250,
    note: 'Transfer',
  })
  expect(paid.status, paid.text).toBe(200)
  const twice = await admin.post(`/api/artshow/${artist}/payouts`, { amount: 200, owed: 250 })
  expect([twice.status, twice.body.message]).toEqual([409, 'Now $50.00 is owed. Please check the statement'])
  const tooMuch = await admin.post(`/api/artshow/${artist}/payouts`, { amount: 50.01, owed: 50 })
  expect(tooMuch.status).toBe(400)
  expect((await admin.post(`/api/orders/${other.id}/refund`, { restock: true })).status).toBe(200)
  const after = await statementOf(artist)
  expect(after).toMatchObject({ sold: 433.33, refunded: 100, earned: 200, paidOut: 200, owed: 0, payable: 0 })
  const half = await admin.post(`/api/orders/${order.id}/refund`, { amount: 100 })
  expect(half.status, half.text).toBe(200)
  const last = await statementOf(artist)
  expect(last.owed).toBeLessThan(0)
  const sums = last.lines.reduce(
    (sum: number, { share }: { share: number }) => sum + Math.round(share * 100),
    0,
  )
  expect(sums).toBe(Math.round(last.owed * 100))
  const csv = await admin.get(`/api/artshow/${artist}/statement/export?from=${today()}&to=${today()}`)
  expect(csv.text).toContain('sale,Six Miles of Mist,')
  const row = (await admin.get('/api/works/statements')).body.find(
    (each: { artist: { _id: string } }) => each.artist._id === artist,
  )
  expect(row).toMatchObject({ percent: 50, owed: last.owed, sold: 433.33 })
})

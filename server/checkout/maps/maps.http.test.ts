// On SQLite only: calls of outside services, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { RULES } from '#server/kernel/limits/rules.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let buyer: Visitor
beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.customer()
})
afterAll(() => shop.close())

const session = '7f6f3f6e-6f43-4f5c-9d7e-1f0f7c2f7a11'
const validate = (text: string) =>
  buyer.get(`/api/maps/validate?text=${encodeURIComponent(text)}&session=${session}`)
const suggest = (text: string) => `/api/maps/suggest?text=${encodeURIComponent(text)}&session=${session}`

test('a buyer finds an address while typing, and gets the whole address', async () => {
  const { body } = await buyer.get(suggest('145 Church'))
  expect(body.suggestions).toMatchObject([{ name: '145 Church Street NW', accuracy: 'address' }])
  const { id } = body.suggestions[0]
  const found = await buyer.get(`/api/maps/retrieve?id=${encodeURIComponent(id)}&session=${session}`)
  expect(found.body).toMatchObject({ address_line1: '145 Church Street NW', address_level2: 'Vienna' })
})

test('a guest finds, checks and reports an address without a session, and is not signed out by it', async () => {
  const guest = shop.visitor()
  const { body } = await guest.get(suggest('145 Church'))
  expect(body.suggestions).toHaveLength(1)
  const { id } = body.suggestions[0]
  const found = await guest.get(`/api/maps/retrieve?id=${encodeURIComponent(id)}&session=${session}`)
  expect(found.body.address_level2).toBe('Vienna')
  for (const path of [
    `/api/maps/validate?text=145+Church+Street+NW,+Vienna,+VA+22180&session=${session}`,
    '/api/maps/reverse?longitude=-77.27&latitude=38.9',
    '/api/maps/category?kind=post_office&longitude=-77.27&latitude=38.9',
    '/api/maps/static?longitude=-77.27&latitude=38.9&width=640&height=280',
  ])
    expect([path, (await guest.get(path)).status]).toEqual([path, 200])
  const at = { longitude: -77.27, latitude: 38.9 }
  const change = { address: '145 Church Street' }
  const report = { placeName: 'Vienna', at, change, label: 'address_confirm_form' }
  expect((await guest.post('/api/maps/report', report)).status).toBe(200)
  expect(shop.mapbox.reports.pop()).toMatchObject({ changes: change, location: at })
})

const ask = (by: Visitor) => by.get('/api/maps/reverse?longitude=-77.27&latitude=38.9')

test('one network gets 300 answers an hour without a session, and a signed-in buyer more', async () => {
  const strict = await openShop({ env: { RATE_LIMITS: 'on' } })
  const [guest, customer] = [strict.visitor(), await strict.customer()]
  const { guestMaps, maps } = RULES
  await strict.shop.limits.count('guestMaps', '127.0.0.1')
  expect([guestMaps.points, maps.points]).toEqual([300, 120])
  for (let call = 2; call <= 300; call++) await strict.shop.limits.count('guestMaps', '127.0.0.1')
  const refused = await ask(guest)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  expect((await ask(customer)).status).toBe(200)
  await strict.close()
})

test('an address has the links that the map service requires, one of them for this place', async () => {
  const { body } = await buyer.get('/api/maps/reverse?longitude=-77.27&latitude=38.9')
  const { longitude, latitude } = body.coordinates
  expect(body.links).toEqual([
    { text: '© Mapbox', url: 'https://www.mapbox.com/about/maps/' },
    { text: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' },
    {
      text: 'Improve this map',
      url: `https://www.mapbox.com/map-feedback/#/${longitude}/${latitude}/16`,
    },
  ])
  expect(body.note).toBe('Sandbox map: no real streets')
})

test('any browser language gets an answer', async () => {
  for (const language of ['ca-valencia', 'zh-Hant-TW', 'de-CH-1996', 'x', '']) {
    const { status, body } = await buyer.get(`${suggest('145 Church')}&language=${language}`)
    expect([status, body.suggestions?.length], language).toEqual([200, 1])
  }
})

test('a typed address is validated', async () => {
  expect((await validate('145 Church Street NW, Vienna, VA 22180')).body.confidence).toBe('exact')
  expect((await validate('1 Nowhere, Nowhere, VA 90012')).body).toEqual({ address: null, confidence: 'low' })
})

test('responses contain neither the token nor the host of the map service', async () => {
  const answers = await Promise.all([
    buyer.get(suggest('145 Church')),
    buyer.get('/api/maps/reverse?longitude=-77.27&latitude=38.9'),
  ])
  for (const { text } of answers) expect(text).not.toMatch(/pk\.|127\.0\.0\.1/)
})

test('the minimap is served by this shop', async () => {
  const { status, headers } = await buyer.get(
    '/api/maps/static?longitude=-77.27&latitude=38.9&width=640&height=280',
  )
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('image/png')
  expect(headers['content-disposition']).toMatch(/^inline/)
})

test.each([
  '/api/maps/suggest?text=a',
  `/api/maps/suggest?text=a&session=not-a-token`,
  `/api/maps/suggest?text=145+Main&session=${session}&longitude=-77`,
  '/api/maps/static?longitude=-77.27&latitude=38.9&width=1281&height=280',
  '/api/maps/static?longitude=-77.27&latitude=91&width=640&height=280',
  '/api/maps/reverse?longitude=Infinity&latitude=1',
  '/api/maps/category?kind=../../styles&longitude=-77&latitude=38',
])('an invalid request is refused: %s', async (url) => {
  expect((await buyer.get(url)).status).toBe(400)
})

test('while the map service is unavailable, the message asks to type the address, and the shop keeps working', async () => {
  for (const kind of ['error', 'error', 'hang', 'garbage'] as const) shop.mapbox.addFault({ kind })
  const refused = { message: 'Address search is not available right now. Please type the address' }
  expect(await buyer.get(suggest('145 Church'))).toMatchObject({ status: 503, body: refused })
  expect(await buyer.get(suggest('145 Church'))).toMatchObject({ status: 503, body: refused })
  expect(await buyer.get(suggest('145 Church'))).toMatchObject({ status: 503, body: refused })
  expect((await buyer.get('/api/products')).status).toBe(200)
})

test('a correction reaches the map service without fields that are not in the contract', async () => {
  const change = { location: { longitude: -77.2701, latitude: 38.9001 } }
  const at = { longitude: -77.27, latitude: 38.9 }
  const sent = await buyer.post('/api/maps/report', {
    placeName: '145 Church Street NW, Vienna',
    at,
    change: { ...change, userEmail: 'x@example.com' },
    label: 'address_minimap',
  })
  expect(sent.status).toBe(200)
  expect(shop.mapbox.reports).toMatchObject([{ changes: change, location: at }])
  expect(JSON.stringify(shop.mapbox.reports)).not.toContain('x@example.com')
})

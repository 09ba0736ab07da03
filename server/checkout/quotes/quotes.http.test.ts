// On SQLite only: calls of outside services, the same code on both databases.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BALTIMORE, orderBody, quote, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { readConfig } from '#server/kernel/config/config.ts'
import { shippoShipping } from '#server/providers/shippo/client.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
  buyer = await signedIn(shop)
  bean = await shop.sell({ stock: 1000 })
})
afterAll(() => shop.close())

const newItems = () => [{ _id: bean, qty: 1 }]
const calcship = (address: object, orderItems: unknown = newItems()) =>
  buyer.post('/api/shippo/calcship', { orderItems, shippingAddress: { ...VIENNA, ...address } })

describe('Virginia is taxed in every notation', () => {
  test.each([
    'VA',
    'va ',
    'Va',
    'Virginia',
    'VIRGINIA',
    ' virginia',
    'ＶＡ',
    'V\u200bA',
    'V.A.',
    'State of Virginia',
  ])('%j', async (state) => {
    const body = await orderBody(buyer, newItems(), { ...VIENNA, state })
    const answer = await buyer.post('/api/orders', body)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ itemsPrice: 18, taxPrice: 0.18, shippingAddress: { state: 'VA' } })
  })
})

test.each([
  ['Maryland with a ZIP of Virginia', { state: 'MD' }],
  ['Virginia with a ZIP of Maryland', { postalCode: '21202' }],
  ['West Virginia with a ZIP of Virginia', { state: 'West Virginia' }],
  ['no state at all', { state: '' }],
  ['an unknown state', { state: 'VX' }],
  ['an incomplete ZIP', { postalCode: '2218' }],
])('%s is refused with 400, in the quote and in the order', async (_, wrong) => {
  expect((await calcship(wrong)).status).toBe(400)
  const good = await orderBody(buyer, newItems())
  const changed = await changedBy(shop.db, async () => {
    const answer = await buyer.post('/api/orders', { ...good, shippingAddress: { ...VIENNA, ...wrong } })
    expect([answer.status, typeof answer.body.message]).toEqual([400, 'string'])
  })
  expect(changed).toEqual([])
})

test.each([
  { state: 'AK', postalCode: '99501' },
  { state: 'alaska', postalCode: '99501' },
  { state: 'HI', postalCode: '96813' },
  { state: 'Hawaii', postalCode: '96813' },
  { state: 'PR', postalCode: '00901' },
  { state: 'Puerto Rico', postalCode: '00901' },
  { state: 'GU', postalCode: '96910' },
  { state: 'AE', postalCode: '09096' },
  { state: 'AP', postalCode: '96201' },
  { postalCode: '96813' },
  { country: 'CA', state: 'ON', postalCode: 'K1A 0B1' },
  { country: 'Germany' },
  { country: 'ca' },
])('the shop does not ship to %j: the quote and the order are refused with a message', async (place) => {
  const good = await orderBody(buyer, newItems())
  const order = await buyer.post('/api/orders', { ...good, shippingAddress: { ...VIENNA, ...place } })
  for (const { status, body } of [await calcship(place), order]) {
    expect(status).toBe(400)
    expect(body.message).toMatch(/^We (do not ship to|ship within the United States)/)
  }
})

test.each(['US', 'usa', 'United States', 'united states of america', 'U.S.A.'])(
  'the United States can be written as %j',
  async (country) => expect((await calcship({ country })).status).toBe(200),
)

describe('a shipping quote', () => {
  test.each([undefined, null, {}, { quoteId: 7 }, { quoteId: '../x' }, 'q'])(
    'that is missing or has an invalid id is refused with 400: %j',
    async (shippingQuote) => {
      const body = await orderBody(buyer, newItems())
      expect((await buyer.post('/api/orders', { ...body, shippingQuote })).status).toBe(400)
    },
  )

  test('of another user, or unknown, is 404', async () => {
    const theirs = await orderBody(await signedIn(shop), newItems())
    expect((await buyer.post('/api/orders', theirs)).status).toBe(404)
    expect((await buyer.post('/api/orders', { ...theirs, shippingQuote: { quoteId: 'none' } })).status).toBe(
      404,
    )
  })

  test('for another cart or another address is refused with 409', async () => {
    const body = await orderBody(buyer, newItems())
    const more = { ...body, orderItems: [{ _id: bean, qty: 2 }] }
    const elsewhere = { ...body, shippingAddress: BALTIMORE }
    const nextDoor = { ...body, shippingAddress: { ...VIENNA, address: '125 Maple Avenue E' } }
    const changed = await changedBy(shop.db, async () => {
      for (const each of [more, elsewhere, nextDoor]) {
        const answer = await buyer.post('/api/orders', each)
        expect([answer.status, answer.body.code]).toEqual([409, 'quote'])
      }
    })
    expect(changed).toEqual([])
    expect((await buyer.post('/api/orders', body)).status).toBe(201)
  })

  test('keeps its price if the address differs only in case', async () => {
    const body = await orderBody(buyer, newItems())
    const shippingAddress = { ...VIENNA, city: 'VIENNA', state: 'Virginia', country: 'usa' }
    expect((await buyer.post('/api/orders', { ...body, shippingAddress })).status).toBe(201)
  })

  test('expires after an hour', async () => {
    const other = await openShop()
    try {
      const caller = await signedIn(other)
      const body = await orderBody(caller, [{ _id: await other.sell(), qty: 1 }])
      other.clock.advance(HOUR)
      const answer = await caller.post('/api/orders', body)
      expect([answer.status, answer.body]).toEqual([
        409,
        { message: 'Shipping quote has expired', code: 'quote' },
      ])
    } finally {
      await other.close()
    }
  })

  test('costs more for a heavier cart', async () => {
    const light = await quote(buyer, [{ _id: bean, qty: 1 }])
    const heavy = await quote(buyer, [{ _id: bean, qty: 12 }])
    expect(heavy.shippingRate).toBeGreaterThan(light.shippingRate)
  })

  test('is refused for a cart that does not fit into twenty parcels', async () => {
    for (const orderItems of [
      [
        { _id: bean, qty: 1000 },
        { _id: bean, qty: 1000 },
      ],
    ])
      expect((await calcship({}, orderItems)).status).toBe(400)
  })
})

/** Shippo's response to a shipment, with changes. */
function rate(changes: object): string {
  const ground = {
    object_id: 'r',
    amount: '7.25',
    currency: 'USD',
    provider: 'USPS',
    servicelevel: { token: 'usps_ground_advantage', name: 'Ground' },
    estimated_days: 3,
  }
  return JSON.stringify({
    object_id: 's',
    status: 'SUCCESS',
    rates: [{ ...ground, ...changes }],
    messages: [],
  })
}

describe('when the carrier fails, shipping is never free', () => {
  let carrier: Server
  let answer: () => { status: number; body: string } | null
  let faulty: TestShop
  let customer: SignedInVisitor
  let product: string
  beforeAll(async () => {
    carrier = createServer((request, response) => {
      request.resume()
      const reply = answer()
      if (reply) response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
    await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve))
    const { port } = carrier.address() as { port: number }
    const options = {
      token: 't',
      apiBase: `http://127.0.0.1:${port}`,
      from: readConfig({}).shipFrom,
      timeoutMs: 1500,
    }
    faulty = await openShop({
      providers: (real) => ({ ...real, shipping: shippoShipping({ ...options, mode: 'sandbox' }) }),
    })
    customer = await signedIn(faulty)
    product = await faulty.sell()
  })
  afterAll(async () => {
    await faulty.close()
    carrier.closeAllConnections()
    await new Promise((resolve) => carrier.close(resolve))
  })

  // Long enough for the circuit to allow the next call, so that each fault is seen.
  beforeEach(() => faulty.clock.advance(MINUTE))

  test.each<[string, () => { status: number; body: string } | null]>([
    ['hangs', () => null],
    ['answers 500', () => ({ status: 500, body: 'oops' })],
    ['answers with a body that is not JSON', () => ({ status: 200, body: '<html>' })],
    ['rejects our token', () => ({ status: 401, body: '{"detail":"Token does not exist"}' })],
    ['names a negative price', () => ({ status: 201, body: rate({ amount: '-7.25' }) })],
    ['names a price that is not a number', () => ({ status: 201, body: rate({ amount: 'NaN' }) })],
    ['names a price of zero', () => ({ status: 201, body: rate({ amount: '0.00' }) })],
    ['names a price with a part of a cent', () => ({ status: 201, body: rate({ amount: '7.255' }) })],
    ['names another currency', () => ({ status: 201, body: rate({ currency: 'CAD' }) })],
  ])('a quote is answered with 503 if the carrier %s', async (_, says) => {
    answer = says
    const changed = await changedBy(faulty.db, async () => {
      const body = { orderItems: [{ _id: product, qty: 1 }], shippingAddress: VIENNA }
      const response = await customer.post('/api/shippo/calcship', body)
      expect([response.status, response.body]).toEqual([503, { message: expect.any(String) }])
      expect(response.headers['retry-after']).toBe('10')
    })
    expect(changed).toEqual([])
  })

  test('a valid response gives a quote', async () => {
    answer = () => ({ status: 201, body: rate({}) })
    expect((await quote(customer, [{ _id: product, qty: 1 }])).shippingRate).toBe(7.25)
  })
})

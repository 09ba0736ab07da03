import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Shippo } from 'shippo'
import { rateLifeMs, recentItems } from './objects.ts'
import { type ShippoSandbox, startShippoSandbox } from './shippo.ts'

const token = 'shippo_test_sandbox'
const shop = {
  name: 'Frame',
  street1: '145 Church St NW',
  city: 'Vienna',
  state: 'VA',
  zip: '22180',
  country: 'US',
}
const parcel = {
  length: '7',
  width: '7',
  height: '7',
  distance_unit: 'in',
  weight: '453',
  mass_unit: 'g',
}

let sandbox: ShippoSandbox
let time = Date.parse('2026-11-21T12:00:00Z')

beforeAll(async () => {
  sandbox = await startShippoSandbox({ token, now: () => time })
})
afterAll(() => sandbox.close())

/** The fields of the responses that these tests use. */
type Wire = {
  object_id: string
  street1: string
  zip: string
  validation_results: { is_valid: boolean; messages: { code: string }[] }
  rates: { object_id: string; amount: string }[]
}

async function call(method: string, path: string, body?: unknown, authorization = `ShippoToken ${token}`) {
  const response = await fetch(sandbox.apiBase + path, {
    method,
    headers: authorization ? { authorization } : {},
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer: Wire = JSON.parse(await response.text())
  return { status: response.status, body: answer }
}

const validated = (changes: object) =>
  call('POST', '/addresses/', { ...shop, ...changes, validate: true }).then(({ body }) => body)

const shipped = (to: object, box: object = parcel) =>
  call('POST', '/shipments/', {
    address_from: shop,
    address_to: { ...shop, ...to },
    parcels: [box],
    async: false,
  })

const client = () => new Shippo({ apiKeyHeader: token, serverURL: sandbox.apiBase })

describe("Shippo's official client", () => {
  test('validates an address', async () => {
    const made = await client().addresses.create({ ...shop, street1: '1 Market Stret', validate: true })
    expect(made.validationResults?.isValid).toBe(true)
    expect(made.street1).toBe('1 Market St')
    const read = await client().addresses.get(made.objectId!)
    expect(read).toEqual(made)
    const { results } = await client().addresses.list(1, 1)
    expect(results?.map(({ objectId }) => objectId)).toEqual([made.objectId])
    const again = await client().addresses.validate(made.objectId!)
    expect(again.objectId).not.toBe(made.objectId)
    expect(again.zip).toBe(made.zip)
  })

  test('creates a shipment, lists its rates and reads a rate', async () => {
    const shipment = await client().shipments.create({
      addressFrom: shop,
      addressTo: { ...shop, street1: '1 Market St', city: 'San Francisco', state: 'CA', zip: '94105' },
      parcels: [{ length: '7', width: '7', height: '7', distanceUnit: 'in', weight: '900', massUnit: 'g' }],
      async: false,
    })
    expect(shipment.status).toBe('SUCCESS')
    expect(shipment.test).toBe(true)
    expect(shipment.rates.map((rate) => rate.servicelevel.token)).toEqual([
      'usps_ground_advantage',
      'usps_priority',
      'usps_priority_express',
    ])
    const listed = await client().rates.listShipmentRates(shipment.objectId)
    expect(listed.results).toEqual(shipment.rates)
    expect(await client().rates.get(shipment.rates[0]!.objectId)).toEqual(shipment.rates[0])
    expect((await client().shipments.get(shipment.objectId)).rates).toHaveLength(3)
  })

  test('gets status 401 with a wrong token', async () => {
    const stranger = new Shippo({ apiKeyHeader: 'shippo_test_wrong', serverURL: sandbox.apiBase })
    await expect(stranger.addresses.create(shop)).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('validation', () => {
  test.each([
    ['1 Market Stret', '1 Market St'],
    ['145 church street northwest', '145 Church St NW'],
    ['12 North Oak Avenue Apartment 4', '12 N Oak Ave Apt 4'],
    ['99 NORTH STREET', '99 North St'],
    ['p.o. box 12', 'PO Box 12'],
    ['7 Broadway', '7 Broadway'],
    ['500 Old Boulevrd, Suite 200', '500 Old Blvd Ste 200'],
    ['3001 Connecticut Ave NW', '3001 Connecticut Ave NW'],
  ])('corrects %s to %s', async (street1, corrected) => {
    expect((await validated({ street1 })).street1).toBe(corrected)
  })

  test('accepts an unknown street in an unknown city', async () => {
    const address = await validated({
      street1: '8 Nowhere Ln',
      city: 'Wall Drug',
      state: 'south dakota',
      zip: '57790',
    })
    expect(address).toMatchObject({ city: 'Wall Drug', state: 'SD', test: true, is_residential: null })
    expect(address.zip).toMatch(/^57790-\d{4}$/)
    expect(address.validation_results).toEqual({ is_valid: true, messages: [] })
  })

  test('adds the same ZIP+4 every time, and keeps a typed ZIP+4', async () => {
    expect((await validated({})).zip).toBe((await validated({})).zip)
    expect((await validated({ zip: '22180-0001' })).zip).toBe('22180-0001')
  })

  test('completes a known city, state or ZIP code', async () => {
    expect(await validated({ city: 'viena' })).toMatchObject({ city: 'Vienna' })
    expect(await validated({ city: '', state: '' })).toMatchObject({ city: 'Vienna', state: 'VA' })
    expect((await validated({ city: 'Chicago', state: 'IL', zip: '' })).zip).toMatch(/^60601-/)
  })

  test('accepts an address without its unit number, with a warning', async () => {
    const { validation_results: results } = await validated({ street1: '12 Oak St Apt' })
    expect(results.is_valid).toBe(true)
    expect(results.messages[0]?.code).toBe('sub_premise_number_missing')
  })

  test.each([
    [{ street1: '1 Invalid St' }, 'Address Not Found'],
    [{ street1: '' }, 'street_detail_missing'],
    [{ street1: 'Market St' }, 'premise_number_missing'],
    [{ state: 'XX' }, 'Invalid State'],
    [{ state: 'MD' }, 'Invalid City/State/Zip'],
    [{ zip: '2218' }, 'invalid_postal_code'],
  ])('rejects %j with %s', async (changes, code) => {
    const { validation_results: results } = await validated(changes)
    expect(results).toMatchObject({ is_valid: false, messages: [{ code }] })
  })
})

describe('prices', () => {
  const ground = async (to: object, box: object = parcel) => (await shipped(to, box)).body.rates[0]

  test('depend on the zone', async () => {
    expect(await ground({})).toMatchObject({ amount: '7.25', zone: '1', estimated_days: 3 })
    expect(await ground({ city: 'Baltimore', state: 'MD', zip: '21201' })).toMatchObject({ amount: '7.25' })
    expect(await ground({ zip: '23219' })).toMatchObject({ amount: '7.40', zone: '2' })
    expect(await ground({ zip: '60601' })).toMatchObject({ amount: '8.15', zone: '4' })
    expect(await ground({ zip: '94105' })).toMatchObject({ amount: '10.35', zone: '8', estimated_days: 5 })
  })

  test('never decrease with weight, in any unit', async () => {
    const weights = [1, 113, 114, 400, 453, 454, 1500, 5000, 9000, 20000, 31751]
    const amounts = await Promise.all(
      weights.map(async (grams) => Number((await ground({}, { ...parcel, weight: String(grams) }))?.amount)),
    )
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    expect(await ground({}, { ...parcel, weight: '2', mass_unit: 'lb' })).toMatchObject({ amount: '7.85' })
    expect(await ground({}, { ...parcel, weight: '31.9', mass_unit: 'oz' })).toMatchObject({ amount: '7.85' })
  })

  test.each([
    [{ zip: '00000' }, parcel],
    [{ street1: '1 Norates Way' }, parcel],
    [{ country: 'CA', zip: 'K1A 0B1' }, parcel],
    [{}, { ...parcel, weight: '71', mass_unit: 'lb' }],
    [{}, { ...parcel, length: '110' }],
  ])('are empty, with a message and status 201, for %j %j', async (to, box) => {
    const { status, body } = await shipped(to, box)
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'SUCCESS', rates: [], messages: [{ source: 'USPS' }] })
  })

  test('are available later if the shipment is asynchronous', async () => {
    const { body } = await call('POST', '/shipments', {
      address_from: shop,
      address_to: shop,
      parcels: [parcel],
    })
    expect(body).toMatchObject({ status: 'QUEUED', rates: [] })
    const later = await call('GET', `/shipments/${body.object_id}/rates/USD/`)
    expect(later.body).toMatchObject({ next: null, previous: null, results: [{}, {}, {}] })
  })

  test('expire after seven days', async () => {
    const { body } = await shipped({})
    const path = `/rates/${body.rates[0]?.object_id}/`
    time += rateLifeMs - 1
    expect((await call('GET', path)).status).toBe(200)
    time += 1
    expect(await call('GET', path)).toEqual({ status: 404, body: { detail: 'Not found.' } })
    expect((await call('GET', `/shipments/${body.object_id}/`)).body.rates).toEqual([])
  })
})

describe('an invalid request', () => {
  test.each([
    ['', 'Authentication credentials were not provided.'],
    ['Bearer x', 'Authentication credentials were not provided.'],
    ['ShippoToken x', 'Token does not exist'],
  ])('gets status 401 with authorization %j', async (authorization, detail) => {
    expect(await call('POST', '/addresses/', shop, authorization)).toEqual({ status: 401, body: { detail } })
  })

  test.each([
    [400, 'POST', '/addresses/', '{"street1":'],
    [400, 'POST', '/addresses/', '[]'],
    [400, 'POST', '/addresses/', { ...shop, country: '' }],
    [400, 'POST', '/addresses/', { ...shop, zip: 22180 }],
    [400, 'POST', '/addresses/', { ...shop, metadata: 'x'.repeat(101) }],
    [413, 'POST', '/addresses/', { ...shop, name: 'x'.repeat(70_000) }],
    [503, 'POST', '/addresses/', { ...shop, street1: '1 Outage Rd' }],
    [400, 'POST', '/shipments/', { address_from: shop, parcels: [parcel] }],
    [400, 'POST', '/shipments/', { address_from: shop, address_to: 'nobody', parcels: [parcel] }],
    [400, 'POST', '/shipments/', { address_from: shop, address_to: shop, parcels: [] }],
    [404, 'GET', '/addresses/nobody/', undefined],
    [404, 'GET', '/transactions/x/', undefined],
    [400, 'POST', '/transactions/', { rate: 'x', async: false }],
    [400, 'POST', '/transactions/', { async: false }],
    [400, 'POST', '/refunds/', { transaction: 'x' }],
    [400, 'GET', '/tracks/ups/1Z/', undefined],
    [400, 'GET', '/tracks/shippo/SHIPPO_LOST/', undefined],
    [403, 'GET', '/labels/x.pdf?expires=9999999999999&signature=x', undefined],
    [405, 'DELETE', '/addresses/', undefined],
  ])('gets status %i: %s %s %j', async (status, method, path, body) => {
    expect((await call(method, path, body)).status).toBe(status)
  })

  test.each([{ weight: 453 }, { weight: '-1' }, { weight: 'NaN' }, { length: '0' }, { mass_unit: 'stone' }])(
    'gets status 400 for a parcel with %j',
    async (change) => {
      const { status, body } = await shipped({}, { ...parcel, ...change })
      expect(status).toBe(400)
      expect(body).toHaveProperty('parcels')
    },
  )
})

test('recentItems removes the oldest value', () => {
  const items = recentItems<number>(2)
  for (const [index, id] of ['a', 'b', 'c'].entries()) items.add(id, index)
  expect([items.get('a'), items.get('b'), items.get('c'), items.count()]).toEqual([undefined, 1, 2, 2])
})

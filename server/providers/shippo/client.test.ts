import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NoGroundRate, ShippingUnavailable } from '../shipping.ts'
import { shippoShipping } from './client.ts'
import { buyer, from, json, parcel, provider, quote, rate, shipment, token } from './client.testing.ts'
import { type ShippoSandbox, startShippoSandbox } from '#sandbox/shippo/shippo.ts'

let sandbox: ShippoSandbox
beforeAll(async () => {
  sandbox = await startShippoSandbox({ token })
})
afterAll(() => sandbox.close())
const sandboxed = () => shippoShipping({ token, apiBase: `${sandbox.apiBase}/`, from, mode: 'sandbox' })

describe('against the sandbox', () => {
  test('returns a corrected address', async () => {
    const address = await sandboxed().validateAddress(buyer)
    expect(address).toMatchObject({ name: 'Ada', street1: '1 Market St', isValid: true, messages: [] })
    expect(address.zip).toMatch(/^94105-\d{4}$/)
    expect(address.objectId).toMatch(/^[0-9a-f]{32}$/)
    expect(address).not.toHaveProperty('email')
  })

  test('returns a wrong address unchanged, with the reason', async () => {
    const address = await sandboxed().validateAddress({ ...buyer, state: 'NY' })
    expect(address).toMatchObject({ street1: '1 Market Stret', state: 'NY', isValid: false })
    expect(address.messages).toEqual(['The ZIP code does not belong to the state.'])
  })

  test('reports a field that Shippo refuses as a wrong address', async () => {
    const address = await sandboxed().validateAddress({ ...buyer, city: 'x'.repeat(301) })
    expect(address).toMatchObject({ isValid: false, objectId: '' })
    expect(address.messages).toEqual(['Ensure this field has no more than 300 characters.'])
  })

  test('quotes the ground service to the cent', async () => {
    const quoted = await sandboxed().quoteGround({ to: buyer, parcel })
    expect(quoted).toMatchObject({
      cents: 1530,
      currency: 'USD',
      provider: 'USPS',
      service: 'Ground Advantage',
      serviceToken: 'usps_ground_advantage',
      estimatedDays: 5,
    })
    expect(quoted.shipmentId).not.toBe(quoted.rateId)
  })

  test('throws NoGroundRate if there is no ground service to the address', async () => {
    await expect(sandboxed().quoteGround({ to: { ...buyer, zip: '00000' }, parcel })).rejects.toThrow(
      NoGroundRate,
    )
  })

  test('is unavailable with a wrong token, and the message does not contain the token', async () => {
    const wrong = shippoShipping({
      token: 'shippo_live_secret',
      apiBase: sandbox.apiBase,
      from,
      mode: 'live',
    })
    const failure: unknown = await wrong.validateAddress(buyer).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ShippingUnavailable)
    expect(String(failure)).toContain('Token does not exist')
    expect(String(failure)).not.toContain('secret')
  })

  test('is unavailable during an outage', async () => {
    const outage = { ...buyer, street1: '1 OUTAGE ST' }
    await expect(sandboxed().quoteGround({ to: outage, parcel })).rejects.toThrow(ShippingUnavailable)
  })

  test('refuses a parcel without dimensions', async () => {
    await expect(sandboxed().quoteGround({ to: buyer, parcel: { ...parcel, grams: NaN } })).rejects.toThrow(
      RangeError,
    )
  })
})

describe('a quote request', () => {
  test('is a synchronous shipment with dimensions as text, a version, a token and a trailing slash', async () => {
    const { seen, shipping } = await provider(json(201, shipment(rate('7.45'))))
    await shipping.quoteGround(quote)
    expect(seen.path).toBe('/shipments/')
    expect(seen.headers).toMatchObject({
      authorization: `ShippoToken ${token}`,
      'shippo-api-version': '2018-02-08',
      'content-type': 'application/json',
    })
    expect(JSON.parse(seen.body)).toMatchObject({
      async: false,
      address_from: { name: 'Frame', email: 'hello@frameroasters.example' },
      address_to: { name: 'Ada' },
      parcels: [{ length: '7', width: '7', height: '7', distance_unit: 'in', weight: '680', mass_unit: 'g' }],
    })
  })
})

describe('a price', () => {
  test.each([
    ['7.45', 745],
    ['7.4', 740],
    ['7', 700],
    ['0.29', 29],
    ['1234.5600', 123456],
  ])('of %s is %i cents', async (amount, cents) => {
    const { shipping } = await provider(json(201, shipment(rate(amount))))
    expect((await shipping.quoteGround(quote)).cents).toBe(cents)
  })

  test('is the lowest of the ground service', async () => {
    const rates = [
      rate('9.10'),
      rate('7.45'),
      rate('8'),
      rate('1.00', { servicelevel: { token: 'usps_media_mail' } }),
    ]
    const { shipping } = await provider(json(201, shipment(...rates)))
    expect(await shipping.quoteGround(quote)).toMatchObject({
      cents: 745,
      rateId: 'rate_7.45',
      estimatedDays: null,
    })
  })

  test.each(['-7.45', 'NaN', '', '0', '0.00', '7.455', '1e3', 'Infinity', '999999', ' 7', null, 7.45, {}])(
    'of %j is refused',
    async (amount) => {
      const { shipping } = await provider(json(201, shipment(rate('9.00'), rate(amount))))
      await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
    },
  )

  test('in another currency is refused', async () => {
    const { shipping } = await provider(json(201, shipment(rate('7.45', { currency: 'CAD' }))))
    await expect(shipping.quoteGround(quote)).rejects.toThrow(ShippingUnavailable)
  })
})

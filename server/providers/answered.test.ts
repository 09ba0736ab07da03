/**
 * Answers that lack a field, although the service works. Every field is optional in PayPal's published schemas of orders,
 * captures, refunds and disputes; Shippo and Mapbox leave out fields too. Such an answer is never an outage.
 */
import { describe, expect, test } from 'vitest'
import { OPENS_AFTER } from './circuit.ts'
import { MapsUnavailable } from './maps.ts'
import { clientOf, purchase, sandboxAndClient } from './paypal/client.testing.ts'
import { isAnswered } from './service.ts'
import { PaymentUnavailable } from './payments.ts'
import { ShippingUnavailable } from './shipping.ts'
import type { Providers } from './providers.ts'
import { readFeature, readSuggestions } from './mapbox/parse.ts'
import { shippoShipping } from './shippo/client.ts'
import { watchProviders } from './watched.ts'

type Json = Record<string, unknown>

/** A sandbox, and a client whose JSON answers `change` alters; tokens stay as they are. */
async function changing(change: (path: string, body: Json) => unknown) {
  const shop = await sandboxAndClient()
  const payments = clientOf(shop.sandbox.apiBase, {
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const answer = await fetch(input, init)
      if (url.pathname.endsWith('/token') || !answer.ok) return answer
      const body = change(url.pathname, (await answer.json()) as Json)
      return Response.json(body, { status: answer.status })
    },
  })
  return { ...shop, payments, real: shop.payments }
}

/** A captured payment of which $4 were refunded. */
async function captured({ sandbox, real }: Awaited<ReturnType<typeof changing>>) {
  const { id } = await real.createPayment(purchase())
  sandbox.choose(id, 'approve')
  const { capture } = await real.capturePayment(id, 'capture-1')
  const refund = { requestId: 'refund-1', refundId: 'r1', amountCents: 400, reason: '' }
  const { id: refundId } = await real.refundCapture(capture!.id, refund)
  return { id, captureId: capture!.id, refundId }
}

/** The paths of all fields in a JSON value: `purchase_units.0.amount`. */
function pathsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const place = path ? `${path}.${name}` : name
    const isEntry = Array.isArray(value)
    return [...(isEntry ? [] : [place]), ...pathsIn(each, place)]
  })
}

function without(body: Json, path: string): Json {
  const copy = structuredClone(body)
  const names = path.split('.')
  const parent = names.slice(0, -1).reduce((at, name) => at?.[name] as Json, copy)
  delete parent[names.at(-1)!]
  return copy
}

/** A watched client; the other services are not used. */
function watchedPayments(payments: Providers['payments']) {
  const clock = { now: () => new Date(), isReal: true } as never
  return watchProviders({ payments, shipping: {}, mail: {}, maps: {} } as never, clock, (text) => text)
}

/** What cannot be replaced: without it, the answer does not say which money moved. */
const NEEDED = [
  /captures\.0\.id$/,
  /captures\.0\.status$/,
  /refunds\.0\.id$/,
  /(currency_code|value)$/,
  /^purchase_units(\.0\.payments(\.captures)?)?$/,
]

describe('a payment read at PayPal', () => {
  test('is understood without any single optional field, and an answer without a needed one is no outage', async () => {
    let body: Json = {}
    let removed = ''
    await using shop = await changing((_path, answer) => {
      body = answer
      return removed === '' ? answer : without(answer, removed)
    })
    const { id } = await captured(shop)
    await shop.payments.getPayment(id)
    const { providers, circuits } = watchedPayments(shop.payments)
    const paths = pathsIn(body)
    expect(paths.length).toBeGreaterThan(60)
    for (removed of paths) {
      const answer = await providers.payments.getPayment(id).catch((error: unknown) => error)
      if (NEEDED.some((each) => each.test(removed))) {
        const isKnown = !(answer instanceof Error)
        expect([removed, isKnown || isAnswered(answer)]).toEqual([removed, true])
      } else
        expect([removed, answer]).toEqual([
          removed,
          expect.objectContaining({
            status: 'done',
            capture: expect.objectContaining({ amountCents: 5247 }),
          }),
        ])
    }
    expect(circuits.payments.isOpen()).toBe(false)
  })

  test('by its capture follows the link to its order if PayPal leaves out the related ids', async () => {
    await using shop = await changing((path, body) =>
      path.includes('/captures/') ? without(body, 'supplementary_data') : body,
    )
    const { id, captureId } = await captured(shop)
    expect(await shop.payments.getPaymentOfCapture(captureId)).toMatchObject({ id })
  })

  test('by a capture that leads nowhere concerns only this capture: the checkout stays open', async () => {
    await using shop = await changing((path, body) =>
      path.includes('/captures/') ? without(without(body, 'supplementary_data'), 'links') : body,
    )
    const { captureId } = await captured(shop)
    const { providers, circuits } = watchedPayments(shop.payments)
    for (let time = 1; time <= OPENS_AFTER + 1; time++) {
      const error = await providers.payments.getPaymentOfCapture(captureId).catch((why: unknown) => why)
      expect([error instanceof PaymentUnavailable, isAnswered(error)]).toEqual([true, true])
    }
    expect(circuits.payments.isOpen()).toBe(false)
    await expect(
      providers.payments.createPayment(purchase({ requestId: 'order-2:create:1', orderId: 'order-2' })),
    ).resolves.toMatchObject({ status: 'open' })
  })
})

test('a refund and a dispute are understood without any single optional field', async () => {
  let body: Json = {}
  let removed = ''
  await using shop = await changing((_path, answer) => {
    body = answer
    return removed === '' ? answer : without(answer, removed)
  })
  const { id, refundId } = await captured(shop)
  await shop.payments.getRefund(refundId)
  for (removed of pathsIn(body)) {
    if (/^id$|currency_code|value/.test(removed)) continue
    const refund = await shop.payments.getRefund(refundId)
    expect([removed, refund?.amountCents]).toEqual([removed, 400])
  }
  const dispute = shop.sandbox.dispute(id)
  removed = ''
  await shop.payments.getDispute(dispute)
  for (removed of pathsIn(body)) {
    if (/value/.test(removed)) continue
    expect([removed, await shop.payments.getDispute(dispute)]).toEqual([
      removed,
      expect.objectContaining({ id: dispute }),
    ])
  }
  removed = ''
})

test('a dispute that cannot be read in PayPal’s list does not hide the others', async () => {
  await using shop = await changing((path, body) =>
    path.endsWith('/disputes')
      ? { ...body, items: [{ dispute_id: 7 }, null, ...(body['items'] as [])] }
      : body,
  )
  const { id } = await captured(shop)
  const dispute = shop.sandbox.dispute(id)
  expect(await shop.payments.listDisputes(new Date(Date.now() - 86_400_000).toISOString())).toEqual([dispute])
})

test('an access token without a lifetime is used for a while', async () => {
  let tokens = 0
  const payments = clientOf('http://paypal.invalid', {
    fetch: async (input) => {
      const isToken = new URL(input instanceof Request ? input.url : input).pathname.endsWith('/token')
      if (isToken) tokens++
      return Response.json(isToken ? { access_token: 'token' } : { id: 'A1', status: 'APPROVED' })
    },
  })
  await payments.getPayment('A1')
  await payments.getPayment('A1')
  expect(tokens).toBe(1)
})

describe('an answer of Shippo', () => {
  const from = {
    name: 'Frame',
    street1: '145 Church Street NW',
    street2: '',
    city: 'Vienna',
    state: 'VA',
    zip: '22180',
    country: 'US',
  }
  const clientFor = (body: unknown) =>
    shippoShipping({
      token: 'shippo_test_x',
      apiBase: 'http://shippo.invalid',
      mode: 'sandbox',
      from: { ...from, phone: '', email: '' },
      fetch: async () => Response.json(body),
    })

  test('about a valid address keeps what was typed where Shippo leaves out a field', async () => {
    const answer = { validation_results: { is_valid: true }, street1: '145 CHURCH ST NW', city: 'Vienna' }
    await expect(clientFor(answer).validateAddress(from as never)).resolves.toMatchObject({
      isValid: true,
      street1: '145 CHURCH ST NW',
      state: 'VA',
      zip: '22180',
      messages: [],
    })
  })

  test('with a rate without a price concerns only this quote', async () => {
    const parcel = { lengthIn: 7, widthIn: 7, heightIn: 7, grams: 450 }
    const bad = {
      object_id: 'r1',
      currency: 'USD',
      servicelevel: { token: 'usps_ground_advantage' },
      test: true,
    }
    const shipment = { object_id: 's1', status: 'SUCCESS', test: true }
    const request = { to: from, parcel } as never
    const error = await clientFor({ ...shipment, rates: [bad] })
      .quoteGround(request)
      .catch((why: unknown) => why)
    expect([error instanceof ShippingUnavailable, isAnswered(error)]).toEqual([true, true])
  })
})

function feature(coordinates: unknown) {
  return { geometry: { type: 'Point', coordinates }, properties: { address_line1: '145 Church St' } }
}

describe('an answer of Mapbox', () => {
  test('with one suggestion that cannot be read has the others', () => {
    const found = readSuggestions({
      suggestions: [{ action: null }, 7, { address_line1: '1 Elm St', action: { id: 'x' } }],
    })
    expect(found.map(({ name }) => name)).toEqual(['1 Elm St'])
  })

  test('may have an altitude, and an answer without a place concerns only this call', () => {
    expect(readFeature({ features: [feature([-77.2, 38.9, 120])] })?.address.coordinates).toEqual({
      longitude: -77.2,
      latitude: 38.9,
    })
    let error: unknown
    try {
      readFeature({ features: [feature(null)] })
    } catch (why) {
      error = why
    }
    expect([error instanceof MapsUnavailable, isAnswered(error)]).toEqual([true, true])
  })
})

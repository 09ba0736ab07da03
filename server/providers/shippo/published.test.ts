// Slow, not in `npm run check`: the descriptions that PayPal and Shippo publish.
/** Validates the client's requests to Shippo with strict versions of the schemas of Shippo's own library. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { recordingFetch, type Exchange } from '#test/openapi.ts'
import type { Shipping } from '../shipping.ts'
import { shippoShipping } from './client.ts'
import { buyer, from, parcel, token } from './client.testing.ts'
import { startShippoSandbox, type ShippoSandbox } from '#sandbox/shippo/shippo.ts'

type Schema = { properties?: Record<string, Schema>; [name: string]: unknown }

const require = createRequire(import.meta.url)
const library = require('shippo/models/components') as Record<string, Parameters<typeof toJSONSchema>[0]>

/** The library's schemas of the request and the response of a call. */
const PUBLISHED: { method: string; path: RegExp; request: string | null; answer: string | null }[] = [
  { method: 'POST', path: /^\/addresses\/$/, request: 'AddressCreateRequest', answer: 'Address' },
  { method: 'GET', path: /^\/addresses\/\?results=1$/, request: null, answer: 'AddressPaginatedList' },
  { method: 'POST', path: /^\/shipments\/$/, request: 'ShipmentCreateRequest', answer: 'Shipment' },
  { method: 'POST', path: /^\/transactions\/$/, request: 'TransactionCreateRequest', answer: 'Transaction' },
  {
    method: 'GET',
    path: /^\/transactions\/\?rate=\w+&results=25$/,
    request: null,
    answer: 'TransactionPaginatedList',
  },
  { method: 'GET', path: /^\/transactions\/\w+\/$/, request: null, answer: 'Transaction' },
  { method: 'POST', path: /^\/refunds\/$/, request: 'RefundRequestBody', answer: 'Refund' },
  { method: 'POST', path: /^\/webhooks$/, request: 'WebhookUpdateRequest', answer: 'Webhook' },
  { method: 'PUT', path: /^\/webhooks\/\w+$/, request: 'WebhookUpdateRequest', answer: 'Webhook' },
  { method: 'GET', path: /^\/webhooks\/\w+$/, request: null, answer: 'Webhook' },
  { method: 'DELETE', path: /^\/webhooks\/\w+$/, request: null, answer: null },
  { method: 'GET', path: /^\/webhooks$/, request: null, answer: 'WebhookPaginatedList' },
  { method: 'GET', path: /^\/tracks\/\w+\/\w+\/$/, request: null, answer: 'Track' },
]

/** Fields of Shippo's responses that its library does not read. */
const NOT_READ = new Set(['line_items', 'test'])

/**
 * The library's request schemas have camelCase names, so these functions rename them as the library does before sending.
 * Its response schemas have the API's names. Unknown fields are errors.
 */
const requestOf = (name: string) => strict(schemaOf(`${name}$outboundSchema`), wireName)
const answerOf = (name: string) => strict(schemaOf(`${name}$inboundSchema`), (key) => key)

function schemaOf(name: string): Schema {
  return toJSONSchema(library[name]!, { io: 'input', unrepresentable: 'any' })
}

function wireName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function strict(value: unknown, rename: (key: string) => string): Schema {
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk)
    if (typeof each !== 'object' || each === null) return each
    const { properties, required, ...rest } = each as Schema
    const walked = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, walk(inner)]))
    if (properties === undefined) return walked
    const renamed = Object.entries(properties).map(([key, inner]) => [rename(key), walk(inner)])
    return {
      ...walked,
      properties: Object.fromEntries(renamed) as unknown,
      ...(Array.isArray(required) ? { required: required.map((key: string) => rename(key)) } : {}),
      additionalProperties: false,
    }
  }
  return walk(value) as Schema
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

function validate({ method, url, body, answer }: Exchange): string[] {
  const call = PUBLISHED.find((each) => each.method === method && each.path.test(url))
  if (!call) return [`${method} ${url} is not published`]
  return [
    ...(call.request === null ? [] : violationsOf('request', requestOf(call.request), body)),
    // The library removes nulls before it validates.
    ...(call.answer === null ? [] : violationsOf('answer', answerOf(call.answer), withoutNulls(answer))),
  ]
}

function violationsOf(where: string, schema: Schema, value: unknown): string[] {
  const check = ajv.compile(schema)
  if (check(value)) return []
  return (check.errors ?? [])
    .filter(({ params }) => where === 'request' || !NOT_READ.has(String(params['additionalProperty'])))
    .map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
}

function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => each ?? undefined) as unknown
}

let sandbox: ShippoSandbox
beforeAll(async () => {
  sandbox = await startShippoSandbox({ token })
})
afterAll(() => sandbox.close())

const bought = async (shipping: Shipping) => {
  const { rateId } = await shipping.quoteGround({ to: buyer, parcel })
  const wanted = { rateId, orderNumber: '4GX-7QM', reference: 'order-1' }
  return { wanted, label: await shipping.buyLabel(wanted) }
}

/** Runs every call of the client; the compiler requires an entry for each. */
const RUNS: Record<Exclude<keyof Shipping, 'mode'>, (shipping: Shipping) => Promise<unknown>> = {
  validateAddress: (shipping) => shipping.validateAddress(buyer),
  quoteGround: (shipping) => shipping.quoteGround({ to: buyer, parcel }),
  buyLabel: (shipping) => bought(shipping),
  findLabel: async (shipping) => shipping.findLabel((await bought(shipping)).wanted),
  getLabel: async (shipping) => shipping.getLabel((await bought(shipping)).label.id),
  voidLabel: async (shipping) => shipping.voidLabel((await bought(shipping)).label.id),
  fetchLabel: async (shipping) => shipping.fetchLabel((await bought(shipping)).label.fileUrl),
  trackParcel: async (shipping) => {
    const { carrier, trackingNumber: number } = (await bought(shipping)).label
    await shipping.trackParcel({ carrier, number })
  },
  check: (shipping) => shipping.check(),
  listWebhooks: (shipping) => shipping.listWebhooks(),
  setWebhook: async (shipping) => {
    const { id } = await shipping.setWebhook('https://frame.example/hook', null)
    await shipping.setWebhook('https://new.example/hook', id)
  },
  removeWebhook: async (shipping) =>
    shipping.removeWebhook((await shipping.setWebhook('https://frame.example/other', null)).id),
}

async function exchangesOf(name: keyof typeof RUNS): Promise<Exchange[]> {
  const recorded: Exchange[] = []
  const { apiBase } = sandbox
  await RUNS[name](shippoShipping({ token, apiBase, from, mode: 'sandbox', fetch: recordingFetch(recorded) }))
  return recorded
}

test.each(Object.keys(RUNS) as (keyof typeof RUNS)[])(
  'requests and responses of %s match the schemas of Shippo’s library',
  async (name) => {
    const exchanges = await exchangesOf(name)
    expect(exchanges.length).toBeGreaterThan(0)
    for (const exchange of exchanges) expect(validate(exchange), JSON.stringify(exchange)).toEqual([])
  },
)

test.each<[string, (body: Record<string, any>) => void]>([
  ['a misspelled property', (body) => (body.address_to.zipcode = '22180')],
  ['the library’s own spelling', (body) => (body.addressTo = body.address_to)],
  ['a measure as a number', (body) => (body.parcels[0].weight = 453)],
  ['an unknown unit', (body) => (body.parcels[0].mass_unit = 'stone')],
  ['a missing receiver', (body) => delete body.address_to],
])('the validation finds %s', async (_what, change) => {
  const [exchange] = await exchangesOf('quoteGround')
  change(exchange!.body as Record<string, any>)
  expect(validate(exchange!)).not.toEqual([])
})

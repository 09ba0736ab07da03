/** A well-formed call of any endpoint, made from its contract alone, so that a new endpoint is tested from its first day. */
import { type $ZodType, safeParse } from 'zod/v4/core'
import { isoNow, newId } from '#server/time/clock.ts'
import { api } from '#shared/api/api.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { urlOf } from '#shared/api/url.ts'
import { exhibit } from './exhibit.ts'
import { givenUp, written } from './letters.ts'
import { aPicture, formOf } from './form.ts'
import { placed, quote } from './purchase.ts'
import { PASSWORD, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import type { Visitor } from './visitor.ts'

export const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(api).flatMap(
  ([resource, contract]) =>
    Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => ({
      name: `${endpoint.method} ${endpoint.path} (${resource}.${name})`,
      endpoint,
    })),
)

/** `headers` come with a body that is not JSON. */
export type Input = { url: string; body: unknown; headers?: Record<string, string> }

type Fields = Record<string, unknown>

/**
 * A path that names a fresh row, and a body that the contract takes.
 * @param owner whose the row is, where rows belong to somebody
 * @param named values for fields of that name
 * Throws for what it was not taught: a test must say so rather than leave an endpoint out.
 */
export async function inputFor(
  shop: TestShop,
  endpoint: Endpoint,
  owner: Visitor,
  named: Fields = {},
): Promise<Input> {
  const params = await paramsOf(shop, endpoint, owner)
  const { id } = params
  if (endpoint.files) {
    const { payload, headers } = formOf(endpoint.files.field, [{ bytes: await aPicture() }])
    return { url: urlOf(endpoint, { params }), body: payload, headers }
  }
  const product = await shop.sell()
  const definition = endpoint.body?._zod.def as Definition | undefined
  const quoted = definition?.shape?.['shippingQuote'] && (await quote(owner, [{ _id: product, qty: 1 }]))
  const fields = {
    userId: id,
    productId: id,
    artshowId: id ?? (await exhibit(shop)),
    // Left out: nobody has uploaded any.
    main_images: undefined,
    other_images: undefined,
    pages: undefined,
    _id: product,
    email: freshEmail(),
    password: PASSWORD,
    quoteId: quoted?.quoteId ?? 'quote',
    // Of a link that was never sent: taken for one that is used already.
    token: 'A'.repeat(43),
    // Left out: a customer who has just signed in does not need it, and a wrong one is refused.
    currentPassword: undefined,
    // Left out: whoever fills in the field that nobody sees is a machine, and nothing is stored.
    homepage: undefined,
    // Left out: a refund is of an amount or of items, never of both.
    amount: undefined,
    ...ADDRESS,
    ...named,
  }
  return {
    url: urlOf(endpoint, { params }),
    body: endpoint.body && sample(endpoint.body, '', fields),
  }
}

async function paramsOf(shop: TestShop, { path }: Endpoint, owner: Visitor): Promise<Record<string, string>> {
  const [, resource = '', ...others] = /^\/api\/(\w+)(.*)$/.exec(path) ?? []
  const [first, second, ...more] = (others.join('').match(/:\w+/g) ?? []).map((name) => name.slice(1))
  if (!first) return {}
  if (first === 'service') return { service: 'mail' }
  if (first === 'secret') return { secret: shop.shop.config.shippoWebhookSecret ?? '' }
  const make = ROWS[resource]
  const makePart = second && PARTS[second]
  if (!make || first !== 'id' || (second && !makePart) || more.length > 0)
    throw new Error(`Teach test/inputs.ts what ${path} names`)
  const id = await make(shop, owner)
  return { id, ...(makePart ? { [second]: await makePart(shop, id) } : {}) }
}

/** How a row of each resource comes to be; an order is its owner's. */
const ROWS: Record<string, (shop: TestShop, owner: Visitor) => Promise<string>> = {
  products: (shop) => shop.sell(),
  orders: async (shop, owner) => placed(owner, [{ _id: await shop.sell(), qty: 1 }]),
  artshow: (shop) => exhibit(shop),
  messages: (shop) => written(shop),
  mail: (shop) => givenUp(shop),
  users: async (shop) => (await signedIn(shop)).id,
  money: async (shop) => disagreement(shop),
  reviews: async (shop) => reviewed(shop),
}

/** A review that everybody sees. */
async function reviewed(shop: TestShop): Promise<string> {
  const review = {
    id: newId(shop.clock),
    product_id: await shop.sell(),
    user_id: null,
    name: 'Ann',
    rating: 4,
    comment: 'Good',
    created_at: isoNow(shop.clock),
  }
  await shop.db.insertInto('reviews').values(review).execute()
  return review.id
}

/** A disagreement about a count that was put right since: settling it finds nothing to do. */
async function disagreement(shop: TestShop): Promise<string> {
  const finding = {
    id: newId(shop.clock),
    key: newId(shop.clock),
    kind: 'count' as const,
    order_id: null,
    payment_id: null,
    product_id: await shop.sell(),
    capture_id: '',
    ours: 4,
    theirs: 5,
    found_at: isoNow(shop.clock),
    seen_at: null,
    seen_by: null,
    note: null,
  }
  await shop.db.insertInto('money_findings').values(finding).execute()
  return finding.id
}

/** How a part of a row comes to be, by its name in the path. */
const PARTS: Record<string, (shop: TestShop, id: string) => Promise<string>> = {
  noteId: async (shop, id) => {
    const note = {
      id: newId(shop.clock),
      order_id: id,
      at: isoNow(shop.clock),
      actor: 'Olive',
      text: 'Fragile',
    }
    await shop.db.insertInto('order_notes').values(note).execute()
    return note.id
  },
  refundId: (shop, id) => refundOf(shop, id),
}

/** A refund of money that came in for an order that nobody paid. */
async function refundOf(shop: TestShop, orderId: string): Promise<string> {
  const { id, at } = { id: newId(shop.clock), at: isoNow(shop.clock) }
  const { total_cents: cents } = await shop.db
    .selectFrom('orders')
    .select('total_cents')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('payments')
    .values({
      id,
      order_id: orderId,
      provider: 'paypal',
      provider_order_id: id,
      state: 'refunded',
      amount_cents: cents,
      currency: 'USD',
      create_request_id: id,
      attempt: 1,
      capture_id: id,
      captured_cents: cents,
      returned_cents: cents,
      captured_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await shop.db
    .insertInto('refunds')
    .values({
      id,
      payment_id: id,
      amount_cents: cents,
      of_sale: 0,
      state: 'completed',
      reason: '',
      request_id: id,
      actor: 'Olive',
      created_at: at,
      updated_at: at,
      completed_at: at,
      is_itemized: 0,
      goods_cents: 0,
      tax_cents: 0,
      shipping_cents: 0,
      goodwill_cents: 0,
    })
    .execute()
  return id
}

const ADDRESS: Fields = {
  address: '123 Maple Avenue E',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}

const GENERAL = ['Sample text', 'ABC123', 1, true, '', '2026-11-21', '@website', null]

type Definition = {
  type: string
  shape?: Record<string, $ZodType>
  element?: $ZodType
  innerType?: $ZodType
  /** Of a union. */
  options?: $ZodType[]
  values?: unknown[]
  entries?: Record<string, unknown>
}

function sample(schema: $ZodType, name: string, fields: Fields): unknown {
  if (name in fields && fields[name] === undefined) return undefined
  const def = schema._zod.def as unknown as Definition
  if (def.shape) {
    const entries = Object.entries(def.shape).map(([key, field]) => [key, sample(field, key, fields)])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (def.element) return [sample(def.element, name, fields)]
  const candidates = [fields[name], ...(def.values ?? []), ...Object.values(def.entries ?? {}), ...GENERAL]
  const found = candidates.find((value) => value !== undefined && safeParse(schema, value).success)
  if (found !== undefined) return found
  if (def.innerType) return sample(def.innerType, name, fields)
  if (def.options) return sample(def.options[0]!, name, fields)
  throw new Error(`Teach test/inputs.ts a value for the field ${name}`)
}

let emails = 0

function freshEmail(): string {
  return `sample-${process.pid}-${++emails}@example.com`
}

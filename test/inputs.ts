/** Creates a valid call of any endpoint from its contract, so that new endpoints are tested automatically. */
import { type $ZodType, safeParse } from 'zod/v4/core'
import { api } from '#shared/api/api.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { urlOf } from '#shared/api/url.ts'
import { createFeaturedArtist } from './featured-artist.ts'
import { aPicture, formOf } from './form.ts'
import { quote } from './purchase.ts'
import { paramsOf } from './rows.ts'
import { PASSWORD, type TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(api).flatMap(
  ([resource, contract]) =>
    Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => ({
      name: `${endpoint.method} ${endpoint.path} (${resource}.${name})`,
      endpoint,
    })),
)

/** `headers` are set if the body is not JSON. */
export type Input = { url: string; body: unknown; headers?: Record<string, string> }

type Fields = Record<string, unknown>

/**
 * Creates a path with the id of a new row, and a body that the contract accepts.
 * @param owner the owner of the row, for rows that have one
 * @param named values for fields by name
 * @throws if it cannot create a value; the message says what to add here
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
    artshowId: id ?? (await createFeaturedArtist(shop)),
    // Omitted, because no pictures are uploaded.
    main_images: undefined,
    other_images: undefined,
    pages: undefined,
    _id: product,
    email: freshEmail(),
    password: PASSWORD,
    quoteId: quoted?.quoteId ?? 'quote',
    // An unknown token, which is treated like a used one.
    token: 'A'.repeat(43),
    // Omitted: not required right after signing in, and a wrong one is refused.
    currentPassword: undefined,
    // Omitted: with the honeypot filled in, nothing is stored.
    homepage: undefined,
    // Omitted: a refund is either of an amount or of items.
    amount: undefined,
    ...ADDRESS,
    ...named,
  }
  return {
    url: urlOf(endpoint, { params }),
    body: bodyOf(endpoint, fields),
  }
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

function bodyOf({ body, method, path }: Endpoint, fields: Fields): unknown {
  try {
    return body && sample(body, '', fields)
  } catch (error) {
    throw new Error(`${method} ${path}: ${(error as Error).message}`, { cause: error })
  }
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
  throw new Error(`no value fits the field ${name}: add one to the fields of inputFor in test/inputs.ts`)
}

let emails = 0

function freshEmail(): string {
  return `sample-${process.pid}-${++emails}@example.com`
}

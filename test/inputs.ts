/** A well-formed call of any endpoint, made from its contract alone, so that a new endpoint is tested from its first day. */
import { type $ZodType, safeParse } from 'zod/v4/core'
import { api } from '#shared/api/api.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { urlOf } from '#shared/api/url.ts'
import { exhibit } from './exhibit.ts'
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

/** `headers` come with a body that is not JSON. */
export type Input = { url: string; body: unknown; headers?: Record<string, string> }

type Fields = Record<string, unknown>

/**
 * A path that names a fresh row, and a body that the contract takes.
 * @param owner whose the row is, where rows belong to somebody
 * @param named values for fields of that name
 * Throws where it cannot make one, and says what to add here: no endpoint is left out.
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

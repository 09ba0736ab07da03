/** Creates a valid call of any endpoint from its contract, so that new endpoints are tested automatically. */
import { newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { api } from '#shared/start/api.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { applications } from '#shared/wholesale/api/applications.ts'
import { createFeaturedArtist } from './featured-artist.ts'
import { aPicture, formOf } from './form.ts'
import { VIENNA, quote } from './purchase.ts'
import { newLot, newRoast } from './roastery/by-admin.ts'
import { sendInquiry } from './messages.ts'
import { COMPANY } from './wholesale/accounts.ts'
import { newTokenFields, newWebhookFields, paramsOf } from './rows.ts'
import { sampleBody, type Definition, type Values } from './sample-body.ts'
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
  named: Values = {},
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
    _id: product,
    email: freshEmail(),
    password: PASSWORD,
    quoteId: quoted?.quoteId ?? 'quote',
    // An unknown token, which is treated like a used one.
    token: (/^\/api\/(buyer-)?invitations/.test(endpoint.path) ? 'none.zzzzzz.' : '') + 'A'.repeat(43),
    link: `zzzzzz.${'A'.repeat(43)}`,
    order: newId(shop.clock),
    cutOff: '15:00',
    mapUrl: 'https://map.example/place',
    taxState: 'VA',
    shopLink: '/shop',
    appLink: 'https://apps.example/frame',
    contactEmail: 'hello@example.com',
    holdMinutes: 30,
    noticeDays: 5,
    writeHours: 24,
    // Omitted: an order of a subscription needs the text of its terms.
    subscribe: undefined,
    consent: undefined,
    lengthIn: 24,
    widthIn: 18,
    heightIn: 16,
    readyFrom: '14:00',
    // Of a page: no slot is changed, and a draft is published at once.
    values: {},
    // Of a service: nothing is typed.
    ...(endpoint.path.startsWith('/api/services') ? { fields: {} } : {}),
    at: undefined,
    // Omitted: without it, these calls need a session.
    guest: undefined,
    // Omitted: not every order has a code. A new code is unique.
    discountCode: undefined,
    code: `CODE-${newId(shop.clock)}`,
    // Omitted: not required right after signing in, and a wrong one is refused.
    currentPassword: undefined,
    // Omitted: with the honeypot filled in, nothing is stored.
    homepage: undefined,
    arrivedOn: nowAt(shop.clock).day,
    // Omitted: a refund is either of an amount or of items.
    amount: undefined,
    // Of the settings of gift cards, and of a gift card.
    amounts: '25, 50',
    least: 5,
    most: 500,
    ...(/^\/api\/(giftcards|ledgers|account-invoices|invoice-links)/.test(endpoint.path)
      ? { amount: 30 }
      : {}),
    ...VIENNA,
    ...(endpoint.path.startsWith('/api/counter') ? AT_COUNTER : {}),
    ...(/^\/api\/(own-)?accounts|\/approve$/.test(endpoint.path) ? WHOLESALE : {}),
    ...(endpoint.path.startsWith('/api/price-lists') ? { size: product } : {}),
    ...(endpoint === applications.begin ? { message: await sendInquiry(shop) } : {}),
    ...(await partsOf(shop, endpoint)),
    ...named,
  }
  return {
    url: urlOf(endpoint, { params }),
    body: sampleBody(endpoint, fields),
  }
}

/** A buyer who takes the goods along and pays in cash. */
const AT_COUNTER: Values = {
  via: 'counter',
  user: undefined,
  phone: undefined,
  taken: true,
  pickup: undefined,
  shippingAddress: undefined,
  shippingQuote: undefined,
  gift: undefined,
  giftCards: undefined,
  discount: undefined,
  by: 'tender',
  days: 3,
  kind: 'cash',
  received: undefined,
  due: undefined,
  giftCardPrice: undefined,
  itemsPrice: undefined,
  discountPrice: undefined,
  shippingPrice: undefined,
  taxPrice: undefined,
  totalPrice: undefined,
}

/** The address of an account and of its location; a location needs a day. */
const WHOLESALE: Values = { ...COMPANY, weekdays: ['Thu'], version: undefined, file: undefined }

/** The parts of a roast or a recipe: one of 100 percent. A price is for a size that exists. */
async function partsOf(shop: TestShop, { path }: Endpoint): Promise<Values> {
  if (path === '/api/tokens') return newTokenFields(shop)
  if (path === '/api/webhooks') return newWebhookFields(shop)
  if (path.startsWith('/api/webhooks')) return { url: 'https://93.184.216.34/other', version: 1 }
  if (path.startsWith('/api/price-lists')) return { size: await shop.sell() }
  if (path.startsWith('/api/recipes')) return { id: await newRoast(shop), percent: 100 }
  return path.startsWith('/api/roasts') ? { id: await newLot(shop), percent: 100 } : {}
}

let emails = 0

function freshEmail(): string {
  return `sample-${process.pid}-${++emails}@example.com`
}

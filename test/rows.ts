/** Creates new rows for the ids in the path of an endpoint, and for tests that need a row of every resource. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { brewGuides } from '#shared/content/api/brew-guides.ts'
import { api, type Path } from '#shared/start/api.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { BREW_GUIDE } from './brew-guide.ts'
import { changeInBulk } from './bulk-change.ts'
import { aPicture, formOf } from './form.ts'
import { isStaffAccess } from '#shared/kernel/roles.ts'
import { createFailedMail, sendContactMessage } from './messages.ts'
import { ACCOUNT_PARTS, ACCOUNT_ROWS, wholesaleFields } from './wholesale/accounts.ts'
import { createFeaturedArtist } from './featured-artist.ts'
import { VIENNA, boughtGiftCard, placed } from './purchase.ts'
import { newBags } from './roastery/bags.ts'
import { LEDGER_ROWS } from './ledger-rows.ts'
import { orderForVan } from '#server/wholesale/delivery/deliveries.testing.ts'
import { newLot, newRecipe } from './roastery/by-admin.ts'
import { ROASTERY_ROWS } from './roastery/paths.ts'
import { refundOf } from './refund-row.ts'
import { sampleBody } from './sample-body.ts'
import { boughtGiftSubscription, endedCoffee, itemOf, subscriptionOf } from './subscription-rows.ts'
import { sendUntilAccepted } from './send-until-accepted.ts'
import type { TestShop } from './shop.ts'
import { storePasskey } from './passkeys.ts'
import { signedIn } from './signed-in.ts'
import type { Visitor } from './visitor.ts'
import { insert } from './table-rows.ts'
import { CAFE_ROWS } from './wholesale/cafe.ts'

/** The parameters of an endpoint's path, with a new row for each id; `owner` owns the rows. */
export async function paramsOf(
  shop: TestShop,
  { path }: Endpoint,
  owner: Visitor,
): Promise<Record<string, string>> {
  const [, resource = '', ...others] = /^\/api\/([\w-]+)(.*)$/.exec(path) ?? []
  const [first, second, ...more] = (others.join('').match(/:\w+/g) ?? []).map((name) => name.slice(1))
  if (!first) return {}
  if (first === 'slug') return { slug: await guideSlug(shop) }
  if (first === 'day') return { day: '2026-11-27', ...(second === 'route' ? { route: 'none' } : {}) }
  if (first === 'part') return { part: 'reviews' }
  if (second === 'hook' || path.endsWith('/webhooks')) return { service: 'payments', hook: 'HOOK1' }
  if (first === 'service') return { service: 'mail' }
  if (first === 'code') return { code: (await newBags(shop)).code }
  if (first === 'month') return { month: isoNow(shop.clock).slice(0, 7), ...MONTH_PARTS }
  if (first === 'secret') return { secret: shop.shop.services.shippoWebhookSecret ?? '' }
  const create = CREATE_ENDPOINTS.find((each) => each.path === `/api/${resource}`)
  const make =
    ROWS_OF_PATH[path] ?? ROWS[resource as ResourceWithRows] ?? (create && (() => createRow(shop, create)))
  const makePart = second && PARTS[second]
  if (!make || first !== 'id' || (second && !makePart) || more.length > 0)
    throw new Error(`Add to ROWS or PARTS of test/rows.ts how a row for ${path} is made`)
  const id = await make(shop, owner)
  return { id, ...(makePart ? { [second]: await makePart(shop, id) } : {}) }
}

/** Values for the other parameters of paths about a month of the bookkeeping. */
const MONTH_PARTS = { day: '2026-11-21', file: 'orders' }

/** Resources whose paths contain the id of a row. */
type ResourceWithRows = Path extends infer P ? (P extends `/api/${infer R}/:id${string}` ? R : never) : never

/** The endpoints with which an admin creates a row: `POST /api/<resource>`, which replies with its `_id`. */
const CREATE_ENDPOINTS = Object.values(api)
  .flatMap((contract): Endpoint[] => Object.values(contract))
  .filter(({ method, path, access, status }) => {
    return (
      method === 'POST' &&
      path !== '/api/invitations' &&
      isStaffAccess(access) &&
      status === 201 &&
      /^\/api\/[\w-]+$/.test(path)
    )
  })

/** A row of each resource that admins create. */
export async function createRowOfEach(shop: TestShop): Promise<void> {
  for (const endpoint of CREATE_ENDPOINTS) await createRow(shop, endpoint)
}

/** Creates a row as an admin, with a body from the contract. Returns its id. */
async function createRow(shop: TestShop, endpoint: Endpoint): Promise<string> {
  const admin = await signedIn(shop, { isAdmin: true })
  const fields = await fieldsOf(shop, endpoint)
  const { body } = await sendUntilAccepted(() => admin.post(endpoint.path, sampleBody(endpoint, fields)))
  return body._id
}

/** A work needs an artist, a roast needs a lot, a price needs a size, codes are unique, and visitors see only a published event. */
async function fieldsOf(shop: TestShop, { path }: Endpoint): Promise<Record<string, unknown>> {
  if (path === '/api/works') return { artist: await createFeaturedArtist(shop) }
  if (path === '/api/roasts') return { id: await newLot(shop), percent: 100 }
  if (/\/(green|discounts)$/.test(path)) return { code: `ROW-${newId(shop.clock)}` }
  if (path === '/api/brew-guides') return BREW_GUIDE
  if (path === '/api/tokens') return newTokenFields(shop)
  if (path === '/api/price-lists') return { size: await shop.sell() }
  if (path === '/api/webhooks') return newWebhookFields(shop)
  if (path === '/api/van-routes') return { stops: undefined }
  if (/\/(accounts|applications|price-lists)$/.test(path)) return wholesaleFields(shop, path)
  return path === '/api/events' ? { isDraft: false } : {}
}

/** The name of an API token is unique, and its last day is near. */
export function newTokenFields({ clock }: Pick<TestShop, 'clock'>) {
  return { name: `Program ${newId(clock)}`, endsOn: nowAt(clock).day }
}

/** An address on the internet that no other webhook has. Earlier ones are removed, because a shop has few of them. */
export async function newWebhookFields({ db, clock }: TestShop) {
  await db.deleteFrom('webhooks').execute()
  return { url: `https://93.184.216.34/${newId(clock)}` }
}

/** The address of a new brew guide. */
async function guideSlug(shop: TestShop): Promise<string> {
  const id = await createRow(shop, brewGuides.create)
  const { slug } = await shop.db
    .selectFrom('brew_guides')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return slug
}

/**
 * Creates a row of each resource for which `POST /api/<resource>` does not: there is no such endpoint, or it creates a
 * product that visitors do not see. An order belongs to `owner`.
 */
const ROWS: Partial<Record<ResourceWithRows, (shop: TestShop, owner: Visitor) => Promise<string>>> = {
  products: (shop) => shop.sell(),
  // Visitors see an artist from the first save on.
  artshow: (shop) => createFeaturedArtist(shop),
  recipes: newRecipe,
  orders: async (shop, owner) => placed(owner, [{ _id: await shop.sell(), qty: 1 }]),
  addresses: savedAddress,
  subscriptions: subscriptionOf,
  paymentmethods: savedMethod,
  messages: (shop) => sendContactMessage(shop),
  mail: (shop) => createFailedMail(shop),
  users: async (shop) => (await signedIn(shop)).id,
  staff: async (shop) => (await signedIn(shop, { role: 'packer' })).id,
  invitations: invited,
  sessions: openSession,
  passkeys: savedPasskey,
  money: async (shop) => disagreement(shop),
  reviews: async (shop) => reviewed(shop),
  // A page without versions has its original texts.
  pages: async () => 'about',
  media: (shop) => addedPicture(shop),
  imports: (shop) => receivedImport(shop),
  'counter-days': closedDay,
  ...LEDGER_ROWS,
  ...ACCOUNT_ROWS,
  express: async (shop, owner) => {
    const goods = { orderItems: [{ _id: await shop.sell(), qty: 1 }] }
    return (await owner.post('/api/express', goods)).body.expressId
  },
}

/** A closed day of the counter. */
async function closedDay(shop: TestShop): Promise<string> {
  const [id, at] = [newId(shop.clock), isoNow(shop.clock)]
  const opened = { id, opened_at: at, opened_by: 'Bo', start_cents: 0, left_cents: null }
  const closed = { closed_at: at, closed_by: 'Bo', counted_cents: 0, expected_cents: 0 }
  await insert(shop.db, 'counter_days', { ...opened, ...closed })
  return id
}

/** The same for endpoints that only some rows of their resource have. */
const ROWS_OF_PATH: { readonly [K in string]?: (shop: TestShop, owner: Visitor) => Promise<string> } = {
  '/api/counter/orders/:id': soldAtCounter,
  '/api/counter/orders/:id/again': phoned,
  '/api/counter/orders/:id/tenders': phoned,
  '/api/counter/orders/:id/link': phoned,
  '/api/counter/orders/:id/receipt': soldAtCounter,
  '/api/deliveries/orders/:id/day': orderForVan,
  '/api/deliveries/orders/:id/picked-up': orderForVan,
  '/api/orders/:id/gift-card': boughtGiftCard,
  '/api/orders/:id/gift-card.pdf': boughtGiftCard,
  '/api/orders/:id/gift-subscription': boughtGiftSubscription,
  '/api/orders/:id/gift-subscription.pdf': boughtGiftSubscription,
  '/api/giftcards/:id/file.pdf': soldGiftCard,
  '/api/subscriptions/endings/:id': endedCoffee,
  ...CAFE_ROWS,
  '/api/record/:id/rows': async (shop) => changeInBulk(await shop.admin(), [await shop.sell()]),
  ...ROASTERY_ROWS,
}

/** A saved address of `owner`, or of a new user if the owner is a guest. */
async function savedAddress(shop: TestShop, owner: Visitor): Promise<string> {
  const body = { ...VIENNA, address: `${++houses} Maple Avenue E`, recipient: 'Ann Lee' }
  const saved = await owner.post('/api/addresses', body)
  return saved.status === 201 ? saved.body._id : savedAddress(shop, await signedIn(shop))
}

let houses = 0

/** A payment method that `owner` has saved, or a new user if the owner is a guest. */
export async function savedMethod(shop: TestShop, owner: Visitor): Promise<string> {
  const { status, body } = await owner.post('/api/paymentmethods/setup')
  if (status !== 200) return savedMethod(shop, await signedIn(shop))
  shop.paypal.approveSetup(body.setupToken)
  return (await owner.post('/api/paymentmethods', { setupToken: body.setupToken })).body._id
}

/** A gift card that `seller` sold at the bar, or an admin if `seller` may not. */
async function soldGiftCard(shop: TestShop, seller: Visitor): Promise<string> {
  const { status, body } = await seller.post('/api/giftcards', { amount: 5 })
  return status === 201 ? body._id : soldGiftCard(shop, await signedIn(shop, { isAdmin: true }))
}

/** Goods that a buyer took along. */
async function soldAtCounter(shop: TestShop): Promise<string> {
  const barista = await signedIn(shop, { role: 'barista' })
  const body = {
    via: 'counter',
    person: {},
    orderItems: [{ _id: await shop.sell(), qty: 1 }],
    taken: true,
    payment: { by: 'tender', tender: { kind: 'cash' } },
  }
  return (await sendUntilAccepted(() => barista.post('/api/counter/orders', body))).body._id
}

/** An unpaid order that an admin placed by phone. */
async function phoned(shop: TestShop): Promise<string> {
  const admin = await signedIn(shop, { isAdmin: true })
  const body = {
    via: 'phone',
    person: { name: 'Ann Phone', email: 'ann.phone@example.com' },
    orderItems: [{ _id: await shop.sell(), qty: 1 }],
    pickup: {},
    payment: { by: 'link', days: 2 },
  }
  return (await sendUntilAccepted(() => admin.post('/api/counter/orders', body))).body._id
}

/** A picture of the media library. */
async function addedPicture(shop: TestShop): Promise<string> {
  const admin = await signedIn(shop, { isAdmin: true })
  const { payload, headers } = formOf('images', [{ bytes: await aPicture() }])
  const { body } = await admin.post('/api/media/upload', payload, headers)
  return body.media[0]._id
}

/** An import whose file is not read yet. */
async function receivedImport(shop: TestShop): Promise<string> {
  const owner = await signedIn(shop, { role: 'owner' })
  const file = { name: 'customers.csv', type: 'text/csv', bytes: 'Name,Email\r\nAnn,ann@example.com' }
  const { payload, headers } = formOf('file', [file])
  return (await owner.post('/api/imports/customers', payload, headers)).body._id
}

/** A session of `owner`, or of a new user if the owner is a guest. */
async function openSession(shop: TestShop, owner: Visitor): Promise<string> {
  const { status, body } = await owner.get('/api/sessions')
  return status === 200 ? body.sessions[0]._id : openSession(shop, await signedIn(shop))
}

/** A passkey of `owner`, or of a new user if the owner is a guest. */
async function savedPasskey(shop: TestShop, owner: Visitor): Promise<string> {
  const { status, body } = await owner.get('/api/users/profile')
  return status === 200 ? storePasskey(shop, body._id) : savedPasskey(shop, await signedIn(shop))
}

/** An invitation of a new address. */
async function invited(shop: TestShop): Promise<string> {
  const owner = await signedIn(shop, { role: 'owner' })
  const email = `invited-${newId(shop.clock)}@example.com`
  return (await owner.post('/api/invitations', { email, role: 'packer' })).body._id
}

/** A public review. */
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
  await insert(shop.db, 'reviews', review)
  return review.id
}

/** A finding about a count that has been corrected since, so settling it changes nothing. */
async function disagreement(shop: TestShop): Promise<string> {
  const product = await shop.sell()
  const finding = {
    id: newId(shop.clock),
    key: newId(shop.clock),
    kind: 'count' as const,
    order_id: null,
    payment_id: null,
    product_id: product,
    // The first size has the id of its product.
    size_id: product,
    capture_id: '',
    ours: 4,
    theirs: 5,
    found_at: isoNow(shop.clock),
    seen_at: null,
    seen_by: null,
    note: null,
  }
  await insert(shop.db, 'money_findings', finding)
  return finding.id
}

/** Creates a part of a row, by the name of its parameter in the path. */
const PARTS: Record<string, (shop: TestShop, id: string) => Promise<string>> = {
  deliveryId: (shop, id) => deliveredTo(shop, id),
  noteId: async (shop, id) => {
    const note = {
      id: newId(shop.clock),
      order_id: id,
      at: isoNow(shop.clock),
      actor: 'Olive',
      text: 'Fragile',
    }
    await insert(shop.db, 'order_notes', note)
    return note.id
  },
  refundId: (shop, id) => refundOf(shop, id),
  versionId: async () => 'original',
  signup: async (shop, id) => signedUp(shop, id),
  itemId: async (shop, id) => itemOf(shop, id),
  ...ACCOUNT_PARTS,
}

/** An event that was sent to a webhook. */
async function deliveredTo({ db, clock }: TestShop, webhook_id: string): Promise<string> {
  const now = isoNow(clock)
  const event = { id: newId(clock), type: 'webhook.test' as const, about: '{}', webhook_id, body: '{}' }
  await insert(db, 'webhook_events', { ...event, occurred_at: now })
  const delivery = {
    id: newId(clock),
    webhook_id,
    event_id: event.id,
    next_at: now,
    state: 'failed' as const,
  }
  await insert(db, 'webhook_deliveries', { ...delivery, tried_at: now, status: 500 })
  return delivery.id
}

/** A person who signed up for an event. */
async function signedUp(shop: TestShop, eventId: string): Promise<string> {
  const email = `${newId(shop.clock)}@example.com`
  // A new event is hidden.
  await shop.db.updateTable('events').set({ is_draft: 0 }).where('id', '=', eventId).execute()
  await shop.visitor().post(`/api/events/${eventId}/signups`, { name: 'Ann', email })
  const row = await shop.db
    .selectFrom('event_signups')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.id
}

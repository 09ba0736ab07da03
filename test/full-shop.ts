/** A shop with rows in every table, for tests that no row is lost. */
import { randomBytes } from 'node:crypto'
import { newId } from '#server/kernel/time/clock.ts'
import { processEvents } from '#server/payments/events/events.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Finding } from '#shared/payments/api/payments-check.ts'
import { changeInBulk } from './bulk-change.ts'
import { addContent, addSignIn } from './full-shop-content.ts'
import { addRoastery } from './full-shop-roastery.ts'
import { addWholesale } from './full-shop-wholesale.ts'
import { createFeaturedArtist } from './featured-artist.ts'
import { aPicture, formOf } from './form.ts'
import { guestOf } from './guests.ts'
import { pdfText } from './pdf-text.ts'
import { approve, BALTIMORE, orderBody, pay, placed, type CartLines } from './purchase.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { createRowOfEach, savedMethod } from './rows.ts'
import { sendUntilAccepted } from './send-until-accepted.ts'
import { deliverTo, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import type { Visitor } from './visitor.ts'
import { addDeliveries } from '#server/wholesale/delivery/deliveries.testing.ts'
import { insert } from './table-rows.ts'

/** A text that careless code handles wrongly: quotes, a line break, a line separator, an emoji, and half an emoji. */
const AWKWARD = 'O’Neil "the\tCup"\r\n\u2028 — ☕️ \ud83d, 3,5 % \\n'

export async function fillShop(shop: TestShop): Promise<void> {
  const admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  const buyer = await signedIn(shop, { name: AWKWARD })
  const products = [await shop.sell({ stock: 50 }), await shop.sell({ stock: 50, sizeGrams: null })]
  const items = products.map((_id, index) => ({ _id, qty: index + 1 }))
  for (const slug of ['first-address', 'second-address'])
    await sendUntilAccepted(() => admin.put(`/api/products/${products[0]}`, { slug }))

  await changeInBulk(admin, products)

  await sendUntilAccepted(() => buyer.put('/api/users/profile', { email: `new-${buyer.email}` }))
  await placed(buyer, items)
  const canceled = await placed(buyer, items)
  await sendUntilAccepted(() => buyer.delete(`/api/orders/${canceled}`))
  const delivered = await placed(buyer, items, BALTIMORE)
  const { body: paid } = await sendUntilAccepted(() => pay(shop, buyer, delivered))
  await sendUntilAccepted(() =>
    buyer.post(`/api/products/${products[0]}/reviews`, { rating: 4, comment: 'Good. ☕️' }),
  )
  await sendUntilAccepted(() => admin.post('/api/shippo', { orderId: delivered }))
  await sendUntilAccepted(() =>
    admin.put(`/api/orders/${delivered}/ship`, { trackingNumber: '9400 1', trackingUrl: '' }),
  )
  await sendUntilAccepted(() => admin.put(`/api/orders/${delivered}/deliver`))
  const back = { amount: 3, reason: 'O’Neil’s “torn” bag ☕️', stock: [{ _id: products[0], qty: 1 }] }
  await sendUntilAccepted(() => admin.post(`/api/orders/${delivered}/refund`, back))
  const item = { lines: [{ _id: products[1], qty: 1 }], shipping: 1, goodwill: 0.5 }
  await sendUntilAccepted(() => admin.post(`/api/orders/${delivered}/refund`, item))
  await openDispute(shop, paid.paymentResult.id)
  await savedMethod(shop, buyer)
  await buyer.delete(`/api/paymentmethods/${await savedMethod(shop, buyer)}`)
  const declined = await placed(buyer, items)
  const id = await approve(shop, buyer, declined, 'decline')
  await buyer.put(`/api/orders/${declined}/pay`, { id })
  await noteFinding(shop, admin, id)
  const key = { 'idempotency-key': randomBytes(8).toString('hex') }
  const body = await orderBody(buyer, items)
  await sendUntilAccepted(() => buyer.post('/api/orders', body, key))
  await addOrderNote(shop, delivered)
  await splitInParcels(shop, admin, buyer, items)
  await addDeliveries(shop, admin)
  const gone = await signedIn(shop, { name: AWKWARD })
  await placed(gone, items)
  await placed(guestOf(shop), items)
  await sendUntilAccepted(() => admin.delete(`/api/users/${gone.id}`))

  await spendGiftCard(shop, buyer, items)
  await sellAtCounter(admin, items)

  const words = { name: 'Ann O’Neil', email: 'ann@example.com', message: 'Two words.\n\u2028And a line.' }
  await sendUntilAccepted(() => shop.visitor().post('/send', { mailerState: words }))
  const { messages } = (await sendUntilAccepted(() => admin.get('/api/messages'))).body
  await sendUntilAccepted(() =>
    admin.post(`/api/messages/${messages[0]._id}/answers`, { text: words.message, seen: 0 }),
  )
  const settings = { ...SHIPPING_DEFAULTS, closures: ['2026-12-24 to 2026-12-26'], version: 0 }
  await sendUntilAccepted(() => admin.put('/api/settings/shipping', settings))
  await createFeaturedArtist(shop, { quote: AWKWARD, is_feat: 1 })
  await createRowOfEach(shop)
  const files = await upload(admin)
  await createMenu(shop, files)
  await addContent(shop, files[0]!, AWKWARD)
  await addSignIn(shop, buyer.id, AWKWARD)
  await addRoastery(shop, AWKWARD)
  await addWholesale(shop, AWKWARD)
  await logChange(
    shop.db,
    shop.shop,
    { _id: admin.id, name: 'Olive Owner' },
    {
      subject: 'menu',
      name: 'Menu',
      action: 'Replaced',
      changes: [{ field: 'Text', before: '', after: AWKWARD }],
    },
  )
  await insert(shop.db, 'imported_products', { source: 'shopify', external_id: AWKWARD, product_id: AWKWARD })
  await insert(shop.db, 'imported_categories', {
    source: 'shopify',
    name: AWKWARD,
    category: AWKWARD,
    department_id: null,
    updated_at: AWKWARD,
  })
  await addImportedCustomer(shop)
  await closeLastMonth(shop)
  await insert(shop.db, 'shop_facts', { key: 'motto', value: AWKWARD })
  await insert(shop.db, 'demo_rows', { kind: 'reviews', id: AWKWARD })
  await addFormerConnection(shop)
  await sendUntilAccepted(() => admin.put('/api/setup/skipped', { item: 'tax', isSkipped: true }))
}

/** A paid order whose lines are in two parcels. */
async function splitInParcels(shop: TestShop, admin: Visitor, buyer: Visitor, items: CartLines) {
  const id = await placed(buyer, items)
  const { body } = await sendUntilAccepted(() => pay(shop, buyer, id))
  const parcels = body.orderItems.map(({ line, qty }: { line: number; qty: number }) => ({
    goods: [{ line, qty }],
  }))
  await sendUntilAccepted(() => admin.put(`/api/orders/${id}/parcels`, { version: 0, parcels }))
}

/** One that was replaced, so that the shop does not use it. */
async function addFormerConnection({ db, clock }: TestShop): Promise<void> {
  const at = clock.now().toISOString()
  const texts = { fields: '{}', secrets: AWKWARD, endings: '{}', saved_by: AWKWARD }
  await insert(db, 'service_connections', {
    id: newId(clock),
    service: 'maps',
    version: 1,
    ...texts,
    saved_at: at,
    replaced_at: at,
  })
}

async function addImportedCustomer({ db, clock }: TestShop): Promise<void> {
  await insert(db, 'imported_customers', { source: 'shopify', external_id: AWKWARD, user_id: AWKWARD })
  const at = clock.now().toISOString()
  await insert(db, 'imported_consents', { email: AWKWARD, source: 'own', consented_at: at, imported_at: at })
  const place = { product_id: AWKWARD, place: 'image' as const, state: 'failed' as const, problem: AWKWARD }
  const source = { url: AWKWARD, file_name: AWKWARD, actor_id: '1', actor: AWKWARD }
  await insert(db, 'import_pictures', { id: newId(clock), ...place, ...source, created_at: at })
}

async function noteFinding(shop: TestShop, admin: Visitor, payment: string): Promise<void> {
  shop.paypal.captureAtPaypal(payment)
  const { body } = await sendUntilAccepted(() => admin.post('/api/money/compare', {}))
  const unpaid = body.findings.find(({ kind }: Finding) => kind === 'unpaid')
  await sendUntilAccepted(() => admin.put(`/api/money/${unpaid._id}/seen`, { note: 'Let be.\nFor a test.' }))
}

/** A gift card that was bought in the shop, and pays a part of an order that waits for its payment. */
async function spendGiftCard(shop: TestShop, buyer: Visitor, orderItems: CartLines): Promise<void> {
  const wanted = {
    amount: 25,
    to: { name: 'Fay “the Cup” O’Neil', email: 'fay@example.com' },
    note: 'Two lines.\nOf joy ☕️',
  }
  const { body: bought } = await sendUntilAccepted(() => buyer.post('/api/giftcards/orders', wanted))
  await sendUntilAccepted(() => pay(shop, buyer, bought._id))
  const file = await sendUntilAccepted(() => buyer.get(`/api/orders/${bought._id}/gift-card.pdf`))
  const { pages } = await pdfText(file.bytes!)
  const code = /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(pages.flat().join('\n'))![0]
  const body = { ...(await orderBody(buyer, orderItems)), giftCards: [code] }
  await sendUntilAccepted(() => buyer.post('/api/orders', body))
}

/** A buyer opens a dispute at PayPal, which sends a webhook. */
/** A day of the counter with a sale, and cash that was paid in. */
async function sellAtCounter(admin: Visitor, orderItems: CartLines): Promise<void> {
  await sendUntilAccepted(() => admin.post('/api/counter-day/start', { start: 100 }))
  const change = { kind: 'in', amount: 5, reason: 'O’Neil’s “change” ☕️' }
  await sendUntilAccepted(() => admin.post('/api/counter-day/moves', change))
  const payment = { by: 'tender', tender: { kind: 'cash' } }
  const sale = { via: 'counter', person: { name: 'Ann O’Neil ☕️' }, orderItems, taken: true, payment }
  await sendUntilAccepted(() => admin.post('/api/counter/orders', sale))
}

async function openDispute(shop: TestShop, capture: string): Promise<void> {
  const payment = await shop.db
    .selectFrom('payments')
    .select('provider_order_id')
    .where('capture_id', '=', capture)
    .executeTakeFirstOrThrow()
  const dispute_id = shop.paypal.dispute(payment.provider_order_id!)
  await deliverTo(shop, shop.paypal.webhooks.compose('CUSTOMER.DISPUTE.CREATED', 'dispute', { dispute_id }))
  await processEvents(shop.shop)
}

async function addOrderNote(shop: TestShop, order: string): Promise<void> {
  const at = shop.clock.now().toISOString()
  const note = { id: newId(shop.clock), order_id: order, at, actor: 'Olive Owner', text: AWKWARD }
  await insert(shop.db, 'order_notes', note)
}

/** Uploads pictures and returns their file names. */
async function upload(admin: Visitor): Promise<string[]> {
  const { payload, headers } = formOf('images', [
    { bytes: await aPicture() },
    { bytes: await aPicture({ width: 400 }) },
  ])
  const { body } = await sendUntilAccepted(() => admin.post('/api/upload/artshowimage', payload, headers))
  return body.images
}

async function createMenu(shop: TestShop, files: string[]): Promise<void> {
  const pages = files.map((file, position) => ({
    position,
    file,
    title: 'Drinks',
    lines: JSON.stringify([AWKWARD]),
  }))
  await insert(shop.db, 'menu_pages', pages)
}

/** A closed month with a booking. */
async function closeLastMonth({ db, clock }: TestShop): Promise<void> {
  const month = '2026-01'
  const at = clock.now().toISOString()
  await insert(db, 'accounting_months', { month, closed_at: at, closed_by: AWKWARD, accounts: '{}' })
  const amounts = { goods_cents: 0, shipping_cents: 0, tax_cents: 0, goodwill_cents: 0, other_cents: 0 }
  const what = { source: 'order:1', kind: 'replacement' as const, order_id: '1', order_number: null }
  const line = { ...what, ...amounts, fee_cents: 0, happened_at: at, day: `${month}-02`, corrects: null }
  await insert(db, 'accounting_lines', { ...line, month, position: 0 })
}

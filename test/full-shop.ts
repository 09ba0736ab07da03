/** A shop with rows in every table, for tests that no row is lost. */
import { randomBytes } from 'node:crypto'
import { newId } from '#server/time/clock.ts'
import { processEvents } from '#server/payments/events.ts'
import { writeRecord } from '#server/record/record.ts'
import type { Finding } from '#shared/api/money.ts'
import { exhibit } from './exhibit.ts'
import { aPicture, formOf } from './form.ts'
import { approve, BALTIMORE, orderBody, pay, placed } from './purchase.ts'
import { createOfEach } from './rows.ts'
import { deliverTo, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import type { Answer, Visitor } from './visitor.ts'

/** For columns with any text: characters that break careless code: quotes, a line break, a line separator, an emoji, half of one. */
const AWKWARD = 'O’Neil "the\tCup"\r\n\u2028 — ☕️ \ud83d, 3,5 % \\n'

export async function fillShop(shop: TestShop): Promise<void> {
  const admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  const buyer = await signedIn(shop, { name: AWKWARD })
  const products = [await shop.sell({ stock: 50 }), await shop.sell({ stock: 50, sizeGrams: null })]
  const wish = products.map((_id, index) => ({ _id, qty: index + 1 }))
  await done(() => buyer.post(`/api/products/${products[0]}/reviews`, { rating: 4, comment: 'Good. ☕️' }))

  await done(() => buyer.put('/api/users/profile', { email: `new-${buyer.email}` }))
  await placed(buyer, wish)
  const cancelled = await placed(buyer, wish)
  await done(() => buyer.delete(`/api/orders/${cancelled}`))
  const delivered = await placed(buyer, wish, BALTIMORE)
  const { body: paid } = await done(() => pay(shop, buyer, delivered))
  await done(() => admin.post('/api/shippo', { orderId: delivered }))
  await done(() => admin.put(`/api/orders/${delivered}/ship`, { trackingNumber: '9400 1', trackingUrl: '' }))
  await done(() => admin.put(`/api/orders/${delivered}/deliver`))
  const back = { amount: 3, reason: 'O’Neil’s “torn” bag ☕️', stock: [{ _id: products[0], qty: 1 }] }
  await done(() => admin.post(`/api/orders/${delivered}/refund`, back))
  const item = { lines: [{ _id: products[1], qty: 1 }], shipping: 1, goodwill: 0.5 }
  await done(() => admin.post(`/api/orders/${delivered}/refund`, item))
  await complain(shop, paid.paymentResult.id)
  const declined = await placed(buyer, wish)
  const id = await approve(shop, buyer, declined, 'decline')
  await buyer.put(`/api/orders/${declined}/pay`, { id })
  await noteDisagreement(shop, admin, id)
  const key = { 'idempotency-key': randomBytes(8).toString('hex') }
  const body = await orderBody(buyer, wish)
  await done(() => buyer.post('/api/orders', body, key))
  await noteOrder(shop, delivered)
  const gone = await signedIn(shop, { name: AWKWARD })
  await placed(gone, wish)
  await done(() => admin.delete(`/api/users/${gone.id}`))

  const words = { name: 'Ann O’Neil', email: 'ann@example.com', message: 'Two words.\n\u2028And a line.' }
  await done(() => shop.visitor().post('/send', { mailerState: words }))
  const { messages } = (await done(() => admin.get('/api/messages'))).body
  await done(() => admin.post(`/api/messages/${messages[0]._id}/answers`, { text: words.message, seen: 0 }))
  await exhibit(shop, { quote: AWKWARD, is_feat: 1 })
  await createOfEach(shop)
  const files = await upload(admin)
  await layMenu(shop, files)
  await writeRecord(
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
  await shop.db.insertInto('shop_facts').values({ key: 'motto', value: AWKWARD }).execute()
}

/** Throws if the call is refused; retries while the server is busy. */
async function done(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    if (answer.status < 400) return answer
    if (answer.status !== 503 || attempt === 20)
      throw new Error(`Refused with ${answer.status}: ${answer.text}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function noteDisagreement(shop: TestShop, admin: Visitor, payment: string): Promise<void> {
  shop.paypal.captureAtPaypal(payment)
  const { body } = await done(() => admin.post('/api/money/compare', {}))
  const unpaid = body.findings.find(({ kind }: Finding) => kind === 'unpaid')
  await done(() => admin.put(`/api/money/${unpaid._id}/seen`, { note: 'Let be.\nFor a test.' }))
}

/** A buyer opens a dispute at PayPal, which sends a webhook. */
async function complain(shop: TestShop, capture: string): Promise<void> {
  const payment = await shop.db
    .selectFrom('payments')
    .select('provider_order_id')
    .where('capture_id', '=', capture)
    .executeTakeFirstOrThrow()
  const dispute_id = shop.paypal.dispute(payment.provider_order_id!)
  await deliverTo(shop, shop.paypal.webhooks.compose('CUSTOMER.DISPUTE.CREATED', 'dispute', { dispute_id }))
  await processEvents(shop.shop)
}

async function noteOrder(shop: TestShop, order: string): Promise<void> {
  const at = shop.clock.now().toISOString()
  const note = { id: newId(shop.clock), order_id: order, at, actor: 'Olive Owner', text: AWKWARD }
  await shop.db.insertInto('order_notes').values(note).execute()
}

/** Uploads pictures and returns their file names. */
async function upload(admin: Visitor): Promise<string[]> {
  const { payload, headers } = formOf('images', [
    { bytes: await aPicture() },
    { bytes: await aPicture({ width: 400 }) },
  ])
  const { body } = await done(() => admin.post('/api/upload/artshowimage', payload, headers))
  return body.images
}

async function layMenu(shop: TestShop, files: string[]): Promise<void> {
  const pages = files.map((file, position) => ({
    position,
    file,
    title: 'Drinks',
    lines: JSON.stringify([AWKWARD]),
  }))
  await shop.db.insertInto('menu_pages').values(pages).execute()
}

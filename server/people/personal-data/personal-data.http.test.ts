/** The file with everything about a person, and customers who delete their accounts. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { MAIL_SETTINGS } from '#test/mailbox.ts'
import { orderBody, pay } from '#test/purchase.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { offerSubscriptions, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { isoNow, MINUTE, newId } from '#server/kernel/time/clock.ts'

const shop = await openShop({ env: MAIL_SETTINGS })
await offerSubscriptions(shop)

afterAll(() => shop.close())

const confirm = ({ id, email }: SignedInVisitor) =>
  shop.db.updateTable('users').set({ confirmed_email: email }).where('id', '=', id).execute()

/** A buyer with a subscription, an order with a code and a gift card, a review, a message and consents. */
async function busyBuyer(): Promise<SignedInVisitor> {
  const buyer = await signedIn(shop, { isConfirmed: false })
  const bean = await shop.sell({ priceCents: 1800, stock: 100 })
  await subscribed(shop, buyer, [{ _id: bean, qty: 1, subscribe: { weeks: 2 } }])
  const { code } = await codeOf(await signedIn(shop, { isAdmin: true }), {
    code: `DATA-${randomUUID().slice(0, 8)}`,
  })
  const card = await soldCard(shop, 500)
  const body = await orderBody(buyer, [{ _id: bean, qty: 2 }])
  const placed = await buyer.post('/api/orders', {
    ...body,
    discountCode: code,
    giftCards: [card.code],
    giftCardPrice: 5,
  })
  expect([placed.status, placed.text.slice(0, 200)]).toEqual([201, expect.anything()])
  expect((await pay(shop, buyer, placed.body._id)).status).toBe(200)
  await buyer.post(`/api/products/${bean}/reviews`, { rating: 5, comment: 'Sweet & <b>clean</b>' })
  const at = isoNow(shop.clock)
  await shop.db
    .insertInto('newsletter_consents')
    .values({
      id: newId(shop.clock),
      email: buyer.email,
      kind: 'asked',
      text: 'News, please',
      source: 'footer',
      at,
    })
    .execute()
  await shop.db
    .insertInto('stock_notices')
    .values({
      id: newId(shop.clock),
      product_id: bean,
      size_id: bean,
      email: buyer.email,
      confirmed_at: at,
      created_at: at,
    })
    .execute()
  const when = 'tomorrow'
  const cart = { email: buyer.email, when, orderItems: [{ _id: bean, qty: 3, grind: 'Whole bean' }] }
  expect((await shop.visitor().post('/api/saved-carts', cart)).status).toBe(200)
  return buyer
}

test('the file has everything about an account, and no secret', async () => {
  const buyer = await busyBuyer()
  await confirm(buyer)
  const { status, headers, body, text } = await buyer.get('/api/personal-data')
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="my-data-[\d-]+\.json"$/),
  ])
  expect(body.profile).toEqual([expect.objectContaining({ email: buyer.email, isEmailConfirmed: true })])
  expect(body.orders).toHaveLength(2)
  expect(body.orders[1]).toMatchObject({
    items: [{ quantity: 2, pricePerPiece: 18 }],
    paidByGiftCards: 5,
    state: 'paid',
    payments: expect.arrayContaining([expect.objectContaining({ provider: 'paypal', state: 'completed' })]),
  })
  expect(body.subscriptions).toEqual([
    expect.objectContaining({
      everyWeeks: 2,
      consent: { text: expect.stringContaining('agree'), at: expect.any(String) },
      items: [expect.objectContaining({ quantity: 1, agreedPrice: 18 })],
      deliveries: [expect.objectContaining({ number: 1, state: 'paid' })],
    }),
  ])
  expect(body.savedPaymentMethods).toEqual([expect.objectContaining({ provider: 'paypal', state: 'active' })])
  expect(body.discountCodesUsed).toHaveLength(1)
  expect(body.giftCardsUsed).toEqual([expect.objectContaining({ amount: 5, state: 'taken' })])
  expect(body.newsletterConsents).toEqual([expect.objectContaining({ kind: 'asked' })])
  expect(body.stockNotices).toHaveLength(1)
  expect(body.savedCarts).toEqual([
    expect.objectContaining({
      goods: [expect.objectContaining({ grind: 'Whole bean', quantity: 3 })],
      consent: expect.stringContaining('one email'),
      mailedAt: null,
    }),
  ])
  expect(body.mails.length).toBeGreaterThan(0)
  expect(body.sessions.length).toBeGreaterThan(0)
  const { token } = await shop.db
    .selectFrom('payment_methods')
    .select('token')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  expect(text).not.toContain(token!)
  expect(text).not.toContain('password')
  expect(text).not.toContain('credential')
})

test('the page has the same, with all text escaped', async () => {
  const buyer = await busyBuyer()
  const { status, text } = await buyer.get('/api/personal-data/page')
  expect(status).toBe(200)
  expect(text).toContain('<h2>Subscriptions</h2>')
  expect(text).toContain('Sweet &amp; &lt;b&gt;clean&lt;/b&gt;')
  expect(text).not.toContain('<b>clean')
  expect(text).toMatch(/<\/body><\/html>\n$/)
})

test('what is stored about an address is left out while the address is not confirmed', async () => {
  const buyer = await busyBuyer()
  const { body } = await buyer.get('/api/personal-data')
  expect([body.newsletterConsents, body.stockNotices, body.savedCarts, body.mails]).toEqual([[], [], [], []])
  expect(body.orders).toHaveLength(2)
  expect(body.about.notes.join(' ')).toContain('your email address is not confirmed yet')
})

test('another account is not in the file', async () => {
  const [buyer, other] = [await busyBuyer(), await signedIn(shop)]
  await confirm(other)
  const { text, body } = await other.get('/api/personal-data')
  expect(body.orders).toEqual([])
  expect(text).not.toContain(buyer.email)
})

test('more orders than a batch are all in the file, each once', async () => {
  const buyer = await signedIn(shop)
  const bean = await shop.sell({ stock: 1000 })
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const { body: first } = await buyer.post('/api/orders', body)
  const {
    id: _id,
    number: _number,
    ...row
  } = await shop.db.selectFrom('orders').selectAll().where('id', '=', first._id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 204 }, () => ({ ...row, id: newId(shop.clock), number: null }))
  for (const some of inBatches(copies, 20)) await shop.db.insertInto('orders').values(some).execute()
  const { body: file } = await buyer.get('/api/personal-data')
  expect(new Set(file.orders.map(({ number }: { number: string }) => number)).size).toBe(205)
  await shop.db
    .deleteFrom('orders')
    .where(
      'id',
      'in',
      copies.map(({ id }) => id),
    )
    .execute()
})

test('the file needs a recent proof, and a session', async () => {
  const buyer = await shop.customer()
  shop.clock.advance(11 * MINUTE)
  expect((await buyer.get('/api/personal-data')).body).toMatchObject({ code: 'proof' })
  expect((await buyer.post('/api/account/proof', { password: PASSWORD })).status).toBe(200)
  expect((await buyer.get('/api/personal-data')).status).toBe(200)
  expect((await shop.visitor().get('/api/personal-data')).status).toBe(401)
})

test('a deleted account leaves its orders and consents, and no addresses, payment methods or notices', async () => {
  const buyer = await busyBuyer()
  await confirm(buyer)
  const wrong = await buyer.post('/api/personal-data/deletion', { email: 'someone@example.com' })
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining(buyer.email)])
  const orders = await shop.db.selectFrom('orders').select('id').where('user_id', '=', buyer.id).execute()
  const ids = orders.map(({ id }) => id)
  const gone = await buyer.post('/api/personal-data/deletion', { email: buyer.email })
  expect([gone.status, gone.body.message]).toEqual([200, 'Your account is deleted'])
  expect((await buyer.get('/api/users/profile')).status).toBe(401)
  const { db } = shop
  const counted = async (table: 'newsletter_consents' | 'stock_notices' | 'saved_carts') =>
    (await db.selectFrom(table).selectAll().where('email', '=', buyer.email).execute()).length
  for (const table of ['newsletter_consents', 'stock_notices', 'saved_carts'] as const)
    expect(await counted(table)).toBe(0)
  const uses = await db.selectFrom('discount_uses').select('mailbox').where('order_id', 'in', ids).execute()
  expect(uses).toEqual([{ mailbox: '' }])
  const methods = await db.selectFrom('payment_methods').selectAll().where('order_id', 'in', ids).execute()
  expect(methods.map(({ state, label, buyer_email: email }) => [state, label, email])).toEqual([
    ['deleted', '', ''],
  ])
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['status', 'address', 'consent_text'])
    .where('buyer_email', '=', buyer.email)
    .execute()
  expect(subscriptions).toEqual([
    { status: 'canceled', address: '', consent_text: expect.stringContaining('agree') },
  ])
  const kept = await db.selectFrom('orders').select('user_id').where('id', 'in', ids).execute()
  expect(kept).toEqual([{ user_id: null }, { user_id: null }])
})

test('an account with an unconfirmed address does not delete what is stored about the address', async () => {
  const buyer = await busyBuyer()
  expect((await buyer.post('/api/personal-data/deletion', { email: buyer.email })).status).toBe(200)
  const consents = await shop.db
    .selectFrom('newsletter_consents')
    .selectAll()
    .where('email', '=', buyer.email)
    .execute()
  expect(consents).toHaveLength(1)
})

test('staff cannot delete their own accounts', async () => {
  for (const member of [await signedIn(shop, { isAdmin: true }), await shop.staff('packer')]) {
    const { body: profile } = await member.get('/api/users/profile')
    const answer = await member.post('/api/personal-data/deletion', { email: profile.email })
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('staff')])
  }
})

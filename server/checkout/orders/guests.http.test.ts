// On SQLite only: passwords, codes and sessions, the same code on both databases.
/** Guests: buyers without an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { expireOrders } from './close.ts'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { approve, bought, orderBody, pay, place, placed, quote } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let mailbox: Mailbox
let gus: GuestVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
})
beforeEach(async () => {
  gus = guestOf(shop)
  bean = await shop.sell({ name: 'Guest Beans', priceCents: 1850, stock: 6 })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const one = () => [{ _id: bean, qty: 1 }]
const stateOf = async (id: string) =>
  (await shop.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe('a guest', () => {
  test('orders with a name, an email and an address, and no account is created', async () => {
    const before = await shop.db.selectFrom('users').select('id').execute()
    const { status, body } = await place(gus, one())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user: { _id: null, name: 'Gus Guest', email: gus.email },
      isGuest: true,
      state: 'pending',
      guestLink: expect.stringMatching(/^[0-9a-z]+\.[\w-]{43}$/),
    })
    expect(await shop.db.selectFrom('users').select('id').execute()).toEqual(before)
  })

  test('reads, pays and follows the order with its link', async () => {
    const id = await placed(gus, one())
    expect((await gus.get(`/api/orders/${id}`)).body).toMatchObject({ _id: id, isPaid: false })
    const paid = await pay(shop, gus, id)
    expect([paid.status, paid.body.isPaid]).toEqual([200, true])
    expect(paid.body.history.map(({ by }: { by: string }) => by)).toContain('Gus Guest')
  })

  test('cancels an unpaid order, whose goods return to stock', async () => {
    const id = await placed(gus, one())
    expect((await gus.delete(`/api/orders/${id}`)).status).toBe(200)
    expect(await stateOf(id)).toBe('cancelled')
    expect((await gus.delete(`/api/orders/${id}`)).status).toBe(200)
  })

  test('asks about the order, and the shop finds the question with the order', async () => {
    const id = await placed(gus, one())
    const asked = await gus.post(`/api/orders/${id}/question`, { message: 'Is it roasted light?' })
    expect([asked.status, asked.body.message]).toEqual([
      200,
      `We have your question, and will answer to ${gus.email}`,
    ])
    const admin = await signedIn(shop, { isAdmin: true })
    const { body } = await admin.get('/api/messages')
    expect(body.messages[0]).toMatchObject({
      kind: 'contact',
      name: 'Gus Guest',
      email: gus.email,
      message: 'Is it roasted light?',
      order: id,
    })
    const mails = await mailbox.newMailsTo('inbox@shop.example')
    expect(mails.at(-1)?.text).toContain(`/order/${id}`)
  })

  test('is found by name and email in the list of orders, and is refunded like any buyer', async () => {
    const { id, total } = await bought(shop, gus, one())
    const admin = await signedIn(shop, { isAdmin: true })
    const { body } = await admin.get(`/api/orders?keyword=${encodeURIComponent(gus.email)}`)
    expect(body.orders).toEqual([expect.objectContaining({ _id: id, isGuest: true })])
    const refund = await admin.post(`/api/orders/${id}/refund`, { amount: total, reason: 'Damaged' })
    expect(refund.status).toBe(200)
    expect((await gus.get(`/api/orders/${id}`)).body.state).toBe('refunded')
  })

  test('keeps a quote after signing in, but another account’s quote is not found', async () => {
    const { quoteId } = await quote(gus, one())
    const buyer = await signedIn(shop)
    const body = { ...(await orderBody(buyer, one())), shippingQuote: { quoteId } }
    const answer = await buyer.post('/api/orders', body)
    expect([answer.status, answer.body.isGuest]).toEqual([201, false])
    const theirs = await quote(buyer, one())
    const refused = await gus.post('/api/orders', { ...body, shippingQuote: { quoteId: theirs.quoteId } })
    expect(refused.status).toBe(404)
  })

  test('needs a name and a valid email', async () => {
    const body = await orderBody(gus, one())
    for (const guest of [
      {},
      { name: 'Gus' },
      { name: '', email: gus.email },
      { name: 'Gus', email: 'gus' },
    ]) {
      const changed = await changedBy(shop.db, async () => {
        expect((await gus.post('/api/orders', { ...body, guest })).status).toBe(400)
      })
      expect(changed).toEqual([])
    }
  })
})

test('an order without a session and without a guest is refused with 401', async () => {
  const body = await orderBody(gus, one())
  for (const guest of [undefined, null, 'Gus', true]) {
    const answer = await shop.visitor().post('/api/orders', { ...body, guest })
    expect([answer.status, answer.body]).toEqual([401, { message: 'Please sign in' }])
  }
})

test('a signed-in user who sends a guest’s name orders for the account', async () => {
  const buyer = await signedIn(shop)
  const body = await orderBody(buyer, one())
  const answer = await buyer.post('/api/orders', { ...body, guest: { name: 'Gus', email: gus.email } })
  expect(answer.body).toMatchObject({ user: { _id: buyer.id, email: buyer.email }, isGuest: false })
  expect(answer.body.guestLink).toBeUndefined()
})

const key = () => ({ 'idempotency-key': crypto.randomUUID() })

describe('a retried order of a guest', () => {
  test('is one order, also with twenty concurrent requests, and each reply has a link', async () => {
    const [body, headers] = [await orderBody(gus, one()), key()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => gus.post('/api/orders', body, headers)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
    const [first] = answers
    const opened = guestOf(shop, { link: answers.at(-1)!.body.guestLink })
    expect((await opened.get(`/api/orders/${first!.body._id}`)).status).toBe(200)
  })

  test('with another body is refused with 422, and another guest’s key is separate', async () => {
    const [body, headers] = [await orderBody(gus, one()), key()]
    const first = await gus.post('/api/orders', body, headers)
    const other = { ...body, guest: { name: 'Gus', email: gus.email } }
    expect((await gus.post('/api/orders', other, headers)).status).toBe(422)
    const second = await guestOf(shop).post('/api/orders', body, headers)
    expect(second.status).toBe(201)
    expect(second.body._id).not.toBe(first.body._id)
  })

  test('stores no link', async () => {
    const answer = await gus.post('/api/orders', await orderBody(gus, one()), key())
    const rows = await shop.db.selectFrom('idempotency_keys').select('reply').execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { reply } of rows) expect(reply).not.toContain(answer.body.guestLink)
  })
})

test('of sixty guests who order the last bag at once, one gets it', async () => {
  const last = await shop.sell({ stock: 1 })
  const guests = Array.from({ length: 60 }, () => guestOf(shop))
  const bodies = await Promise.all(guests.map((guest) => orderBody(guest, [{ _id: last, qty: 1 }])))
  const answers = await Promise.all(guests.map((guest, index) => guest.post('/api/orders', bodies[index])))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(59)
})

test('one payment is captured once if a guest pays in twenty tabs', async () => {
  const id = await placed(gus, one())
  const paypalId = await approve(shop, gus, id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => gus.put(`/api/orders/${id}/pay`, { id: paypalId })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect((await gus.get(`/api/orders/${id}`)).body.isPaid).toBe(true)
})

test('the shipping price for a ZIP code needs no session and stores nothing', async () => {
  const ask = (postalCode: unknown) =>
    shop.visitor().post('/api/shippo/estimate', { orderItems: one(), postalCode })
  let rate = 0
  const changed = await changedBy(shop.db, async () => {
    const { status, body } = await ask('22180')
    expect([status, body]).toMatchObject([200, { postalCode: '22180', service: 'USPS Ground Advantage' }])
    rate = body.shippingRate
    for (const wrong of ['', '1234', 'Vienna', '00100', '99501', '96701', 22180, null])
      expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 400])
  })
  expect(changed).toEqual([])
  expect(rate).toBe((await quote(gus, one())).shippingRate)
})

test('an unpaid guest order expires, and its goods return to stock', async () => {
  const id = await placed(gus, one())
  shop.clock.advance(DAY)
  await expireOrders(shop.shop)
  expect(await stateOf(id)).toBe('expired')
})

// On PostgreSQL only: limits under many requests at once, where several writers are the harder case.
/** Limits on the mail that an email address receives when other people use it in the shop. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { MAIL_SETTINGS, type Mailbox, mailboxOf } from '#test/mailbox.ts'
import { orderBody, pay, placed, numberOf } from '#test/purchase.ts'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let mailbox: Mailbox
let bean: string
beforeEach(async () => {
  const env = { RATE_LIMITS: 'on', SHOP_INBOX: MAIL_SETTINGS.SHOP_INBOX, TRUST_PROXY: '127.0.0.1' }
  shop = await openShop({ env })
  mailbox = mailboxOf(shop)
  bean = await shop.sell({ stock: 900 })
})
afterEach(() => shop.close())

async function register(email: string): Promise<Visitor> {
  const customer = shop.visitor()
  const { status } = await customer.post('/api/users', { name: 'Not Her', email, password: PASSWORD })
  expect(status).toBe(201)
  return customer
}

/** Places an order and cancels it. */
async function placeAndCancel(buyer: Visitor, rounds: number): Promise<void> {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  for (let round = 0; round < rounds; round++) {
    const { status, body: order } = await buyer.post('/api/orders', body)
    expect(status).toBe(201)
    expect((await buyer.delete(`/api/orders/${order._id}`)).status).toBe(200)
  }
}

const subjects = async (email: string) => (await mailbox.newMailsTo(email)).map(({ subject }) => subject)

describe('unpaid orders', () => {
  test('cause at most ten mails a day to one mailbox, even if thirty are placed and canceled', async () => {
    await placeAndCancel(await register('victim@example.com'), 30)
    expect(await queuedTo('victim@example.com')).toBe(10)
  })

  test('cause no more mails if several accounts use different spellings of one address', async () => {
    const names = ['victim', 'victim+a', 'victim+b', 'VICTIM+c']
    for (const name of names) await placeAndCancel(await register(`${name}@example.com`), 4)
    let mails = 0
    for (const name of names) mails += await queuedTo(`${name.toLowerCase()}@example.com`)
    expect(mails).toBe(10)
  })

  test('cause no more mails when they expire', async () => {
    const victim = await register('victim@example.com')
    await placeAndCancel(victim, 4)
    for (let round = 0; round < 4; round++) await placed(victim, [{ _id: bean, qty: 1 }])
    shop.clock.advance(31 * MINUTE)
    expect(await expireOrders(shop.shop)).toBe(4)
    expect(await queuedTo('victim@example.com')).toBe(10)
  })

  test('do not suppress mails about payment, shipping, refunds, and cancellation by the shop', async () => {
    const buyer = await register('victim@example.com')
    await placeAndCancel(buyer, 12)
    const id = await placed(buyer, [{ _id: bean, qty: 1 }])
    const other = await placed(buyer, [{ _id: bean, qty: 1 }])
    await mailbox.newMails()
    expect((await pay(shop, buyer, id)).status).toBe(200)
    const admin = await signedIn(shop, { isAdmin: true })
    expect((await admin.put(`/api/orders/${id}/ship`, {})).status).toBe(200)
    expect((await admin.delete(`/api/orders/${other}`)).status).toBe(200)
    const total = (await buyer.get(`/api/orders/${id}`)).body.totalPrice
    const refund = { amount: total, reason: 'Broken' }
    expect((await admin.post(`/api/orders/${id}/refund`, refund, { 'idempotency-key': 'r' })).status).toBe(
      200,
    )
    expect(new Set(await subjects('victim@example.com'))).toEqual(
      new Set([
        `A refund for your order No. ${await numberOf(shop, id)}`,
        `Your order No. ${await numberOf(shop, id)} is on its way`,
        `Your order No. ${await numberOf(shop, other)} is canceled`,
        `Your payment for order No. ${await numberOf(shop, id)} has arrived`,
      ]),
    )
  })
})

/** The number of mails in the outbox. Those about unpaid orders are dropped later if the order was closed or paid. */
async function queuedTo(email: string): Promise<number> {
  const rows = await shop.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()
  return rows.length
}

async function sentTo(email: string): Promise<number> {
  await mailbox.newMails()
  return (await shop.mail.caught()).filter(({ to }) => to?.some(({ address }) => address === email)).length
}

describe('an account', () => {
  test('can change its password five times an hour, with an email for each change', async () => {
    const customer = await register('victim@example.com')
    const statuses: number[] = []
    for (let round = 0; round < 7; round++) {
      const { status } = await customer.put('/api/users/profile', { password: `${PASSWORD} ${round}` })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429])
    expect(await sentTo('victim@example.com')).toBe(5)
  })

  test('can cause at most ten mails an hour about new addresses to one mailbox, in all spellings', async () => {
    const statuses: number[] = []
    for (const name of ['victim', 'victim+a', 'v.i.c.t.i.m']) {
      const customer = await register(`${name}@gmail.com`)
      for (let round = 0; round < 5; round++) {
        const email = `${round}-${name}@elsewhere.example`
        statuses.push((await customer.put('/api/users/profile', { email })).status)
      }
    }
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
  })

  test('can cause at most three password links an hour to one mailbox, in all spellings', async () => {
    for (const name of ['victim', 'victim+a', 'victim+b']) {
      await register(`${name}@example.com`)
      for (let round = 0; round < 3; round++) {
        const asked = await shop.visitor().post('/api/account/forgot', { email: `${name}@example.com` })
        expect(asked.status).toBe(200)
        await mailbox.newMails()
      }
    }
    expect((await shop.mail.caught()).length).toBe(3)
  })
})

test('the shop gets at most sixty messages an hour by mail; further ones are only listed in the admin', async () => {
  const mailerState = { name: 'Flood', email: 'flood@example.com', message: 'Buy now' }
  for (let index = 0; index < 65; index++) {
    const from = { 'x-forwarded-for': `10.0.0.${index}` }
    const { status, body } = await shop.visitor().post('/send', { mailerState }, from)
    expect([status, body.status]).toEqual([200, 'success'])
  }
  expect(await sentTo(MAIL_SETTINGS.SHOP_INBOX)).toBe(60)
  const stored = await shop.db.selectFrom('messages').select('id').execute()
  expect(stored).toHaveLength(65)
  const admin = await signedIn(shop, { isAdmin: true })
  const read = await admin.get('/api/messages?pageNumber=4')
  expect(read.body).toMatchObject({ pages: 4 })
  const unsent = await shop.db.selectFrom('outbox').select('state').where('problem', 'is not', null).execute()
  expect(unsent).toEqual(Array.from({ length: 5 }, () => ({ state: 'sent' })))
})

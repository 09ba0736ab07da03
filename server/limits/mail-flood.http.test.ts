/** How many mails one mailbox gets through what a stranger can do, who registered with somebody else's address. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#server/time/clock.ts'
import { expireOrders } from '#server/orders/close.ts'
import { HOUSE, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let mailbox: Mailbox
let bean: string
beforeEach(async () => {
  const env = { RATE_LIMITS: 'on', SHOP_INBOX: HOUSE.SHOP_INBOX, TRUST_PROXY: '127.0.0.1' }
  shop = await openShop({ env })
  mailbox = mailboxOf(shop)
  bean = await shop.sell({ stock: 900 })
})
afterEach(() => shop.close())

async function register(email: string): Promise<Visitor> {
  const somebody = shop.visitor()
  const { status } = await somebody.post('/api/users', { name: 'Not Her', email, password: PASSWORD })
  expect(status).toBe(201)
  return somebody
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

const subjects = async (email: string) => (await mailbox.newsTo(email)).map(({ subject }) => subject)

describe('orders that nobody pays', () => {
  test('send ten mails a day to one mailbox, of thirty that are placed and cancelled', async () => {
    await placeAndCancel(await register('victim@example.com'), 30)
    expect(await subjects('victim@example.com')).toHaveLength(10)
  })

  test('send no more through accounts with other spellings of the mailbox', async () => {
    const names = ['victim', 'victim+a', 'victim+b', 'VICTIM+c']
    for (const name of names) await placeAndCancel(await register(`${name}@example.com`), 4)
    let mails = 0
    for (const name of names) mails += await sentTo(`${name.toLowerCase()}@example.com`)
    expect(mails).toBe(10)
  })

  test('send no more when they run out', async () => {
    const victim = await register('victim@example.com')
    await placeAndCancel(victim, 4)
    for (let round = 0; round < 4; round++) await placed(victim, [{ _id: bean, qty: 1 }])
    shop.clock.advance(31 * MINUTE)
    expect(await expireOrders(shop.shop)).toBe(4)
    expect(await sentTo('victim@example.com')).toBe(10)
  })

  test('do not silence what the shop says about money: paid, shipped, refunded, and cancelled by the shop', async () => {
    const buyer = await register('victim@example.com')
    await placeAndCancel(buyer, 12)
    const id = await placed(buyer, [{ _id: bean, qty: 1 }])
    const other = await placed(buyer, [{ _id: bean, qty: 1 }])
    await mailbox.news()
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
        `A refund for your order No. ${id}`,
        `Your order No. ${id} is on its way`,
        `Your order No. ${other} is cancelled`,
        `Your payment for order No. ${id} has arrived`,
      ]),
    )
  })
})

async function sentTo(email: string): Promise<number> {
  await mailbox.news()
  return (await shop.mail.caught()).filter(({ to }) => to?.some(({ address }) => address === email)).length
}

describe('accounts', () => {
  test('change their password five times an hour: each change is a mail, and none is silent', async () => {
    const somebody = await register('victim@example.com')
    const statuses: number[] = []
    for (let round = 0; round < 7; round++) {
      const { status } = await somebody.put('/api/users/profile', { password: `${PASSWORD} ${round}` })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429])
    expect(await sentTo('victim@example.com')).toBe(5)
  })

  test('tell one mailbox ten times an hour of new addresses, whatever its spelling', async () => {
    const statuses: number[] = []
    for (const name of ['victim', 'victim+a', 'v.i.c.t.i.m']) {
      const somebody = await register(`${name}@gmail.com`)
      for (let round = 0; round < 5; round++) {
        const email = `${round}-${name}@elsewhere.example`
        statuses.push((await somebody.put('/api/users/profile', { email })).status)
      }
    }
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
  })

  test('three links for a new password go to one mailbox in an hour, whatever its spelling', async () => {
    for (const name of ['victim', 'victim+a', 'victim+b']) {
      await register(`${name}@example.com`)
      for (let round = 0; round < 3; round++) {
        const asked = await shop.visitor().post('/api/account/forgot', { email: `${name}@example.com` })
        expect(asked.status).toBe(200)
        await mailbox.news()
      }
    }
    expect((await shop.mail.caught()).length).toBe(3)
  })
})

test('the house is mailed sixty messages an hour; more are stored, and found at the desk', async () => {
  const mailerState = { name: 'Flood', email: 'flood@example.com', message: 'Buy now' }
  for (let index = 0; index < 65; index++) {
    const from = { 'x-forwarded-for': `10.0.0.${index}` }
    const { status, body } = await shop.visitor().post('/send', { mailerState }, from)
    expect([status, body.status]).toEqual([200, 'success'])
  }
  expect(await sentTo(HOUSE.SHOP_INBOX)).toBe(60)
  const stored = await shop.db.selectFrom('messages').select('id').execute()
  expect(stored).toHaveLength(65)
  const admin = await signedIn(shop, { isAdmin: true })
  const read = await admin.get('/api/messages?pageNumber=4')
  expect(read.body).toMatchObject({ pages: 4 })
  const unsent = await shop.db.selectFrom('outbox').select('state').where('problem', 'is not', null).execute()
  expect(unsent).toEqual(Array.from({ length: 5 }, () => ({ state: 'sent' })))
})

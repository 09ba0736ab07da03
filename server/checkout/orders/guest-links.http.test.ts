// On SQLite only: passwords, codes and sessions, the same code on both databases.
/** The signed links that open the orders of guests, and the mails that contain them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { ORDER_LINK_LIFETIME, signOrderLink } from '#server/platform/sessions/guests.ts'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { numberOf, pay, placed } from '#test/purchase.ts'
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
afterAll(() => shop.close())

const one = () => [{ _id: bean, qty: 1 }]
const byText = (a = '', b = '') => a.localeCompare(b)
const LINK = /https:\/\/frame\.example\/order\/(\w+)#([0-9a-z]+\.[\w-]{43})(?![\w-])/

describe('the link to an order', () => {
  test('opens that order only', async () => {
    const mine = await placed(gus, one())
    const theirs = await placed(guestOf(shop), one())
    const caller = guestOf(shop, { link: gus.links.get(mine)! })
    expect((await caller.get(`/api/orders/${mine}`)).status).toBe(200)
    for (const [method, path] of [
      ['get', ''],
      ['post', '/paypal'],
      ['delete', ''],
    ] as const) {
      const changed = await changedBy(shop.db, async () => {
        const answer = await caller[method](`/api/orders/${theirs}${path}`)
        expect([answer.status, answer.body.code]).toEqual([403, 'link'])
      })
      expect(changed).toEqual([])
    }
  })

  test('is required: the number alone opens nothing, not even for a signed-in customer', async () => {
    const id = await placed(gus, one())
    expect((await shop.visitor().get(`/api/orders/${id}`)).status).toBe(401)
    expect((await (await signedIn(shop)).get(`/api/orders/${id}`)).status).toBe(404)
  })

  test('does not open an order of an account, even with a valid signature', async () => {
    const buyer = await signedIn(shop)
    const id = await placed(buyer, one())
    const caller = guestOf(shop, { link: await signOrderLink(shop.shop, id) })
    expect((await caller.get(`/api/orders/${id}`)).status).toBe(403)
  })

  test('is refused if one character of it is changed, if it is cut, and if it is not a token', async () => {
    const id = await placed(gus, one())
    const token = gus.links.get(id)!
    const [expiry = '', signature = ''] = token.split('.')
    const later = (parseInt(expiry, 36) + 1).toString(36)
    const flipped = `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`
    const forged = [
      `${expiry}.${flipped}`,
      `${later}.${signature}`,
      token.slice(0, -1),
      signature,
      `${token}A`,
      '',
      '.',
      'null',
      'A'.repeat(5000),
    ]
    for (const link of forged) {
      const answer = await shop.visitor().get(`/api/orders/${id}`, { 'x-guest-link': link })
      expect([link, answer.status, answer.body.code]).toEqual([link, 403, 'link'])
    }
  })

  test('expires after 180 days, and the answer says so', async () => {
    const id = await placed(gus, one())
    shop.clock.advance(ORDER_LINK_LIFETIME - MINUTE)
    expect((await gus.get(`/api/orders/${id}`)).status).toBe(200)
    shop.clock.advance(2 * MINUTE)
    const answer = await gus.get(`/api/orders/${id}`)
    expect([answer.status, answer.body]).toEqual([
      403,
      { message: 'This link to your order has expired. We can mail you a new one', code: 'link' },
    ])
  })

  test('ends no session: a signed-in user with a bad link stays signed in', async () => {
    const id = await placed(gus, one())
    const buyer = await signedIn(shop)
    const answer = await buyer.get(`/api/orders/${id}`, { 'x-guest-link': 'bad' })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    expect((await buyer.get('/api/users/profile')).status).toBe(200)
  })

  test('is not needed by an admin, nor by the account that has the order: their sessions count', async () => {
    const buyer = await signedIn(shop)
    const id = await placed(buyer, one())
    const admin = await signedIn(shop, { isAdmin: true })
    for (const caller of [buyer, admin]) {
      const answer = await caller.get(`/api/orders/${id}`, { 'x-guest-link': 'bad' })
      expect([answer.status, answer.body.user._id]).toEqual([200, buyer.id])
    }
  })

  test('opens nothing else: the lists, the profile and the admin pages stay closed', async () => {
    const id = await placed(gus, one())
    const headers = { 'x-guest-link': gus.links.get(id)! }
    for (const path of ['/api/orders/mine', '/api/orders', '/api/users/profile', `/api/orders/${id}/notes`])
      expect((await shop.visitor().get(path, headers)).status).toBe(401)
  })
})

describe('mail to a guest', () => {
  test('contains a link that opens the order, and the shop’s own mail and the mail log do not', async () => {
    const id = await placed(gus, one())
    const number = await numberOf(shop, id)
    const unpaid = await mailbox.unpaidMails()
    await pay(shop, gus, id)
    const mails = [...unpaid, ...(await mailbox.newMails())]
    const mine = mails.filter(({ to }) => to?.some(({ address }) => address === gus.email))
    expect(mine.map(({ subject }) => subject).sort(byText)).toEqual([
      `We have your order No. ${number}`,
      `Your payment for order No. ${number} has arrived`,
    ])
    for (const mail of mine) {
      const [, order, link] = LINK.exec(mail.text ?? '') ?? []
      expect(order).toBe(id)
      expect((await guestOf(shop, { link: link! }).get(`/api/orders/${id}`)).status).toBe(200)
    }
    const own = mails.find(({ subject }) => subject === `New order to ship: No. ${number}`)
    expect(own?.text).toContain(`/order/${id}`)
    expect(own?.text).not.toMatch(LINK)
    const stored = await shop.db
      .selectFrom('outbox')
      .select(['body_text', 'body_html'])
      .where('recipient', '=', gus.email)
      .execute()
    expect(stored).toHaveLength(2)
    for (const { body_text, body_html } of stored) expect(body_text + body_html).not.toMatch(LINK)
  })

  test('for a lost link goes to the address only, and the response is the same for an unknown address', async () => {
    const id = await placed(gus, one())
    await mailbox.newMails()
    const known = await shop.visitor().post('/api/guests/links', { email: gus.email })
    const unknown = await shop.visitor().post('/api/guests/links', { email: 'nobody@example.com' })
    expect([known.status, known.text]).toEqual([200, unknown.text])
    const mails = await mailbox.newMails()
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([gus.email])
    const [, order, link] = LINK.exec(mails[0]!.text ?? '') ?? []
    expect(order).toBe(id)
    expect((await guestOf(shop, { link: link! }).get(`/api/orders/${id}`)).status).toBe(200)
  })
})

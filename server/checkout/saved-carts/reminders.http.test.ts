// On SQLite only: messages and mails, the same code on both databases.
/** Reminders of carts: one mail a day later, unless the person orders before. Excluded addresses, and the limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remindOfCarts } from './saved-carts.ts'
import { passDays, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { guestOf } from '#test/guests.ts'
import { MAIL_SETTINGS } from '#test/mailbox.ts'
import { bought, pay, placed } from '#test/purchase.ts'
import { openShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { linkIn, newEmail, openCartShop, type CartShop } from './saved-carts.testing.ts'

let shop: CartShop['shop']
let mailbox: CartShop['mailbox']
let carts: CartShop['carts']
let bean: string
beforeAll(async () => {
  ;({ shop, mailbox, carts, bean } = await openCartShop())
})
afterAll(() => shop.close())

const remind = (email: string) => carts.save(email, { when: 'tomorrow' })

const isReminder = ({ subject = '' }) => subject.startsWith('You asked for a reminder')

describe('a reminder', () => {
  test('is mailed once, a day later, by one of several instances', async () => {
    const email = newEmail()
    const asked = await remind(email)
    expect(asked.body).toEqual({ message: 'We mail it tomorrow, unless you order before' })
    await remind(email)
    shop.clock.advance(23 * HOUR)
    await remindOfCarts(shop.shop)
    expect(await mailbox.newMailsTo(email)).toEqual([])
    shop.clock.advance(HOUR)
    await Promise.all([remindOfCarts(shop.shop), remindOfCarts(shop.shop)])
    const [mail, ...others] = await mailbox.newMailsTo(email)
    expect([mail?.subject, others]).toEqual([expect.stringMatching(/^You asked for a reminder/), []])
    expect((await carts.open(linkIn(mail?.text))).status).toBe(200)
    await carts.nextDay()
    expect(await mailbox.newMailsTo(email)).toEqual([])
  })

  test('is deleted if the address has ordered meanwhile, as a guest or with an account', async () => {
    const user = await signedIn(shop)
    const guest = guestOf(shop)
    const canceled = guestOf(shop)
    for (const { email } of [user, guest, canceled]) await remind(email)
    await bought(shop, user, [{ _id: bean, qty: 1 }])
    const order = await placed(guest, [{ _id: bean, qty: 1 }])
    expect((await pay(shop, guest, order)).status).toBe(200)
    const unpaid = await placed(canceled, [{ _id: bean, qty: 1 }])
    expect((await canceled.delete(`/api/orders/${unpaid}`)).status).toBe(200)
    await mailbox.newMails()
    await carts.nextDay()
    const mails = await mailbox.newMails()
    expect(mails.filter(isReminder).map(({ to }) => to?.[0]?.address)).toEqual([canceled.email])
    expect([await carts.rowsOf(user.email), await carts.rowsOf(guest.email)]).toEqual([[], []])
  })

  test('is sent even after an order before the request, or a later delivery of a subscription', async () => {
    const buyer = await signedIn(shop)
    await subscribed(shop, buyer, [{ _id: bean, qty: 1, subscribe: { weeks: 1 } }])
    const ordersOf = () =>
      shop.db.selectFrom('orders').select('id').where('buyer_email', '=', buyer.email).execute()
    await passDays(shop, 2)
    let days = 0
    await remind(buyer.email)
    const [asked] = await carts.rowsOf(buyer.email)
    while ((await ordersOf()).length < 2 && ++days < 14) {
      await passDays(shop, 1)
      // The request is moved along, so that the delivery is charged between it and its mail.
      const requested = new Date(shop.clock.now().getTime() - DAY).toISOString()
      await shop.db
        .updateTable('saved_carts')
        .set({ requested_at: requested, due_at: shop.clock.now().toISOString() })
        .where('id', '=', asked!.id)
        .execute()
    }
    expect(await ordersOf()).toHaveLength(2)
    await mailbox.newMails()
    await remindOfCarts(shop.shop)
    const subjects = (await mailbox.newMailsTo(buyer.email)).map(({ subject }) => subject)
    expect(subjects).toEqual([expect.stringMatching(/^You asked for a reminder/)])
  })

  test('that is late by more than a day is deleted, so that a restored backup sends nothing twice', async () => {
    const email = newEmail()
    await remind(email)
    shop.clock.advance(23 * HOUR)
    await carts.nextDay()
    expect(await mailbox.newMailsTo(email)).toHaveLength(1)
    const late = newEmail()
    await remind(late)
    shop.clock.advance(DAY + HOUR)
    await carts.nextDay()
    expect([await mailbox.newMailsTo(late), await carts.rowsOf(late)]).toEqual([[], []])
  })
})

describe('an address that an admin has excluded', () => {
  test('gets no cart, no reminder and no notice, and the replies are the same', async () => {
    const admin = await signedIn(shop, { isAdmin: true })
    const [email, waiting] = [newEmail(), newEmail()]
    await carts.save(waiting, { when: 'tomorrow' })
    for (const each of [email, waiting])
      expect((await admin.post('/api/newsletters/exclusions', { email: each })).status).toBe(200)
    expect((await carts.save(email)).body).toEqual((await carts.save(newEmail())).body)
    const size = await shop.sell({ stock: 0 })
    const notice = await shop.visitor().post('/api/stock-notices', { size, email })
    expect(notice.body).toEqual({ status: 'success' })
    await carts.nextDay()
    expect(await mailbox.newMailsTo(email)).toEqual([])
    expect(await mailbox.newMailsTo(waiting)).toEqual([])
    expect([await carts.rowsOf(email), await carts.rowsOf(waiting)]).toEqual([[], []])
  })
})

describe('limits', () => {
  test('one mailbox gets five carts a day, and the replies are the same; a network can send twenty requests an hour', async () => {
    const limited = await openShop({ env: { ...MAIL_SETTINGS, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
    const product = await limited.sell({ stock: 100 })
    const ask = (email: string, qty: number, ip: string) =>
      limited
        .visitor()
        .post(
          '/api/saved-carts',
          { email, when: 'now', orderItems: [{ _id: product, qty }] },
          { 'x-forwarded-for': ip },
        )
    for (let qty = 1; qty <= 8; qty++) {
      const { status, body } = await ask(`victim+${qty}@example.com`, qty, `203.0.113.${qty}`)
      expect([status, body]).toEqual([200, { message: 'The mail is on its way' }])
    }
    const mails = await limited.db.selectFrom('outbox').select('recipient').execute()
    expect(mails).toHaveLength(5)
    const statuses: number[] = []
    for (let count = 0; count < 21; count++)
      statuses.push((await ask(`person-${count}@example.com`, 1, '198.51.100.7')).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    await limited.close()
  })
})

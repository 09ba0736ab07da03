/** Accounts for guests, and guest orders that an account adopts. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { bought, placed } from '#test/purchase.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Visitor } from '#test/visitor.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import { auth, confirmationToken, registered, reset, resetToken } from '../people.testing.ts'

const shop = await openShop({ env: MAIL_SETTINGS })
const mailbox = mailboxOf(shop)

let gus: GuestVisitor
let orderId: string
beforeEach(async () => {
  gus = guestOf(shop)
  orderId = await placed(gus, [{ _id: await shop.sell(), qty: 1 }])
  await mailbox.newMails()
})
afterAll(() => shop.close())

const ask = (password = PASSWORD, by = gus, id = orderId) =>
  by.post(`/api/orders/${id}/account`, { password })

/** The order and the token of the link that finishes an account. */
async function mailedLink(email = gus.email) {
  const [mail] = (await mailbox.newMailsTo(email)).slice(-1)
  const [, order = '', link = ''] =
    /\/finish-account#(\w+)\.([0-9a-z]+\.[\w-]{43})(?![\w-])/.exec(mail?.text ?? '') ?? []
  return { order, link, subject: mail?.subject, text: mail?.text }
}

const finish = (body: { order: string; link: string }, password = PASSWORD, by = shop.visitor()) =>
  by.post('/api/guests/account', { ...body, password })

const myOrders = async (by: Visitor) =>
  (await by.get('/api/orders/mine')).body.orders.map(({ _id }: { _id: string }) => _id)

describe('a guest who wants an account', () => {
  test('chooses a password, opens the mailed link and is signed in, with all guest orders of the address', async () => {
    const second = await placed(gus, [{ _id: await shop.sell(), qty: 1 }])
    const answer = await ask()
    expect([answer.status, answer.body.message]).toEqual([
      200,
      `An email with a link is on its way to ${gus.email}. Open it within a day to finish your account`,
    ])
    const visitor = shop.visitor()
    const finished = await finish(await mailedLink(), PASSWORD, visitor)
    expect([finished.status, finished.body]).toMatchObject([
      201,
      { name: 'Gus Guest', email: gus.email, isAdmin: false },
    ])
    expect((await myOrders(visitor)).toSorted()).toEqual([orderId, second].toSorted())
    expect((await auth(shop, gus.email)).status).toBe(200)
  })

  test('has no account before that, and cannot sign in', async () => {
    await ask()
    const users = await shop.db.selectFrom('users').select('id').where('email', '=', gus.email).execute()
    expect(users).toEqual([])
    expect((await auth(shop, gus.email)).status).toBe(401)
  })

  test('needs both the link and the password: the owner of the mailbox cannot finish the account of a stranger', async () => {
    await ask('chosen by a stranger')
    const mailed = await mailedLink()
    const changed = await changedBy(shop.db, async () => {
      const answer = await finish(mailed, 'typed by the owner')
      expect([answer.status, answer.body.code]).toEqual([400, 'password'])
    })
    expect(changed).toEqual([])
  })

  test('can use the link once, also with five concurrent requests', async () => {
    await ask()
    const mailed = await mailedLink()
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(mailed)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400, 400, 400, 400])
    const users = await shop.db.selectFrom('users').select('id').where('email', '=', gus.email).execute()
    expect(users).toHaveLength(1)
  })

  test('gets a message if the link is forged, for another order, or a day old', async () => {
    await ask()
    const mailed = await mailedLink()
    const other = guestOf(shop)
    const otherId = await placed(other, [{ _id: await shop.sell(), qty: 1 }])
    await ask(PASSWORD, other, otherId)
    for (const link of [`zzzzzz.${'A'.repeat(43)}`, gus.links.get(orderId)!])
      expect((await finish({ order: orderId, link })).body.code).toBe('link')
    expect((await finish({ order: otherId, link: mailed.link })).body.code).toBe('link')
    shop.clock.advance(DAY + MINUTE)
    expect((await finish(mailed)).body.code).toBe('link')
    shop.clock.advance(2 * DAY)
    await sweep(shop.shop)
    expect(await shop.db.selectFrom('requested_accounts').selectAll().execute()).toEqual([])
  })

  test('can choose another password, and the last one counts', async () => {
    await ask('the first password')
    await ask('the second password')
    const mailed = await mailedLink()
    expect((await finish(mailed, 'the first password')).status).toBe(400)
    expect((await finish(mailed, 'the second password')).status).toBe(201)
  })

  test('is told if the password is weak, and nothing is stored', async () => {
    const changed = await changedBy(shop.db, async () => {
      expect((await ask('short')).status).toBe(400)
      expect((await ask('password123')).status).toBe(400)
    })
    expect(changed).toEqual([])
  })

  test('whose address has an account gets the same response, and an email that says so', async () => {
    const unknown = await ask()
    const owner = await registered(shop, `owner-${gus.email}`)
    const impostor = guestOf(shop, { email: `owner-${gus.email}` })
    const id = await placed(impostor, [{ _id: await shop.sell(), qty: 1 }])
    await mailbox.newMails()
    const known = await ask(PASSWORD, impostor, id)
    expect([known.status, known.body.message.replace(impostor.email, '')]).toEqual([
      200,
      unknown.body.message.replace(gus.email, ''),
    ])
    const { link, text } = await mailedLink(impostor.email)
    expect([link, text]).toEqual(['', expect.stringContaining('This address has an account already')])
    expect((await impostor.get(`/api/orders/${id}`)).body.user._id).toBeNull()
    expect(await myOrders(owner)).toEqual([])
  })

  test('is refused with 409 for a signed-in user', async () => {
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
    expect((await buyer.post(`/api/orders/${id}/account`, { password: PASSWORD })).status).toBe(409)
  })
})

describe('an account with the email of guest orders', () => {
  test('is not told about them, and cannot adopt them, before its email is confirmed', async () => {
    const ann = await registered(shop, gus.email)
    expect((await ann.get('/api/guests/orders')).body).toEqual({ isConfirmed: false, count: 0 })
    const changed = await changedBy(shop.db, async () => {
      expect((await ann.post('/api/guests/orders')).status).toBe(409)
    })
    expect(changed).toEqual([])
    expect((await ann.get(`/api/orders/${orderId}`)).status).toBe(404)
  })

  test('adopts them when it confirms its email with the mailed link', async () => {
    const ann = await registered(shop, gus.email)
    const link = await confirmationToken(mailbox, ann, gus.email)
    const answer = await ann.post('/api/guests/email/confirm', { link })
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Your email address is confirmed', count: 1 },
    ])
    expect(await myOrders(ann)).toEqual([orderId])
    expect((await ann.get(`/api/orders/${orderId}`)).status).toBe(200)
  })

  test('is offered later ones, which it adopts with one call', async () => {
    const ann = await registered(shop, gus.email)
    await ann.post('/api/guests/email/confirm', { link: await confirmationToken(mailbox, ann, gus.email) })
    const later = await placed(gus, [{ _id: await shop.sell(), qty: 1 }])
    expect(await myOrders(ann)).toEqual([orderId])
    expect((await ann.get('/api/guests/orders')).body).toEqual({ isConfirmed: true, count: 1 })
    expect((await ann.post('/api/guests/orders')).body).toEqual({ count: 1 })
    expect(await myOrders(ann)).toEqual([later, orderId])
    expect((await ann.post('/api/guests/orders')).body).toEqual({ count: 0 })
  })

  test('has a confirmed email after a new password by mail', async () => {
    await registered(shop, gus.email)
    const token = await resetToken(shop, gus.email, mailbox)
    expect((await reset(shop, token, 'a new password')).status).toBe(200)
    const again = shop.visitor()
    await auth(shop, gus.email, 'a new password', { by: again })
    expect((await again.get('/api/guests/orders')).body).toEqual({ isConfirmed: true, count: 1 })
  })

  test('cannot use the link of another account: a stranger who registers with the address gets no order', async () => {
    const stranger = await registered(shop, gus.email)
    const link = await confirmationToken(mailbox, stranger, gus.email)
    const owner = await signedIn(shop)
    expect((await owner.post('/api/guests/email/confirm', { link })).status).toBe(400)
    expect((await shop.visitor().post('/api/guests/email/confirm', { link })).status).toBe(401)
    expect(await myOrders(stranger)).toEqual([])
  })

  test('loses the confirmation if its email changes', async () => {
    const ann = await registered(shop, gus.email)
    await ann.post('/api/guests/email/confirm', { link: await confirmationToken(mailbox, ann, gus.email) })
    const admin = await signedIn(shop, { isAdmin: true })
    const { _id } = (await ann.get('/api/users/profile')).body
    await admin.put(`/api/users/${_id}`, { name: 'Ann', email: `new-${gus.email}`, isAdmin: false })
    const again = shop.visitor()
    await auth(shop, `new-${gus.email}`, PASSWORD, { by: again })
    expect((await again.get('/api/guests/orders')).body.isConfirmed).toBe(false)
  })

  test('does not end the guest’s link, which shows no sign of the account', async () => {
    const before = (await gus.get(`/api/orders/${orderId}`)).body
    const ann = await registered(shop, gus.email)
    await ann.post('/api/guests/email/confirm', { link: await confirmationToken(mailbox, ann, gus.email) })
    const { holdSecondsLeft: _left, ...after } = (await gus.get(`/api/orders/${orderId}`)).body
    expect(after).toEqual({ ...before, holdSecondsLeft: undefined })
    expect((await ann.get(`/api/orders/${orderId}`)).body.user._id).not.toBeNull()
  })

  test('rates the coffees of adopted orders as a customer', async () => {
    const bean = await shop.sell()
    await bought(shop, gus, [{ _id: bean, qty: 1 }])
    const ann = await registered(shop, gus.email)
    await ann.post('/api/guests/email/confirm', { link: await confirmationToken(mailbox, ann, gus.email) })
    expect((await ann.post(`/api/products/${bean}/reviews`, { rating: 5, comment: 'Good' })).status).toBe(201)
    expect((await shop.visitor().get(`/api/products/${bean}`)).body.rating).toBe(5)
  })

  test('keeps its orders readable by link and by admin after the account is deleted', async () => {
    const ann = await registered(shop, gus.email)
    await ann.post('/api/guests/email/confirm', { link: await confirmationToken(mailbox, ann, gus.email) })
    const admin = await signedIn(shop, { isAdmin: true })
    const { _id } = (await ann.get('/api/users/profile')).body
    expect((await admin.delete(`/api/users/${_id}`)).status).toBe(200)
    expect((await gus.get(`/api/orders/${orderId}`)).status).toBe(200)
    expect((await admin.get(`/api/orders/${orderId}`)).body.user).toMatchObject({
      _id: null,
      email: gus.email,
    })
  })
})

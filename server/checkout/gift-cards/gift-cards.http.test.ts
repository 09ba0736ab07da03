/** Gift cards: buying one, its mail on its day, printing it, and its balance. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireOrders } from '../orders/close.ts'
import { mailDueCards } from './issue.ts'
import { settle } from '#server/payments/capture/settle.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { pdfText } from '#test/pdf-text.ts'
import { approve, pay } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { GIFT_CARD_GUESSES } from '#server/kernel/limits/rules.ts'

let shop: TestShop
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: { ...MAIL_SETTINGS, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
  mailbox = mailboxOf(shop)
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const FRIEND = { name: 'Fay Friend', email: 'fay@example.com' }

async function order(buyer: Visitor, wanted: object = {}): Promise<string> {
  const { status, body, text } = await buyer.post('/api/giftcards/orders', { amount: 50, ...wanted })
  expect(status, text).toBe(201)
  return body._id
}

const cardOf = async (buyer: Visitor, id: string) => (await buyer.get(`/api/orders/${id}/gift-card`)).body

const codeIn = (text = '') => /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(text)?.[0] ?? ''

const balanceOf = (code: string, ip = '198.51.100.1') =>
  shop.visitor().post('/api/giftcards/balance', { code }, { 'x-forwarded-for': ip })

test('a paid gift card is issued and mailed once, with a code that the database does not reveal', async () => {
  const buyer = guestOf(shop)
  const id = await order(buyer, { to: FRIEND, from: 'Gus', note: 'Happy birthday\nto you' })
  expect(await cardOf(buyer, id)).toMatchObject({
    state: 'ordered',
    balance: 0,
    lastFour: '',
    canPrint: false,
  })
  const paypalId = await approve(shop, buyer, id)
  const paid = await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
  expect(paid.body).toMatchObject({ state: 'delivered', totalPrice: 50, taxPrice: 0, isGiftCard: true })
  const row = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  await settle(shop.shop, row, (await shop.shop.providers.payments.getPayment(paypalId))!)
  const mails = await mailbox.newMails()
  const [mail, ...others] = mails.filter(({ to }) => to?.some(({ address }) => address === FRIEND.email))
  expect([mail?.subject, others.length]).toEqual(['A gift card from Gus', 0])
  expect(mail?.text).toContain('Happy birthday')
  const code = codeIn(mail?.text)
  expect((await balanceOf(code.toLowerCase().replaceAll('-', ' '))).body).toMatchObject({
    balance: 50,
    state: 'active',
  })
  // The buyer gets the receipt, and the shop has nothing to ship.
  expect(mails.map(({ subject = '' }) => subject.replace(/No. \S+/, 'No.')).toSorted()).toEqual([
    'A gift card from Gus',
    'Your payment for order No. has arrived',
  ])
  const tables = [
    'gift_cards',
    'gift_card_moves',
    'orders',
    'outbox',
    'idempotency_keys',
    'order_history',
  ] as const
  const dump = JSON.stringify(
    await Promise.all(tables.map((table) => shop.db.selectFrom(table).selectAll().execute())),
  )
  expect([dump.includes(code), dump.includes(code.replaceAll('-', ''))]).toEqual([false, false])
})

test('a gift card for a later day is mailed on that day, in the morning at the shop', async () => {
  const buyer = await signedIn(shop, { name: 'Ann Buyer' })
  const { day } = nowAt(shop.clock)
  const sendOn = Temporal.PlainDate.from(day).add({ days: 3 }).toString()
  const id = await order(buyer, { to: FRIEND, sendOn })
  await pay(shop, buyer, id)
  await mailDueCards(shop.shop)
  expect(await mailbox.newMailsTo(FRIEND.email)).toEqual([])
  expect(await cardOf(buyer, id)).toMatchObject({ state: 'active', sendOn, mailedAt: null, canPrint: true })
  shop.clock.advance(Date.parse(`${sendOn}T12:30:00Z`) - shop.clock.now().getTime())
  await mailDueCards(shop.shop)
  // 7:30 or 8:30 at the shop: two hours later it is after 8 in any case.
  shop.clock.advance(2 * HOUR)
  await Promise.all([mailDueCards(shop.shop), mailDueCards(shop.shop)])
  expect((await mailbox.newMailsTo(FRIEND.email)).map(({ subject }) => subject)).toEqual([
    'A gift card from Ann Buyer',
  ])
})

test('staff who print the card of a customer’s order are recorded, and its buyer is not', async () => {
  const buyer = await signedIn(shop)
  const id = await order(buyer)
  await pay(shop, buyer, id)
  const path = `/api/orders/${id}/gift-card.pdf`
  const manager = await signedIn(shop, { name: 'Mo Manager', role: 'manager' })
  const prints = async () => {
    const lines = await shop.db
      .selectFrom('record_lines')
      .selectAll()
      .where('action', '=', 'Printed')
      .execute()
    return lines.filter(({ actor_id: actor }) => actor === manager.id || actor === buyer.id)
  }
  expect((await buyer.get(path)).status).toBe(200)
  expect(await prints()).toEqual([])
  expect((await manager.get(path)).status).toBe(200)
  expect(await prints()).toMatchObject([{ actor: 'Mo Manager', subject: 'giftCard' }])
  for (const role of ['packer', 'barista'] as const)
    expect((await (await signedIn(shop, { role })).get(path)).status).toBe(404)
  // A member of staff who buys a card is its buyer.
  const own = await order(manager)
  await pay(shop, manager, own)
  expect((await manager.get(`/api/orders/${own}/gift-card.pdf`)).status).toBe(200)
  expect(await prints()).toHaveLength(1)
})

test('only the buyer can print a paid card', async () => {
  const [buyer, other] = [guestOf(shop), guestOf(shop)]
  const id = await order(buyer)
  expect((await buyer.get(`/api/orders/${id}/gift-card.pdf`)).status).toBe(409)
  await pay(shop, buyer, id)
  const file = await buyer.get(`/api/orders/${id}/gift-card.pdf`)
  const { pages, unreadable } = await pdfText(file.bytes!)
  const code = codeIn(pages.flat().join('\n'))
  // A card for the buyer has no sender.
  expect(pages.flat().filter((line) => /^(For |From |false)/.test(line))).toEqual([
    expect.stringMatching(/^For /),
  ])
  expect([pages.length, unreadable, (await balanceOf(code)).body.balance]).toEqual([1, 0, 50])
  expect((await other.get(`/api/orders/${id}/gift-card.pdf`)).status).toBe(401)
  expect((await (await signedIn(shop)).get(`/api/orders/${id}/gift-card`)).status).toBe(404)
  expect((await buyer.get(`/api/orders/${id}/invoice.pdf`)).status).toBe(200)
})

test('a card has the picture that its buyer chose, and who has its code sees it whole and prints it', async () => {
  Object.assign(shop.shop, {
    pictureOf: (path: string) => ({
      src: path,
      alt: 'A visitor',
      width: 800,
      height: 1000,
      blur: '',
      widths: [],
    }),
  })
  const buyer = guestOf(shop)
  const id = await order(buyer, { to: FRIEND, from: 'Gus', note: 'For slow mornings', design: 'visitor' })
  expect((await cardOf(buyer, id)).design).toBe('visitor')
  expect((await cardOf(buyer, await order(buyer))).design).toBe('morning')
  expect((await buyer.post('/api/giftcards/orders', { amount: 50, design: '../cat' })).body.field).toBe(
    'design',
  )
  await pay(shop, buyer, id)
  const [mail] = await mailbox.newMailsTo(FRIEND.email)
  expect(mail?.html).toContain('/pictures/visitor.jpg" alt="A visitor" width="400" height="500"')
  const code = codeIn(mail?.text)
  const preheader = /<div style="display:none[^>]*>([^<]*)</.exec(String(mail?.html))?.[1]
  expect([mail?.subject, preheader]).toEqual(['A gift card from Gus', expect.stringMatching(/^\$50\.00 for/)])
  const held = { design: 'visitor', to: 'Fay Friend', from: 'Gus', note: 'For slow mornings', amount: 50 }
  expect((await balanceOf(code)).body).toMatchObject(held)
  const print = (typed: string) =>
    shop.visitor().post('/api/giftcards/file', { code: typed }, { 'x-forwarded-for': '198.51.100.7' })
  const { pages } = await pdfText((await print(code)).bytes!)
  const printed = pages.flat().join('\n').replaceAll('|', '')
  for (const text of ['For Fay Friend', 'From Gus', 'For slow mornings', '$50', code])
    expect(printed).toContain(text)
  expect((await print('2222-2222-2222-2222')).status).toBe(404)
})

test('a printed card has names and notes in other scripts, and says so if a sign is missing', async () => {
  const buyer = guestOf(shop)
  const printed = async (note: string) => {
    const id = await order(buyer, { to: { ...FRIEND, name: '김민수' }, from: '王小明', note })
    await pay(shop, buyer, id)
    const { pages, unreadable } = await pdfText((await buyer.get(`/api/orders/${id}/gift-card.pdf`)).bytes!)
    expect(unreadable).toBe(0)
    return pages.flat().join(' ').replaceAll('|', '')
  }
  const whole = await printed('생일 축하! Happy birthday')
  for (const text of ['For 김민수', 'From 王小明', '생일 축하! Happy birthday']) expect(whole).toContain(text)
  expect(whole).not.toMatch(/cannot be printed|\?\?/)
  expect(await printed('Happy birthday ❤️')).toContain(
    'Some signs cannot be printed here. The email with the card shows them.',
  )
})

const emailOf = async (who: Visitor) => (await who.get('/api/users/profile')).body.email as string
const listOf = async (who: Visitor) => (await who.get('/api/giftcards/mine')).body.cards

test('an account lists the cards that it bought, and after confirming its address those that were mailed to it', async () => {
  const [buyer, friend] = [await signedIn(shop), await signedIn(shop, { isConfirmed: false })]
  const own = await order(buyer)
  const unpaid = await order(buyer)
  const given = await order(buyer, { to: { name: 'Fay', email: await emailOf(friend) }, from: 'Gus' })
  for (const id of [own, given]) await pay(shop, buyer, id)
  expect(await listOf(buyer)).toMatchObject([
    { amount: 50, balance: null, to: { name: 'Fay' }, order: { _id: given } },
    { amount: 50, balance: 50, order: { _id: own } },
  ])
  expect(JSON.stringify(await listOf(buyer))).not.toContain(unpaid)
  expect(await listOf(friend)).toEqual([])
  const email = await emailOf(friend)
  await shop.db.updateTable('users').set({ confirmed_email: email }).where('email', '=', email).execute()
  expect(await listOf(friend)).toMatchObject([{ balance: 50, from: 'Gus', order: null }])
  expect((await shop.visitor().get('/api/giftcards/mine')).status).toBe(401)
})

test('a gift card that is not paid in time is never issued', async () => {
  const buyer = await signedIn(shop)
  const [expired, canceled] = [await order(buyer), await order(buyer)]
  expect((await buyer.delete(`/api/orders/${canceled}`)).status).toBe(200)
  shop.clock.advance(DAY)
  await expireOrders(shop.shop)
  const rows = await shop.db
    .selectFrom('gift_cards')
    .select(['state', 'sealed_code'])
    .where('order_id', 'in', [expired, canceled])
    .execute()
  expect(rows).toEqual([
    { state: 'void', sealed_code: null },
    { state: 'void', sealed_code: null },
  ])
})

test('a retry orders one card, and amounts and days outside the limits are refused', async () => {
  const buyer = await signedIn(shop)
  const key = { 'idempotency-key': 'the-same-card' }
  const twice = await Promise.all([1, 2].map(() => buyer.post('/api/giftcards/orders', { amount: 25 }, key)))
  expect(new Set(twice.map(({ body }) => body._id)).size).toBe(1)
  const refused = async (wanted: object) => (await buyer.post('/api/giftcards/orders', wanted)).body.field
  expect(await refused({ amount: 4.99 })).toBe('amount')
  expect(await refused({ amount: 500.01 })).toBe('amount')
  expect(await refused({ amount: 50, sendOn: '2020-01-01' })).toBe('sendOn')
  const admin = await signedIn(shop, { isAdmin: true })
  const { body: settings } = await admin.get('/api/settings/gift-cards')
  const saved = await admin.put('/api/settings/gift-cards', {
    ...settings,
    isOffered: false,
    amounts: '20, 40',
  })
  expect(saved.status).toBe(200)
  expect((await buyer.post('/api/giftcards/orders', { amount: 50 })).status).toBe(409)
  expect((await shop.visitor().get('/api/giftcards/offer')).body).toMatchObject({
    isOffered: false,
    amounts: [20, 40],
  })
  expect((await admin.put('/api/settings/gift-cards', { ...saved.body, least: 600 })).body.field).toBe('most')
})

const wrong = (ip: string) => balanceOf('2222-2222-2222-2222', ip)

test('wrong codes are limited per network; after too many in total, networks that have sent one get 429, and others do not', async () => {
  const answers = []
  for (let count = 0; count <= GIFT_CARD_GUESSES.network.points; count++)
    answers.push((await wrong('203.0.113.1')).status)
  expect(answers).toEqual([...Array(GIFT_CARD_GUESSES.network.points).fill(404), 429])
  expect((await wrong('203.0.113.2')).status).toBe(404)
  const left = GIFT_CARD_GUESSES.all.points - GIFT_CARD_GUESSES.network.points
  for (let count = 0; count < left; count++)
    await shop.shop.limits.countWrongGiftCard(`192.0.2.${count % 250}`)
  expect((await wrong('203.0.113.2')).status).toBe(429)
  expect((await wrong('203.0.113.3')).status).toBe(404)
})

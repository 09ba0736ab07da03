/** An unpaid order that its buyer has changed at the checkout: the new order replaces it in one transaction, without a mail. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { approve, BALTIMORE, orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { codeOf, orderWith } from '../discounts/discounts.testing.ts'
import { soldCard } from '../gift-cards/gift-cards.testing.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
let admin: Visitor

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 2000, stock: 1 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const one = () => [{ _id: bean, qty: 1 }]
const stateOf = async (id: string) =>
  (await shop.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

/** Places an order to Baltimore that replaces another one. */
async function change(
  who: Visitor,
  order: string,
  { lines = one(), ...more }: { lines?: object[] } & Record<string, unknown> = {},
) {
  const body = await orderBody(who, lines as ReturnType<typeof one>, BALTIMORE)
  return who.post('/api/orders', { ...body, changes: { order }, ...more })
}

const mailsAbout = async (id: string) =>
  (
    await shop.db
      .selectFrom('outbox')
      .select('kind')
      .where('dedupe_key', 'like', `%:${id}`)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)

test('the last bag goes from the first order to the next in one step, and the buyer gets no mail about that', async () => {
  const first = await placed(buyer, one())
  const { status, body } = await change(buyer, first)
  expect([status, body.state]).toEqual([201, 'pending'])
  const before = await buyer.get(`/api/orders/${first}`)
  expect(before.body).toMatchObject({ state: 'cancelled', holdSecondsLeft: null })
  expect(before.body.history.at(-1)).toMatchObject({ event: 'Changed at the checkout' })
  expect(await mailsAbout(first)).not.toContain('order-cancelled')
  expect((await pay(shop, buyer, body._id)).body).toMatchObject({ state: 'paid' })
})

test('others who want the last bag at the same moment never get it', async () => {
  const first = await placed(buyer, one())
  const rivals = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async () => {
      const rival = await signedIn(shop)
      return { rival, body: await orderBody(rival, one()) }
    }),
  )
  const [changed, ...refused] = await Promise.all([
    change(buyer, first).then(({ status }) => status),
    ...rivals.map(({ rival, body }) => rival.post('/api/orders', body).then(({ status }) => status)),
  ])
  expect(changed).toBe(201)
  expect(new Set(refused)).toEqual(new Set([409]))
})

test('a new order that is refused leaves the first as it was: held, with its code and its card', async () => {
  const { code } = await codeOf(admin, { total: 1 })
  const card = await soldCard(shop, 500)
  const { body: first } = await orderWith(buyer, code, one(), { giftCards: [card.code] })
  const answers = [
    await change(buyer, first._id, { lines: [{ _id: bean, qty: 2 }] }),
    await change(buyer, first._id, { totalPrice: 1 }),
    await change(buyer, first._id, { discountCode: 'UNKNOWN' }),
    await change(buyer, first._id, { giftCards: [card.code], giftCardPrice: 4 }),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'stock'],
    [409, 'prices'],
    [409, 'discount'],
    [409, 'gift-card'],
  ])
  expect(answers[0]?.body.message).toMatch(/^Only 1 of .* left in stock$/)
  expect(await stateOf(first._id)).toBe('pending')
  expect((await pay(shop, buyer, first._id)).body).toMatchObject({ state: 'paid', giftCardPrice: 5 })
})

test('the discount code and the gift card of an unpaid order are still good for the order that replaces it', async () => {
  const rules = { total: 1, perPerson: 1, firstOrderOnly: true }
  const { code } = await codeOf(admin, rules)
  const card = await soldCard(shop, 500)
  const spending = { discountCode: code, giftCards: [card.code], giftCardPrice: 5 }
  const { body: first } = await orderWith(buyer, code, one(), { giftCards: [card.code] })
  const check = (more: object = {}) =>
    buyer.post('/api/discounts/check', { code, orderItems: one(), ...more })
  const balance = async (more: object = {}) =>
    (await buyer.post('/api/giftcards/balance', { code: card.code, ...more })).body.balance
  expect([(await check()).status, await balance()]).toEqual([409, 0])
  const own = { unpaidOrder: first._id }
  expect([(await check(own)).status, await balance(own)]).toEqual([200, 5])
  // Another buyer's order as `unpaidOrder` frees neither the code nor the card.
  const other = await shop.sell()
  const stranger = { unpaidOrder: await placed(await signedIn(shop), [{ _id: other, qty: 1 }]) }
  expect([(await check(stranger)).status, await balance(stranger)]).toEqual([409, 0])
  const second = await change(buyer, first._id, spending)
  expect([second.status, second.body.giftCardPrice, second.body.discount]).toEqual([201, 5, 2])
  const third = await change(buyer, second.body._id, spending)
  expect(third.status).toBe(201)
  await pay(shop, buyer, third.body._id)
  expect([(await check(own)).status, await balance({ unpaidOrder: third.body._id })]).toEqual([409, 0])
})

test('other goods, another code and another card take the place of those of the first order', async () => {
  const other = await shop.sell({ priceCents: 3000, stock: 1 })
  const [{ code: before }, { code: after }] = [
    await codeOf(admin, { total: 1 }),
    await codeOf(admin, { total: 1 }),
  ]
  const [spent, next] = [await soldCard(shop, 500), await soldCard(shop, 700)]
  const { body: first } = await orderWith(buyer, before, one(), { giftCards: [spent.code] })
  const lines = [{ _id: other, qty: 1 }]
  const more = { lines, discountCode: after, giftCards: [next.code], giftCardPrice: 7 }
  expect((await change(buyer, first._id, more)).status).toBe(201)
  const rival = await signedIn(shop)
  const free = await orderWith(rival, before, one(), { giftCards: [spent.code] })
  expect([free.status, free.body.giftCardPrice]).toEqual([201, 5])
})

test('buyers who change against each other, with goods and codes, never block each other', async () => {
  const goods = [await shop.sell({ stock: 50 }), await shop.sell({ stock: 50 })]
  const codes = [(await codeOf(admin)).code, (await codeOf(admin)).code]
  const wanted = async (who: Visitor, which: number) => {
    const body = await orderBody(who, [{ _id: goods[which]!, qty: 1 }])
    return { ...body, discountCode: codes[which] }
  }
  const swaps = await Promise.all(
    [0, 1, 0, 1, 0, 1].map(async (which) => {
      const who = await signedIn(shop)
      const { body: first } = await who.post('/api/orders', await wanted(who, which))
      return { who, body: { ...(await wanted(who, 1 - which)), changes: { order: first._id } } }
    }),
  )
  const answers = await Promise.all(swaps.map(({ who, body }) => who.post('/api/orders', body)))
  expect(answers.map(({ status }) => status)).toEqual(swaps.map(() => 201))
})

test('sent many times at once, and by two tabs with other changes, one order is left', async () => {
  const first = await placed(buyer, one())
  const bodies = await Promise.all(
    [1, 2].map(async (tab) => ({
      ...(await orderBody(buyer, one(), BALTIMORE)),
      changes: { order: first },
      gift: { note: `Tab ${tab}` },
    })),
  )
  const answers = await Promise.all(
    [0, 0, 0, 1, 1].map((tab) => buyer.post('/api/orders', bodies[tab], { 'idempotency-key': `tab ${tab}` })),
  )
  const placedIds = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body._id))
  expect(placedIds.size).toBe(1)
  for (const { status } of answers) expect([201, 409]).toContain(status)
})

test('while the first order is captured, either the payment or the change succeeds', async () => {
  for (let count = 0; count < 5; count++) {
    bean = await shop.sell({ priceCents: 2000, stock: 1 })
    const first = await placed(buyer, one())
    const payment = await approve(shop, buyer, first)
    const [paid, changed] = await Promise.all([
      buyer.put(`/api/orders/${first}/pay`, { id: payment }),
      change(buyer, first),
    ])
    if (changed.status === 201) {
      expect([paid.status, await stateOf(first)]).toEqual([409, 'cancelled'])
      expect(paid.body.message).toBe('This order was canceled, so nothing was charged')
    } else {
      expect([changed.status, changed.body.code, changed.body.order]).toEqual([409, 'bought', first])
      expect([paid.status, await stateOf(first)]).toEqual([200, 'paid'])
    }
  }
})

test('a paid order is not replaced, a closed one does not matter, and those of others are not found', async () => {
  bean = await shop.sell({ stock: 20 })
  const paid = await placed(buyer, one())
  await pay(shop, buyer, paid)
  const refused = await change(buyer, paid)
  expect([refused.status, refused.body.code, refused.body.order]).toEqual([409, 'bought', paid])
  const closed = await placed(buyer, one())
  await buyer.delete(`/api/orders/${closed}`)
  expect((await change(buyer, closed)).status).toBe(201)
  const gus = guestOf(shop)
  const theirs = [await placed(await signedIn(shop), one()), await placed(gus, one()), 'unknown']
  for (const who of [buyer, admin, guestOf(shop)])
    for (const id of theirs) {
      const { status, body } = await change(who, id)
      expect([status, body.code]).toEqual([404, 'changed-order'])
    }
  expect(await Promise.all(theirs.slice(0, 2).map(stateOf))).toEqual(['pending', 'pending'])
})

test('an order that the buyer cancels is mailed, and a paid one is not closed as changed', async () => {
  bean = await shop.sell({ stock: 5 })
  const first = await placed(buyer, one())
  expect((await buyer.delete(`/api/orders/${first}`)).status).toBe(200)
  expect(await mailsAbout(first)).toContain('order-cancelled')
  const second = await placed(buyer, one())
  expect((await buyer.delete(`/api/orders/${second}?because=changed`)).status).toBe(200)
  expect(await mailsAbout(second)).not.toContain('order-cancelled')
  const third = await placed(buyer, one())
  await pay(shop, buyer, third)
  const { status, body } = await buyer.delete(`/api/orders/${third}?because=changed`)
  expect([status, body.message]).toEqual([409, 'A paid order cannot be removed'])
  expect((await buyer.delete(`/api/orders/${third}?because=boredom`)).status).toBe(400)
})

test('a guest replaces an order with its link, and with no other', async () => {
  const gus = guestOf(shop)
  const first = await placed(gus, one())
  for (const link of [undefined, 'forged', `${gus.links.get(first)}x`]) {
    const { status, body } = await change(gus, first, { changes: { order: first, link } })
    expect([status, body.code]).toEqual([404, 'changed-order'])
  }
  const next = await change(gus, first, { changes: { order: first, link: gus.links.get(first) } })
  expect([next.status, await stateOf(first)]).toEqual([201, 'cancelled'])
  // Who has signed in since then, still replaces the order of before.
  const link = gus.links.get(next.body._id)
  const last = await change(buyer, next.body._id, { changes: { order: next.body._id, link } })
  expect([last.status, await stateOf(next.body._id)]).toEqual([201, 'cancelled'])
})

test('the hold of the changed order does not count for the limits on unpaid orders', async () => {
  const limited = await openShop({ env: { RATE_LIMITS: 'on' } })
  try {
    const ann = await signedIn(limited)
    const item = await limited.sell({ stock: 16 })
    const body = async (changes?: object) => ({
      ...(await orderBody(ann, [{ _id: item, qty: 8 }])),
      ...changes,
    })
    const first = await ann.post('/api/orders', await body())
    expect(first.status).toBe(201)
    expect((await ann.post('/api/orders', await body())).body.code).toBe('share')
    const next = await ann.post('/api/orders', await body({ changes: { order: first.body._id } }))
    expect(next.status).toBe(201)
    expect(await violations(limited.db)).toEqual([])
  } finally {
    await limited.close()
  }
})

/** Gift cards as a part of the shop: cards that are sold are spent and refunded, and only empty ones can be off. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reopenParts } from '#server/backoffice/parts/switch.ts'
import { violations } from '#test/invariants.ts'
import { owedOf, stateOf, switchPart, trySwitch } from '#test/parts.ts'
import { boughtGiftCard, orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { soldCard } from './gift-cards.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await switchPart(shop, 'giftCards', 'on')
})

async function order(buyer: Visitor, code: string): Promise<Answer> {
  const body = await orderBody(buyer, [{ _id: await shop.sell({ priceCents: 2000, stock: 9 }), qty: 1 }])
  return buyer.post('/api/orders', { ...body, giftCards: [code] })
}

const balanceOf = async (code: string) =>
  (await shop.visitor().post('/api/giftcards/balance', { code })).body.balance

/** Spends all cards that are left, as the shop owes their money. */
async function emptyAll(): Promise<void> {
  const admin = await shop.admin()
  const cards = await shop.db.selectFrom('gift_cards').selectAll().where('balance_cents', '>', 0).execute()
  for (const { id, balance_cents: cents } of cards)
    await admin.post(`/api/giftcards/${id}/adjustments`, { amount: -cents / 100, reason: 'Paid out' })
}

test('with no new ones none is sold in the shop or at the bar, and those that exist are spent and get refunds', async () => {
  const buyer = await signedIn(shop)
  const { code } = await soldCard(shop, 9000)
  await switchPart(shop, 'giftCards', 'closing')
  expect((await shop.visitor().get('/api/giftcards/offer')).body.isOffered).toBe(false)
  const sales = [
    await buyer.post('/api/giftcards/orders', { amount: 25 }),
    await (await shop.staff('barista')).post('/api/giftcards', { amount: 25 }),
  ]
  for (const { status, body } of sales)
    expect([status, body.message]).toEqual([
      409,
      'This shop no longer offers this. What you already have stays as it is',
    ])
  const paid = await order(buyer, code)
  expect([paid.status, paid.body.state]).toEqual([201, 'paid'])
  const left = await balanceOf(code)
  expect(left).toBeLessThan(90)
  const admin = await shop.admin()
  expect((await admin.post(`/api/orders/${paid.body._id}/refund`, {})).status).toBe(200)
  expect(await balanceOf(code)).toBe(90)
  await emptyAll()
})

test('money on cards, and unpaid orders that buy or spend one, keep them from being off', async () => {
  const buyer = await signedIn(shop)
  await boughtGiftCard(shop, buyer)
  const { code } = await soldCard(shop, 500)
  const unpaid = await buyer.post('/api/giftcards/orders', { amount: 30 })
  const spent = await order(buyer, code)
  expect(await owedOf(shop, 'giftCards')).toEqual([
    '1 gift card with $25.00 left',
    '1 unpaid order of a gift card',
    '1 unpaid order that a gift card pays for',
  ])
  await buyer.delete(`/api/orders/${unpaid.body._id}`)
  await pay(shop, buyer, spent.body._id)
  expect(await owedOf(shop, 'giftCards')).toEqual(['1 gift card with $25.00 left'])
  await emptyAll()
  expect(await owedOf(shop, 'giftCards')).toEqual([])
  await switchPart(shop, 'giftCards', 'off')
})

test('when they are off, they are gone from the shop and the desk; a cart with one keeps its goods and gets one sentence', async () => {
  const buyer = await signedIn(shop)
  const card = await soldCard(shop, 500)
  const bought = await boughtGiftCard(shop, buyer)
  await emptyAll()
  await switchPart(shop, 'giftCards', 'off')
  const admin = await shop.admin()
  for (const answer of [
    await buyer.post('/api/giftcards/orders', { amount: 25 }),
    await buyer.get('/api/giftcards/mine'),
    await admin.get('/api/giftcards'),
    await admin.get(`/api/giftcards/${card.id}`),
    await admin.post('/api/giftcards', { amount: 25 }),
  ])
    expect([answer.status, typeof answer.body.message]).toEqual([404, 'string'])
  expect((await admin.get('/api/desk/search?text=gift')).body.groups).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ kind: 'giftCard' })]),
  )
  // The link of an old mail, and the order that bought a card.
  expect(await balanceOf(card.code)).toBe(0)
  expect((await buyer.get(`/api/orders/${bought}/gift-card`)).status).toBe(200)
  const refused = await order(buyer, card.code)
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'gift-card', message: 'We no longer take gift cards' },
  ])
  await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  await switchPart(shop, 'giftCards', 'on')
  const { cards } = (await admin.get('/api/giftcards')).body
  expect(cards.map(({ _id }: { _id: string }) => _id)).toContain(card.id)
})

test('of a sale and a switch at the same moment, one is refused', async () => {
  for (let round = 0; round < 4; round++) {
    const buyer = await signedIn(shop)
    const [sale, switched] = await Promise.all([
      buyer.post('/api/giftcards/orders', { amount: 25 }),
      trySwitch(shop, 'giftCards', 'off'),
    ])
    expect([sale.status, switched.status]).toEqual(
      sale.status === 201 ? [201, 409] : [expect.any(Number), 200],
    )
    if (sale.status === 201) await buyer.delete(`/api/orders/${sale.body._id}`)
    await switchPart(shop, 'giftCards', 'on')
  }
})

test('a refund to a card while they are off brings them back, and the card can be spent', async () => {
  const buyer = await signedIn(shop)
  const { code } = await soldCard(shop, 9000)
  const paid = await order(buyer, code)
  await emptyAll()
  await switchPart(shop, 'giftCards', 'off')
  await reopenParts(shop.shop)
  expect(await stateOf(shop, 'giftCards')).toBe('off')
  const admin = await shop.admin()
  expect((await admin.post(`/api/orders/${paid.body._id}/refund`, {})).status).toBe(200)
  await reopenParts(shop.shop)
  expect(await stateOf(shop, 'giftCards')).toBe('closing')
  expect((await order(buyer, code)).status).toBe(201)
  await emptyAll()
})

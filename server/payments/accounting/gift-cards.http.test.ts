/** Gift cards in the bookkeeping: a liability when they are sold, sales when they are spent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftById, giftOfOrder } from '#server/subscriptions/gifts/find.ts'
import { boughtGift, TO_ADDRESS } from '#server/subscriptions/gifts/gifts.testing.ts'
import { offerSubscriptions, passDays } from '#server/subscriptions/subscriptions.testing.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { approve, orderBody } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { bookkeeper, cents, sumOf, YEAR } from './accounting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const books = bookkeeper(() => shop)
const MONTH = `${YEAR}-03`

/** An order with a card; PayPal pays the rest. Returns its id and its total in cents. */
async function spend(code: string): Promise<{ id: string; total: number; tax: number }> {
  const buyer = await signedIn(shop)
  const bean = await shop.sell({ priceCents: 2000, stock: 5 })
  const body = { ...(await orderBody(buyer, [{ _id: bean, qty: 1 }])), giftCards: [code] }
  const { body: order } = await buyer.post('/api/orders', body)
  if (!order.isPaid)
    await buyer.put(`/api/orders/${order._id}/pay`, { id: await approve(shop, buyer, order._id) })
  return { id: order._id, total: cents(order.totalPrice), tax: cents(order.taxPrice) }
}

const onCards = async () => {
  const { cents: left } = await shop.db
    .selectFrom('gift_cards')
    .select((eb) => eb.fn.sum<number>('balance_cents').as('cents'))
    .executeTakeFirstOrThrow()
  return left
}

test('a sold card is a liability, and a spent card is a sale with tax; the books agree with the balances of the cards', async () => {
  books.goTo(`${MONTH}-10T15:00:00Z`)
  const buyer = await signedIn(shop)
  const bought = (await buyer.post('/api/giftcards/orders', { amount: 40 })).body._id
  await buyer.put(`/api/orders/${bought}/pay`, { id: await approve(shop, buyer, bought) })
  const [small, large] = [await soldCard(shop, 1000), await soldCard(shop, 6000)]
  const [mixed, covered] = [await spend(small.code), await spend(large.code)]
  let month = await books.read(MONTH)
  expect(month.total).toMatchObject({
    giftCardsSold: 110,
    giftCardsSpent: (1000 + covered.total) / 100,
    till: 70,
    goods: 40,
    tax: (mixed.tax + covered.tax) / 100,
    other: 0,
    received: (4000 + mixed.total - 1000) / 100,
  })
  expect(cents(month.giftCardsOwed)).toBe(await onCards())

  const owner = await signedIn(shop, { isAdmin: true })
  await owner.post('/api/giftcards', { amount: 25, paidBy: 'machine' })
  month = await books.read(MONTH)
  expect(month.total).toMatchObject({ giftCardsSold: 135, till: 70, machine: 25 })
  expect(cents(month.giftCardsOwed)).toBe(await onCards())

  // Refunds $5 of the mixed order to PayPal, all of the other order to its card, and $15 of the purchase of a card.
  await books.refund(mixed.id, { amount: 5 })
  await books.refund(covered.id, {})
  await books.refund(bought, { amount: 15 })
  month = await books.read(MONTH)
  expect([cents(month.total.refunded), cents(month.giftCardsOwed)]).toEqual([2000, await onCards()])
  const bookings = await books.bookingsOf(month)
  expect(sumOf(bookings, ({ giftCards }) => giftCards)).toBe(await onCards())
  expect(new Set(bookings.map(({ other }) => other))).toEqual(new Set([0]))
})

test('the files and a closed month have the gift cards, and every entry adds up to 0', async () => {
  books.goTo(`${YEAR}-04-02T15:00:00Z`)
  await books.close(MONTH)
  expect((await books.read(MONTH)).total.giftCardsSold).toBe(135)
  const [, ...rows] = csvRows(await books.fileOf(MONTH, 'quickbooks-journal'))
  const of = (column: number) => rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  expect(of(3)).toBe(of(4))
  const owed = rows.filter((row) => row[2] === 'Gift Cards Outstanding')
  expect(owed.reduce((sum, row) => sum + cents(Number(row[4])) - cents(Number(row[3])), 0)).toBe(
    await onCards(),
  )
})

test('a gift subscription is a liability until each delivery, which is a sale with tax', async () => {
  books.goTo(`${YEAR}-05-03T13:00:00Z`)
  await offerSubscriptions(shop)
  const before = await onCards()
  const { order, gift } = await boughtGift(shop, await signedIn(shop), TO_ADDRESS)
  const may = `${YEAR}-05`
  let month = await books.read(may)
  expect(month.total).toMatchObject({ giftCardsSold: 78, giftCardsSpent: 0, goods: 0, tax: 0, received: 78 })
  expect(cents(month.giftCardsOwed)).toBe(before + 7800)
  while ((await giftOfOrder(shop.db, order)).card.balance_cents === 7800) await passDays(shop, 1)
  month = await books.read(may)
  expect(month.total).toMatchObject({
    giftCardsSpent: 26,
    goods: 18,
    tax: 0.18,
    shipping: 7.82,
    received: 78,
  })
  expect(cents(month.giftCardsOwed)).toBe(before + 5200)
  await books.refund(order, { amount: 52 })
  month = await books.read(may)
  expect(cents(month.giftCardsOwed)).toBe(before)
  expect(cents(month.giftCardsOwed)).toBe(await onCards())
  expect((await giftById(shop.db, gift))!.card.balance_cents).toBe(0)
})

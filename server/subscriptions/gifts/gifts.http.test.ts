/** Gift subscriptions: paid once, delivered until nothing is left, to an address or by email. */
import { expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { approve, pay } from '#test/purchase.ts'
import { updateDispute } from '#server/payments/events/disputes.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { readPlannedBags } from '#server/roastery/delivery/planned-bags.ts'
import { replaceCoffees } from '../replace-coffees.ts'
import { renew } from '../renew.ts'
import { passDays } from '../subscriptions.testing.ts'
import { runGifts } from './begin.ts'
import { giftOfOrder } from './find.ts'
import { boughtGift, codeOf, FRIEND, giftBody, TO_ADDRESS } from './gifts.testing.ts'
import { openGiftShop } from './gift-shop.testing.ts'

const { shop, mailbox, giver, giftOf, rowOf, deliveries } = await openGiftShop()

const balanceOf = async (gift: string) => {
  const { card_id: id } = await rowOf(gift)
  const card = await shop.db
    .selectFrom('gift_cards')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return card.balance_cents
}

const subjectsTo = async (email: string) => (await mailbox.newMailsTo(email)).map(({ subject }) => subject)

test('a gift to an address is paid once, and ends by itself after three deliveries that use up its price', async () => {
  const buyer = giver()
  const { order, gift, product } = await boughtGift(shop, buyer, { ...TO_ADDRESS, note: 'Happy birthday' })
  const bought = (await buyer.get(`/api/orders/${order}`)).body
  // $20 less 10%, and $8 for shipping.
  expect(bought).toMatchObject({ state: 'delivered', totalPrice: 78, taxPrice: 0, shippingPrice: 0 })
  expect(await giftOf(buyer, order)).toMatchObject({ state: 'running', left: 3, delivery: 26, money: 78 })
  await passDays(shop, 40)
  const made = await deliveries(gift)
  expect(made.map(({ state, order_state: paid }) => [state, paid])).toEqual(
    [1, 2, 3].map(() => ['paid', 'paid']),
  )
  // In Virginia, 1% of the coffee is sales tax, which comes out of the shipping.
  for (const each of made)
    expect(each).toMatchObject({
      total_cents: 2600,
      items_cents: 1800,
      discount_cents: 200,
      tax_cents: 18,
      shipping_cents: 782,
    })
  expect(await giftOf(buyer, order)).toMatchObject({ state: 'ended', left: 0, money: 0, nextOn: null })
  expect(await balanceOf(gift)).toBe(0)
  const first = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', made[0]!.order_id)
    .executeTakeFirstOrThrow()
  expect(first).toMatchObject({
    recipient: FRIEND.name,
    gift_note: 'Happy birthday',
    buyer_email: buyer.email,
  })
  const stock = await shop.db
    .selectFrom('product_sizes')
    .select('count_in_stock')
    .where('product_id', '=', product)
    .executeTakeFirstOrThrow()
  expect(stock.count_in_stock).toBe(97)
  // The giver is charged once, and gets no receipt for a delivery.
  const payments = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '<>', 'gift-card')
    .execute()
  expect(payments.filter(({ amount_cents: cents }) => cents === 2600)).toEqual([])
  const subjects = await subjectsTo(buyer.email)
  expect(subjects.filter((subject = '') => subject.startsWith('Your payment'))).toHaveLength(1)
  expect(subjects).toContain('Your gift: the link to pass on')
})

test('each delivery is made once by two jobs at the same time, and after a restart', async () => {
  const { gift } = await boughtGift(shop, giver(), TO_ADDRESS)
  for (let day = 0; day < 40; day++) {
    shop.clock.advance(DAY)
    await Promise.all([renew(shop.shop), renew(shop.shop), runGifts(shop.shop)])
  }
  expect((await deliveries(gift)).map(({ number, state }) => [number, state])).toEqual([
    [1, 'paid'],
    [2, 'paid'],
    [3, 'paid'],
  ])
  expect(await balanceOf(gift)).toBe(0)
})

test('the price of a delivery stays, whatever the coffee costs later, and adds up to the cent', async () => {
  const dear = await boughtGift(shop, giver(), { ...TO_ADDRESS, deliveries: 3 })
  const setPrice = (cents: number) =>
    shop.db
      .updateTable('product_sizes')
      .set({ price_cents: cents })
      .where('product_id', '=', dear.product)
      .execute()
  await passDays(shop, 9)
  await setPrice(2999)
  await passDays(shop, 8)
  await setPrice(1101)
  await passDays(shop, 20)
  const made = await deliveries(dear.gift)
  expect(made.map(({ total_cents: total, items_cents: items }) => [total, items])).toEqual(
    [1, 2, 3].map(() => [2600, 1800]),
  )
  expect(await balanceOf(dear.gift)).toBe(0)
})

test('staff refund the deliveries that are not made, and no others', async () => {
  const buyer = giver()
  const admin = await shop.admin()
  const { order, gift } = await boughtGift(shop, buyer, TO_ADDRESS)
  while ((await giftOf(buyer, order)).left === 3) await passDays(shop, 1)
  const refund = (amount: number) =>
    admin.post(`/api/orders/${order}/refund`, { amount, reason: 'Asked for it' })
  expect((await refund(30)).status).toBe(409)
  expect((await refund(78)).body.message).toContain('Only $52.00 is left')
  expect((await refund(26)).status).toBeLessThan(300)
  expect(await giftOf(buyer, order)).toMatchObject({ left: 1, money: 26, state: 'running' })
  expect((await refund(26)).status).toBeLessThan(300)
  expect(await giftOf(buyer, order)).toMatchObject({ left: 0, money: 0, state: 'ended' })
  await passDays(shop, 30)
  expect(await deliveries(gift)).toHaveLength(1)
})

test('the refund of a delivery goes back to the gift, which delivers again', async () => {
  const buyer = giver()
  const admin = await shop.admin()
  const { order, gift } = await boughtGift(shop, buyer, TO_ADDRESS)
  await passDays(shop, 40)
  const [first] = await deliveries(gift)
  const refunded = await admin.post(`/api/orders/${first!.order_id}/refund`, { reason: 'Lost' })
  expect(refunded.status, refunded.text).toBeLessThan(300)
  await renew(shop.shop)
  expect(await giftOf(buyer, order)).toMatchObject({ left: 1, state: 'running' })
  await passDays(shop, 20)
  expect((await deliveries(gift)).filter(({ state }) => state === 'paid')).toHaveLength(4)
  expect(await balanceOf(gift)).toBe(0)
})

test('the money of a gift is no gift card: it has no page, no code and no balance that staff change', async () => {
  const buyer = giver()
  const admin = await shop.admin()
  const { order, gift, code } = await boughtGift(shop, buyer, TO_ADDRESS)
  const { card_id: card } = await rowOf(gift)
  expect((await buyer.get(`/api/orders/${order}/gift-card`)).status).toBe(404)
  expect((await buyer.get(`/api/orders/${order}/gift-card.pdf`)).status).toBe(404)
  expect((await buyer.post('/api/giftcards/balance', { code })).status).toBe(404)
  expect((await admin.get(`/api/giftcards/${card}`)).status).toBe(404)
  const adjusted = await admin.post(`/api/giftcards/${card}/adjustments`, { amount: 5, reason: 'More' })
  expect(adjusted.status).toBe(404)
  expect(JSON.stringify((await admin.get('/api/giftcards')).body.cards)).not.toContain(card)
})

test('a disputed payment stops the deliveries, and the gift goes on when the dispute is won', async () => {
  const buyer = giver()
  const product = await shop.sell({ priceCents: 2000, stock: 50 })
  const body = await giftBody(shop, product, TO_ADDRESS)
  const { _id: order } = (await buyer.post('/api/gift-subscriptions/orders', body)).body
  const paypalId = await approve(shop, buyer, order)
  expect((await buyer.put(`/api/orders/${order}/pay`, { id: paypalId })).status).toBe(200)
  await renew(shop.shop)
  const dispute = shop.paypal.dispute(paypalId)
  await updateDispute(shop.shop, dispute)
  await passDays(shop, 20)
  expect(await giftOf(buyer, order)).toMatchObject({ state: 'held', left: 3 })
  expect(
    (await deliveries((await giftOfOrder(shop.db, order)).id)).map(({ order_id }) => order_id),
  ).not.toContain(expect.any(String))
  const { id } = await giftOfOrder(shop.db, order)
  const code = (await codeOf(shop, order))!
  expect((await shop.visitor().post('/api/gift-subscriptions/skip', { code, number: 1 })).body.code).toBe(
    'held',
  )
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  await updateDispute(shop.shop, dispute)
  await passDays(shop, 45)
  expect((await deliveries(id)).filter(({ state }) => state === 'paid')).toHaveLength(3)
  expect(await balanceOf(id)).toBe(0)
})

test('staff see the deliveries of a gift in the list, and in the coffee of the next roast days, as many as are left', async () => {
  const admin = await shop.admin()
  const { gift } = await boughtGift(shop, giver(), TO_ADDRESS)
  const { days } = (await admin.get('/api/subscriptions/due')).body
  const planned = days.flatMap(({ lines }: { lines: { name: string; planned: number }[] }) => lines)
  expect(planned.reduce((sum: number, each: { planned: number }) => sum + each.planned, 0)).toBe(3)
  // Nobody is charged for them.
  expect((await admin.get('/api/subscriptions/charges')).body.days).toEqual([])
  const listed = (await admin.get('/api/subscriptions?pageNumber=1&status=gift')).body.subscriptions
  const { subscription_id: id } = await rowOf(gift)
  expect(listed.map(({ _id }: { _id: string }) => _id)).toContain(id)
  expect((await admin.get(`/api/subscriptions/${id}`)).status).toBe(200)
  const refused = await admin.post(`/api/subscriptions/${id}/cancel`, { reason: '', note: '' })
  expect([refused.status, refused.body.code], refused.text).toEqual([409, 'gift'])
})

test('an unpaid gift that is closed delivers nothing', async () => {
  const buyer = giver()
  const product = await shop.sell({ priceCents: 2000, stock: 5 })
  const { body } = await buyer.post(
    '/api/gift-subscriptions/orders',
    await giftBody(shop, product, TO_ADDRESS),
  )
  expect((await buyer.delete(`/api/orders/${body._id}`)).status).toBeLessThan(300)
  await renew(shop.shop)
  expect(await giftOf(buyer, body._id)).toMatchObject({ state: 'void', left: 0 })
})

test('a coffee that ends is replaced in a gift, at the same price', async () => {
  const old = await shop.sell({ name: 'Old crop', priceCents: 2000, stock: 100 })
  const { gift, code } = await boughtGift(shop, giver(), { ...TO_ADDRESS, product: old })
  const admin = await shop.admin()
  const other = await shop.sell({ name: 'New crop', priceCents: 2100, stock: 100 })
  const endsOn = addDays(nowAt(shop.clock).day, 3)
  const ended = await admin.post('/api/subscriptions/endings', { product: old, endsOn, replacement: other })
  expect(ended.status, ended.text).toBeLessThan(300)
  for (let day = 0; day < 30; day++) {
    await replaceCoffees(shop.shop)
    await passDays(shop, 1)
  }
  const made = await deliveries(gift)
  expect(made.map(({ total_cents: total }) => total)).toEqual([2600, 2600, 2600])
  const seen = await shop.visitor().post('/api/gift-subscriptions/open', { code })
  expect(seen.body.coffee).toContain('New crop')
})

test('a retry of the purchase with the same key places one order', async () => {
  const buyer = giver()
  const product = await shop.sell({ priceCents: 2000, stock: 5 })
  const body = { guest: { name: 'Gus', email: buyer.email }, ...(await giftBody(shop, product)) }
  const headers = { 'idempotency-key': 'gift-0123456789abcdef' }
  const send = () => buyer.post('/api/gift-subscriptions/orders', body, headers)
  const [one, other] = [await send(), await send()]
  expect([one.status, one.body._id]).toEqual([201, other.body._id])
  await pay(shop, buyer, one.body._id)
  await renew(shop.shop)
  expect(await giftOf(buyer, one.body._id)).toMatchObject({ state: 'sent' })
})

test('a coffee that is roasted to order is planned for the deliveries that are left, and delivered', async () => {
  const product = await shop.sell({ priceCents: 2000, isRoastedToOrder: true })
  const { gift } = await boughtGift(shop, giver(), { ...TO_ADDRESS, product })
  const bags = async () => {
    const { calendar } = await plannerOf(shop.shop)
    const now = nowAt(shop.clock)
    const planned = await readPlannedBags(shop.db, { calendar, now, until: addDays(now.day, 60) })
    return planned.filter((each) => each.product?.id === product).flatMap(({ roastDays }) => roastDays)
  }
  expect(await bags()).toHaveLength(3)
  while ((await deliveries(gift)).length === 0) await passDays(shop, 1)
  expect(await bags()).toHaveLength(2)
  await passDays(shop, 40)
  expect((await deliveries(gift)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(await bags()).toEqual([])
})

// Slow, not in `npm run check`: sales of many days and time zones.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, BALTIMORE, bought, pay, placed, VIENNA } from '#test/purchase.ts'
import { randomOfTest } from '#test/random-of-test.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { compareBooks } from '../comparison/compare.ts'
import { bookkeeper, cents, sumOf, YEAR, type Sale } from './accounting.testing.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { owner, goTo, read, bookingsOf, sale, refund, settleAgain } = bookkeeper(() => shop)

/** The day in Virginia, without the code under test. */
const dayIn = (at: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date(at))

/** PayPal's own account: each capture with its standard fee, and each completed refund. */
async function paypalBooks(sales: Sale[]) {
  const movements = await Promise.all(
    sales.map(async ({ paypalId }) => {
      const { capture } = (await shop.shop.providers.payments.getPayment(paypalId))!
      const fee = Math.round(capture!.amountCents * 0.0349) + 49
      const back = shop.paypal.refunds(paypalId).filter(({ state }) => state === 'COMPLETED')
      return [
        { at: capture!.at, cents: capture!.amountCents, fee },
        ...back.map((each) => ({ at: new Date(each.at).toISOString(), cents: -each.cents, fee: 0 })),
      ]
    }),
  )
  return movements.flat()
}

/** What PayPal has not refunded yet, in cents. */
async function leftOf({ id, paypalId }: Sale): Promise<number> {
  const { total_cents: total } = await shop.db
    .selectFrom('orders')
    .select('total_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return shop.paypal.refunds(paypalId).reduce((left, each) => left - each.cents, total)
}

const refundAll = async ({ id }: Sale) => refund(id, {})

/** What can happen to a sale after the payment. */
const AFTERWARDS: ((sold: Sale) => Promise<unknown>)[] = [
  async () => {},
  async ({ id }) => refund(id, { amount: 3.33 }),
  refundAll,
  async ({ id }) => refund(id, { goodwill: 2.5 }),
  async (sold) => {
    if ((await leftOf(sold)) < 777) return
    shop.paypal.refundAtPaypal(sold.paypalId, 777)
    await settleAgain(sold)
  },
  async (sold) => {
    if ((await leftOf(sold)) === 0) return
    shop.paypal.reverse(sold.paypalId)
    await settleAgain(sold)
  },
]

/** Sells at midnight and at time changes, refunds some of the sales, and compares the books with PayPal's. */
async function sellAndCompare(random: () => number): Promise<void> {
  const times = ['10-31T23:59:30-04:00', '11-01T00:00:05-04:00', '11-07T01:30:00-04:00']
  // One hour later, the clock shows the same time again.
  times.push('11-07T01:30:00-05:00', '11-08T04:59:00Z', '11-30T23:58:00-05:00', '12-01T00:01:00-05:00')
  const sales: Sale[] = []
  for (const [index, time] of times.entries()) {
    goTo(`${YEAR}-${time}`)
    const sold = await sale(1 + (index % 3), index % 2 === 0 ? VIENNA : BALTIMORE)
    sales.push(sold)
    await AFTERWARDS[Math.floor(random() * AFTERWARDS.length)]!(sold)
    await AFTERWARDS[index % AFTERWARDS.length]!(sales[Math.floor(random() * sales.length)]!).catch(
      // Nothing may be left to refund.
      () => {},
    )
  }
  const atPaypal = await paypalBooks(sales)
  const months = await Promise.all(['10', '11', '12'].map((month) => read(`${YEAR}-${month}`)))
  const days = Map.groupBy(atPaypal, ({ at }) => dayIn(at))
  expect(new Set(months.flatMap((month) => month.days.map(({ day }) => day)))).toEqual(new Set(days.keys()))
  for (const { day, net, received, refunded, fee } of months.flatMap((month) => month.days)) {
    const ofDay = days.get(day)!
    const sum = (which: typeof ofDay) => which.reduce((all, each) => all + each.cents, 0)
    expect([day, cents(received)]).toEqual([day, sum(ofDay.filter((each) => each.cents > 0))])
    expect([day, cents(refunded)]).toEqual([day, 0 - sum(ofDay.filter((each) => each.cents < 0))])
    expect([day, cents(net)]).toEqual([day, ofDay.reduce((all, each) => all + each.cents - each.fee, 0)])
    expect(cents(net)).toBe(cents(received) - cents(refunded) - cents(fee))
  }
  const bookings = (await Promise.all(months.map(bookingsOf))).flat()
  for (const { id } of sales) {
    const order = (await (await owner()).get(`/api/orders/${id}`)).body
    const own = bookings.filter((booking) => booking.order._id === id)
    const back = await shop.db
      .selectFrom('orders')
      .select('refunded_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(sumOf(own, ({ total }) => total)).toBe(cents(order.totalPrice) - back.refunded_cents)
    expect(cents(own.find(({ kind }) => kind === 'payment')!.tax)).toBe(cents(order.taxPrice))
  }
  for (const month of months) {
    expect(sumOf(month.days, ({ net }) => net)).toBe(cents(month.total.net))
    expect(month.open).toMatchObject({ payments: 0, refunds: 0, fees: 0 })
  }
  await compareBooks(shop.shop, 60)
  const money = (await (await owner()).get('/api/money')).body
  expect(money.findings).toEqual([])
  const [kept] = await shop.db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number>('captured_cents').as('cents'))
    .where('state', '=', 'completed')
    .execute()
  // No payment is left if all of them were refunded.
  expect(cents(money.comparison.total)).toBe(kept!.cents ?? 0)
}

test('the books agree with PayPal and the payments page to the cent, at midnight and at time changes', async () => {
  await sellAndCompare(randomOfTest())
})

test('the books agree if every payment is refunded', async () => {
  await sellAndCompare(() => AFTERWARDS.indexOf(refundAll) / AFTERWARDS.length)
})

test('a second payment is booked as a surplus, a replacement with no amount, and a pending payment not at all', async () => {
  const buyer = await signedIn(shop)
  const { id } = await bought(shop, buyer, [{ _id: await shop.sell({ priceCents: 2000 }), qty: 1 }])
  const admin = await owner()
  expect((await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '1Z', trackingUrl: '' })).status).toBe(
    200,
  )
  const replaced = await admin.post(`/api/orders/${id}/replacement`, {
    lines: [{ line: 0, qty: 1 }],
    seen: 0,
  })
  const waiting = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  await buyer.put(`/api/orders/${waiting}/pay`, { id: await approve(shop, buyer, waiting, 'pending') })
  const declined = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  await pay(shop, buyer, declined)
  await shop.db
    .updateTable('payments')
    .set({ state: 'refund_due' })
    .where('order_id', '=', declined)
    .execute()
  const month = await read(dayIn(shop.clock.now().toISOString()).slice(0, 7))
  const bookings = await bookingsOf(month)
  expect([replaced.status, replaced.body.message]).toEqual([200, undefined])
  expect(bookings.filter(({ kind }) => kind === 'replacement')).toMatchObject([{ total: 0, net: 0 }])
  const surplus = bookings.find(({ kind }) => kind === 'surplus')!
  expect(surplus).toMatchObject({ goods: 0, tax: 0, other: surplus.total, order: { _id: declined } })
  expect(month.open).toMatchObject({ payments: 1, due: 1 })
  await shop.db.updateTable('payments').set({ state: 'completed' }).where('order_id', '=', declined).execute()
})

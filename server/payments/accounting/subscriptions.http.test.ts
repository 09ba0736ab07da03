/** Bookings and their file name the deliveries of subscriptions, also in a closed month. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passDays, offerSubscriptions, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { bookkeeper, YEAR } from './accounting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const books = bookkeeper(() => shop)
const MONTH = `${YEAR}-03`

/** The order and the subscription of each row of the file. */
async function namedInFile() {
  const [head, ...rows] = csvRows(await books.fileOf(MONTH, 'orders'))
  return rows.map((row) => [row[1], row[head!.indexOf('Subscription')]])
}

test('a payment and a refund name the subscription and the delivery; other orders name none', async () => {
  books.goTo(`${MONTH}-03T15:00:00Z`)
  await offerSubscriptions(shop)
  const bean = await shop.sell({ stock: 100 })
  const buyer = await signedIn(shop)
  const { id, order } = await subscribed(shop, buyer, [{ _id: bean, qty: 1, subscribe: { weeks: 1 } }])
  const other = await bought(shop, await signedIn(shop), [{ _id: bean, qty: 1 }])
  await passDays(shop, 12)
  await books.refund(order, { amount: 1 })
  const found = (await books.bookingsOf(await books.read(MONTH))).map(({ kind, order: of, deliveries }) => [
    of._id,
    kind,
    deliveries,
  ])
  const first = { subscription: id, number: 1 }
  expect(found).toContainEqual([order, 'payment', [first]])
  expect(found).toContainEqual([order, 'refund', [first]])
  expect(found).toContainEqual([other.id, 'payment', []])
  expect(found).toContainEqual([expect.anything(), 'payment', [{ subscription: id, number: 2 }]])

  const named = await namedInFile()
  expect(named).toContainEqual([order, `${id}, delivery 1`])
  expect(named).toContainEqual([expect.anything(), `${id}, delivery 2`])
  expect(named).toContainEqual([other.id, ''])

  books.goTo(`${YEAR}-04-02T15:00:00Z`)
  const open = await namedInFile()
  await books.close(MONTH)
  expect(await namedInFile()).toEqual(open)
  await shop.db.deleteFrom('subscription_deliveries').execute()
  expect(await namedInFile()).toEqual(open)
})

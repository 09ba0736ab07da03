// On SQLite only: calls of outside services, the same code on both databases.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approve, bought, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { sendTracking } from './tracking.ts'

let shop: TestShop
let buyer: SignedInVisitor
let admin: SignedInVisitor
let id: string
let paypalId: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  paypalId = await approve(shop, buyer, id)
  await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
})
afterAll(() => shop.close())

const ship = (trackingNumber: string) => admin.put(`/api/orders/${id}/ship`, { trackingNumber })
const numbers = () => shop.paypal.trackers(paypalId).map(({ number, carrier }) => `${carrier} ${number}`)
const state = () =>
  shop.db
    .selectFrom('tracking_reports')
    .select(['state', 'attempts'])
    .where('order_id', '=', id)
    .executeTakeFirst()

test('PayPal gets a tracking number once, and a corrected number', async () => {
  expect((await ship('9400 1000')).status).toBe(200)
  await Promise.all([sendTracking(shop.shop), sendTracking(shop.shop)])
  await sendTracking(shop.shop)
  expect(numbers()).toEqual(['USPS 9400 1000'])
  await ship('9400 2000')
  await sendTracking(shop.shop)
  expect(numbers()).toEqual(['USPS 9400 1000', 'USPS 9400 2000'])
  expect(await state()).toMatchObject({ state: 'sent' })
})

test('a parcel without a number is not reported', async () => {
  await ship('')
  expect(await state()).toBeUndefined()
})

test('shipping does not wait for PayPal, which gets the number when it is available again', async () => {
  shop.paypal.addFault({ call: 'track', kind: 'error', times: 3 })
  expect((await ship('9400')).body.state).toBe('shipped')
  await sendTracking(shop.shop)
  expect([await state(), numbers()]).toEqual([{ state: 'waiting', attempts: 0 }, []])
  await sendTracking(shop.shop)
  expect(numbers()).toEqual([])
  shop.clock.advance(2 * MINUTE)
  await sendTracking(shop.shop)
  expect([(await state())?.state, numbers()]).toEqual(['sent', ['USPS 9400']])
})

test('a refused number is not sent again', async () => {
  await ship('9400')
  await shop.db
    .updateTable('payments')
    .set({ capture_id: `OTHER${paypalId}` })
    .where('order_id', '=', id)
    .execute()
  await sendTracking(shop.shop)
  expect(await state()).toEqual({ state: 'failed', attempts: 1 })
})

test('a number is sent again after an error that is neither a refusal nor an outage', async () => {
  let isBroken = true
  const broken = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        addTracking: async (...parcel) => {
          if (isBroken) throw new Error('Out of memory')
          return real.payments.addTracking(...parcel)
        },
      },
    }),
  })
  try {
    const owner = await signedIn(broken, { isAdmin: true })
    const sale = await bought(broken, await signedIn(broken), [{ _id: await broken.sell(), qty: 1 }])
    await owner.put(`/api/orders/${sale.id}/ship`, { trackingNumber: '9400' })
    const stored = () =>
      broken.db.selectFrom('tracking_reports').select(['state', 'attempts']).executeTakeFirstOrThrow()
    await sendTracking(broken.shop)
    expect(await stored()).toEqual({ state: 'waiting', attempts: 1 })
    isBroken = false
    broken.clock.advance(2 * MINUTE)
    await sendTracking(broken.shop)
    expect(await stored()).toMatchObject({ state: 'sent' })
  } finally {
    await broken.close()
  }
})

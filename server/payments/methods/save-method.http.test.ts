// On SQLite only: calls of outside services, the same code on both databases.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import { savedMethod } from '#test/rows.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { deleteRemoved, sweepDeletions } from './delete-removed.ts'
import { methodOfOrder } from './methods.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { newGuest } from '#server/platform/sessions/guests.ts'
import { PaymentUnavailable } from '#server/providers/providers.ts'
import { chargeOrder } from '../capture/charge-order.ts'
import { beginSaving, finishApprovals, finishSaving } from './save-method.ts'

let shop: TestShop
let buyer: SignedInVisitor
let isDown = false

beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        deleteSaved: async (token) => {
          if (isDown) throw new PaymentUnavailable('PayPal is down')
          return real.payments.deleteSaved(token)
        },
      },
    }),
  })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const begin = async () => (await buyer.post('/api/paymentmethods/setup')).body.setupToken as string
const finish = (setupToken: string, visitor = buyer) => visitor.post('/api/paymentmethods', { setupToken })
const list = async () => (await buyer.get('/api/paymentmethods')).body.methods
const tokenOf = async (id: string) =>
  (await shop.db.selectFrom('payment_methods').select('token').where('id', '=', id).executeTakeFirstOrThrow())
    .token!
const atPaypal = () => shop.paypal.savedMethods().map(({ id }) => id)

test('a buyer saves a PayPal account, the shop charges it, and a second call changes nothing', async () => {
  const setupToken = await begin()
  expect(await list()).toEqual([])
  expect((await finish(setupToken)).status).toBe(409)
  shop.paypal.approveSetup(setupToken)
  const { status, body } = await finish(setupToken)
  expect([status, body.label]).toEqual([200, 'buyer@sandbox.example'])
  expect((await finish(setupToken)).body).toEqual(body)
  expect(await list()).toEqual([body])
  const order = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  expect(await chargeOrder(shop.shop, order, body._id)).toBe('paid')
})

test('an order whose payment saved no new method is charged to the buyer’s newest one', async () => {
  const order = { id: 'another', user_id: buyer.id, buyer_email: buyer.email }
  expect(await methodOfOrder(shop, order)).toBeNull()
  await savedMethod(shop, buyer)
  const id = await savedMethod(shop, buyer)
  expect(await methodOfOrder(shop, order)).toMatchObject({ id })
  expect(await methodOfOrder(shop, { ...order, user_id: null })).toBeNull()
})

test('an approval belongs to the buyer who opened it', async () => {
  const setupToken = await begin()
  shop.paypal.approveSetup(setupToken)
  expect((await finish(setupToken, await signedIn(shop))).status).toBe(404)
  expect((await finish('UNKNOWN')).status).toBe(404)
  expect((await finish(setupToken)).status).toBe(200)
})

test('an approval is completed after the browser was closed, and is deleted if the buyer never gives it', async () => {
  const [given, open] = [await begin(), await begin()]
  shop.paypal.approveSetup(given)
  await finishApprovals(shop.shop)
  expect((await list()).length).toBe(1)
  shop.clock.advance(4 * DAY)
  await finishApprovals(shop.shop)
  buyer = await signedIn(shop)
  expect((await finish(open)).status).toBe(404)
})

test('a guest saves a payment method for an order, and charges find it by the email', async () => {
  const guest = newGuest({ name: 'Gail', email: 'gail@example.com' })
  const { setupToken } = await beginSaving(shop.shop, guest)
  shop.paypal.approveSetup(setupToken)
  const other = newGuest({ name: 'Gus', email: 'gus@example.com' })
  await expect(finishSaving(shop.shop, other, setupToken)).rejects.toThrow('not found')
  expect(await finishSaving(shop.shop, guest, setupToken)).toMatchObject({ label: 'buyer@sandbox.example' })
})

test('a removed payment method is deleted at PayPal, and never charged again', async () => {
  const id = await savedMethod(shop, buyer)
  const order = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  expect((await (await signedIn(shop)).delete(`/api/paymentmethods/${id}`)).status).toBe(404)
  expect((await buyer.delete(`/api/paymentmethods/${id}`)).status).toBe(200)
  expect((await buyer.delete(`/api/paymentmethods/${id}`)).status).toBe(404)
  expect(await list()).toEqual([])
  expect(await chargeOrder(shop.shop, order, id)).toBe('method-gone')
  const token = await tokenOf(id)
  expect(atPaypal()).toContain(token)
  await deleteRemoved(shop.shop)
  expect(atPaypal()).not.toContain(token)
})

test('a deletion that was given up is tried again a day later', async () => {
  const id = await savedMethod(shop, buyer)
  const token = await tokenOf(id)
  await buyer.delete(`/api/paymentmethods/${id}`)
  await shop.db
    .updateTable('payment_method_deletions')
    .set({ state: 'failed', attempts: 20 })
    .where('id', '=', id)
    .execute()
  shop.clock.advance(2 * DAY)
  await sweepDeletions(shop.shop)
  await deleteRemoved(shop.shop)
  expect(atPaypal()).not.toContain(token)
})

test('while PayPal is down, the deletion is tried again for as long as it takes', async () => {
  const id = await savedMethod(shop, buyer)
  const token = await tokenOf(id)
  await buyer.delete(`/api/paymentmethods/${id}`)
  isDown = true
  for (let attempt = 0; attempt < 25; attempt++) {
    await deleteRemoved(shop.shop)
    shop.clock.advance(HOUR + MINUTE)
  }
  const row = () =>
    shop.db
      .selectFrom('payment_method_deletions')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await row()).toEqual({ state: 'waiting' })
  expect(atPaypal()).toContain(token)
  isDown = false
  await deleteRemoved(shop.shop)
  expect(await row()).toEqual({ state: 'done' })
  expect(atPaypal()).not.toContain(token)
})

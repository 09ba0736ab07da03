/** The first delivery of a subscription saves PayPal for the next ones. Later deliveries are paid with any method. */
import { afterAll, expect, test } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { METHOD_NAMES, PAY_METHODS } from '#shared/platform/pay-methods.ts'
import {
  coffeeEvery,
  deliveriesOf,
  openSubscriptionShop,
  passDays,
  setNextCharges,
  subscribed,
  subscriptionOrder,
} from './subscriptions.testing.ts'

const shop = await openSubscriptionShop()

afterAll(() => shop.close())

test.each(['card', 'venmo', 'apple_pay', 'google_pay', 'pay_later'] as const)(
  'the first delivery cannot be paid with %s, and PayPal takes it',
  async (method) => {
    const buyer = await signedIn(shop)
    const body = await subscriptionOrder(buyer, await coffeeEvery(shop, 2))
    const refused = await buyer.post('/api/orders', { ...body, paymentMethod: METHOD_NAMES[method] })
    expect([refused.status, refused.body.code]).toEqual([409, 'method'])
    expect(refused.body.message).toBe(
      'The first delivery of a subscription is paid with PayPal, which we save for the next ones. Please choose PayPal',
    )
    const { _id: id, payMethods } = (await buyer.post('/api/orders', body)).body
    expect(payMethods).toEqual(['paypal'])
    const opened = await buyer.post(`/api/orders/${id}/paypal`, { method })
    expect([opened.status, opened.body]).toEqual([409, refused.body])
    expect((await buyer.post(`/api/orders/${id}/paypal`, { method: 'paypal' })).status).toBe(200)
  },
)

test('a later delivery whose charge was declined can be paid with Venmo, and the subscription continues', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await coffeeEvery(shop, 4))
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  const last = async () => (await deliveriesOf(shop, id)).at(-1)!
  for (let day = 0; day < 35 && (await last()).number === 1; day++) await passDays(shop, 1)
  const { order_id: order } = await last()
  await setNextCharges(shop, id, 'accept')
  expect((await buyer.get(`/api/orders/${order}`)).body.payMethods).toEqual(PAY_METHODS)
  const opened = await buyer.post(`/api/orders/${order}/paypal`, { method: 'venmo' })
  shop.paypal.choose(opened.body.orderId, 'approve')
  expect((await buyer.put(`/api/orders/${order}/pay`, { id: opened.body.orderId })).status).toBe(200)
  await passDays(shop, 1)
  expect(await last()).toMatchObject({ state: 'paid', attempts: 1 })
  expect((await buyer.get(`/api/subscriptions/${id}`)).body.status).toBe('active')
})

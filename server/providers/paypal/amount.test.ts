/** The amount and the address of a payment whose buyer chooses the address at PayPal. */
import { expect, test } from 'vitest'
import { purchase, sandboxAndClient } from './client.testing.ts'

const EXPRESS = purchase({
  shipTo: null,
  asksAddress: true,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 4_350,
})
const SHIPPED = { ...EXPRESS, shippingCents: 853, taxCents: 44, totalCents: 5_247 }

test('the buyer chooses an address at PayPal, the client changes the amount, and reads name, email and address', async () => {
  await using shop = await sandboxAndClient()
  const { id, shipTo, payerName } = await shop.payments.createPayment(EXPRESS)
  expect([shipTo, payerName]).toEqual([null, null])
  await shop.payments.changeAmount(id, SHIPPED)
  await shop.payments.changeAmount(id, SHIPPED)
  expect(shop.sandbox.view(id)?.request.purchase_units[0]).toMatchObject({
    custom_id: 'order-1',
    amount: { value: '52.47', breakdown: { shipping: { value: '8.53' }, tax_total: { value: '0.44' } } },
  })
  shop.sandbox.choose(id, 'approve')
  expect(await shop.payments.getPayment(id)).toMatchObject({
    status: 'approved',
    orderId: 'order-1',
    amountCents: 5_247,
    payerEmail: 'buyer@sandbox.example',
    payerName: 'Sandy Box',
    shipTo: {
      name: 'Sandy Box',
      line1: '123 Maple Avenue E',
      line2: '',
      city: 'Vienna',
      state: 'VA',
      postalCode: '22180',
      country: 'US',
    },
  })
})

test('an approved amount cannot be changed, nor that of an unknown payment', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(EXPRESS)
  shop.sandbox.choose(id, 'approve')
  await expect(shop.payments.changeAmount(id, SHIPPED)).rejects.toMatchObject({
    name: 'PaymentRefused',
    issue: 'AMOUNT_CHANGE_NOT_ALLOWED',
  })
  await expect(shop.payments.changeAmount('UNKNOWN', SHIPPED)).rejects.toMatchObject({
    issue: 'INVALID_RESOURCE_ID',
  })
  expect(await shop.payments.getPayment(id)).toMatchObject({ amountCents: 4_350 })
})

test('a sum that does not agree with its parts is refused', async () => {
  await using shop = await sandboxAndClient()
  const { id } = await shop.payments.createPayment(EXPRESS)
  await expect(shop.payments.changeAmount(id, { ...SHIPPED, totalCents: 5_000 })).rejects.toMatchObject({
    issue: 'AMOUNT_MISMATCH',
  })
})

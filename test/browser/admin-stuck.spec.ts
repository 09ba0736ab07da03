/** Orders whose payment is stuck: what the buyer reads, and how an admin closes them. */
import { expect } from '@playwright/test'
import { callApi, startPayment } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { signInAsOwner, signInByApi } from './steps.ts'
import { test } from './visitor.ts'

test('an admin closes an order that PayPal never confirms, and its goods return to stock', async ({
  page,
}) => {
  const { buyer, payment, _id } = await startPayment('Ada Lovelace')
  await callApi(buyer, 'POST', `/sandbox/paypal/checkoutnow/${payment}/approve`, {})
  await callApi(buyer, 'POST', '/sandbox/controls/payments', {
    fault: { kind: 'refuse', call: 'capture', times: 3 },
  })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await buyer.fetch(`/api/orders/${_id}/pay`, {
    method: 'PUT',
    data: { id: payment },
    headers,
  })
  expect(answer.status()).toBe(503)

  await signInAsOwner(page)
  await page.goto(`/order/${_id}`)
  await expect(page.getByRole('heading', { name: 'Payment', exact: true }).last()).toBeVisible()
  await expectAccessible(page, 'an order whose payment is being confirmed')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Close this order' }).click()
  await expect(page.getByText('Order closed. Its goods are back in stock')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This order was canceled' })).toBeVisible()
  await buyer.dispose()
})

test('a buyer whose payment does not match reads that it is refunded, and can pay again', async ({
  page,
}) => {
  const { buyer, payment, _id, email } = await startPayment('Grace Hopper')
  await callApi(buyer, 'POST', `/sandbox/paypal/checkoutnow/${payment}/approve`, {})
  await callApi(buyer, 'POST', '/sandbox/controls/payments', { captureDifference: { value: '1.00' } })
  await callApi(buyer, 'PUT', `/api/orders/${_id}/pay`, { id: payment })
  await signInByApi(page, email)
  await page.goto(`/order/${_id}`)
  await expect(page.getByText('PayPal took a payment that does not match this order')).toBeVisible()
  await expect(
    page.getByText('$1.00 does not belong to this order and will be refunded to you'),
  ).toBeVisible()
  await expect(page.getByText('We are confirming your payment')).toHaveCount(0)
  await expectAccessible(page, 'an order with money that does not fit')
  await buyer.dispose()
})

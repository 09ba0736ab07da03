/** The page of an order that is not paid: what to do until when, the total and the payment first, and the facts after them. */
import { expect, type Page } from '@playwright/test'
import { agreementOf } from '#shared/checkout/subscription-terms.ts'
import { expectAccessible } from './axe.ts'
import { callApi, coffeeOfOwn, newBuyer } from './by-api.ts'
import { choosePayPal, signInByApi } from './steps.ts'
import { test } from './visitor.ts'

const pay = (page: Page) => page.getByRole('group', { name: 'PayPal', exact: true }).locator('[data-pay]')
const title = (page: Page) => page.getByRole('heading', { level: 2 }).first()

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`at ${width} by ${height}, what to do, the total and the payment are on the first screen, before the facts`, async ({
    page,
  }) => {
    const buyer = await newBuyer('Maria Sibylla Merian')
    const order = await buyer.order(2)
    await signInByApi(page, buyer.email)
    await page.setViewportSize({ width, height })
    await page.goto(`/order/${order}`)
    await expect(title(page)).toHaveText(/^Pay by \d{1,2}:\d\d\s[AP]M to keep your bags$/)
    for (const part of [title(page), page.getByText('Total', { exact: true }), pay(page)])
      await expect(part).toBeInViewport({ ratio: 1 })
    const below = (await pay(page).boundingBox())!
    if (width < 992)
      for (const name of ['Shipping', 'Payment', 'Order Items'])
        expect((await page.getByRole('heading', { name, exact: true }).boundingBox())!.y).toBeGreaterThan(
          below.y,
        )
    const step = page.getByRole('list', { name: 'What happens next' }).getByText('Payment, now')
    expect((await step.boundingBox())!.height, 'no word is broken').toBeLessThan(30)
    await expectAccessible(page, 'unpaid order')
  })

test('more time changes until when, and after the payment the page shows the thanks and has the focus there', async ({
  page,
}) => {
  const buyer = await newBuyer()
  const order = await buyer.order()
  await signInByApi(page, buyer.email)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/order/${order}`)
  await expect(title(page)).toHaveText(/^Pay by .* to keep your bag$/)
  const before = await title(page).textContent()
  await page.getByRole('button', { name: 'I need more time' }).click()
  await expect(title(page)).not.toHaveText(before!)
  await choosePayPal(page, 'pay')
  const notice = page.getByText('Payment Successful')
  await expect(notice).toBeVisible()
  const thanks = page.getByRole('heading', { name: /^Thank you/ })
  await expect(thanks).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('scrollY')).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(/^Order \S+, paid$/)
  // The notice does not cover the thanks.
  const [card, words] = [(await notice.locator('../..').boundingBox())!, (await thanks.boundingBox())!]
  expect(card.y + card.height).toBeLessThan(words.y)
})

test('a payment that is being reviewed, and an unpaid gift card, say it in a sentence', async ({ page }) => {
  const buyer = await newBuyer()
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${await buyer.order()}`)
  await choosePayPal(page, 'review')
  await expect(title(page)).toHaveText('Your payment is under review')
  const card = await callApi(page.request, 'POST', '/api/giftcards/orders', { amount: 25 })
  await page.goto(`/order/${card._id}`)
  await expect(title(page)).toHaveText(/^Pay by .* to get the gift card$/)
})

test('the page of the first order of a subscription offers PayPal only', async ({ page }) => {
  const { email } = await newBuyer()
  await signInByApi(page, email)
  const coffee = await coffeeOfOwn('Weekly coffee')
  const goods = { orderItems: [{ _id: coffee._id, qty: 2, subscribe: { weeks: 2 } }] }
  const terms = await callApi(page.request, 'POST', '/api/subscriptions/terms', { ...goods, isPickup: true })
  const order = await callApi(page.request, 'POST', '/api/orders', {
    ...goods,
    pickup: {},
    paymentMethod: 'PayPal',
    consent: agreementOf(terms),
  })
  await page.goto(`/order/${order._id}`)
  await expect(pay(page)).toBeVisible()
  const ways = page.getByRole('list', { name: 'Ways to pay' }).getByRole('group')
  await expect(ways).toHaveCount(1)
  await expect(ways).toHaveAccessibleName('PayPal')
})

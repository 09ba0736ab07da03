import { expect, type Locator, type Page } from '@playwright/test'
import type { Books } from '#shared/payments/api/money.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { newBuyer } from './by-api.ts'
import { signInAsOwner, signInByApi, answerDialogs } from './steps.ts'
import { test } from './visitor.ts'

/** The mails about refunds to an address, from the mail log, oldest first. */
async function refundMailsTo(page: Page, email: string): Promise<string[]> {
  const answer = await page.request.get('/api/mail?kind=order-refunded')
  const { mail } = (await answer.json()) as { mail: { to: string; state: string; text: string }[] }
  return mail
    .filter(({ to, state }) => to === email && state === 'kept')
    .map(({ text }) => text)
    .toReversed()
}

/** The price in cents of one piece of an order's only line. */
async function priceOf(page: Page, order: string): Promise<number> {
  const { orderItems } = (await (await page.request.get(`/api/orders/${order}`)).json()) as Order
  return Math.round(orderItems[0]!.price * 100)
}

/** `$18.50` */
function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** The rows with the parts of a refund, in the open form. */
function partsIn(refunds: Locator): Locator {
  return refunds.locator('form dl > div')
}

test('the owner refunds a part and returns one bag to stock, then refunds the rest; the buyer sees amounts and dates, and gets an email for each refund', async ({
  page,
  otherPage: theirs,
}) => {
  const buyer = await newBuyer('Ada Byron')
  const order = await buyer.buy(2)
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await refunds.getByRole('button', { name: 'Refund' }).click()
  const { asked } = answerDialogs(page)
  await refunds.getByRole('button', { name: 'Refund $0.00' }).click()
  await expect(refunds.getByText('Choose what to refund')).toBeVisible()
  await refunds.getByLabel('Goodwill in dollars').fill('9999')
  await refunds.getByLabel('Shipping').selectOption('part')
  await refunds.getByLabel('Shipping in dollars').fill('999')
  await refunds.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(refunds.getByText(/^No more than \$[\d.]+ of the shipping can be refunded$/)).toBeVisible()
  expect(asked).toEqual([])

  await refunds.getByLabel('Shipping', { exact: true }).selectOption('none')
  await refunds.getByLabel('Goodwill in dollars').fill('')
  await refunds.getByRole('spinbutton', { name: 'Refund' }).fill('1')
  await refunds.getByRole('spinbutton', { name: 'Back to stock' }).fill('1')
  await refunds.getByLabel('Reason').fill('One bag was torn')
  // The price of a bag and its tax are shown before the click.
  const price = await priceOf(page, order)
  const tax = Math.round(price / 100)
  const sum = dollars(price + tax)
  await expect(partsIn(refunds)).toHaveText([`Goods${dollars(price)}`, `Tax${dollars(tax)}`, `Refund${sum}`])
  await refunds.getByRole('button', { name: `Refund ${sum}` }).click()
  await expect(page.getByText(`Refunded ${sum}`).first()).toBeVisible()
  expect(asked).toEqual([`Refund ${sum} to Ada Byron? One piece goes back to stock. This cannot be undone.`])
  await expect(refunds).toContainText('Partly refunded')
  await expect(refunds.getByRole('listitem')).toContainText('“One bag was torn”')
  await expect(refunds.getByRole('listitem')).toContainText('Back in stock: 1 ×')
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    `Asked PayPal to refund ${sum}: 1 ×`,
  )

  await signInByApi(theirs, buyer.email)
  await theirs.goto(`/order/${order}`)
  await expect(theirs.getByText(new RegExp(`^Refunded \\${sum} on `))).toBeVisible()
  await expect(theirs.getByRole('region', { name: 'Refunds' })).toHaveCount(0)
  await expect.poll(() => refundMailsTo(page, buyer.email)).toHaveLength(1)
  const [first] = await refundMailsTo(page, buyer.email)
  expect(first).toContain('Hello Ada Byron')
  expect(first).toContain(`${sum} of the $`)
  expect(first).toMatch(/\nTax +\$/)
  expect(first).toContain(`/order/${order}`)

  await refunds.getByRole('button', { name: 'Refund', exact: true }).click()
  await refunds.getByRole('button', { name: 'Choose everything' }).click()
  await expect(refunds.getByRole('spinbutton', { name: 'Refund' })).toHaveValue('1')
  await refunds.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(refunds.getByRole('heading', { name: 'Refunds' })).toBeVisible()
  await expect(page.getByText('This order was refunded in full.')).toBeVisible()
  await expect(refunds.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByText('This order was refunded in full.')).toBeVisible()
  await expect.poll(() => refundMailsTo(page, buyer.email)).toHaveLength(2)
})

test('a refund made at PayPal is assigned to its items, and its goods return to stock once', async ({
  page,
}) => {
  const buyer = await newBuyer('Ada Byron')
  const { order, payment } = await buyer.buyWithPayment(2)
  await signInAsOwner(page)
  const price = await priceOf(page, order)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { refund: { id: payment, cents: price + 100 } }
  expect((await page.request.post('/sandbox/controls/payments', { data, headers })).ok()).toBe(true)
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await expect(async () => {
    await page.goto(`/order/${order}`)
    await expect(refunds.getByText('Not assigned to items')).toBeVisible({ timeout: 3000 })
  }).toPass()
  const { asked } = answerDialogs(page)

  await refunds.getByRole('button', { name: 'Return goods to stock' }).click()
  await refunds.getByRole('spinbutton', { name: 'Back to stock' }).fill('1')
  await refunds.getByRole('button', { name: 'Put back in stock' }).click()
  await expect(refunds.getByText(/^Back in stock: 1 ×/)).toBeVisible()
  await expect(refunds.getByRole('button', { name: 'Return goods to stock' })).toHaveCount(0)

  await refunds.getByRole('button', { name: 'Assign to items' }).click()
  await refunds.getByRole('spinbutton', { name: 'Refunded' }).fill('1')
  const tax = Math.round(price / 100)
  await expect(partsIn(refunds)).toContainText([
    `Goods${dollars(price)}`,
    `Tax${dollars(tax)}`,
    `Goodwill${dollars(100 - tax)}`,
    `Refunded${dollars(price + 100)}`,
  ])
  await refunds.getByRole('button', { name: 'Assign to these items' }).click()
  await expect(refunds.getByRole('listitem')).toContainText(
    `tax ${dollars(tax)}, goodwill ${dollars(100 - tax)}`,
  )
  await expect(refunds.getByText('Not assigned to items')).toHaveCount(0)
  await expect(refunds.getByRole('button', { name: 'Assign to items' })).toHaveCount(0)
  expect(asked).toEqual(['Assign the refund like this? This cannot be changed later.'])
})

test('a payment after the order was closed is refunded, and the buyer’s page does not say that nothing was charged', async ({
  page,
  otherPage: adminPage,
}) => {
  const buyer = await newBuyer('Ada Byron')
  const order = await buyer.order()
  await signInByApi(page, buyer.email)
  const { orderId } = (await (await page.request.post(`/api/orders/${order}/paypal`)).json()) as {
    orderId: string
  }
  expect((await page.request.delete(`/api/orders/${order}`)).ok()).toBe(true)
  await page.goto(`/order/${order}`)
  await expect(page.getByText('Nothing was charged, and all items are back in stock.')).toBeVisible()

  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { capture: { id: orderId } }
  expect((await page.request.post('/sandbox/controls/payments', { data, headers })).ok()).toBe(true)
  await signInAsOwner(adminPage)
  const compared = await adminPage.request.post('/api/money/compare', { data: { days: 30 } })
  const { findings } = (await compared.json()) as Books
  const finding = findings.find((each) => each.order?._id === order)
  expect((await adminPage.request.post(`/api/money/${finding?._id}/settle`)).ok()).toBe(true)

  await page.reload()
  await expect(page.getByText(/^A payment was received anyway\./)).toBeVisible()
  await expect(page.getByText(/does not belong to this order and will be refunded to you$/)).toBeVisible()
  await expect(page.getByText('Nothing was charged')).toHaveCount(0)

  await adminPage.goto(`/order/${order}`)
  answerDialogs(adminPage)
  await adminPage.getByRole('button', { name: /^Refund \$[\d.]+$/ }).click()
  await expect(adminPage.getByText(/^Refunded \$[\d.]+/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Refunded \$[\d.]+ on /)).toBeVisible()
  await expect(page.getByText('Nothing was charged')).toHaveCount(0)
  await expect.poll(() => refundMailsTo(adminPage, buyer.email)).toHaveLength(1)
})

test('a blocked payment script is reported, with a retry button and an alternative', async ({ page }) => {
  const buyer = await newBuyer()
  const order = await buyer.order()
  let isBlocked = true
  await page.route('**/web-sdk/v6/core*', (route) => (isBlocked ? route.abort() : route.continue()))
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${order}`)
  await expect(page.getByText('The payment script failed to load.')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeVisible()
  isBlocked = false
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.locator('paypal-button')).toBeVisible()
})

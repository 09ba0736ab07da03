/** Payments that fail at the checkout, and what a buyer changes then. Nothing typed is lost, and nothing is paid twice. */
import { expect, type Page } from '@playwright/test'
import { callApi, coffeeOfOwn, startPayment } from './by-api.ts'
import { newDiscount, newGiftCard } from './codes.ts'
import { holdRequests } from './held-requests.ts'
import { asOwner } from './owner.ts'
import { save } from './products.ts'
import {
  choosePayPal,
  expectPart,
  goToPayment,
  loaded,
  newEmail,
  openCheckout,
  signInAsNewCustomer,
  typeGuest,
} from './steps.ts'
import { test } from './visitor.ts'

const COFFEE = 'huila'

/** A guest fills in everything, and sees the ways to pay. */
async function fillIn(page: Page, keyword = COFFEE): Promise<void> {
  await openCheckout(page, keyword)
  await typeGuest(page, newEmail())
  await goToPayment(page)
  await expect(page.locator('paypal-button')).toBeVisible()
}

/** The id of the order that this browser has placed and not paid. */
const placedOrder = (page: Page) =>
  page.evaluate<string>('JSON.parse(localStorage.getItem("placedOrder")).id')

/** An order, read with the link that this browser has. */
async function readOrder(page: Page, id: string) {
  const links = await page.evaluate<Record<string, string>>('JSON.parse(localStorage.getItem("guestLinks"))')
  const answer = await page.request.get(`/api/orders/${id}`, { headers: { 'x-guest-link': links[id] ?? '' } })
  return answer.json()
}

/** The number of requests that place an order from now on. */
function countOrders(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) count++
  })
  return () => count
}

const decline = async (page: Page) => {
  await choosePayPal(page, 'decline')
  await expect(page.getByText('PayPal declined this card or account. Please try another one')).toBeVisible()
}

test('after a declined card, the goods stay held with their time, and another way to pay pays the same order', async ({
  page,
}) => {
  const orders = countOrders(page)
  await fillIn(page)
  await decline(page)
  const id = await placedOrder(page)
  await expect(page.getByRole('timer')).toHaveText(/^(29|30):/)
  await page.getByRole('button', { name: 'I need more time' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^(59|60):/)
  await expectPart(page, 'payment')
  await expect(page.getByRole('banner').getByRole('link', { name: 'CART' })).toContainText('1')

  // After a reload too.
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/^(59|60):/)
  const opened = page.waitForEvent('popup')
  await page.locator('venmo-button').click()
  await (await loaded(opened)).getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  await expect(page.getByText('Payment Successful')).toBeVisible()
  expect(orders()).toBe(1)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('a delivery that is changed after a declined card replaces the order, with its codes and cards', async ({
  page,
}) => {
  const code = await newDiscount('ONCE', { total: 1, perPerson: 1 })
  const { code: card } = await newGiftCard(newEmail())
  await fillIn(page)
  await page.getByText('Have a discount code?').click()
  await page.getByLabel('Discount code').fill(code)
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill(card)
  await decline(page)
  const first = await placedOrder(page)

  // A reload checks the code and the card again, which the unpaid order uses.
  await page.reload()
  await expect(page.locator('paypal-button')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: `Remove the code ${code}` })).toBeVisible()
  await page.getByRole('button', { name: 'Edit delivery' }).click()
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  expect(page.url()).not.toContain(first)
  await expect(page.getByText(`Discount, ${code}`)).toBeVisible()
  await expect(page.getByText('Gift card', { exact: true }).first()).toBeVisible()
  expect(await readOrder(page, first)).toMatchObject({ state: 'cancelled' })
})

test('the last bag, which the own unpaid order holds, is not shown as sold out', async ({ page }) => {
  const { name } = await coffeeOfOwn('Held Bag', { countInStock: 1 })
  await fillIn(page, name)
  await decline(page)
  await page.goto('/cart')
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/sold out/i)).toHaveCount(0)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).first().click()
  await page.getByRole('button', { name: 'Edit contact' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Continue' }).click()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
})

test('if another buyer bought the last bag first, the page says so, and the payment window closes', async ({
  page,
}) => {
  const coffee = await coffeeOfOwn('Lost Bag', { countInStock: 1 })
  await fillIn(page, coffee.name)
  const pages = page.context().pages().length
  const { buyer } = await startPayment('Grace Hopper', coffee)
  await page.locator('paypal-button').click()
  await expect(page.getByRole('link', { name: 'Change it in the cart' })).toBeVisible()
  await expect.poll(() => page.context().pages().length).toBe(pages)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expectPart(page, 'payment')
  await buyer.dispose()
})

test('if the balance of a gift card was spent elsewhere, the page says so, and the next press pays the new sum', async ({
  page,
}) => {
  const { id, code } = await newGiftCard(newEmail())
  await fillIn(page)
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill(code)
  await page.getByRole('button', { name: 'Use this card' }).click()
  const due = page.getByText('To pay', { exact: true }).locator('..')
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('−$5.00')
  const before = await due.innerText()
  await asOwner((owner) =>
    callApi(owner, 'POST', `/api/giftcards/${id}/adjustments`, { amount: -5, reason: 'Used at the bar' }),
  )
  await page.locator('paypal-button').click()
  await expect(page.getByText(/has nothing left\. Please check what is left to pay/)).toBeVisible()
  await expect(due).not.toHaveText(before, { useInnerText: true })
  const total = /\$\d+\.\d\d/.exec(await due.innerText())![0]
  const opened = page.waitForEvent('popup')
  await page.locator('paypal-button').click()
  await (await loaded(opened)).getByRole('button', { name: `Pay ${total}` }).click()
  await expect(page).toHaveURL(/\/order\//)
})

test('a price that has changed is shown before the buyer pays it', async ({ page }) => {
  const coffee = await coffeeOfOwn('Dear Bag', { price: 18 })
  await fillIn(page, coffee.name)
  await asOwner(async (owner) => {
    const { version } = await callApi(owner, 'GET', `/api/products/${coffee._id}`)
    await save({ request: owner }, coffee._id, { name: coffee.name, price: 19, version })
  })
  await page.locator('paypal-button').click()
  await expect(page.getByText('Prices have changed. Please check the new total')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('$19.00')
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
})

test('a double click places and pays one order, and a window that was closed early is not reported as open', async ({
  page,
}) => {
  const orders = countOrders(page)
  await fillIn(page)
  const held = await holdRequests(page, '**/api/orders')
  const windows: Page[] = []
  page.on('popup', (window) => windows.push(window))
  await page.locator('paypal-button').dblclick()
  await expect.poll(held.waiting).toBe(1)
  expect(windows).toHaveLength(1)
  await windows[0]!.close()
  await expect(page.getByText('You left PayPal without paying. Nothing was charged')).toBeVisible()
  await held.release()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText('You left PayPal without paying. Nothing was charged')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the PayPal window' })).toHaveCount(0)
  const id = await placedOrder(page)
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(new RegExp(`/order/${id}$`))
  expect(orders()).toBe(1)
})

test('an order whose reply was lost is not placed twice, and is replaced if the buyer changes something', async ({
  page,
}) => {
  await signInAsNewCustomer(page)
  await openCheckout(page, COFFEE)
  await goToPayment(page)
  await expect(page.locator('paypal-button')).toBeVisible()
  await page.route(
    '**/api/orders',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.locator('paypal-button').click()
  await expect(page.getByText('pressing again cannot order twice')).toBeVisible()
  await page.getByRole('button', { name: 'Edit delivery' }).click()
  await page.getByLabel('This is a gift').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  const { orders } = await callApi(page.request, 'GET', '/api/orders/mine')
  expect(orders.map(({ state, isGift }: { state: string; isGift: boolean }) => [state, isGift])).toEqual([
    ['paid', true],
    ['cancelled', false],
  ])
})

test('if the unpaid order was closed, the next press places it again', async ({ page }) => {
  await signInAsNewCustomer(page)
  await openCheckout(page, COFFEE)
  await goToPayment(page)
  await decline(page)
  const first = await placedOrder(page)
  await callApi(page.request, 'DELETE', `/api/orders/${first}`)
  await choosePayPal(page, 'pay')
  await expect(page).toHaveURL(/\/order\//)
  expect(page.url()).not.toContain(first)
  await expect(page.getByText('Payment Successful')).toBeVisible()
})

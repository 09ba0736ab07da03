/**
 * What goes wrong with the express buttons, one after the other in one page: the cart says so and keeps its goods, the next
 * press works, and one payment is captured.
 */
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { callApi, coffeeOfOwn } from './by-api.ts'
import { countPayments, expectPaidOnce } from './checkout-steps.ts'
import {
  cart,
  NAMES,
  open,
  paid,
  pay,
  sheetOf,
  showAll,
  wallet,
  WALLETS,
  type Wallet,
} from './express-steps.ts'
import { holdRequests } from './held-requests.ts'
import { asOwner } from './owner.ts'
import { answerBank } from './pay.ts'
import { deleteCreated, save } from './products.ts'
import { addToCart, BUYER, expectAt, fillSignIn, loaded, signInAsNewCustomer } from './steps.ts'
import { test } from './visitor.ts'

test.afterAll(deleteCreated)

const said = (page: Page, text: string | RegExp) => expect(cart(page).getByText(text)).toBeVisible()

/** Presses a button, and waits until its window or sheet takes a payment. */
async function openReady(page: Page, method: Wallet): Promise<Page | FrameLocator> {
  const place = await open(page, method)
  await expect(pay(place)).toBeEnabled()
  return place
}

const leave = (place: Page | FrameLocator) =>
  place.getByRole('button', { name: 'Cancel and go back' }).click()
const late = (place: Page | FrameLocator) =>
  place.getByRole('button', { name: 'Let PayPal answer slowly' }).click()

async function failDomainCheck(page: Page): Promise<void> {
  const file = '**/.well-known/apple-developer-merchantid-domain-association'
  for (const answer of [
    { status: 404, body: '' },
    { status: 302, headers: { location: '/' } },
  ]) {
    await page.route(file, (route) => route.fulfill(answer))
    await wallet(page, 'apple_pay').click()
    await said(page, 'Apple Pay could not check this shop. Please choose another way to pay')
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.unroute(file)
  }
}

for (const method of WALLETS)
  test(`whatever goes wrong with the express button of ${NAMES[method]}, the cart says it and keeps its goods, and a late answer pays once`, async ({
    page,
  }) => {
    const coffee = await coffeeOfOwn('Express Bag', { price: 18 })
    const counted = countPayments(page)
    const windows: Page[] = []
    page.on('popup', (popup) => windows.push(popup))
    await addToCart(page, coffee.name)
    await expect(wallet(page, 'paypal')).toBeVisible()
    if (method === 'apple_pay') await failDomainCheck(page)

    if (method === 'google_pay') await showAll(page)
    await wallet(page, method).dblclick()
    if (method === 'paypal') {
      await expect.poll(() => windows.length).toBe(1)
      const window = await loaded(Promise.resolve(windows[0]!))
      await expect(pay(window)).toBeEnabled()
      await leave(window)
    } else {
      await expect(page.locator(`iframe[title="${NAMES[method]} sandbox"]`)).toHaveCount(1)
      await expect(pay(sheetOf(page, method))).toBeEnabled()
      await leave(sheetOf(page, method))
    }
    await said(page, `You left ${NAMES[method]} without paying. Nothing was charged.`)
    expect([counted.orders(), counted.opened()]).toEqual([0, method === 'paypal' ? 1 : 0])

    // The price changes while the buyer looks at the sum.
    const place = await openReady(page, method)
    await asOwner(async (owner) => {
      const { version } = await callApi(owner, 'GET', `/api/products/${coffee._id}`)
      await save({ request: owner }, coffee._id, { name: coffee.name, price: 19, version })
    })
    await pay(place).click()
    if (method === 'google_pay') {
      await expect(place.getByRole('alert')).toBeVisible()
      await leave(place)
    }
    await expect(cart(page).getByRole('alert')).toContainText(/costs \$[\d.]+ now|Prices have changed/)
    await expectAt(page, '/cart')
    await expect(page.getByRole('main').getByText('$19.00').first()).toBeVisible()
    expect(await counted.captured()).toBe(0)

    await late(await openReady(page, method))
    await said(page, 'Placing your order. Please do not pay again.')
    await expectPaidOnce(page, counted)
  })

for (const method of WALLETS)
  test(`if the session ends while ${NAMES[method]} is open, or the tab is closed after the approval, the express order is paid once and leaves the cart`, async ({
    page,
  }) => {
    const coffee = await coffeeOfOwn('Closed Bag', { price: 18 })
    const counted = countPayments(page)
    const email = await signInAsNewCustomer(page)
    await addToCart(page, coffee.name)
    const place = await openReady(page, method)
    await page.context().clearCookies()
    await pay(place).click()
    // PayPal's order belongs to the account, those of the sheets to a guest.
    if (method === 'paypal') {
      await expect(page.getByText('Payment Successful')).toBeVisible()
      await fillSignIn(page, email, BUYER.password)
    }
    await expectPaidOnce(page, counted)

    await addToCart(page, coffee.name)
    const captures = await holdRequests(page, '**/pay')
    await pay(await openReady(page, method)).click()
    await expect.poll(captures.waiting).toBe(1)
    const next = await page.context().newPage()
    await page.close()
    await next.goto('/cart')
    const note = next.getByText(/^Your order \S+ is paid\. Its goods have left your cart/)
    await expect(note).toBeVisible()
    await expect(next.getByText('Your cart is empty')).toBeVisible()
    await note.getByRole('link', { name: 'See your order' }).click()
    await expect(next.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
    expect(await counted.captured()).toBe(2)
    await next.goto('/cart')
    await expect(next.getByText('Your cart is empty')).toBeVisible()
    await expect(note).toHaveCount(0)
  })

for (const method of WALLETS)
  test(`an express order with ${NAMES[method]} whose buyer must confirm again stays unpaid until they do`, async ({
    page,
  }) => {
    const counted = countPayments(page)
    const challenge = async () => {
      await addToCart(page, 'kenya')
      const place = await openReady(page, method)
      await place.getByRole('button', { name: /^Let (the bank ask|PayPal ask again)$/ }).click()
    }
    if (method === 'google_pay') {
      await challenge()
      await answerBank(page, method, 'Yes, it is me')
      await expectPaidOnce(page, counted)
    }
    await challenge()
    if (method === 'google_pay') await answerBank(page, method, 'Cancel and go back')
    await expect(page).toHaveURL(/\/order\//)
    await expect(page.getByText(/(bank did not|asks you to) confirm this payment/).first()).toBeVisible()
    await expect(page.getByText('Not Paid')).toBeVisible()
    expect(await counted.captured()).toBe(method === 'google_pay' ? 1 : 0)
    const opened = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('button', { name: 'Pay with Venmo' }).click()
    await pay(await loaded(opened)).click()
    await paid(page)
    expect(await counted.captured()).toBe(method === 'google_pay' ? 2 : 1)
  })

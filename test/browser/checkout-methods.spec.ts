/**
 * What goes wrong at the checkout, with each of the ways to pay, one after the other in one page. Each time the page says
 * so in a sentence, everything typed is kept, and the same or the next method can be used. In the end one payment is
 * captured.
 */
import { expect, type Page } from '@playwright/test'
import { METHOD_NAMES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { callApi, coffeeOfOwn, startPayment } from './by-api.ts'
import { checkOutAsGuest, countPayments, expectKept, expectPaidOnce, placedOrder } from './checkout-steps.ts'
import { newGiftCard } from './codes.ts'
import { asOwner } from './owner.ts'
import { answerBank, LEFT, payButton, payWith, pressInVain, sheetOf } from './pay.ts'
import { deleteCreated, save } from './products.ts'
import { newEmail } from './steps.ts'
import { test } from './visitor.ts'

test.afterAll(deleteCreated)

/** The method with which the buyer pays after another has failed. */
const OTHER: Record<PayMethod, PayMethod> = {
  paypal: 'card',
  card: 'venmo',
  venmo: 'apple_pay',
  apple_pay: 'google_pay',
  google_pay: 'pay_later',
  pay_later: 'paypal',
}

const main = (page: Page) => page.getByRole('main')
const said = (page: Page, text: string | RegExp) => expect(main(page).getByText(text).first()).toBeVisible()

/** The owner changes a coffee. */
const change = ({ _id, name }: { _id: string; name: string }, form: object) =>
  asOwner(async (owner) => {
    const { version } = await callApi(owner, 'GET', `/api/products/${_id}`)
    await save({ request: owner }, _id, { name, price: 41, version, ...form })
  })

async function cancelAndDecline(page: Page, method: PayMethod): Promise<void> {
  await payWith(page, method, 'cancel')
  await said(page, `${LEFT[method]} Nothing was charged, and we still hold your bag.`)
  await expect(payButton(page, method)).toBeFocused()
  await payWith(page, method, 'decline')
  if (method === 'google_pay') {
    const sheet = sheetOf(page, 'google_pay')
    await expect(sheet.getByText('This card was declined. Nothing was charged')).toBeVisible()
    await sheet.getByRole('button', { name: 'Cancel and go back' }).click()
  }
  await said(page, 'PayPal declined this card or account. Please try another one')
}

/** 3-D Secure for a card and for Google Pay; for the others, PayPal takes no money until the buyer has confirmed again. */
async function challenge(page: Page, method: PayMethod): Promise<void> {
  await payWith(page, method, 'challenge')
  if (method === 'card' || method === 'google_pay') {
    await answerBank(page, method, 'Cancel and go back')
    await said(page, method === 'card' ? LEFT.card : 'Your bank did not confirm this payment')
    await payWith(page, method, 'challenge')
    await answerBank(page, method, 'The bank says no')
  }
  const asks = method === 'card' || method === 'google_pay' ? 'Your bank did not' : 'PayPal asks you to'
  await said(page, `${asks} confirm this payment`)
}

const DOMAIN_FILE = '**/.well-known/apple-developer-merchantid-domain-association'

async function failDomainCheck(page: Page): Promise<void> {
  await page.route(DOMAIN_FILE, (route) => route.fulfill({ status: 302, headers: { location: '/' } }))
  await pressInVain(page, 'apple_pay')
  await said(page, 'Apple Pay could not check this shop. Please choose another way to pay')
  await page.unroute(DOMAIN_FILE)
}

/** The sheets of Apple and Google show the sum of the page. Windows show that of PayPal's order. */
async function changeAmount(page: Page, method: PayMethod): Promise<void> {
  const opening = /\/api\/orders\/[^/]+\/paypal$/
  await page.route(opening, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), amount: '1.00' } })
  })
  await pressInVain(page, method)
  await said(page, 'The total is now $1.00')
  await page.unroute(opening)
}

async function doubleClick(page: Page, method: PayMethod): Promise<void> {
  const windows: Page[] = []
  page.on('popup', (popup) => windows.push(popup))
  const opened = countPayments(page)
  await payButton(page, method).dblclick()
  await expect.poll(opened.opened).toBe(1)
  if (method === 'apple_pay' || method === 'google_pay')
    await sheetOf(page, method).getByRole('button', { name: 'Cancel and go back' }).click()
  else await page.getByRole('button', { name: /^Close the/ }).click()
  await said(page, LEFT[method])
  await expect(page.locator('iframe')).toHaveCount(0)
  expect([opened.opened(), windows.length]).toEqual([
    1,
    ['paypal', 'venmo', 'pay_later'].includes(method) ? 1 : 0,
  ])
}

async function loseGiftCard(page: Page, method: PayMethod): Promise<void> {
  const { id, code } = await newGiftCard(newEmail())
  await page.getByText('Pay with a gift card').click()
  await page.getByLabel('Code of the gift card').fill(code)
  await page.getByRole('button', { name: 'Use this card' }).click()
  const due = page.getByText('To pay', { exact: true }).locator('..')
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('−$5.00')
  const before = await due.innerText()
  await asOwner((owner) =>
    callApi(owner, 'POST', `/api/giftcards/${id}/adjustments`, { amount: -5, reason: 'Used at the bar' }),
  )
  await pressInVain(page, method)
  await said(page, /has nothing left\. Please check what is left to pay/)
  await expect(due).not.toHaveText(before, { useInnerText: true })
}

for (const method of PAY_METHODS)
  test(`whatever goes wrong with ${METHOD_NAMES[method]}, the page says it, keeps what was typed, and ${METHOD_NAMES[OTHER[method]]} pays once`, async ({
    page,
  }) => {
    const coffee = await coffeeOfOwn('Table Bag', { price: 40 })
    const counted = countPayments(page)
    const email = await checkOutAsGuest(page, coffee.name)
    await expect(payButton(page, method)).toBeVisible()

    await change(coffee, { price: 41 })
    await pressInVain(page, method)
    await said(page, 'Prices have changed. Please check the new total before you pay')
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('$41.00')
    expect(counted.orders()).toBe(0)

    await cancelAndDecline(page, method)
    await challenge(page, method)
    if (method === 'apple_pay') await failDomainCheck(page)
    if (method === 'apple_pay' || method === 'google_pay') await changeAmount(page, method)
    await doubleClick(page, method)
    expect(counted.orders()).toBe(1)
    await expectKept(page, email)

    await loseGiftCard(page, method)
    // The refused change has left the order as it was. Once it is closed, its goods are free for others.
    const held = await placedOrder(page)
    await asOwner((owner) => callApi(owner, 'POST', `/api/orders/${held}/close`))
    await change(coffee, { countInStock: 1 })
    const { buyer } = await startPayment('Grace Hopper', coffee)
    await pressInVain(page, method)
    await expect(page.getByRole('link', { name: 'Change it in the cart' })).toBeVisible()
    await expectKept(page, email)
    expect(await counted.captured()).toBe(0)
    await buyer.dispose()

    await change(coffee, { countInStock: 5 })
    await payWith(page, OTHER[method], 'slow')
    await said(page, 'We are confirming your payment. Please do not pay again')
    await expectPaidOnce(page, counted)
  })

/** Paying with each of the methods, in the sandbox's windows and sheets. */
import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { newBuyer, type Buyer } from './by-api.ts'
import { BASE_URL } from './playwright.config.ts'
import { loaded, signInByApi } from './steps.ts'

/** The names of the vendors' buttons. */
export const PAY_BUTTONS: Record<PayMethod, string> = {
  paypal: 'Pay with PayPal',
  card: 'Debit or Credit Card',
  venmo: 'Pay with Venmo',
  apple_pay: 'Pay with Apple Pay',
  google_pay: 'Pay with Google Pay',
  pay_later: 'Pay Later',
}

/** What the buyer can choose in each window and sheet. */
const CHOICES = {
  pay: /^Pay \$/,
  decline: /^Decline/,
  cancel: 'Cancel and go back',
  slow: 'Let PayPal answer slowly',
  challenge: /^Let (the bank ask|PayPal ask again)$/,
  review: 'Pending review',
}

/** What the page says after the buyer has left, by the name that it uses. */
export const LEFT: Record<PayMethod, string> = {
  paypal: 'You left PayPal without paying.',
  card: 'You closed the form for your card without paying.',
  venmo: 'You left Venmo without paying.',
  apple_pay: 'You left Apple Pay without paying.',
  google_pay: 'You left Google Pay without paying.',
  pay_later: 'You left PayPal without paying.',
}

export type PayChoice = keyof typeof CHOICES

/** A new buyer, who sees an unpaid order of two bags in the page. */
export async function openUnpaid(page: Page): Promise<{ buyer: Buyer; id: string }> {
  const buyer = await newBuyer()
  const id = await buyer.order(2)
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${id}`)
  return { buyer, id }
}

export const payButton = (page: Page, method: PayMethod) =>
  page.getByRole('main').getByRole('button', { name: PAY_BUTTONS[method], exact: true })

/** Presses the button of a method, and chooses in what opens. Resolves once that has closed, or has its answer. */
export async function payWith(page: Page, method: PayMethod, choice: PayChoice): Promise<void> {
  const name = CHOICES[choice]
  if (method === 'paypal' || method === 'venmo' || method === 'pay_later') {
    const opened = page.waitForEvent('popup')
    await payButton(page, method).click()
    const window = await loaded(opened)
    const closed = window.waitForEvent('close')
    await window.getByRole('button', { name }).click()
    await closed
    return
  }
  await payButton(page, method).click()
  await sheetOf(page, method).getByRole('button', { name }).click()
}

/**
 * Presses the button of a method, whose payment the shop then refuses. What has opened closes again, but Google's sheet,
 * which a page cannot close: it says why.
 */
export async function pressInVain(page: Page, method: PayMethod): Promise<void> {
  const pages = page.context().pages().length
  await payButton(page, method).click()
  if (method === 'google_pay') {
    const sheet = sheetOf(page, method)
    await sheet.getByRole('button', { name: CHOICES.pay }).click()
    await expect(sheet.getByRole('alert')).toBeVisible()
    await sheet.getByRole('button', { name: CHOICES.cancel }).click()
  }
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect.poll(() => page.context().pages().length).toBe(pages)
}

/** The form for a card, or the sheet of Apple or Google. */
export function sheetOf(page: Page, method: 'card' | 'apple_pay' | 'google_pay'): FrameLocator {
  const titles = { card: 'Card', apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
  return page.frameLocator(`iframe[title="${titles[method]} sandbox"]`)
}

/** The bank's question of 3-D Secure, for a card in its form, for Google Pay in a window of its own. */
export async function answerBank(
  page: Page,
  method: 'card' | 'google_pay',
  answer: 'Yes, it is me' | 'The bank says no' | 'The bank does not answer' | 'Cancel and go back',
): Promise<void> {
  const bank =
    method === 'card' ? sheetOf(page, 'card') : page.frameLocator('iframe[title="3-D Secure sandbox"]')
  await expect(bank.getByRole('heading', { name: 'Your bank asks: is it you?' })).toBeVisible()
  await bank.getByRole('button', { name: answer }).click()
}

/** Sets the methods for which PayPal has not approved the shop's account. */
export async function refuseMethods(page: Page, refused: PayMethod[]): Promise<void> {
  const answer = await page.request.post('/sandbox/controls/payments', {
    data: { refuseMethods: refused },
    headers: { origin: BASE_URL },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

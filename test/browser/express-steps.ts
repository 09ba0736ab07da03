/** Steps with the express buttons of the cart. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { loaded } from './steps.ts'

export const NAMES = { paypal: 'PayPal', apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
export type Wallet = keyof typeof NAMES
export const WALLETS = Object.keys(NAMES) as Wallet[]

export const cart = (page: Page) => page.getByRole('region', { name: 'Express checkout' })
export const wallet = (page: Page, method: Wallet) =>
  cart(page).getByRole('button', { name: `Pay with ${NAMES[method]}`, exact: true })
export const sheetOf = (page: Page, method: Wallet) =>
  page.frameLocator(`iframe[title="${NAMES[method]} sandbox"]`)

/** Shows the buttons that are not in view at first. */
export async function showAll(page: Page): Promise<void> {
  await expect(wallet(page, 'paypal')).toBeVisible()
  const more = cart(page).getByRole('button', { name: 'More ways' })
  if (await more.isVisible()) await more.click()
}

/** Shows all wallets, and presses one. Returns the window or sheet that opens. */
export async function open(page: Page, method: Wallet): Promise<Page | FrameLocator> {
  if (method === 'google_pay') await showAll(page)
  else await expect(wallet(page, 'paypal')).toBeVisible()
  const opened = method === 'paypal' ? page.waitForEvent('popup') : null
  await wallet(page, method).click()
  return opened ? loaded(opened) : sheetOf(page, method)
}

export const pay = (place: Page | FrameLocator): Locator => place.getByRole('button', { name: /^Pay \$/ })
export const paid = (page: Page) => expect(page.getByRole('main').getByText(/Paid on/)).toBeVisible()

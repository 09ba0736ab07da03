/** Where the keyboard's focus is after a navigation, and after a button that its own press replaces or removes. */
import { expect, type Page } from '@playwright/test'
import { buyAsGuest, coffeeOfOwn, newBuyer } from './by-api.ts'
import { newDiscount } from './codes.ts'
import {
  choosePayPal,
  newEmail,
  openCheckout,
  signInAsOwner,
  signInByApi,
  typeGuest,
  waitForHydration,
} from './steps.ts'
import { test } from './visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('on every way to an order, its heading has the focus and names the order and its state', async ({
  page,
}) => {
  const buyer = await newBuyer()
  await buyer.order()
  await signInByApi(page, buyer.email)
  await page.goto('/profile')
  const link = page.getByRole('main').getByRole('link', { name: /^Details of order / })
  const number = ((await link.getAttribute('aria-label')) ?? '').replace('Details of order ', '')
  await link.press('Enter')
  await expect(page).toHaveURL(/\/order\//)
  await expect(heading(page)).toHaveAccessibleName(`Order ${number}, waiting for payment`)
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`Order ${number}, waiting for payment · Frame Roasters`)

  const more = page.getByRole('button', { name: 'I need more time' })
  await expect(page.getByRole('timer')).toHaveText(/^(29|30):/)
  await more.press('Enter')
  await expect(page.getByRole('timer')).toHaveText(/^(59|60):/)
  await expect(more).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeFocused()
})

test('after a payment at the checkout and after buying a gift card, the heading of the order has the focus', async ({
  page,
}) => {
  await openCheckout(page, 'haraz')
  await typeGuest(page, newEmail())
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await choosePayPal(page, 'pay')
  await expect(heading(page)).toHaveAccessibleName(/^Order \S+, paid$/)
  await expect(heading(page)).toBeFocused()
  await page.goto('/gift-cards')
  await waitForHydration(page)
  await page.getByLabel('Your name').fill('Ada Byron')
  await page.getByLabel('Your email').fill(newEmail())
  await page.getByRole('button', { name: 'Continue to payment' }).press('Enter')
  await expect(page).toHaveURL(/\/order\//)
  await expect(heading(page)).toHaveAccessibleName(/^Order \S+, waiting for payment$/)
  await expect(heading(page)).toBeFocused()
})

test('on an order, the focus goes to the opened form, back to its button, and to the next step', async ({
  page,
}) => {
  const order = await (await newBuyer()).buy()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  page.on('dialog', (dialog) => void dialog.accept())
  const refunds = page.getByRole('region', { name: 'Refunds' })
  const open = refunds.getByRole('button', { name: 'Refund', exact: true })
  await open.press('Enter')
  await expect(refunds.locator('form :focus')).toHaveCount(1)
  await refunds.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(open).toBeFocused()

  const fulfillment = page.getByRole('region', { name: 'Fulfillment' })
  await fulfillment.getByRole('button', { name: 'Mark As Shipped' }).press('Enter')
  await expect(fulfillment.getByRole('button', { name: 'Mark As Delivered' })).toBeVisible()
  await expect(fulfillment.locator(':focus')).toHaveCount(1)
  await fulfillment.getByRole('button', { name: 'Mark As Delivered' }).press('Enter')
  await expect(page.getByText('Order delivered')).toBeVisible()
  await expect(fulfillment.locator(':focus')).toHaveCount(1)
  await expect(heading(page)).toHaveAccessibleName(/^Order \S+, delivered$/)
})

test('the button of a deleted row gives the focus to the same button of its neighbor', async ({ page }) => {
  // The list has the newest first. The oldest has been used, so its row has no such button.
  const used = await newDiscount('FOCUS')
  const coffee = await coffeeOfOwn('Focus Beans')
  await buyAsGuest([{ _id: coffee._id, qty: 1 }], { discountCode: used })
  const codes = [await newDiscount('FOCUS'), await newDiscount('FOCUS')]
  await signInAsOwner(page)
  await page.goto('/admin/discounts')
  page.on('dialog', (dialog) => void dialog.accept())
  const remove = (code: string) => page.getByRole('button', { name: `Delete ${code}` })
  await remove(codes[0]!).press('Enter')
  await expect(remove(codes[0]!)).toHaveCount(0)
  await expect(remove(codes[1]!)).toBeFocused()
  await remove(codes[1]!).press('Enter')
  await expect(remove(codes[1]!)).toHaveCount(0)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

/** Counts the taps, fields and screens that a guest needs to buy on a phone. */
import { expect, test } from '@playwright/test'
import { WITH_MOTION } from './motion.ts'
import { expectAt, expectPart, expectResults, loaded, newEmail, typeGuest, typeAddress } from './steps.ts'

test.use({ ...WITH_MOTION, viewport: { width: 390, height: 844 }, hasTouch: true })

test('a guest buys two coffees and a mug with at most 12 taps, 6 required fields and 9 screens', async ({
  page,
}) => {
  let taps = 0
  const screens = new Set<string>()
  const seen = () => screens.add(new URL(page.url()).pathname.replace(/^(\/order)\/.*/, '$1'))
  const tap = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    await page.getByRole('main').getByRole(role, { name, exact: true }).first().tap()
    taps++
  }
  await page.goto('/shop')
  seen()
  /** Taps the button that adds a product of the list, which keeps the visitor's position. */
  const add = async (name: RegExp) => {
    const button = page.getByRole('button', { name }).first()
    await button.scrollIntoViewIfNeeded()
    const before = await page.evaluate('[location.href, scrollY]')
    await button.tap()
    taps++
    await expect(button.locator('..')).toContainText('1 in your cart')
    expect(await page.evaluate('[location.href, scrollY]')).toEqual(before)
  }
  // By search, because products of other tests decide what is on which page.
  const search = async (keyword: string) => {
    await page.getByLabel('Search the shop').fill(keyword)
    await page.getByRole('button', { name: 'Search' }).tap()
    taps++
    await expectResults(page, keyword)
    seen()
  }
  await search('highlands')
  await add(/: Kenya/)
  await add(/: Ethiopia/)
  await search('mug')
  await add(/: .*Mug/)
  await page.getByRole('banner').getByRole('link', { name: /cart/i }).first().tap()
  taps++
  await expectAt(page, '/cart')
  seen()
  await tap('Proceed to Checkout')
  await expectPart(page, 'contact')
  seen()
  await typeGuest(page, newEmail())
  await typeAddress(page, '145 Church St NE')
  const required = await page.locator('main :is(input, select):required:visible').count()
  await tap('Continue')
  await expectPart(page, 'payment')
  seen()
  const opened = page.waitForEvent('popup')
  await page.locator('paypal-button').tap()
  taps++
  const paypal = await loaded(opened)
  screens.add('PayPal')
  const closed = paypal.waitForEvent('close')
  await paypal.getByRole('button', { name: /^Pay \$/ }).tap()
  taps++
  await closed
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByText('Payment Successful')).toBeVisible()
  seen()
  // oxlint-disable-next-line no-console
  console.log(`Guest journey: ${taps} taps, ${required} required fields, ${screens.size} screens`)
  expect(taps).toBeLessThanOrEqual(12)
  expect(required).toBe(6)
  expect(screens.size).toBeLessThanOrEqual(9)
})

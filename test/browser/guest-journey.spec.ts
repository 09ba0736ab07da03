/** Counts the taps, fields and screens that a guest needs to buy on a phone. */
import { expect, test } from '@playwright/test'
import { WITH_MOTION } from './motion.ts'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { expectPart, loaded, newEmail, typeGuest, typeAddress } from './steps.ts'

test.use({ ...WITH_MOTION, viewport: { width: 390, height: 844 }, hasTouch: true })

/** The newest products are the first of the list, whatever other tests have created. */
async function sellThree() {
  const names = [uniqueName('Journey Washed'), uniqueName('Journey Natural'), uniqueName('Journey Mug')]
  await asOwner(async (request) => {
    for (const name of names)
      await createProduct({ request }, name, name.includes('Mug') ? { category: 'Goods' } : {})
  })
  return names
}

test.afterAll(deleteCreated)

test('a guest buys two coffees and a mug with at most 8 taps, 6 required fields and 4 screens', async ({
  page,
}) => {
  let taps = 0
  const screens = new Set<string>()
  const seen = () => screens.add(new URL(page.url()).pathname.replace(/^(\/order)\/.*/, '$1'))
  const tap = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    await page.getByRole('main').getByRole(role, { name, exact: true }).first().tap()
    taps++
  }
  const names = await sellThree()
  await page.goto('/shop')
  seen()
  /** Taps the button that adds a product of the list, which keeps the visitor's position. */
  const add = async (name: string) => {
    const button = page.getByRole('button', { name: `: ${name}` }).first()
    await button.scrollIntoViewIfNeeded()
    const before = await page.evaluate('[location.href, scrollY]')
    await button.tap()
    taps++
    await expect(button.locator('..')).toContainText('1 in your cart')
    expect(await page.evaluate('[location.href, scrollY]')).toEqual(before)
  }
  for (const name of names) await add(name)
  await tap('Check out', 'link')
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
  expect(taps).toBeLessThanOrEqual(8)
  expect(required).toBe(6)
  expect(screens.size).toBeLessThanOrEqual(4)
})

import { expect, test, type Page } from '@playwright/test'
import { aBuyer } from './buying.ts'
import { BUYER, signIn, signInAsOwner } from './steps.ts'

/** Says yes to the browser's own question, and answers what it asked. */
function sayYes(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept()
  })
  return asked
}

test('the owner refunds a part with one bag back, then the rest; the buyer sees how much and when', async ({
  page,
  browser,
  baseURL,
}) => {
  const buyer = await aBuyer(baseURL, 'Ada Byron')
  const order = await buyer.buy(2)
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await refunds.getByRole('button', { name: 'Refund' }).click()
  const amount = refunds.getByLabel('Amount in dollars')
  const all = await amount.inputValue()
  await amount.fill('9999')
  const asked = sayYes(page)
  await refunds.getByRole('button', { name: 'Refund $9,999.00' }).click()
  await expect(refunds.getByText(`No more than $${all} can go back`)).toBeVisible()
  expect(asked).toEqual([])

  await amount.fill('5.00')
  await refunds.getByLabel('Reason').fill('One bag was torn')
  await refunds.getByLabel('Goods go back on the shelf').check()
  await refunds.getByRole('spinbutton').fill('1')
  await refunds.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(page.getByText('Refunded $5.00').first()).toBeVisible()
  expect(asked).toEqual([
    'Refund $5.00 to Ada Byron? One piece goes back on the shelf. This cannot be undone.',
  ])
  await expect(refunds).toContainText('Partly refunded')
  await expect(refunds.getByRole('listitem')).toContainText('“One bag was torn”')
  await expect(refunds.getByRole('listitem')).toContainText('Back on the shelf: 1 ×')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Asked PayPal to refund $5.00')

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, buyer.email, BUYER.password)
  await theirs.goto(`/order/${order}`)
  await expect(theirs.getByText(/^Refunded \$5\.00 on /)).toBeVisible()
  await expect(theirs.getByRole('region', { name: 'Refunds' })).toHaveCount(0)

  await refunds.getByRole('button', { name: 'Refund' }).click()
  await refunds.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(refunds.getByRole('heading', { name: 'Refunds' })).toBeVisible()
  await expect(page.getByText('This order was refunded. All of its money is back.')).toBeVisible()
  await expect(refunds.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByText('This order was refunded. All of its money is back.')).toBeVisible()
  await theirs.context().close()
})

test('a payment script that is held back is told, with a way to try again and another way on', async ({
  page,
  baseURL,
}) => {
  const buyer = await aBuyer(baseURL)
  const order = await buyer.order()
  let isBlocked = true
  await page.route('**/web-sdk/v6/core*', (route) => (isBlocked ? route.abort() : route.continue()))
  await signIn(page, buyer.email, BUYER.password)
  await page.goto(`/order/${order}`)
  await expect(page.getByText('The payment script failed to load.')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeVisible()
  isBlocked = false
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.locator('paypal-button')).toBeVisible()
})

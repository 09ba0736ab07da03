/** From the QR code of a bag to the mail of a recall. */
import { expect } from '@playwright/test'
import { axeFindings, UNTIL_ANIMATIONS_END } from './axe.ts'
import { callApi, coffeeOfOwn, placePaidOrder } from './by-api.ts'
import { packLot } from './batch-rows.ts'
import { textsOf } from './html.ts'
import { asOwner } from './owner.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

/** A new one for each run of this file, because lot codes are unique. */
const CODE = `261120-${Date.now().toString(36).toUpperCase()}`

test('the page of a lot says who grew the coffee, and leads to the product', async ({ page, request }) => {
  const order = await placePaidOrder('Lora Lot', await coffeeOfOwn('Traced'))
  await packLot({ product: order.productId, code: CODE, order: order._id, roastedOn: '2026-11-20' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/lots/${CODE}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.product, { ignoreCase: true })
  await expect(page.getByText('Roasted November 20, 2026')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tabe Haro and 420 families' })).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await expect.poll(() => axeFindings(page, {})).toEqual([])
  await page.getByRole('link', { name: 'Buy it again' }).click()
  const { slug } = await callApi(request, 'GET', `/api/products/${order.productId}`)
  await expectAt(page, `/product/${slug}`)
  const unknown = await request.get('/lots/261120-NONE')
  expect(textsOf(await unknown.text(), 'h1')).toEqual(['We do not know this lot'])
})

test('a recall finds the buyers of a lot of green coffee, and mails them once', async ({ page }) => {
  const order = await placePaidOrder('Rita Recall', await coffeeOfOwn('Recalled'))
  const green = await packLot({
    product: order.productId,
    code: `${CODE}R`,
    order: order._id,
    roastedOn: '2026-11-20',
  })
  const shipment = { trackingNumber: '', trackingUrl: '' }
  await asOwner((owner) => callApi(owner, 'PUT', `/api/orders/${order._id}/ship`, shipment))
  await signInAsOwner(page)
  await page.goto('/admin/recall')
  await page.getByLabel('Code, order or buyer').fill(green.toLowerCase())
  await page.getByRole('link', { name: new RegExp(green) }).click()
  await expect(page.getByRole('heading', { name: 'Email to 1 buyer' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Rita Recall')
  await expect(page.getByRole('table', { name: 'Green coffee' })).toContainText('Harbor Imports')
  // A button may be changing its color while the pointer is on it.
  await page.mouse.move(2, 700)
  await page.evaluate(UNTIL_ANIMATIONS_END)
  await expect.poll(() => axeFindings(page, {})).toEqual([])

  await page
    .getByRole('link', { name: new RegExp(`^${CODE}R, `) })
    .first()
    .click()
  const stickers = page.getByRole('link', { name: 'Print 10 stickers' })
  await page.getByLabel('Labels').selectOption({ label: 'Roll: 3 × 2 in' })
  await expect(stickers).toHaveAttribute('href', /\/stickers\.pdf\?sheet=roll-3x2/)
  await page.goBack()

  const text = page.getByLabel('Text', { exact: true })
  page.on('dialog', (dialog) => void dialog.accept())
  const send = page.getByRole('button', { name: 'Send to 1 buyer' })
  await send.click()
  await expect(page.getByText('Write what is wrong with the coffee before you send the mail')).toBeVisible()
  await text.fill((await text.inputValue()).replace('(Write here what is wrong.)', 'It smells of diesel.'))
  await page.reload()
  await expect(text).toHaveValue(/It smells of diesel/)
  await expect(page.frameLocator('iframe').getByText('It smells of diesel.')).toBeVisible()
  await send.click()
  await expect(page.getByText('The mail to 1 buyer is queued')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to 0 buyers' })).toBeDisabled()
})

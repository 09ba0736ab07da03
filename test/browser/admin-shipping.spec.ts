/** Shipping labels: buying, printing and voiding them, and the delivery of parcels. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { VIENNA } from '../purchase.ts'
import { callApi, numberOf, newBuyer } from './by-api.ts'
import { BASE_URL } from './playwright.config.ts'
import { expectAt, signInAsOwner, signInByApi, answerDialogs } from './steps.ts'
import { test } from './visitor.ts'

const fulfillmentOf = (page: Page) => page.getByRole('region', { name: 'Fulfillment' })

/** The number of pages of the PDF behind a link. */
async function pdfPageCount(page: Page, name: string | RegExp): Promise<number> {
  const href = await page.getByRole('link', { name }).getAttribute('href')
  const answer = await page.request.get(`${BASE_URL}${href}`)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const text = (await answer.body()).toString('latin1')
  expect(text.startsWith('%PDF-')).toBe(true)
  return text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

test('a label is bought and printed, and its parcel is tracked until delivery', async ({
  page,
  otherPage: theirs,
}) => {
  const buyer = await newBuyer('Ada Byron')
  const order = await buyer.buy()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  const fulfillment = fulfillmentOf(page)
  await expect(fulfillment.getByText(/^Small \(7 × 7 × 7 in\)/)).toBeVisible()
  await fulfillment.getByLabel('Mark the order shipped as well').uncheck()
  await fulfillment.getByRole('button', { name: 'Buy the label' }).click()
  await expect(page.getByText('Label bought', { exact: true })).toBeVisible()
  await expect(fulfillment.getByText(/^Bought for \$/)).toContainText('by Owner')
  expect(await pdfPageCount(page, 'Print the label')).toBe(1)
  // The tracking number is filled in.
  await expect(fulfillment.getByLabel('Tracking number')).toHaveValue(/^9400\d{18}$/)
  await fulfillment.getByRole('button', { name: 'Mark As Shipped' }).click()
  await expect(page.getByText('Order shipped')).toBeVisible()
  await expect(fulfillment.getByRole('link', { name: /^9400/ })).toBeVisible()

  await signInByApi(theirs, buyer.email)
  await theirs.goto(`/order/${order}`)
  await expect(theirs.getByRole('link', { name: /^9400/ })).toHaveAttribute('href', /tools\.usps\.com/)
  await expect(theirs.getByText('Packed; the carrier has not picked it up yet')).toBeVisible()
  await expect(theirs.getByText('Your order is packed and waiting for the carrier.')).toBeVisible()
  await expect(theirs.getByText(/on its way/i)).toHaveCount(0)
  await expect(theirs.getByText('Print the label')).toHaveCount(0)
  await theirs.goto('/profile')
  await expect(theirs.getByRole('table', { name: 'Your orders' })).toContainText('Shipped')
  await expect(theirs.getByText(/on its way/i)).toHaveCount(0)

  await fulfillment
    .getByRole('group', { name: /simulated carrier/ })
    .getByRole('button', { name: 'Delivered' })
    .click()
  await expect(page.getByText(/Delivered on/)).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toHaveText(/by USPS\s*Delivered/)
  await theirs.goto(`/order/${order}`)
  await expect(theirs.getByText(/Your item was delivered/)).toBeVisible()
})

test('a label is voided after a confirmation', async ({ page }) => {
  const order = await (await newBuyer()).buy()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  const fulfillment = fulfillmentOf(page)
  await fulfillment.getByRole('button', { name: 'Buy the label' }).click()
  await expect(fulfillment.getByText(/^Bought for \$/)).toBeVisible()
  const { asked } = answerDialogs(page)
  await fulfillment.getByRole('button', { name: 'Void the label' }).click()
  await expect(fulfillment.getByText(/It was voided\. USPS decides/)).toBeVisible()
  expect(asked).toEqual([
    'Void this label? It can no longer be used then, and the order must be shipped again.',
  ])
  // The purchase of the label marked the order shipped. After the void, the order waits to be shipped with another
  // label or by hand.
  await expect(fulfillment.getByRole('button', { name: 'Mark As Shipped' })).toBeVisible()
  await expect(fulfillment.getByRole('button', { name: 'Buy another label' })).toBeVisible()
  await expect(fulfillment.getByRole('link', { name: 'Print the label' })).toHaveCount(0)
})

test('several labels are bought together and printed as one file, with their packing slips', async ({
  page,
}) => {
  // Unique names, because other orders are on this page too.
  const names = ['Grace', 'Hedy', 'Emmy'].map((name) => `${name} ${Date.now()}`)
  for (const name of names) await (await newBuyer(name)).buy()
  const twice = await newBuyer(`Twice ${Date.now()}`)
  const both = [await twice.buy(), await twice.buy()]
  await signInAsOwner(page)
  await page.goto('/admin/shipping')
  await expect(page.getByRole('heading', { name: 'To ship', level: 1 })).toBeVisible()
  // Screen reader texts distinguish two orders of one buyer.
  for (const id of both) {
    const number = await numberOf(page, id)
    const mine = page.getByLabel(new RegExp(`^Choose the order of ${twice.name}, paid .+ ${number}$`))
    await expect(mine).toHaveCount(1)
  }
  for (const name of names) await page.getByLabel(`Choose the order of ${name}`).check()
  await page.getByRole('button', { name: 'Buy 3 labels' }).click()
  const batch = page.getByRole('region', { name: 'This batch' })
  await expect(batch.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(batch.getByRole('status')).toHaveText('3 of 3 bought.')
  await expect(batch.getByRole('listitem')).toHaveCount(3)
  // This checkbox applies only to labels that are bought later.
  await page.getByLabel('Mark shipped as well').uncheck()
  await expect(batch.getByText('shipped, and the buyer gets an email')).toHaveCount(3)
  expect(page.url()).toContain('/admin/shipping?batch=')
  // They are shipped, so the page no longer lists them.
  await expect(page.getByLabel(`Choose the order of ${names[0]}`)).toHaveCount(0)
  expect(await pdfPageCount(page, 'Print 3 labels')).toBe(3)
  const slips = page.waitForEvent('popup')
  await batch.getByRole('link', { name: 'Print 3 packing slips' }).click()
  const pile = await slips
  await expectAt(pile, '/admin/shipping/slips')
  const sheets = pile.getByRole('article')
  await expect(sheets).toHaveCount(3)
  for (const [index, name] of names.entries()) await expect(sheets.nth(index)).toContainText(name)
  await expect(sheets.first()).toContainText('Small (7 × 7 × 7 in)')
  const pdf = (await pile.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(3)
})

test('an order whose label a colleague bought without shipping it is shipped with that label, and no second one is bought', async ({
  page,
}) => {
  const buyer = await newBuyer(`Stale ${Date.now()}`)
  const order = await buyer.buy()
  await signInAsOwner(page)
  await page.goto('/admin/shipping')
  await page.getByLabel(`Choose the order of ${buyer.name}`).check()
  const { label } = await callApi(page.request, 'POST', '/api/shippo', { orderId: order, ship: false })
  await page.getByRole('button', { name: 'Buy 1 label' }).click()
  const row = page.getByRole('region', { name: 'This batch' }).getByRole('listitem')
  await expect(row).toContainText(`had its label already for $${label.price}`)
  await expect(row).toContainText(`tracking number ${label.trackingNumber}; shipped`)
})

test('with the keyboard alone, orders are chosen, shipped and printed; what failed is tried again, and nothing is bought twice', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const [good, moved] = [await newBuyer(`Good ${Date.now()}`), await newBuyer(`Moved ${Date.now()}`)]
  const refused = await newBuyer(`Refused ${Date.now()}`, { ...VIENNA, address: '5 LABELERROR Road' })
  await good.buy()
  await refused.buy()
  const lost = await moved.buy()
  await signInAsOwner(page)
  await page.goto('/admin/shipping')
  for (const { name } of [good, moved, refused]) {
    await page.getByLabel(`Choose the order of ${name}`).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText(/^about \$\d+\.\d\d; 3 emails to buyers$/)).toBeVisible()
  await expectAccessible(page, 'chosen orders')
  // Meanwhile a colleague gives one order’s money back.
  await callApi(page.request, 'POST', `/api/orders/${lost}/refund`, {})
  await page.getByRole('button', { name: 'Buy 3 labels' }).press('Enter')
  const batch = page.getByRole('region', { name: 'This batch' })
  await expect(batch.getByRole('status')).toHaveText('1 of 3 bought, 1 not, 1 left out.')
  await expect(batch.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(batch.getByRole('heading', { level: 3 })).toHaveText([
    'Refused: nothing was bought (1)',
    'Left out (1)',
    'Bought (1)',
  ])
  await expectAccessible(page, 'a batch with a failure')
  const tracking = await batch.getByText(/tracking number/).textContent()
  await page.keyboard.press('Tab')
  await expect(batch.getByRole('button', { name: 'Try the rest again (1)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(batch.getByRole('status')).toHaveText('1 of 3 bought, 1 not, 1 left out.')
  expect(await batch.getByText(/tracking number/).textContent()).toBe(tracking)
  // Another tab, or the same after a reload, shows the same batch, which can be printed again.
  await page.reload()
  expect(await pdfPageCount(page, 'Print 1 label')).toBe(1)
  await batch.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(batch).toHaveCount(0)
  await page.getByRole('region', { name: 'Earlier batches' }).getByRole('link').first().press('Enter')
  await expect(batch.getByRole('status')).toHaveText('1 of 3 bought, 1 not, 1 left out.')
})

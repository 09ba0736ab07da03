import { expect, type Locator } from '@playwright/test'
import { numberOf, newBuyer } from './by-api.ts'
import { signInAsNewCustomer, expectAt, signInAsOwner, signInByApi, answerDialogs } from './steps.ts'
import { test } from './visitor.ts'

/** On how many lines a text is. */
const linesOf = (text: Locator) =>
  text.evaluate((element: any) => {
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })

test('an order is marked as shipped with its tracking number, then as delivered, and its history names the admin', async ({
  page,
}) => {
  const order = await (await newBuyer('Ada Byron')).buy()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  const fulfillment = page.getByRole('region', { name: 'Fulfillment' })
  await expect(fulfillment).toContainText('To ship')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Step', 'Roasts', 'Ships', 'Arrives', 'Promised', 'Happened'])
    expect(await linesOf(fulfillment.getByRole('table').getByText(name, { exact: true })), name).toBe(1)
  await page.setViewportSize({ width: 1280, height: 720 })
  await fulfillment.getByLabel('Tracking link').fill('javascript:alert(1)')
  await fulfillment.getByRole('button', { name: 'Mark As Shipped' }).click()
  await expect(page.getByText('Tracking link must begin with https://')).toBeVisible()
  await expect(fulfillment.getByLabel('Tracking link')).toHaveAccessibleDescription(
    /starting with https:\/\//,
  )
  await expect(fulfillment.getByLabel('Tracking link')).toBeFocused()
  await fulfillment.getByLabel('Tracking link').fill('')
  await fulfillment.getByLabel('Tracking number').fill('9400 1000 0000 0000 0000 00')
  await fulfillment.getByRole('button', { name: 'Mark As Shipped' }).click()
  await expect(page.getByText('Order shipped', { exact: true })).toBeVisible()
  await expect(fulfillment.getByRole('link', { name: /^9400/ })).toHaveAttribute(
    'href',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
  )
  await fulfillment.getByRole('button', { name: 'Mark As Delivered' }).click()
  await expect(page.getByText('Order delivered')).toBeVisible()
  await expect(page.getByText(/Delivered on/)).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveText([
    /by Owner\s*Delivered/,
    /by Owner\s*Shipped/,
    /by PayPal\s*Paid/,
    /by Ada Byron\s*Payment approved at PayPal/,
    /by Ada Byron\s*Order placed/,
  ])
  await page.getByRole('link', { name: 'Change log' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Marked delivered' })).toBeVisible()
})

test('an unpaid order is canceled after a confirmation', async ({ page, context }) => {
  const order = await (await newBuyer()).order()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  await expect(page.getByText(/We hold the goods for/)).toBeVisible()
  // Only the buyer sees the buttons to pay.
  await expect(page.locator('paypal-button')).toHaveCount(0)
  const second = await context.newPage()
  await second.goto(`/order/${order}`)
  await expect(second.getByRole('button', { name: 'Cancel this order' })).toBeVisible()
  const { asked } = answerDialogs(page)
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  await expect(page.getByText('Order canceled. Nothing was charged')).toBeVisible()
  await expect(page.getByText('This order was canceled')).toBeVisible()
  expect(asked).toEqual(['Are you sure?'])
})

test('admins can write private notes, which the buyer never sees', async ({ page, otherPage: theirs }) => {
  const buyer = await newBuyer()
  const order = await buyer.buy()
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  const notes = page.getByRole('region', { name: 'Private notes' })
  await notes.getByLabel('New note').fill('Ring twice.\nThe dog is friendly.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(notes.getByText('The dog is friendly.')).toBeVisible()
  await expect(notes.getByLabel('New note')).toHaveValue('')

  const heard: string[] = []
  theirs.on('response', async (response) => {
    if (response.url().includes('/api/')) heard.push(await response.text().catch(() => ''))
  })
  await signInByApi(theirs, buyer.email)
  await theirs.goto(`/order/${order}`)
  await expect(theirs.getByText(/Paid on/)).toBeVisible()
  await expect(theirs.getByText('Private notes')).toHaveCount(0)
  expect(heard.join()).toContain(order)
  expect(heard.join()).not.toContain('dog')

  answerDialogs(page)
  await notes.getByRole('button', { name: /^Remove the note/ }).click()
  await expect(page.getByText('Note removed')).toBeVisible()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
})

test('a packing slip fits a page in letter format and lists the goods without prices', async ({ page }) => {
  const order = await (await newBuyer('Ada Byron')).buy(2)
  await signInAsOwner(page)
  await page.goto(`/order/${order}`)
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expectAt(page, `/order/${order}/packing-slip`)
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText(await numberOf(page, order))
  await expect(sheet).toContainText('Ada Byron')
  await expect(sheet).toContainText('Vienna, VA 22180')
  await expect(sheet.getByRole('row').nth(1)).toContainText(/2\s*\w+/)
  await expect(sheet).toContainText('2 pieces in this parcel')
  await expect(sheet).not.toContainText('$')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const text = pdf.toString('latin1')
  expect(text.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  expect(text).toMatch(/\/MediaBox\s*\[\s*0 0 612 792\s*\]/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})

test('an order leads to its buyer, and to all orders of that buyer', async ({ page }) => {
  const buyer = await newBuyer('Caroline Herschel')
  const [first, second] = [await buyer.order(), await buyer.order()]
  await signInAsOwner(page)
  await page.goto(`/order/${first}`)
  await page.getByRole('link', { name: 'All orders of Caroline Herschel' }).click()
  await expectAt(page, '/admin/orderlist')
  await expect(page.getByText(`Orders of Caroline Herschel (${buyer.email})`)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/order/${second}"]`) })
    .getByRole('link', { name: /^Details/ })
    .click()
  await page.getByRole('link', { name: 'The buyer’s account' }).click()
  await expectAt(page, `/admin/user/${buyer.id}/edit`)
  await page.goBack()
  await page
    .getByRole('navigation', { name: 'Admin pages' })
    .getByRole('link', { name: /^To ship/ })
    .click()
  await expectAt(page, '/admin/shipping')
})

test('the page of an unknown order links to all orders for an admin, and to the customer’s own orders for a customer', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/order/nothing')
  await expect(page.getByText('There is no order with this number.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See all orders' }).click()
  await expectAt(page, '/admin/orderlist')
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await signInAsNewCustomer(page)
  await page.goto('/order/nothing')
  await expect(page.getByText('It may belong to another account.')).toBeVisible()
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expectAt(page, '/profile')
})

/** The list of orders: bulk changes by keyboard, and its filters in the address. */
import { expect } from '@playwright/test'
import { expectAccessible, expectNoFindings } from './axe.ts'
import { newBuyer } from './by-api.ts'
import { pressEnterOn, tabTo, typeInto } from './keys.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

/** How far the page is scrolled, in pixels. */
const SCROLLED = 'scrollY'

test('ten orders of the list are shipped and printed with the keyboard alone, in five presses', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const buyer = await newBuyer(`Tenfold ${Date.now()}`)
  for (let count = 0; count < 10; count++) await buyer.buy()
  const unpaid = await buyer.order()
  await signInAsOwner(page)
  await page.goto(`/admin/orderlist?user=${buyer.id}&state=paid`)
  await expect(page.getByText('10 orders, ')).toBeVisible()
  await tabTo(page, page.getByRole('checkbox', { name: 'Choose all rows of the page' }))
  await page.keyboard.press('Space')
  await expect(page.getByText('10 of 10 chosen')).toBeVisible()
  await expectAccessible(page, 'chosen orders')
  await pressEnterOn(page, page.getByRole('button', { name: 'Ship and print' }))
  await expectAt(page, '/admin/shipping')
  const batch = page.getByRole('region', { name: 'This batch' })
  await expect(batch.getByRole('status')).toHaveText(/^10 labels for about \$[\d.]+; 10 emails go out\.$/)
  await expectAccessible(page, 'a batch before the purchase')
  await pressEnterOn(page, batch.getByRole('button', { name: 'Buy 10 labels' }))
  await expect(batch.getByRole('status')).toHaveText('10 of 10 bought.')
  await tabTo(page, batch.getByRole('link', { name: 'Print 10 labels' }))
  const [slips] = await Promise.all([
    page.waitForEvent('popup'),
    pressEnterOn(page, batch.getByRole('link', { name: 'Print 10 packing slips' })),
  ])
  await expect(slips.getByRole('article')).toHaveCount(10)
  await page.goto(`/admin/orderlist?user=${buyer.id}&state=paid`)
  await expect(page.getByText('No order matches.')).toBeVisible()
  await page.goto(`/admin/orderlist?user=${buyer.id}`)
  await expect(page.getByText('11 orders, ')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: unpaid })).toContainText('✕')
})

test('orders are marked delivered and get a note, after a preview that says how many emails go out', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const buyer = await newBuyer(`Several ${Date.now()}`)
  for (let count = 0; count < 2; count++) await buyer.buy()
  await buyer.order()
  await signInAsOwner(page)
  await page.goto(`/admin/orderlist?user=${buyer.id}`)
  await tabTo(page, page.getByRole('checkbox', { name: 'Choose all rows of the page' }))
  await page.keyboard.press('Space')
  const bar = page.getByRole('toolbar', { name: 'Change the chosen orders' })
  await tabTo(page, bar.getByRole('button', { name: 'Ship and print' }))
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Mark delivered' })
  await expect(dialog.getByText('2 emails to buyers go out.')).toBeVisible()
  await expect(dialog.getByText(/: Only a paid order can be marked delivered/)).toHaveCount(1)
  await expectNoFindings(page, 'preview')
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Mark 2 orders delivered' }))
  await expect(dialog.getByText('2 orders changed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('button', { name: 'Mark delivered' })).toBeFocused()
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
  const note = page.getByRole('dialog', { name: 'Add a note' })
  await typeInto(page, note.getByLabel('Note'), 'Send a card')
  await pressEnterOn(page, note.getByRole('button', { name: 'Preview' }))
  await pressEnterOn(page, note.getByRole('button', { name: /^Add the note to \d orders$/ }))
  await expect(note.getByText(/orders changed\.$/)).toBeVisible()
  await pressEnterOn(page, note.getByRole('button', { name: 'Undo' }))
  await expect(note.getByText(/orders taken back\.$/)).toBeVisible()
})

test('filters and order of the list are in its address: two tabs do not disturb each other, and Back leads to the same list and place', async ({
  page,
  context,
}) => {
  const buyer = await newBuyer(`Scrolled ${Date.now()}`)
  for (let count = 0; count < 6; count++) await buyer.order()
  await page.setViewportSize({ width: 390, height: 800 })
  await signInAsOwner(page)
  const query = `user=${buyer.id}&sort=total&order=asc`
  await page.goto(`/admin/orderlist?${query}`)
  const other = await context.newPage()
  await other.goto('/admin/orderlist?state=delivered')
  await page.getByLabel('Status').selectOption('pending')
  await expect(page).toHaveURL(/state=pending/)
  await other.reload()
  await expect(other.getByLabel('Status')).toHaveValue('delivered')
  await expect(page.getByLabel('Sort by')).toHaveValue('total asc')
  const details = page.getByRole('link', { name: /^Details/ })
  await expect(details).toHaveCount(6)
  await details.last().scrollIntoViewIfNeeded()
  const before = await page.evaluate<number>(SCROLLED)
  expect(before).toBeGreaterThan(500)
  await details.last().click()
  await expect(page).toHaveURL(/\/order\//)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${query}&state=pending$`))
  await expect(details).toHaveCount(6)
  await expect.poll(() => page.evaluate<number>(SCROLLED)).toBeGreaterThan(before - 150)
})

test('an old bookmark with values that do not exist shows the usual list', async ({ page }) => {
  await signInAsOwner(page)
  const long = 'x'.repeat(150)
  for (const query of [
    'state=lost&sort=color&order=up&rows=7&only=drone&user=%00',
    `q=${long}`,
    'q=%25&state=',
  ]) {
    await page.goto(`/admin/orderlist?${query}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.goto('/admin/orderlist/0?state=lost&sort=color&rows=7')
  await expect(page.getByRole('columnheader', { name: 'DATE' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByLabel('Status')).toHaveValue('')
  expect(await page.getByRole('row').count()).toBeGreaterThan(1)
})

/** The search of the desk, by keyboard and on a phone, and lists that are sorted by their columns. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { placePaidOrder } from './by-api.ts'
import { expectAt, signInAsOwner, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search orders, people, products, pages' })
const chosen = (page: Page) => page.getByRole('option', { selected: true })

test('an order, a person and a page are found by keyboard, and what is announced is what Enter opens', async ({
  page,
}) => {
  const order = await placePaidOrder('Katherine Johnson')
  await signInAsOwner(page)
  await page.goto('/admin')
  await waitForHydration(page)
  const open = page.getByRole('button', { name: 'Search', exact: true })
  await expect(open).toBeVisible()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await box(page).fill('johnson katherine')
  await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).not.toHaveCount(0)
  await expect(
    page.getByRole('status').or(page.locator('output')).filter({ hasText: 'result' }),
  ).toBeAttached()
  await expectAccessible(page, 'search of the desk')
  await page.keyboard.press('ArrowDown')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id'))!)

  await box(page).fill('dates to move')
  await expect(chosen(page)).toContainText('Reschedule')
  await page.keyboard.press('Enter')
  await expectAt(page, '/admin/reschedule')
  await expect(page.getByRole('heading', { name: 'Reschedule' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await box(page).fill((await numberOf(page, order._id)).toLowerCase())
  await expect(chosen(page)).toContainText('Order')
  await page.keyboard.press('Enter')
  await expectAt(page, `/order/${order._id}`)
  await expect(page.getByRole('navigation', { name: 'Admin pages' })).toBeVisible()

  // A place is recent after a moment on it.
  const stored = `Object.values(localStorage).some((text) => text.includes('"/order/'))`
  await expect.poll(() => page.evaluate<boolean>(stored)).toBe(true)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(
    /Order|Reschedule/,
  )
  await page.getByLabel('The key / opens this search').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(box(page)).toHaveCount(0)
})

async function numberOf(page: Page, id: string): Promise<string> {
  const { number } = await (await page.request.get(`/api/orders/${id}`)).json()
  return number
}

test('on a phone the drawer leads to a page and closes, and the search is a button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await page.getByRole('button', { name: 'MENU' }).click()
  await page.getByRole('link', { name: /^Roastery/ }).click()
  await expectAt(page, '/admin/roast-day')
  await expect(page.getByRole('button', { name: 'MENU' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await box(page).fill('green')
  await page.getByRole('option', { name: /^Green coffee/ }).click()
  await expectAt(page, '/admin/green-coffee')
})

test('orders are sorted by a press on a column and the other way round by a second; Back and a reload keep it', async ({
  page,
}) => {
  await placePaidOrder('Dorothy Vaughan')
  await signInAsOwner(page)
  await page.goto('/admin/orderlist?rows=50')
  const total = page.getByRole('columnheader', { name: 'TOTAL' })
  await total.getByRole('link').click()
  await expect(total).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader', { name: 'DATE' })).not.toHaveAttribute('aria-sort')
  const totals = async () => {
    const cells = await page.getByRole('row').locator('td:nth-child(4)').allTextContents()
    return cells.map((text) => Number(text.replace(/[$,]/g, '')))
  }
  const areSorted = async (compare: (a: number, b: number) => number) => {
    const shown = await totals()
    return String(shown) === String(shown.toSorted(compare))
  }
  await expect.poll(() => areSorted((a, b) => b - a)).toBe(true)
  await total.getByRole('link').click()
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => areSorted((a, b) => a - b)).toBe(true)
  await expect(page).toHaveURL(/rows=50&sort=total&order=asc/)
  await page.reload()
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await page.goBack()
  await expect(total).toHaveAttribute('aria-sort', 'descending')
})

test('a list with all of its rows is sorted by a press on a column, and on a phone by a field', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/brew-guides')
  const names = async () => String(await page.locator('tbody th').allTextContents())
  const name = page.getByRole('columnheader', { name: 'NAME' })
  await expect(name).not.toHaveAttribute('aria-sort')
  await name.getByRole('link').click()
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  const ascending = String((await page.locator('tbody th').allTextContents()).toSorted())
  await expect.poll(names).toBe(ascending)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name ↓')
  await expect.poll(names).toBe(ascending.split(',').toReversed().join(','))
  await expect(page).toHaveURL(/sort=name&order=desc/)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Usual order')
  await expect(page).not.toHaveURL(/sort=/)
})

test('filters that leave nothing are named and cleared, and a page after the last one leads to the first', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/gift-cards?q=nobody%20at%20all')
  await expect(page.getByText('No gift card matches.')).toBeVisible()
  await expect(page.getByText('“nobody at all”')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/admin\/gift-cards$/)
  await page.goto('/admin/gift-cards/99?order=asc&sort=left')
  await expect(page.getByText('There are no gift cards on this page.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the first' }).click()
  await expect(page).toHaveURL(/\/admin\/gift-cards\?order=asc&sort=left$/)
})

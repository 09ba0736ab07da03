import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { dayOf } from '#shared/kernel/dates.ts'
import { callApi, numberOf, newBuyer } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const TODAY = dayOf(new Date())

const rowOf = (page: Page, order: string) =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/order/${order}"]`) })

test('Admin Orders: heading Orders, a table of ID, USER, DATE, TOTAL, PAID, DELIVERED, and Details to /order/{id}', async ({
  page,
}) => {
  const buyer = await newBuyer('Maria Sibylla Merian')
  const order = await buyer.buy()
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'ID',
    'USER',
    'DATE',
    'TOTAL',
    'PAID',
    'DELIVERED',
    'DETAILS',
  ])
  const row = rowOf(page, order)
  await expect(row).toContainText(await numberOf(page, order))
  await expect(row).toContainText(order)
  await expect(row).toContainText(buyer.name)
  await expect(row).toContainText(/\$\d+\.\d\d/)
  await row.getByRole('link', { name: /^Details/ }).click()
  await expectAt(page, `/order/${order}`)
})

test('paid and delivered show the first ten characters of the date, or a red cross', async ({ page }) => {
  const buyer = await newBuyer()
  const [unpaid, paid] = [await buyer.order(), await buyer.buy()]
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await expect(rowOf(page, unpaid).getByRole('img', { name: 'Not paid' })).toBeVisible()
  await expect(rowOf(page, unpaid).getByRole('img', { name: 'Not delivered' })).toBeVisible()
  const cross = rowOf(page, paid).getByRole('img', { name: 'Not delivered' })
  await expect(cross).toBeVisible()
  await expect(cross).toHaveCSS('color', 'rgb(143, 43, 25)')
  await expect(rowOf(page, paid).getByRole('cell').filter({ hasText: TODAY })).toHaveCount(2)
  await callApi(page.request, 'PUT', `/api/orders/${paid}/deliver`)
  await page.reload()
  await expect(rowOf(page, paid).getByRole('cell').filter({ hasText: TODAY })).toHaveCount(3)
})

test('pagination appears only when there is more than one page, and leads to /admin/orderlist/{pageNumber}', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const buyer = await newBuyer('Patient Buyer')
  const orders: string[] = []
  for (let count = 0; count < 11; count++) orders.unshift(await buyer.order())
  await signInAsOwner(page)
  await page.goto(`/admin/orderlist?user=${buyer.id}&rows=10`)
  await expect(page.getByRole('row')).toHaveCount(11)
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Page 2' })
    .click()
  await expectAt(page, '/admin/orderlist/2')
  await expect(rowOf(page, orders[10]!)).toBeVisible()
  await expect(page.getByText('11 orders, $0.00 paid')).toBeVisible()
  await page.getByLabel('Search by number, buyer, phone or product').fill(orders[4]!)
  await expectAt(page, '/admin/orderlist')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toHaveCount(0)
})

test('the list is searched by id, number, name and email and filtered by status; Back and a reload keep it', async ({
  page,
}) => {
  const family = `Ångström${Date.now()}`
  const [zoe, other] = [await newBuyer(`Zoë ${family}`), await newBuyer(`Otto ${family}`)]
  const found = family.replace('Ångström', 'angstrom')
  const [paid, unpaid] = [await zoe.buy(2), await other.order()]
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  const search = page.getByLabel('Search by number, buyer, phone or product')
  await search.fill(found)
  await expect(page.getByText('2 orders', { exact: false })).toBeVisible()
  await page.getByLabel('Status').selectOption({ label: 'To ship or hand over (1)' })
  await expect(rowOf(page, paid)).toBeVisible()
  await expect(rowOf(page, unpaid)).toHaveCount(0)
  await page.reload()
  await expect(search).toHaveValue(found)
  await expect(page.getByText('1 order, ', { exact: false })).toBeVisible()
  await rowOf(page, paid)
    .getByRole('link', { name: /^Details/ })
    .click()
  await expectAt(page, `/order/${paid}`)
  await page.goBack()
  await expect(search).toHaveValue(found)
  await search.fill(other.email)
  await page.getByLabel('Status').selectOption('')
  await expect(rowOf(page, unpaid)).toBeVisible()
  const number = await numberOf(page, paid)
  await search.fill(number.replace('-', '').toLowerCase())
  await expect(rowOf(page, paid)).toContainText(number)
  await expect(rowOf(page, unpaid)).toHaveCount(0)
  await search.fill('nobody of that name')
  await expect(page.getByText('No order matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
})

test('sales of a period are exported as CSV, with the sums that the form shows', async ({ page }) => {
  await (await newBuyer('=cmd|calc')).buy()
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await page.getByRole('button', { name: 'Export sales' }).click()
  const form = page.getByRole('form', { name: 'Export sales' })
  await form.getByLabel('Period').selectOption({ label: 'This month' })
  const total = form.getByRole('definition').nth(4)
  await expect(total).toHaveText(/^\$[\d,]+\.\d\d$/)
  const shown = Number((await total.textContent())!.replace(/[$,]/g, ''))
  const saving = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Download CSV' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(",'=cmd|calc,")
  const kept = text.split('\r\n').find((line) => line.startsWith('Kept,'))!
  expect(Number(kept.split(',')[12])).toBe(shown)
  await form.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(form.getByText('Choose a first day')).toBeVisible()
})

test('axe finds nothing on the admin’s screens of orders', async ({ page }) => {
  test.setTimeout(300_000)
  const buyer = await newBuyer('Wolfeschlegelsteinhausenbergerdorff The Elder')
  const [unpaid, paid] = [await buyer.order(), await buyer.buy(2)]
  await signInAsOwner(page)
  await page.goto('/admin/orderlist')
  await page.getByRole('button', { name: 'Export sales' }).click()
  await expect(page.getByRole('definition').nth(4)).toHaveText(/\$/)
  await expectAccessible(page, 'orders')
  await page.goto('/admin/orderlist?q=nobody-of-that-name')
  await expect(page.getByText('No order matches.')).toBeVisible()
  await expectAccessible(page, 'no orders')
  for (const order of [unpaid, paid]) {
    await page.goto(`/order/${order}`)
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    await expectAccessible(page, 'order')
  }
  await page.goto(`/order/${paid}/packing-slip`)
  await expect(page.getByRole('article')).toBeVisible()
  await expectAccessible(page, 'packing slip')
})

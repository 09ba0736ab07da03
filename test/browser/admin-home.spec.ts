import { expect, test as fresh, type Page } from '@playwright/test'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { adminHome } from '#shared/backoffice/api/admin.ts'
import { placePaidOrder, sendContactMessage } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

type AdminHome = Reply<typeof adminHome.today>

/** The server's answer, to compare with the page. */
const readAdminHome = async (page: Page) => (await (await page.request.get('/api/desk')).json()) as AdminHome

const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Opens the admin's home with the response of a shop without open tasks. `change` edits this response first. */
async function openWith(page: Page, change: (calm: AdminHome) => void): Promise<void> {
  const home = await readAdminHome(page)
  const nothing = { count: 0, first: [] }
  home.todo = {
    toShip: nothing,
    toHandOver: nothing,
    lowStock: { ...nothing, threshold: 5 },
    unanswered: nothing,
    payments: nothing,
    failedMail: nothing,
  }
  change(home)
  await page.route('**/api/desk', (route) => route.fulfill({ json: home }))
}

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
})

test('the admin’s home counts open tasks, and each count leads to the filtered list', async ({ page }) => {
  await placePaidOrder('Grace Hopper')
  await sendContactMessage('Hedy Lamarr', 'Do you roast on Sundays?')
  const { todo: found } = await readAdminHome(page)
  const todo = found as Required<typeof found>
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  for (const [things, { count }] of [
    [/orders? to ship/, todo.toShip],
    [/messages? to answer/, todo.unanswered],
    [/sizes? running low/, todo.lowStock],
  ] as const) {
    const heading = page.getByRole('heading', { name: things })
    if (count === 0) await expect(heading).toHaveCount(0)
    else await expect(heading).toContainText(String(count))
  }
  expect(todo.toShip.count).toBeGreaterThan(0)
  const orders = page
    .locator('section', { has: page.getByRole('heading', { name: /orders? to ship/ }) })
    .last()
  await expect(orders.getByRole('link').first()).toHaveAttribute(
    'href',
    `/order/${todo.toShip.first[0]!._id}`,
  )
  await orders.getByRole('link').last().click()
  await expectAt(page, '/admin/shipping')
  await expect(page.getByRole('status').filter({ hasText: 'to ship' })).toContainText(
    new RegExp(`^${todo.toShip.count} orders? to ship`),
  )
  await page.goBack()

  const messages = page
    .locator('section', { has: page.getByRole('heading', { name: /messages? to answer/ }) })
    .last()
  await messages.getByRole('link').last().click()
  await expectAt(page, '/admin/messages')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('new')
  await page.goBack()
  await messages.getByRole('link').first().click()
  await expect(page.locator('details[open]')).toContainText(todo.unanswered.first[0]!.name)
})

test('if nothing needs doing, the admin’s home says so', async ({ page }) => {
  await openWith(page, () => {})
  await page.goto('/admin')
  await expect(page.getByText('Nothing needs you now.')).toBeVisible()
  // Services are shown only while one fails.
  await expect(page.getByRole('button', { name: /^Test connection/ })).toHaveCount(0)
})

test('payments to check and failed mails are listed with their reasons', async ({ page }) => {
  await openWith(page, ({ todo, at }) => {
    const since = new Date(Date.parse(at) - 3 * 3_600_000).toISOString()
    todo.payments = {
      count: 1,
      first: [{ order: 'some-order', name: 'Ada Byron', amount: 50.27, why: 'review', since }],
    }
    todo.failedMail = {
      count: 1,
      first: [
        { _id: 'm', to: 'a@b.example', subject: 'Your order', problem: '550 no such user', createdAt: since },
      ],
    }
  })
  await page.goto('/admin')
  await expect(page.getByText('under review for 3 hours')).toBeVisible()
  await expect(page.getByText('550 no such user')).toBeVisible()
  const lists = page.getByRole('link', { name: 'See it in the list' })
  await expect(lists.first()).toHaveAttribute('href', '/admin/payments-check')
  await expect(lists.last()).toHaveAttribute('href', '/admin/mail?state=failed')
})

test('a paid order is in the sums, the chart, the coffees and the best sellers', async ({ page }) => {
  const before = await readAdminHome(page)
  const { totalPrice, product } = await placePaidOrder('Maria Sibylla Merian')
  const { sales } = await readAdminHome(page)
  expect(sales.today.total).toBeCloseTo(before.sales.today.total + totalPrice)
  await page.goto('/admin')
  const sum = page.locator('dl > div', { hasText: 'Today' })
  await expect(sum).toContainText(dollars(sales.today.total))
  await expect(sum).toContainText(`${sales.today.orders} order`)
  await expect(page.getByRole('list', { name: 'Best sellers' })).toContainText(sales.best[0]!.name)
  const sold = [...sales.coffees, ...sales.best].map(({ name }) => name)
  expect(sold).toContain(product)
  for (const coffee of sales.coffees)
    await expect(page.getByRole('list', { name: 'Sales by coffee' })).toContainText(coffee.name)

  const day = page.getByRole('slider', { name: 'Day whose sales are shown' })
  await expect(day).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^[A-Z].*: \\${dollars(sales.today.total)}, `),
  )
  await page.getByText('Sales by day as a table').click()
  const table = page.getByRole('table', { name: 'Sales by day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1)).toContainText(dollars(sales.today.total))
})

test('the figures of a day are shown on hover and by arrow keys', async ({ page }) => {
  await placePaidOrder('Emmy Noether')
  await page.setViewportSize({ width: 390, height: 844 })
  const { sales } = await readAdminHome(page)
  const inWords = (index: number) =>
    new Date(`${sales.days[index]!.day}T00:00:00Z`).toLocaleDateString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
  await page.goto('/admin')
  const caption = page.locator('figcaption')
  await expect(caption).toContainText(inWords(29))
  const day = page.getByRole('slider', { name: 'Day whose sales are shown' })
  await day.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(caption).toContainText(inWords(27))
  await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`^${inWords(27)}`))
  await page.keyboard.press('Home')
  await expect(caption).toContainText(inWords(0))
  const { width, height } = (await day.boundingBox())!
  await day.hover({ position: { x: (width * 10.5) / 30, y: height / 2 } })
  await expect(caption).toContainText(inWords(10))
})

// With a context of its own, because it sets the clock.
fresh('the admin’s home refreshes every minute, and keeps its figures if that fails', async ({ page }) => {
  await page.clock.install()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible()
  const again = page.waitForRequest('**/api/desk')
  await page.clock.runFor(61_000)
  await again
  await page.route('**/api/desk', (route) => route.abort())
  const old = page.getByRole('alert').filter({ hasText: 'These figures are from before.' })
  // A minute that ends while a request runs sends no other one.
  const aMinuteLater = async (isOld: boolean) => {
    await page.clock.runFor(61_000)
    await expect(old).toBeVisible({ visible: isOld, timeout: 2000 })
  }
  await expect(() => aMinuteLater(true)).toPass()
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible()
  await page.unroute('**/api/desk')
  await expect(() => aMinuteLater(false)).toPass()
})

test('Download a backup saves one file with all data', async ({ page }) => {
  await page.goto('/admin')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download a backup' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.gz$/)
  await (await saved).cancel()
})

test('axe finds nothing on the admin’s home with tasks, without tasks and with failures', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await placePaidOrder('Rosalind Franklin')
  await page.goto('/admin')
  await page.getByText('Sales by day as a table').click()
  await expectAccessible(page, 'home of the admin')
  await openWith(page, (calm) => {
    calm.sales.days = calm.sales.days.map((day) => ({ ...day, total: 0, orders: 0 }))
    calm.sales.month = { orders: 0, total: 0, before: { orders: 0, total: 0 } }
    calm.services[0] = {
      ...calm.services[0]!,
      state: 'failing',
      at: calm.at,
      since: calm.at,
      problem: 'Away',
    }
  })
  await page.goto('/admin')
  await expect(page.getByText('Nothing has been sold in 60 days.')).toBeVisible()
  await expectAccessible(page, 'calm home of the admin')
})

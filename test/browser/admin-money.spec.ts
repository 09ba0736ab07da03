import { expect, type Page } from '@playwright/test'
import type { PaymentsCheck } from '#shared/payments/api/payments-check.ts'
import { callApi, placePaidOrder, payWithoutNotice } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const readPaymentsCheck = async (page: Page): Promise<PaymentsCheck> =>
  (await page.request.get('/api/money')).json() as Promise<PaymentsCheck>

const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
})

async function compareNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(page.getByText('Compared with PayPal')).toBeVisible()
}

test('a payment that PayPal did not report is found, explained and settled with one click; afterwards no difference is left', async ({
  page,
}) => {
  await placePaidOrder('Ada Lovelace')
  const order = await payWithoutNotice('Grace Hopper')
  await page.goto('/admin')
  const nav = page.getByRole('navigation', { name: 'Admin pages' })
  await nav.getByRole('link', { name: 'Money' }).click()
  await nav.getByRole('link', { name: 'Payments check' }).click()
  await expectAt(page, '/admin/payments-check')
  await expect(page.getByRole('heading', { name: 'Payments check', level: 1 })).toBeVisible()
  await compareNow(page)

  const finding = page
    .getByRole('article', { name: 'Paid at PayPal, unpaid here' })
    .filter({ has: page.locator(`a[href="/order/${order._id}"]`) })
  await expect(finding).toContainText(/Order \w{3}-\w{3} of Grace Hopper/)
  await expect(finding).toContainText(dollars(order.totalPrice))
  await expectAccessible(page, 'money with a finding')

  await page.goto('/admin')
  const waiting = page
    .locator('section', { has: page.getByRole('heading', { name: /payments? to check/ }) })
    .last()
  await waiting.getByRole('link').last().click()
  await expectAt(page, '/admin/payments-check')

  await finding.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('Paid at PayPal, unpaid here: settled')).toBeVisible()
  await expect(finding).toHaveCount(0)
  const { isPaid } = (await (await page.request.get(`/api/orders/${order._id}`)).json()) as {
    isPaid: boolean
  }
  expect(isPaid).toBe(true)

  await compareNow(page)
  const { comparison, findings } = await readPaymentsCheck(page)
  const { payments, total } = comparison!
  if (findings.length === 0)
    await expect(page.getByText(`Everything agrees: ${payments} payments, ${dollars(total)}`)).toBeVisible()
  else await expect(page.getByRole('heading', { name: /to check/ })).toContainText(String(findings.length))
  await expectAccessible(page, 'money')
})

test('while PayPal does not answer, the Money page says so and keeps the last findings', async ({ page }) => {
  await page.goto('/admin/payments-check')
  await compareNow(page)
  const before = await readPaymentsCheck(page)
  const control = async (command: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect((await page.request.post('/sandbox/controls/payments', { data: command, headers })).ok()).toBe(
      true,
    )
  }
  await control({ fault: { kind: 'wrong-page', times: 1 } })
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(page.getByText('The last comparison failed')).toBeVisible()
  await control({ clearFaults: true })
  expect((await readPaymentsCheck(page)).findings).toEqual(before.findings)
  await compareNow(page)
  await expect(page.getByText('The last comparison failed')).toHaveCount(0)
})

test('a finding that cannot be fixed is marked as seen with a note, and stays listed', async ({ page }) => {
  await callApi(page.request, 'POST', '/api/money/compare', { days: 30 })
  const known = await readPaymentsCheck(page)
  const finding = {
    _id: 'strange',
    kind: 'stranger',
    title: 'A payment that this shop did not open',
    text: 'PayPal lists $12.00 for this order under a payment that is not in our books.',
    action: 'note',
    amount: 12,
    order: null,
    product: null,
    capture: '4XY12345AB678901C',
    since: known.comparison!.at,
    seen: null,
  }
  const note = 'Given back in PayPal by hand'
  const seen = { ...finding, seen: { at: finding.since, by: 'Owner', note } }
  await page.route('**/api/money', (route) =>
    route.fulfill({ json: { ...known, findings: [finding], seen: [] } }),
  )
  await page.route('**/api/money/strange/seen', (route) => {
    expect(route.request().postDataJSON()).toEqual({ note })
    return route.fulfill({ json: { ...known, findings: [], seen: [seen] } })
  })
  await page.goto('/admin/payments-check')
  const frame = page.getByRole('article', { name: finding.title })
  await frame.getByRole('textbox', { name: 'What you found' }).fill(note)
  await frame.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(page.getByText('Seen, and noted')).toBeVisible()
  await page.getByText('1 finding seen and noted').click()
  await expect(frame).toContainText(note)
})

/** The outside services on the admin's home: their state, and the test of their connection. */
import { expect } from '@playwright/test'
import type { adminHome } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { expectAccessible } from './axe.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
})

test('each outside service shows its state, and Test connection calls it now', async ({ page }) => {
  await page.goto('/admin')
  const services = page.locator('section', { has: page.getByRole('heading', { name: 'Services' }) }).last()
  for (const [name, words] of [
    ['Payments', 'No money moves.'],
    ['Shipping', 'Rates are invented, no parcel moves.'],
    ['Mail', 'Emails stay in the shop; read them in the mail log.'],
    ['Address search', 'A small map without real streets.'],
    ['Pictures', ''],
  ] as const) {
    const service = services.getByRole('listitem').filter({ hasText: name }).filter({ hasText: words })
    await expect(service).toContainText(name === 'Pictures' ? 'Live' : 'Sandbox')
    await service.getByRole('button', { name: `Test connection: ${name}` }).click()
    await expect(page.getByText(`${name}: the connection works`)).toBeVisible()
    await expect(service).toContainText('Answered at')
  }
})

test('a failing service is named at the top with the time, and below with the reason', async ({ page }) => {
  await page.goto('/admin')
  await page.route('**/api/desk/services/mail/test', async (route) => {
    const at = '2026-11-21T15:04:00.000Z'
    const state = { service: 'mail', mode: 'live', state: 'failing', at, since: at, nextTryAt: null }
    await route.fulfill({ json: { ...state, problem: '535 Authentication failed' } })
  })
  await page.getByRole('button', { name: 'Test connection: Mail' }).click()
  await expect(page.getByRole('alert')).toContainText('Mail (SMTP) is failing since Nov 21, 10:04 AM')
  await expect(page.getByRole('listitem').filter({ hasText: 'SMTP' })).toContainText(
    '535 Authentication failed',
  )
})

test('a partly failing service is named at the top, and below with the reason, while its other calls work', async ({
  page,
}) => {
  const home = (await (await page.request.get('/api/desk')).json()) as Reply<typeof adminHome.today>
  const { at } = home
  const webhooks = {
    calls: 'webhooks',
    at,
    since: at,
    problem: 'PayPal answered 429',
    nextTryAt: at,
  } as const
  home.services[0] = { ...home.services[0]!, state: 'working', at, since: at, alsoFailing: [webhooks] }
  await page.route('**/api/desk', (route) => route.fulfill({ json: home }))
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText(
    'Payments (PayPal) are failing in part: Checking webhooks.',
  )
  const payments = page.getByRole('listitem').filter({ hasText: 'Payments PayPal' })
  await expect(payments).toContainText('Answered at')
  await expect(payments).toContainText('Checking webhooks: Failing since')
  await expect(payments).toContainText('PayPal answered 429')
  await expectAccessible(page, 'home of the admin with a service that fails in part')
})

/** Staff change subscriptions of the demo. These tests have a shop of their own, because the others have no demo. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { OWNER, startShop } from '../torture/running-shop.ts'
import { expectAccessible } from './axe.ts'
import { signIn } from './steps.ts'

let shop: Awaited<ReturnType<typeof startShop>>

test.beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frame-changes-'))
  shop = await startShop({ dataDir, databaseUrl: null }, { SEED: 'demo', RATE_LIMITS: 'off' })
})
test.afterAll(() => shop.kill())

/** Opens the page of an active subscription in a browser in which the owner is signed in. */
async function openSubscription(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, OWNER.email, OWNER.password)
  const { subscriptions } = await (await page.request.get('/api/subscriptions?status=active')).json()
  await page.goto(`/admin/subscription/${subscriptions.at(-1)._id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Subscription of/ })).toBeVisible()
  return page
}

const part = (page: Page, name: string) => page.getByRole('region', { name })

test('staff change the frequency, the address, the coffee and the price of one subscription, and the subscriber is told', async ({
  browser,
}) => {
  const page = await openSubscription(browser)
  await page.getByRole('button', { name: 'Change: How often' }).click()
  const often = page.getByLabel('Deliver', { exact: true })
  await often.selectOption((await often.inputValue()) === '8' ? '6' : '8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(part(page, 'Done by staff').getByRole('listitem').first()).toContainText('Next roast day')
  await page.getByRole('button', { name: 'Change: Delivered to' }).click()
  await page.getByLabel('Address', { exact: true }).fill('9 Elm Street')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(part(page, 'Delivered to')).toContainText('9 Elm Street')
  const items = part(page, 'Items')
  await items.getByRole('button', { name: /^Change: / }).click()
  await page.getByLabel('Qty').selectOption('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(items).toContainText('3 ×')
  await items.getByRole('button', { name: /^Price: / }).click()
  await page.getByLabel(/^The shop’s price/).uncheck()
  await page.getByLabel(/^Price of a piece/).fill('10')
  await expect(page.getByText('The subscriber pays $9.00 each, from the next charge on.')).toBeVisible()
  await expectAccessible(page, 'a subscription with an open form')
  await page.getByRole('button', { name: 'Save the price' }).click()
  await expect(items).toContainText('Price for this subscription')
  await page.getByRole('button', { name: 'Skip it' }).click()
  await expect(part(page, 'Deliveries')).toContainText('Skipped')
  await expectAccessible(page, 'a changed subscription')
  await expect(part(page, 'Done by staff').getByRole('listitem').filter({ hasText: 'Owner' })).toHaveCount(5)
  const { mail } = await (await page.request.get('/api/mail?pageNumber=1')).json()
  const told = mail.filter(({ kind }: { kind: string }) => kind === 'subscription-changed')
  expect(told).toHaveLength(5)
})

test('of two members of staff with the same form, the second is told what has changed, and saves on purpose', async ({
  browser,
}) => {
  const page = await openSubscription(browser)
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const each of [page, other]) await each.getByRole('button', { name: 'Change: How often' }).click()
  await page.getByLabel('Deliver', { exact: true }).selectOption('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(part(page, 'How often')).toContainText('Every 2 weeks')
  await other.getByLabel('Deliver', { exact: true }).selectOption('3')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('alert')).toContainText('has changed since you opened the form')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(part(other, 'How often')).toContainText('Every 3 weeks')
})

test('a subscription is paused, resumed on a day and canceled with a question before', async ({
  browser,
}) => {
  const page = await openSubscription(browser)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByLabel('Pause until it is resumed').check()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(part(page, 'Next delivery')).toContainText('No delivery is planned')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: /^Resume on/ }).click()
  await expect(page.getByRole('button', { name: 'Skip it' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the subscription' }).click()
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip it' })).toHaveCount(0)
})

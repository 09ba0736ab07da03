/** Parts of the shop: the owner's page, and what visitors see. The tests have a shop of their own, because others need all parts. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { PART_WORDS } from '#shared/platform/part-words.ts'
import { OWNER, startShop } from '../torture/running-shop.ts'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { signIn, waitForHydration } from './steps.ts'

let shop: Awaited<ReturnType<typeof startShop>>

test.beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frame-parts-'))
  shop = await startShop({ dataDir, databaseUrl: null }, { SEED: 'catalogue', RATE_LIMITS: 'off' })
})
test.afterAll(() => shop.kill())

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' })
  return context.newPage()
}

async function openAsOwner(browser: Browser): Promise<Page> {
  const page = await open(browser)
  await signIn(page, OWNER.email, OWNER.password)
  return page
}

const partOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Switches a part on the page of the parts. */
async function switchTo(page: Page, part: string, state: string): Promise<void> {
  const row = partOf(page, part)
  await row.getByRole('radio', { name: state, exact: true }).check()
  await row.getByRole('button', { name: `Save ${part}` }).click()
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

test('the owner says what the shop does, and events, newsletters and reviews are gone from the shop and the desk, and back', async ({
  browser,
}) => {
  const page = await openAsOwner(browser)
  const form = { title: 'Open evening', starts: inDays(9), ends: inDays(10), seats: 9, isDraft: false }
  const event = await callApi(page.request, 'POST', '/api/events', form)
  const visitor = await open(browser)
  await visitor.goto(`/events/${event._id}`)
  await waitForHydration(visitor)

  await page.goto('/admin/parts')
  await expectAccessible(page, 'parts')
  const question = page.getByRole('region', { name: 'What do you do?' })
  await question.getByLabel('We hold cuppings, classes or other events').uncheck()
  await question.getByLabel('We write newsletters').uncheck()
  await question.getByRole('button', { name: 'Set the parts' }).click()
  await expect(question).toBeHidden()
  await expect(partOf(page, 'Events').getByRole('radio', { name: 'Off' })).toBeChecked()
  await expect(partOf(page, 'Gift cards').getByRole('radio', { name: 'On', exact: true })).toBeChecked()
  await switchTo(page, 'Reviews', 'Off')
  await expect(page.getByText('Reviews: off')).toBeVisible()

  // The visitor's page was open during the switch.
  await visitor.getByLabel('Name', { exact: true }).fill('Ann')
  await visitor.locator('#sign-up').getByLabel('Email').fill('ann@example.com')
  await visitor.locator('#sign-up').getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.getByText('This shop does not offer this')).toBeVisible()
  expect((await visitor.goto('/events'))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await visitor.goto('/')
  const footer = visitor.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Gift cards' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Events' })).toHaveCount(0)
  await expect(footer.getByRole('heading', { name: 'Newsletter' })).toHaveCount(0)
  const [product] = await callApi(visitor.request, 'GET', '/api/products/featured')
  await visitor.goto(`/product/${product.slug}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Reviews' })).toHaveCount(0)

  await page.goto('/admin/pages')
  const desk = page.getByRole('navigation', { name: 'Admin pages' })
  await expect(desk.getByRole('link', { name: 'Pictures' })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Events' })).toHaveCount(0)
  await page.goto('/admin/events')
  await expect(page.getByText('This part of the shop is off. Its data is kept.')).toBeVisible()
  await page.getByRole('link', { name: 'Parts of the shop' }).click()
  await switchTo(page, 'Events', 'On')
  await expect(page.getByText('Events: on')).toBeVisible()
  await visitor.goto('/events')
  await expect(visitor.getByRole('link', { name: 'Open evening' }).first()).toBeVisible()
})

test('what is owed is listed with its link, and keeps the part from being off', async ({ browser }) => {
  const page = await openAsOwner(browser)
  const form = { title: 'Cupping', starts: inDays(9), ends: inDays(10), seats: 9, isDraft: false }
  const { _id } = await callApi(page.request, 'POST', '/api/events', form)
  await page.goto('/admin/parts')
  await expect(partOf(page, 'Events').getByRole('radio', { name: 'On', exact: true })).toBeChecked()
  // Someone signs up while the owner looks at the page.
  const person = { name: 'Ann', email: 'ann@example.com', seats: 1 }
  await callApi(page.request, 'POST', `/api/events/${_id}/signups`, person)
  await switchTo(page, 'Events', 'Off')
  const row = partOf(page, 'Events')
  await expect(row.getByRole('alert')).toHaveText('Events cannot be off yet. Settle first what is owed')
  await expect(row.getByRole('link', { name: '1 sign-up for a coming event' })).toHaveAttribute(
    'href',
    '/admin/events',
  )
  await switchTo(page, 'Events', 'No new ones')
  await expect(page.getByText('Events: no new ones')).toBeVisible()
  await page.goto(`/events/${_id}`)
  await expect(page.getByText('We take no more sign-ups.')).toBeVisible()
})

test('a part lists the texts of the owner that name it, with links to their editors', async ({ browser }) => {
  const page = await openAsOwner(browser)
  const { version } = await callApi(page.request, 'GET', '/api/pages/about')
  const values = { tagline: 'Coffee, and discount codes for friends.' }
  const draft = await callApi(page.request, 'PUT', '/api/pages/about', { values, version })
  await callApi(page.request, 'POST', '/api/pages/about/publish', { version: draft.version })
  await page.goto('/admin/parts')
  const row = partOf(page, 'Discount codes')
  await expect(row.getByText('If it is off, these texts of yours still name it:')).toBeVisible()
  await expectAccessible(page, 'parts with texts')
  await row.getByRole('link', { name: 'Your page “About” says “discount codes”' }).click()
  await expect(page.getByLabel('Line below the heading')).toHaveValue(values.tagline)
})

test('without the roastery, the pages of a subscription and its gift speak of packing days', async ({
  browser,
}) => {
  const page = await openAsOwner(browser)
  const { version } = await callApi(page.request, 'GET', '/api/parts')
  const answer = await page.request.put('/api/parts/roastery', { data: { state: 'off', version } })
  // The demo has open batches; with no new ones, the shop says as little about roasting.
  if (answer.status() === 409)
    await callApi(page.request, 'PUT', '/api/parts/roastery', { state: 'closing', version })
  const subscribing = await callApi(page.request, 'GET', '/api/settings/subscribing')
  await callApi(page.request, 'PUT', '/api/settings/subscribing', { ...subscribing, isOffered: true })
  const visitor = await open(browser)
  await visitor.goto('/subscribe')
  await expect(visitor.getByText('from what we have that week')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Subscribe to our choice: Fruity' })).toBeVisible()
  const [product] = await callApi(visitor.request, 'GET', '/api/products/featured')
  await visitor.goto(`/product/${product.slug}`)
  await visitor.getByRole('radio', { name: /^Subscribe/ }).check()
  await expect(visitor.getByRole('option', { name: 'Our choice: Fruity' })).toBeAttached()
  await visitor.goto('/subscribe/gift')
  await expect(visitor.getByText('goes out as a gift without prices')).toBeVisible()
  for (const path of ['/', '/subscribe', '/subscribe/gift', `/product/${product.slug}`, '/about', '/shop']) {
    await visitor.goto(path)
    await waitForHydration(visitor)
    const main = (await visitor.getByRole('main').innerText()).toLowerCase()
    expect([path, PART_WORDS.roastery.exec(main)?.[0]]).toEqual([path, undefined])
  }
})

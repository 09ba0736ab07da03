/** Every screen that a person can reach loads without a request that is refused because of who the person is. */
import { expect, test, type Browser, type Page } from '@playwright/test'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { ADMIN_PAGES } from '#shared/platform/admin-pages.ts'
import { publicPaths } from '#shared/platform/pages.ts'
import { callApi, placePaidOrder } from './by-api.ts'
import { linkTo } from './mailed-link.ts'
import { asOwner } from './owner.ts'
import {
  acceptSuggestion,
  addToCart,
  BUYER,
  expectAt,
  newEmail,
  openCheckout,
  expectPart,
  placeUnpaid,
  signInAsNewCustomer,
  signInAsOwner,
  signInByApi,
  typeGuest,
  waitForHydration,
} from './steps.ts'

test.describe.configure({ timeout: 180_000 })

/** The calls of the API and the scripts that each page waits for. */
const open = new WeakMap<Page, Set<unknown>>()

/** The refused requests of a page, each with the screen that sent it. */
function refusedOn(page: Page): string[] {
  const refused: string[] = []
  const waiting = new Set<unknown>()
  open.set(page, waiting)
  page.on('request', (request) => void (AWAITED.test(request.url()) && waiting.add(request)))
  page.on('requestfailed', (request) => void waiting.delete(request))
  page.on('response', (response) => {
    waiting.delete(response.request())
    const { pathname } = new URL(response.url())
    if ([401, 403].includes(response.status()))
      refused.push(`${new URL(page.url()).pathname}: ${response.request().method()} ${pathname}`)
  })
  return refused
}

/** A path without ids and numbers, so that of many similar screens one is opened. */
const kindOf = (path: string) =>
  path.replace(/\/\d{4}-\d{2}-\d{2}/g, '/:day').replace(/\/(?=[^/]*\d)[\w-]+/g, '/:id')

type Link = { getAttribute: (name: string) => string }

/** Opens screens and those that they link to, one of each kind, below these paths. Returns the kinds. */
async function walk(page: Page, start: string[], below: RegExp): Promise<Set<string>> {
  const seen = new Set<string>()
  await visit(page, start[0]!)
  const waiting = [...start]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(kindOf(path))) continue
    seen.add(kindOf(path))
    await follow(page, path)
    const links = await page
      .locator('a[href^="/"]:not([download])')
      .evaluateAll((all) =>
        all.map((link) => (link as unknown as Link).getAttribute('href').split(/[?#]/)[0]!),
      )
    waiting.push(...links.filter((link) => below.test(link) && !FILES.test(link)))
  }
  return seen
}

/** Loads a document, and waits until its page has asked for its data. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // Calls of the page before, which ended with it.
  open.get(page)?.clear()
  await waitForHydration(page)
  await settled(page)
}

/** Goes to another page of the open document, as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  const to = JSON.stringify(path)
  await page.evaluate(`history.pushState(null, '', ${to}); dispatchEvent(new PopStateEvent('popstate'))`)
  await settled(page)
}

/**
 * Waits until no request was waiting for its response for a fifth of a second in which the page drew, so that a busy
 * machine has run the scripts that arrived; at most five seconds of such steps.
 */
async function settled(page: Page): Promise<void> {
  const waiting = open.get(page)!
  for (let quiet = 0, steps = 0; quiet < 4 && steps < 100; steps++) {
    await page.waitForTimeout(50)
    // A page that is being replaced cannot draw.
    await page.evaluate(DRAWN).catch(() => undefined)
    quiet = waiting.size > 0 ? 0 : quiet + 1
  }
}

const AWAITED = /\/(api|assets)\//
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(resolve))'
const FILES = /^\/(api|uploads|sandbox|assets)\/|\.\w+$/
const STAFF = /^\/(admin|order|profile|subscriptions)(\/|$)/

test('a visitor, and the screens that a link in a mail opens', async ({ page }) => {
  const refused = refusedOn(page)
  const linked = [
    '/reset',
    '/confirm-email',
    '/keep-email',
    '/confirm-account',
    '/finish-account',
    '/join',
    '/order-links',
    '/cart/saved',
    '/back-in-stock/confirm',
    '/newsletter/confirm',
    '/newsletter/preferences',
    '/newsletter/unsubscribe',
  ]
  const ofOthers = ['/profile', '/profile/security', '/admin', '/admin/orderlist', '/checkout']
  const seen = await walk(page, [...publicPaths(), ...linked, ...ofOthers], /^\/(?!admin|profile)/)
  expect(seen.size).toBeGreaterThan(30)
  expect(refused).toEqual([])
})

test('a guest who finds an address, disagrees with the suggestion, orders and cancels', async ({ page }) => {
  const refused = refusedOn(page)
  const email = newEmail()
  await addToCart(page, 'huila')
  await settled(page)
  await openCheckout(page, 'huila')
  await typeGuest(page, email)
  await page.getByRole('combobox', { name: 'Find your address' }).fill('145 Church')
  await page.getByRole('listbox', { name: 'Addresses' }).getByRole('option').first().click()
  await expect(page.getByRole('img', { name: /^Map around/ })).toBeVisible()
  for (const link of ['© Mapbox', '© OpenStreetMap', 'Improve this map'])
    await expect(page.getByRole('link', { name: link })).toBeVisible()
  await page.getByRole('button', { name: 'Adjust pin' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('City').fill('Viena')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'No, use the address I provided' }).click()
  await acceptSuggestion(page)
  await expectPart(page, 'payment')
  await placeUnpaid(page)
  await expect(page.getByText('Not Paid')).toBeVisible()
  await settled(page)
  await page.reload()
  await settled(page)
  expect(refused).toEqual([])
})

test('a customer', async ({ page }) => {
  await signInAsNewCustomer(page)
  const refused = refusedOn(page)
  const own = ['/', '/shop', '/cart', '/checkout', '/profile', '/gift-cards', '/events', '/admin']
  const seen = await walk(page, own, /^\/(profile|order|subscriptions|gift-cards|cart)(\/|$)/)
  expect([...seen]).toContain('/profile/security')
  expect(refused).toEqual([])
})

test('an owner', async ({ page }) => {
  const { _id } = await placePaidOrder('Ada Byron')
  await signInAsOwner(page)
  const refused = refusedOn(page)
  const seen = await walk(page, ['/admin', '/profile', `/order/${_id}`, '/'], STAFF)
  expect(seen.size).toBeGreaterThan(60)
  expect(refused).toEqual([])
})

/** A new member of staff with this role, signed in with a password. */
async function member(browser: Browser, role: StaffRole): Promise<Page> {
  const email = newEmail()
  await asOwner((owner) => callApi(owner, 'POST', '/api/invitations', { email, role }))
  const token = (await linkTo(email, 'staff-invite')).split('#')[1]
  const page = await (await browser.newContext()).newPage()
  const account = { token, name: `A ${role}`, password: BUYER.password }
  await callApi(page.request, 'POST', '/api/invitations/join', account)
  await signInByApi(page, email)
  return page
}

for (const [role, least] of [
  ['manager', 50],
  ['packer', 12],
  ['barista', 12],
] as const) {
  test(`a ${role}`, async ({ browser }) => {
    const { _id } = await placePaidOrder('Ada Byron')
    const page = await member(browser, role)
    const refused = refusedOn(page)
    const seen = await walk(page, ['/admin', '/profile', `/order/${_id}`, '/', '/shop'], STAFF)
    expect(seen.size, [...seen].join(' ')).toBeGreaterThan(least)
    if (role === 'barista') for (const { to } of ADMIN_PAGES) await visit(page, to)
    expect(refused).toEqual([])
    await page.context().close()
  })
}

/** Saves whether staff need a second factor. */
const requireFactor = (isRequired: boolean) =>
  asOwner(async (owner) => {
    const { version } = await callApi(owner, 'GET', '/api/settings/sign-in')
    await callApi(owner, 'PUT', '/api/settings/sign-in', { isRequired, version })
  })

test('a member of staff who has to set up a second factor first', async ({ browser }) => {
  const { _id } = await placePaidOrder('Ada Byron')
  await requireFactor(true)
  try {
    const page = await member(browser, 'packer')
    const refused = refusedOn(page)
    await walk(page, [...publicPaths(), '/cart'], /^$/)
    await addToCart(page, 'huila')
    const closed = ['/checkout', `/order/${_id}`, '/profile', '/admin', '/admin/staff']
    for (const path of closed) {
      await visit(page, path)
      await expectAt(page, '/profile/security')
    }
    expect(refused).toEqual([])
    await page.context().close()
  } finally {
    await requireFactor(false)
  }
})

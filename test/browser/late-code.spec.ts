import { expect, test, type Page } from '@playwright/test'
import { waitForHydration } from './steps.ts'

/** The code of the about page, which no other page loads. */
const ABOUT_CODE = /\/assets\/about-[^/]*\.js$/
const NOT_LOADED = 'This page could not be loaded'

test('if the code of a page does not arrive within 120 s, an error is shown, and a retry works', async ({
  page,
}) => {
  await page.clock.install()
  await openHome(page)
  let asked = 0
  await page.route(ABOUT_CODE, (route) => (asked++ === 0 ? undefined : route.continue()))
  const stalled = page.waitForRequest(ABOUT_CODE)
  await openAbout(page)
  await stalled
  await page.clock.fastForward(9000)
  await expect(page.getByText('Still loading.')).toBeVisible()
  await page.clock.fastForward(100_000)
  await expect(page.getByRole('heading', { name: NOT_LOADED })).toHaveCount(0)
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('heading', { name: NOT_LOADED })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible()
})

test('an offline visitor gets the site’s own error page, and a retry works once the connection is back', async ({
  page,
}) => {
  await openHome(page)
  await page.context().setOffline(true)
  await openAbout(page)
  await expect(page.getByRole('heading', { name: NOT_LOADED })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The shop still cannot be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible()
})

test('if an update removed the code of a page, the new document is loaded automatically', async ({
  page,
}) => {
  await openHome(page)
  let asked = 0
  await page.route(ABOUT_CODE, (route) => (asked++ === 0 ? route.fulfill({ status: 404 }) : route.continue()))
  await openAbout(page)
  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible()
  await expect.poll(() => asked).toBe(2)
})

test('missing page code is not requested in a loop', async ({ page }) => {
  await openHome(page)
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.route(ABOUT_CODE, (route) => route.fulfill({ status: 404 }))
  await openAbout(page)
  // The document is readable without its code.
  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible()
  expect(documents).toBe(1)
})

test('offline, Back to a page whose code is not loaded shows the site’s own error page', async ({ page }) => {
  await openHome(page)
  await openAbout(page)
  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.route(/\/assets\/home-[^/]*\.js$/, (route) => route.abort('internetdisconnected'))
  await page.context().setOffline(true)
  await page.evaluate('history.back()')
  await expect(page.getByRole('heading', { name: NOT_LOADED })).toBeVisible()
  await page.unroute(/\/assets\/home-[^/]*\.js$/)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Wholesale' })).toBeVisible()
})

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await waitForHydration(page)
}

async function openAbout(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'ABOUT' }).click()
}

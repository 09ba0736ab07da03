import { expect, test, type APIRequestContext } from '@playwright/test'
import { callApi } from './by-api.ts'
import { htmlOf, textsOf } from './html.ts'
import { asOwner } from './owner.ts'
import { movePointerAway, waitForHydration } from './steps.ts'
import { holdRequests } from './held-requests.ts'
import { test as visitor } from './visitor.ts'

test('menu: MENU above pictures from /uploads, without auto-advance and slide animation', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/menu')
  await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeVisible()
  const carousel = page.getByRole('region', { name: 'Pages of the menu' })
  for (const picture of await carousel.locator('img').all())
    await expect(picture).toHaveAttribute('src', /^\/uploads\//)
  await page.clock.fastForward(120_000)
  await waitForHydration(page)
  await expect(carousel.getByRole('status')).toContainText('1 of 3')
  const left = () =>
    carousel.getByRole('group', { name: /^2 of 3/ }).evaluate((it: any) => it.getBoundingClientRect().x)
  await carousel.getByRole('button', { name: 'Next' }).evaluate((it: any) => it.click())
  const atOnce = await left()
  expect(atOnce).toBeLessThan(400)
  await page.clock.fastForward(1000)
  expect(await left()).toBe(atOnce)
})

test('gallery: GALLERY and its subtitle; a picture is requested only within 100 px of the window, and is blurred until it has loaded', async ({
  page,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const name = /gallery_(\d+)/.exec(request.url())?.[1]
    if (name && request.resourceType() === 'image') asked.add(name)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/gallery', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
  await expect(page.getByText('Life is the biggest photo frame.')).toBeVisible()
  const twentieth = page.getByRole('img', { name: /^Image 20: / })
  await expect(twentieth).toHaveAttribute('src', /^data:image\//)
  expect(asked).not.toContain('20')
  const top = await twentieth.evaluate((it: any) => it.getBoundingClientRect().top as number)
  await page.evaluate(`scrollTo(0, ${top - 844 - 160})`)
  await expect.poll(() => asked.size).toBeGreaterThan(3)
  await expect(twentieth).toHaveAttribute('src', /^data:image\//)
  await page.evaluate('scrollBy(0, 100)')
  await expect(twentieth).toHaveAttribute('src', /gallery_20/)
  await expect.poll(() => [...asked]).toContain('20')
  await expect(twentieth).toHaveCSS('background-image', /data:image\//)
})

test('art show: COMING SOON is shown without a featured artist or without texts, and afterwards the artist again', async ({
  request,
}) => {
  const comingSoon = async () =>
    (await bannersOf(request, '/artshow')).filter((text) => text === 'COMING SOON').length
  const artist = await callApi(request, 'GET', '/api/artshow/featured')
  await asOwner(async (owner) => {
    const setFeatured = async (isFeat: boolean) => {
      const now = await callApi(owner, 'GET', `/api/artshow/${artist._id}`)
      await callApi(owner, 'PUT', `/api/artshow/${artist._id}`, { ...now, artshowId: artist._id, isFeat })
    }
    const blank = await callApi(owner, 'POST', '/api/artshow')
    await setFeatured(false)
    try {
      expect(await comingSoon()).toBe(3)
      await callApi(owner, 'PUT', '/api/artshow', { artshowId: blank._id })
      expect(await comingSoon()).toBe(3)
    } finally {
      await callApi(owner, 'DELETE', `/api/artshow/${blank._id}`)
      await setFeatured(true)
    }
  })
  const main = await htmlOf(request, '/artshow', 'main')
  expect([...textsOf(main, 'h1'), ...textsOf(main, 'h2')]).toContain(artist.name)
})

/** The texts of the banners of a page, as screen readers read them. */
async function bannersOf(request: APIRequestContext, path: string): Promise<string[]> {
  const found = (await htmlOf(request, path, 'main')).matchAll(
    /<p[^>]*><span class="visually-hidden">(.*?)</g,
  )
  return [...found].map(([, text = '']) => text)
}

test('art show: the main pictures do not advance automatically, the others are three per row', async ({
  page,
}) => {
  await page.clock.install()
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto('/artshow')
  const carousel = page.getByRole('region', { name: /^Works by/ })
  await expect(carousel.getByRole('button', { name: 'Next' })).toBeVisible()
  await page.clock.fastForward(120_000)
  await waitForHydration(page)
  await expect(carousel.getByRole('status')).toContainText('1 of 2')
  const tops = await page
    .getByRole('region', { name: /^More by/ })
    .getByRole('listitem')
    .evaluateAll((all) => all.map((it: any) => Math.round(it.getBoundingClientRect().top)))
  expect(tops.length).toBeGreaterThanOrEqual(3)
  expect(new Set(tops.slice(0, 3)).size).toBe(1)
})

visitor('art show: the script is shown; a spinner is shown until a slow server answers', async ({ page }) => {
  const artist = await (await page.request.get('/api/artshow/featured')).json()
  await page.goto('/about')
  const artists = await holdRequests(page, '**/api/artshow/featured')
  await waitForHydration(page)
  await movePointerAway(page)
  await page.getByRole('banner').hover()
  await page.getByRole('banner').getByRole('link', { name: 'ARTSHOW' }).click()
  await expect(page.getByText('Loading the pictures')).toBeAttached()
  await artists.release()
  await expect(page.getByText(artist.script.slice(0, 40))).toBeVisible()
})

test('shop coming soon: banners with COMING SOON', async ({ request }) => {
  const banners = await bannersOf(request, '/shopcomingsoon')
  expect(banners.filter((text) => /^coming soon$/i.test(text))).toHaveLength(3)
})

visitor('a list has pagination only if it has more than one page', async ({ page }) => {
  await page.goto('/shop')
  await expect(page.getByRole('navigation', { name: /pages/i })).toBeVisible()
  await page.goto('/search/kenya')
  await expect(page.getByRole('main').getByRole('link', { name: /Kenya/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: /pages/i })).toHaveCount(0)
})

visitor('a load failure shows a red alert with the message and a retry button', async ({ page }) => {
  await page.goto('/about')
  // Before hydration the browser follows the link itself, and the server loads the products.
  await waitForHydration(page)
  await page.route('**/api/products/find**', (route) =>
    route.fulfill({ status: 500, json: { message: 'The roaster burns' } }),
  )
  await page.getByRole('main').getByRole('link', { name: 'See the coffees' }).click()
  await expect(page.getByText('The roaster burns')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('main').getByText('Try again').click()
  await expect(page.locator('main a[href^="/product/"]').first()).toBeVisible()
})

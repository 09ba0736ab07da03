import { expect, test as fresh, type CDPSession, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signInAsNewCustomer } from './steps.ts'
import { test } from './visitor.ts'

const WIDTHS = [390, 820, 1440]

test('the gallery distributes its 23 pictures in document order over three columns, or one column on a phone', async ({
  page,
}) => {
  await page.goto('/gallery')
  const pictures = page.getByRole('list').getByRole('img', { name: /^Image \d+: ./ })
  await expect(pictures).toHaveCount(23)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // Near the window a picture is replaced by another element. During the replacement it has no position, so the check
    // is repeated.
    await expect(async () => expectColumns(await positionsOf(pictures), width === 390 ? 1 : 3)).toPass()
  }
})

test('drawings load on About, on a missing page, and where cart, search and orders are empty', async ({
  page,
}) => {
  const drawings = page.getByRole('main').locator('img[src$=".svg"]')
  const expectLoaded = async (path: string, names: string[]) => {
    await page.goto(path)
    for (const [index, name] of names.entries()) {
      const drawing = drawings.nth(index)
      await drawing.scrollIntoViewIfNeeded()
      await expect(drawing).toHaveAttribute('src', new RegExp(`/assets/${name}-[^/]+\\.svg$`))
      await expect.poll(() => drawing.evaluate((it: any) => it.complete && it.naturalWidth), path).toBe(800)
    }
    await expect(drawings).toHaveCount(names.length)
  }
  await expectLoaded('/about', ['growers', 'roaster', 'cupping', 'packing'])
  await expectLoaded('/nowhere', ['visitor'])
  await expectLoaded('/cart', ['empty-cup'])
  await expectLoaded('/search/nothing-of-that-name', ['empty-shelf'])
  await signInAsNewCustomer(page, 'Ada Byron')
  await expectLoaded('/profile', ['delivery'])
  await expectAccessible(page, 'an account without orders')
})

test('the gallery enlarges a picture, shows the next one by arrow keys, and returns to the same position', async ({
  page,
}) => {
  await page.goto('/gallery')
  const seventh = page.getByRole('link', { name: /^Image 7:/ })
  await seventh.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Pictures of the gallery' })
  await expect(viewer).toContainText('7 of 23')
  await expect(page).toHaveURL(/#image-7$/)
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('8 of 23')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(viewer).toContainText('6 of 23')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(seventh).toBeFocused()
  await expect(page).toHaveURL(/\/gallery$/)
})

test('the gallery opens a picture by its URL, and Back closes an opened picture', async ({ page }) => {
  await page.goto('/gallery#image-23')
  const viewer = page.getByRole('dialog')
  await expect(viewer).toContainText('23 of 23')
  await viewer.getByRole('button', { name: 'Next' }).click()
  await expect(viewer).toContainText('1 of 23')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(viewer).toBeHidden()
  await page.getByRole('link', { name: /^Image 2:/ }).click()
  await expect(viewer).toBeVisible()
  await page.goBack()
  await expect(viewer).toBeHidden()
})

test('the menu’s pages are turned by buttons and keys, and the focus is kept', async ({ page }) => {
  await page.goto('/menu')
  const carousel = page.getByRole('region', { name: 'Pages of the menu' })
  await carousel.getByRole('button', { name: 'Next' }).click()
  await expect(carousel.getByRole('status')).toContainText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(carousel.getByRole('status')).toContainText('1 of 3')
  await carousel.getByRole('link', { name: /Espresso Bar/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(carousel.getByRole('link', { name: /Filter & Tea/ })).toBeFocused()
})

fresh.describe('on a touch screen', () => {
  fresh.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  fresh('a movement of 45 pixels is a swipe, and one of 35 pixels is ignored', async ({ page, context }) => {
    await page.goto('/artshow')
    const position = page.getByRole('region', { name: /^Works by/ }).getByRole('status')
    await expect(page.locator('[data-hydrated]')).toBeVisible()
    const touch = await context.newCDPSession(page)
    const box = await page.locator('[data-hydrated]').boundingBox()
    const y = (box?.y ?? 0) + 120
    await drag(touch, y, -35)
    await expect(position).toContainText('1 of 2')
    await drag(touch, y, -45)
    await expect(position).toContainText('2 of 2')
    await drag(touch, y, 45)
    await expect(position).toContainText('1 of 2')
  })
})

fresh.describe('without JavaScript', () => {
  fresh.use({ javaScriptEnabled: false })

  fresh('the menu is text, and every picture is a link to its file', async ({ page }) => {
    await page.goto('/menu')
    await expect(page.getByRole('heading', { name: 'Espresso Bar' })).toBeVisible()
    await expect(page.getByText('equal parts espresso and milk')).toBeVisible()
    await page.goto('/gallery')
    const href = await page.getByRole('link', { name: /^Image 3:/ }).getAttribute('href')
    expect((await page.request.get(href ?? '')).headers()['content-type']).toBe('image/jpeg')
  })
})

test('the art show has quote, artist, links, three bands, and prints for sale', async ({ page }) => {
  await page.goto('/artshow')
  const artist = await (await page.request.get('/api/artshow/featured')).json()
  await expect(page.getByText(artist.quote)).toBeVisible()
  await expect(page.getByRole('heading', { name: artist.name })).toBeVisible()
  await expect(page.getByText(artist.title, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /INSTAGRAM/ })).toHaveAttribute(
    'href',
    /^https:\/\/(www\.)?instagram\.com\//,
  )
  expect(artist.website).toBe('@website')
  await expect(page.getByRole('link', { name: /WEBSITE/ })).toHaveCount(0)
  expect(await bandCount(page)).toBe(3)
  await page
    .getByRole('link', { name: /^Print:/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/product\//)
})

type Position = { x: number; y: number }

async function positionsOf(pictures: Locator): Promise<Position[]> {
  return pictures.evaluateAll((all: { getBoundingClientRect(): Position }[]) =>
    all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => ({ x: Math.round(x), y })),
  )
}

/**
 * Expects the pictures to be distributed in turn over this number of columns, each below the previous one of its
 * column.
 */
function expectColumns(places: Position[], columns: number): void {
  const lefts = [...new Set(places.map(({ x }) => x))].sort((a, b) => a - b)
  expect(lefts).toHaveLength(columns)
  places.forEach(({ x, y }, index) => {
    expect(x).toBe(lefts[index % columns])
    const above = places[index - columns]
    if (above) expect(y).toBeGreaterThan(above.y)
  })
}

async function bandCount(page: Page): Promise<number> {
  return page.locator('main p > .visually-hidden', { hasText: /^FEATURED$/ }).count()
}

async function drag(touch: CDPSession, y: number, dx: number): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await send('touchStart', 200)
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', 200 + dx * part)
  await send('touchEnd')
}

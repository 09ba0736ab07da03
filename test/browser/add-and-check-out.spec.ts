/** After adding to the cart, a guest can go straight to the checkout, without a visit of the cart. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

const PHONE = { width: 390, height: 844 }
const CHECKOUT = /\/checkout#contact$/

for (const size of [PHONE, { width: 320, height: 568 }, { width: 1440, height: 900 }])
  test(`at ${size.width} px, a list has a link to the checkout below the pressed button, and nothing moves`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/shop')
    await waitForHydration(page)
    await page.mouse.move(2, size.height - 4)
    const card = page.getByRole('article').first()
    const button = card.getByRole('button')
    await button.focus()
    const before = await layoutOf(page)
    await button.press('Enter')
    const link = card.getByRole('link', { name: 'Check out' })
    await expect(link).toBeVisible()
    expect(await movedBy(page, before)).toBeLessThanOrEqual(1)
    await expect(link).toBeInViewport({ ratio: 1 })
    expect(await heightOf(link)).toBeGreaterThanOrEqual(44)
    const [box, pressed] = [(await link.boundingBox())!, (await button.boundingBox())!]
    expect(box.y - pressed.y - pressed.height).toBeLessThan(20)

    // The next two tab stops after the button.
    await expect(button).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('link', { name: /^1 in (your )?cart$/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(CHECKOUT)
    await expect(page.getByRole('main').getByText(/is empty/)).toHaveCount(0)
  })

test('a returning visitor’s list does not move when the cart has been read', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/shop')
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  // A hovered picture is larger.
  await page.mouse.move(2, 840)
  await expect(page.getByText(/^1 in (your )?cart$/)).toBeVisible()
  const before = await layoutOf(page)
  await page.reload()
  await expect(page.getByText(/^1 in (your )?cart$/)).toBeVisible()
  expect(await movedBy(page, before)).toBeLessThanOrEqual(1)
})

test('on a phone, the bar of a product has a link to the checkout above the button that was pressed', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await openCoffee(page)
  await waitForHydration(page)
  const bar = page.getByRole('button', { name: /^Add to cart: / }).last()
  const [before, place] = [await layoutOf(page), await bar.boundingBox()]
  await bar.tap().catch(() => bar.click())
  const link = page.getByRole('link', { name: 'Check out' }).last()
  await expect(link).toBeInViewport({ ratio: 1 })
  expect(await movedBy(page, before)).toBeLessThanOrEqual(1)
  expect(await bar.boundingBox()).toEqual(place)
  // In the lower third of the screen, which a thumb reaches.
  expect((await link.boundingBox())!.y).toBeGreaterThan((PHONE.height * 2) / 3)
  expect(await heightOf(link)).toBeGreaterThanOrEqual(44)
  await expectAccessible(page, 'product that was added')
  await page.setViewportSize(PHONE)
  // A second press of the same place adds, and does not leave the page.
  await bar.click()
  await expect(page).toHaveURL(/\/product\//)
  await link.click()
  await expect(page).toHaveURL(CHECKOUT)
})

test('on a product, the note below the form leads to the cart and to the checkout, by keyboard too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openCoffee(page)
  await waitForHydration(page)
  const before = await layoutOf(page)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).press('Enter')
  await expect(page.getByText('1 in your cart', { exact: true }).first()).toBeVisible()
  expect(await movedBy(page, before)).toBeLessThanOrEqual(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Go to the cart' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Check out' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(CHECKOUT)
})

async function openCoffee(page: Page): Promise<void> {
  const { products } = await (await page.request.get('/api/products?keyword=Guji+Highlands')).json()
  await page.goto(`/product/${products[0]._id}`)
}

const heightOf = async (element: Locator) => Math.round((await element.boundingBox())!.height)

/** Where the pictures and headings of the page that are shown are in the document, and its height. */
const layoutOf = (page: Page) =>
  page.evaluate<number[]>(`document.fonts.ready.then(() =>
    [...document.querySelectorAll('main img, main h1, main h2, main h3, footer')]
      .filter((one) => one.getClientRects().length > 0)
      .map((one) => one.getBoundingClientRect().top + scrollY)
      .concat(document.documentElement.scrollHeight))`)

/** The largest distance in pixels by which something has moved. Positions are rounded while the page is scrolled. */
async function movedBy(page: Page, before: number[]): Promise<number> {
  const after = await layoutOf(page)
  expect(after.length).toBe(before.length)
  return Math.max(...after.map((place, index) => Math.abs(place - before[index]!)))
}

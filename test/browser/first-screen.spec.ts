/** What visitors see and can buy without scrolling, and the bar to buy at the bottom of phones. */
import { expect, type Locator, type Page } from '@playwright/test'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, uniqueName } from './products.ts'
import { test } from './visitor.ts'

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1440, height: 789 }

test('the first screen of the home page shows a coffee, its notes, price, roast day and a button to buy it', async ({
  page,
}) => {
  // In a shop where other tests sell products without pictures, the owner chooses what is first.
  const { image } = await coffeeOf(page)
  const cuppingNote = 'Quince, walnut, honey'
  const chosen = await asOwner((owner) =>
    createProduct({ request: owner }, uniqueName('First Coffee'), { image, cuppingNote, featured: 1 }),
  )
  for (const size of [PHONE, { width: 820, height: 1180 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await page.goto('/')
    const card = page.getByRole('article').filter({ hasText: chosen.name })
    for (const part of [
      card.locator('img'),
      card.getByText(cuppingNote),
      card.getByText('$'),
      card.getByText(/^Roasts \w+day, /),
      card.getByRole('button'),
    ])
      await expect(part.first()).toBeInViewport({ ratio: 0.99 })
    const rows = (await page.getByRole('region', { name: /Frame Roasters/ }).boundingBox())!
    expect(rows.width * rows.height).toBeLessThan(0.4 * size.width * size.height)
  }
  await asOwner((owner) => owner.delete(`/api/products/${chosen._id}`))
})

test('on a phone, the pages of home, art show and a coffee are at most seven screens long', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  for (const path of ['/', '/artshow', '/product/ethiopia-guji-highlands']) {
    await page.goto(path)
    expect(await heightOf(page), path).toBeLessThanOrEqual(7 * PHONE.height)
  }
})

test('drawings show how large the bags of a coffee and a work of art are', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openCoffee(page)
  const pictures = page.getByRole('region', { name: 'Pictures' })
  const drawing = pictures.getByRole('listitem').getByRole('img', { name: /^To scale with a mug/ })
  await expect(drawing).not.toBeInViewport()
  await page.getByRole('button', { name: 'Show picture 3 of 3' }).click()
  await expect(drawing).toBeInViewport({ ratio: 0.9 })
  await expect(drawing).toContainText('about 5 × 9 in')
  await page.getByRole('radio', { name: '5 lb' }).check()
  await expect(drawing).toContainText('about 7 × 16 in')
  await page.goto('/product/red-earth-road')
  await expect(page.getByRole('img', { name: '24 × 18 in, to scale with a door' })).toHaveCount(1)
  await page.goto('/product/gooseneck-kettle')
  await expect(page.getByRole('button', { name: 'Show picture 2 of 2' })).toBeVisible()
})

test('on a laptop, the first screen of a coffee has its price and the button to buy it', async ({ page }) => {
  await page.setViewportSize(LAPTOP)
  await openCoffee(page)
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByText('$19.00').first()).toBeInViewport({ ratio: 0.99 })
  await expect(barOf(page)).toBeHidden()
})

test('on a laptop, both pictures stay in view, one below the other, while the facts scroll', async ({
  page,
}) => {
  await page.setViewportSize(LAPTOP)
  await openCoffee(page)
  const pictures = page.getByRole('region', { name: 'Pictures' }).getByRole('link')
  const [first, second] = [(await pictures.first().boundingBox())!, (await pictures.last().boundingBox())!]
  expect([first.x, first.y + first.height < second.y]).toEqual([second.x, true])
  await page.getByText('Brew recipe', { exact: true }).scrollIntoViewIfNeeded()
  await expect(pictures.last()).toBeInViewport({ ratio: 0.99 })
})

test('a coffee has a map of where it grows, and no row for what is not known', async ({ page }) => {
  await openCoffee(page)
  await expect(page.getByText('2,050 m (6,730 ft)')).toHaveCount(1)
  await expect(page.getByRole('term').filter({ hasText: 'Producer' })).toBeVisible()
  const map = page.getByRole('img', { name: 'A map with Ethiopia, Guji Highlands' })
  await expect(map.locator('circle')).toHaveCount(1)
  const [file = '', id] = (await map.locator('use').getAttribute('href'))!.split('#')
  expect(await (await page.request.get(file)).text()).toContain(`id="${id}"`)
  await page.goto('/product/the-gallery-blend')
  await expect(page.getByText('Growers in Brazil, Colombia and Ethiopia')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Altitude' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^A map/ })).toHaveCount(0)
  await page.goto('/product/gooseneck-kettle')
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where it grows' })).toHaveCount(0)
})

test('cards and the cart say what goods are made of, or who made a print, and a coffee without notes its first sentence', async ({
  page,
}) => {
  await page.goto('/search/speckled')
  const cup = page.getByRole('article').filter({ hasText: 'Speckled Tumblers' })
  await expect(cup.getByText('Stoneware, speckled glaze', { exact: true })).toBeVisible()
  await cup.getByRole('button').click()
  await expect(cup.getByRole('link', { name: /in your cart/ })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText(', Stoneware, speckled glaze')).toBeVisible()
  await page.getByRole('link', { name: /^Speckled Tumblers/ }).click()
  await expect(page.getByRole('term').filter({ hasText: 'Material' })).toBeVisible()
  await page.goto('/search/nested%20arches')
  const print = page.getByRole('article').filter({ hasText: 'Print: Nested Arches' })
  await expect(print.getByText('Odile Marrable', { exact: true })).toBeVisible()

  const [mug, plain] = await asOwner(async (owner) => [
    await createProduct({ request: owner }, uniqueName('Plain Mug'), { category: 'Goods', size: undefined }),
    await createProduct({ request: owner }, uniqueName('Plain Coffee'), { description: 'Round. And more.' }),
  ])
  await page.goto(`/search/${encodeURIComponent(plain!.name)}`)
  const card = page.getByRole('article').filter({ hasText: plain!.name })
  await expect(card.getByText('Round.', { exact: true })).toBeVisible()
  await page.goto(`/product/${mug!._id}`)
  await expect(page.getByRole('term').filter({ hasText: 'Status' })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Material' })).toHaveCount(0)
  await deleteCreated()
})

test('on a phone, a bar with the button is shown while the form is out of view, and covers neither focus nor footer', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await openCoffee(page)
  const bar = barOf(page)
  await expect(bar).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByText('$19.00').last()).toBeInViewport({ ratio: 0.99 })

  // This click is the first input. It hydrates the page, and the button already works.
  await bar.click()
  await expect(page.getByRole('link', { name: 'Go to the cart' }).last()).toBeInViewport({ ratio: 0.99 })

  // While the form is in view, its own button is the only one.
  await page.getByRole('radio', { name: '2 lb' }).check()
  await page.getByRole('button', { name: 'Add to cart', exact: true }).scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()

  // Below the form, the bar has the chosen size and its price.
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 900)
  await expect(bar).toBeVisible()
  await expect(bar).toHaveAccessibleName(/2 lb.*Whole bean/)
  const before = await heightOf(page)
  await bar.click()
  await expect(page.getByRole('link', { name: 'Go to the cart' }).last()).toBeInViewport({ ratio: 0.99 })
  // Fractions of a pixel may be rounded to the next one.
  expect(Math.abs((await heightOf(page)) - before)).toBeLessThanOrEqual(1)
  await expect(page.getByRole('link', { name: 'Check out' }).last()).toBeInViewport({ ratio: 0.99 })

  // A focused link is never under the bar (WCAG 2.4.11).
  const links = page.getByRole('main').getByRole('link')
  // The last two are in the bar.
  for (const link of [links.nth(-4), links.first(), links.nth(-3)]) {
    await link.focus()
    expect(await isAbove(link, page.getByRole('link', { name: 'Check out' }).last())).toBe(true)
  }
  await page.mouse.wheel(0, 20_000)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('© Frame Roasters')).toBeInViewport({ ratio: 0.99 })
  expect((await bar.boundingBox())!.y).toBeLessThan((await footer.boundingBox())!.y - 50)
})

test('a picture of a product opens in full size, and the Back button closes it', async ({ page }) => {
  await openCoffee(page)
  await page.getByRole('region', { name: 'Pictures' }).getByRole('link').first().click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('1 of 2')).toBeVisible()
  const shown = viewer.locator('img')
  await expect.poll(() => shown.evaluate((img: any) => img.naturalWidth as number)).toBeGreaterThan(700)
  await page.goBack()
  await expect(viewer).toBeHidden()
})

const heightOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollHeight')

const barOf = (page: Page) => page.getByRole('button', { name: /^Add to cart: Ethiopia/ }).last()

async function openCoffee(page: Page): Promise<void> {
  await page.goto(`/product/${(await coffeeOf(page))._id}`)
}

/** The coffee of the demo whose pages these tests open. */
async function coffeeOf(page: Page): Promise<{ _id: string; image: string }> {
  const { products } = await (await page.request.get('/api/products?keyword=Guji+Highlands')).json()
  return products.find(({ name }: { name: string }) => name === 'Ethiopia Guji Highlands')
}

async function isAbove(element: Locator, bar: Locator): Promise<boolean> {
  if (!(await bar.isVisible())) return true
  const [box, cover] = [await element.boundingBox(), await bar.boundingBox()]
  return box!.y + box!.height <= cover!.y
}

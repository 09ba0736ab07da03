/** Large text, narrow and low windows, printing and the system's colors (WCAG 2.2: 1.4.4, 1.4.10, 2.4.11). */
import { expect, type Page } from '@playwright/test'
import { newBuyer } from './by-api.ts'
import { fillCart, signInAsOwner, signInByApi, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

const overflowOf = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Loads each page once, and measures it at 320 px, and at 390 px with text of twice the size. */
async function expectNoSideways(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(path)
    await expect(page.locator('main h1')).toHaveCount(1)
    await expect(page.locator('main [class*=skeleton]')).toHaveCount(0)
    await page.evaluate('document.querySelectorAll("details").forEach((one) => (one.open = true))')
    expect(await overflowOf(page), `${path} at 320 px`).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(`{
      const size = parseFloat(getComputedStyle(document.documentElement).fontSize)
      document.documentElement.style.fontSize = 2 * size + 'px'
    }`)
    expect(await overflowOf(page), `${path} with large text`).toBeLessThanOrEqual(0)
  }
}

test('no page for customers scrolls sideways at 320 px, nor with large text on a phone', async ({ page }) => {
  const buyer = await newBuyer()
  const order = await buyer.order()
  await signInByApi(page, buyer.email)
  await fillCart(page, 'haraz')
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  await expectNoSideways(page, [
    '/',
    '/shop',
    `/product/${products[0]._id}`,
    '/cart',
    '/checkout',
    `/order/${order}`,
    '/profile',
    '/profile/subscriptions',
    '/profile/security',
    '/wholesale',
    '/artshow',
    '/brew/v60',
    '/events/cupping-for-beginners',
    '/find-your-coffee',
    '/gift-cards',
    '/search/zzzzqq',
  ])
})

test('no page of the admin scrolls sideways at 320 px, nor with large text on a phone', async ({ page }) => {
  const order = await (await newBuyer()).buy()
  await signInAsOwner(page)
  await expectNoSideways(page, [
    '/admin',
    '/admin/orderlist',
    `/order/${order}`,
    '/admin/subscription-figures',
    '/admin/coffee-inventory',
    '/admin/messages',
    '/admin/productlist',
  ])
})

test('in a low window, no bar stays over the focused element', async ({ page }) => {
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`/product/${products[0]._id}`)
  await waitForHydration(page)
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate<string>(`(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return ''
      const { left, right, top, bottom } = focused.getBoundingClientRect()
      const middle = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
      const over = document.elementFromPoint(...middle)
      const isSeen = over && (focused.contains(over) || over.contains(focused) || over.closest('label')?.contains(focused))
      return isSeen ? '' : focused.outerHTML.slice(0, 80) + ' is under ' + over?.outerHTML.slice(0, 80)
    })()`)
    expect(covered).toBe('')
  }
  const stays = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((one) => getComputedStyle(one).position === 'sticky').map((one) => one.className)`)
  expect(stays).toEqual([])
})

test('an order is printed without buttons, links to other pages, header and footer', async ({ page }) => {
  const buyer = await newBuyer()
  const order = await buyer.buy()
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${order}`)
  await expect(page.getByText('Order Summary')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Order Summary')).toBeVisible()
  await expect(page.getByText(/^Paid on/).first()).toBeVisible()
  await expect(page.locator('main header svg.print-only')).toBeVisible()
  for (const role of ['button', 'contentinfo', 'navigation', 'textbox', 'combobox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
})

test('with forced colors, what is chosen differs from the rest', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const { products } = await (await page.request.get('/api/products?keyword=ethiopia')).json()
  await page.goto(`/product/${products[0]._id}`)
  const label = (name: RegExp) => page.locator('label').filter({ hasText: name })
  const colorOf = (name: RegExp) =>
    label(name).evaluate((one) => (globalThis as any).getComputedStyle(one).backgroundColor as string)
  expect(await colorOf(/^One time/)).not.toBe(await colorOf(/^Subscribe and save/))
  await page.emulateMedia({ forcedColors: 'none' })
})

test('placeholders have enough contrast', async ({ page }) => {
  await page.goto('/')
  const contrast = await page.evaluate<number>(`(() => {
    const channel = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    const light = (color) => {
      const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map(channel)
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const field = document.getElementById('news-email')
    const [dark, bright] = [light(getComputedStyle(field, '::placeholder').color), light(getComputedStyle(field).backgroundColor)]
    return (bright + 0.05) / (dark + 0.05)
  })()`)
  expect(contrast).toBeGreaterThanOrEqual(4.5)
})

import { expect, test as fresh, type Page } from '@playwright/test'
import { publicPaths } from '#shared/platform/pages.ts'
import { axeFindings } from './axe.ts'
import { expectFocusShown } from './keys.ts'
import { addFromPage, expectAt, movePointerAway, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

const PAGES = [...publicPaths(), '/login', '/register']

test('at 200% zoom and at 320 px no content is lost and no page scrolls sideways', async ({ page }) => {
  test.setTimeout(240_000)
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path, { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const whole = await visibleNames(page)
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 450 })
      expect(await visibleNames(page), `${path} at ${width}`).toEqual(whole)
      expect(await overflowOf(page), `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
})

/** Headings, links, buttons and fields. */
async function visibleNames(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const all = document.querySelectorAll(':is(main, footer) :is(h1, h2, h3, a, button, input, select, textarea)')
    const shown = [...all].filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    const nameOf = (one) => one.querySelector('img')?.alt || one.innerText || one.name || ''
    return shown.map((one) => one.tagName + ' ' + nameOf(one).replace(/\\s+/g, '')).toSorted()
  })()`)
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

test('with forced colors focus and state are visible, and axe finds nothing', async ({ page }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const path of ['/', '/shop', '/gallery', '/artshow', '/login', '/wholesale']) {
    await page.goto(path, { waitUntil: 'load' })
    // With forced colors the system chooses the colors, but axe reads those of the style sheet, so its contrast rule is
    // off.
    const options = {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false } },
    }
    await expect.poll(() => axeFindings(page, options), { message: path }).toEqual([])
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      await expectFocusShown(page)
    }
  }
  const current = page.getByRole('banner').locator('[aria-current=page]').filter({ visible: true })
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
  await page.getByRole('button', { name: 'Submit' }).click()
  const name = page.getByLabel('Business Name')
  await expect(name).toHaveCSS('border-top-width', '2px')
  await expect(page.getByLabel('Website/ Socials')).toHaveCSS('border-top-width', '1px')
  const { products } = await (await page.request.get('/api/products?keyword=kenya')).json()
  await page.goto(`/product/${products[0]._id}`)
  await expect(page.locator('dd [data-full]').first()).toBeVisible()
  const [full, empty] = await page.evaluate<string[]>(`(() => {
    const squares = [...document.querySelectorAll('dd span:empty')]
    const fill = (one) => getComputedStyle(one).backgroundColor
    return [fill(squares.find((one) => 'full' in one.dataset)), fill(squares.find((one) => !('full' in one.dataset)))]
  })()`)
  expect(full).not.toBe(empty)
})

test('with reduced motion banner, bands and header do not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/', '/artshow', '/shopcomingsoon']) {
    await page.goto(path)
    await movePointerAway(page)
    await page.getByRole('banner').hover()
    await page.mouse.wheel(0, 300)
    const moving = await page.evaluate<string[]>(`document.getAnimations()
      .filter((it) => it.playState === 'running' && it.effect.getTiming().duration > 1)
      .map((it) => it.effect.target.className)`)
    expect(moving, path).toEqual([])
    // With any duration, each change of the window's size would start one for every changed property.
    const withTransitions = await page.evaluate<number>(`[...document.querySelectorAll('body *')]
      .filter((it) => getComputedStyle(it).transitionProperty !== 'none').length`)
    expect(withTransitions, path).toBe(0)
  }
})

test('after a navigation the focus is on the heading of the new page, and the page is scrolled to the top', async ({
  page,
}) => {
  await page.goto('/shop')
  // Before hydration a link loads a document, which starts at its top anyway.
  await waitForHydration(page)
  await page.mouse.wheel(0, 400)
  await page.locator('main a[href^="/product/"]').nth(5).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { name: 'Refund Policy', level: 1 })).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a heading that appears late gets the focus, unless the reader has moved on', async ({ page }) => {
  await page.goto('/shop')
  await waitForHydration(page)
  const products = page.locator('main a[href^="/product/"]')
  // The page requests the product and the best sellers at the same time.
  const held: (() => void)[] = []
  await page.route(/\/api\/products\/[\w-]+$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const heading = page.getByRole('heading', { level: 1 })
  for (const hasGoneOn of [false, true]) {
    // The click has no pointer, because hovering a link loads its page in advance.
    await products.nth(hasGoneOn ? 3 : 2).evaluate((link: any) => link.click())
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.locator('main')).toBeFocused()
    await expect(heading).toHaveCount(0)
    const cart = page.getByRole('banner').getByRole('link', { name: /^CART/ })
    if (hasGoneOn) await cart.focus()
    for (const release of held.splice(0)) release()
    await expect(heading).toBeVisible()
    await expect(hasGoneOn ? cart : heading).toBeFocused()
    await page.goBack()
    // The URL changes before the page does, and the product's page has links to other products, too.
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  }
})

test('changes of the cart are announced', async ({ page }) => {
  await addFromPage(page, 'huehuetenango')
  const said = page.locator('output').first()
  await expect(said).toHaveText(/^Guatemala Huehuetenango, 12 oz \(340 g\), Whole bean is in your cart/)
  await page.getByLabel('Quantity of Guatemala Huehuetenango').selectOption('3')
  await expect(said).toHaveText(
    /^3 × Guatemala Huehuetenango, 12 oz \(340 g\), Whole bean. Subtotal \$51.00 for 3 pieces/,
  )
  await page.getByRole('button', { name: 'Remove Guatemala Huehuetenango' }).click()
  await expect(said).toHaveText(/removed from your cart. Your cart is empty/)
  await expect(page.getByRole('heading', { name: 'Shopping cart' })).toBeFocused()
})

fresh(
  'a toast is announced, is at the top right, and disappears after 5 seconds unless hovered or focused',
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('certainly wrong')
    await waitForHydration(page)
    // Stops the clock of the page: on a busy machine, the 5 seconds could be over before the test looks.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.evaluate(COUNT_LIFETIMES)
    const running = () => page.evaluate<number>('lifetimes.size')
    await page.getByRole('button', { name: 'Sign In' }).click()
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices).toHaveAttribute('aria-live', 'polite')
    const notice = notices.getByText('Invalid email or password')
    await expect(notice).toBeVisible()
    const box = await notice.boundingBox()
    const width = page.viewportSize()?.width ?? 0
    // Below the header, so that it covers no links.
    const bar = await page.getByRole('banner').boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(bar!.height)
    expect(box!.y).toBeLessThan(bar!.height + 60)
    expect(box!.x).toBeGreaterThan(width / 2)
    await expect.poll(running).toBe(1)
    await notice.hover()
    await expect.poll(running).toBe(0)
    await page.clock.fastForward(3_600_000)
    await expect(notice).toBeVisible()
    await page.mouse.move(5, 500)
    await expect.poll(running).toBe(1)
    await page.clock.fastForward(4900)
    await expect(notice).toBeVisible()
    await page.clock.fastForward(200)
    await expect(notice).toBeHidden()
  },
)

/** Runs in the page: keeps the running timers of five seconds in `lifetimes`. React starts and stops them a little later. */
const COUNT_LIFETIMES = `(() => {
  const [start, stop] = [setTimeout, clearTimeout]
  globalThis.lifetimes = new Set()
  globalThis.setTimeout = (run, delay, ...rest) => {
    const timer = start(run, delay, ...rest)
    if (delay === 5000) lifetimes.add(timer)
    return timer
  }
  globalThis.clearTimeout = (timer) => {
    lifetimes.delete(timer)
    stop(timer)
  }
})()`

fresh.describe('without JavaScript', () => {
  fresh.use({ javaScriptEnabled: false })

  fresh('every public page has its text and links', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
      expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(60)
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
    }
    await page.goto('/gallery')
    await expect(page.locator('noscript img[alt^="Image 20:"]')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('banner').getByRole('link', { name: 'ARTSHOW' })).toBeVisible()
  })

  fresh('a contact message can be sent, and the result page leads back', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
    await page.getByLabel('Message', { exact: true }).fill('A message without scripts.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(
      page.getByText('Message sent successfully! We will get back to you as soon as possible'),
    ).toBeVisible()
    await expectAt(page, '/')
  })

  fresh('a wholesale inquiry can be sent, and the result page leads back', async ({ page }) => {
    await page.goto('/wholesale')
    await page.getByLabel('Business Name').fill('The Long Table')
    await page.getByLabel('Type of Business').fill('Restaurant')
    await page.getByLabel('Email').fill('table@example.com')
    await page.getByLabel('Phone').fill('703 555 0100')
    await page.getByLabel('Message', { exact: true }).fill('An inquiry without scripts.')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
    await expectAt(page, '/wholesale')
  })
})

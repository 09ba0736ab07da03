import { expect, test } from '@playwright/test'
import { publicPaths } from '#shared/platform/pages.ts'
import { htmlOf, plainText } from './html.ts'
import { WITH_MOTION } from './motion.ts'
import {
  BUYER,
  signInAsNewCustomer,
  expectAt,
  movePointerAway,
  signInAsOwner,
  waitForHydration,
} from './steps.ts'
import { test as visitor } from './visitor.ts'

const LAPTOP = { ...WITH_MOTION, viewport: { width: 1280, height: 900 } }
visitor.use(LAPTOP)
test.use(LAPTOP)

visitor(
  'the header links to every page about the shop and the shop, and to no app before there is one',
  async ({ request }) => {
    const links = (await htmlOf(request, '/about', 'header')).matchAll(
      /<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs,
    )
    const found = Object.fromEntries([...links].map(([, href, inside = '']) => [plainText(inside), href]))
    expect(found).toMatchObject({
      ABOUT: '/about',
      SHOP: '/shop',
      MENU: '/menu',
      GALLERY: '/gallery',
      ARTSHOW: '/artshow',
      MUSIC: '/music',
      SUBSCRIBE: '/subscribe',
      WHOLESALE: '/wholesale',
      LOGIN: '/login',
    })
    expect(found).not.toHaveProperty('APP')
  },
)

test('COFFEE holds SHOP and MENU, PHOTO holds GALLERY and ARTSHOW, shown on hover', async ({ page }) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  const group = (title: string) =>
    header.getByRole('listitem').filter({ has: page.getByRole('button', { name: title }) })
  await waitForHydration(page)
  await expect(header.getByRole('link', { name: 'SHOP' })).toBeHidden()
  await movePointerAway(page)
  await header.getByRole('button', { name: 'COFFEE' }).hover()
  await expect(group('COFFEE').getByRole('link')).toHaveText(['SHOP', 'MENU'])
  await expect(group('PHOTO').getByRole('link')).toHaveText(['GALLERY', 'ARTSHOW'])
  await expect(header.getByRole('link', { name: 'ARTSHOW' })).toBeVisible()
})

test('the header slides open on hover in one second, and closes when the pointer leaves', async ({
  page,
}) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  const sheet = await header.evaluate((element) => {
    const { transitionDuration, transitionProperty } = (globalThis as any).getComputedStyle(
      element,
      '::after',
    )
    return `${transitionProperty} ${transitionDuration}`
  })
  expect(sheet).toBe('translate 1s')
  await waitForHydration(page)
  await expect(header).not.toHaveAttribute('data-open')
  await movePointerAway(page)
  await header.hover()
  await expect(header).toHaveAttribute('data-open')
  await page.mouse.move(600, 700)
  await expect(header).not.toHaveAttribute('data-open')
  await expect(header.getByRole('link', { name: 'GALLERY' })).toBeHidden()
})

test('the header does not slide open when the session of an admin is loaded', async ({ page }) => {
  await signInAsOwner(page)
  await page.addInitScript(`new MutationObserver(() => {
    const header = document.querySelector('header[data-tall]')
    if (!header || globalThis.slides) return
    globalThis.slides = header.getAnimations({ subtree: true }).map((one) => one.transitionProperty)
  }).observe(document, { attributes: true, childList: true, subtree: true })`)
  await page.goto('/about')
  const slides = () => page.evaluate<string[] | undefined>('globalThis.slides')
  await expect.poll(slides).toBeDefined()
  expect(await slides()).not.toContain('translate')
})

test('on a phone the header opens on touch, and closes on navigation', async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/about')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'MENU' }).tap()
  await page.getByRole('banner').getByRole('link', { name: 'GALLERY' }).tap()
  await expectAt(page, '/gallery')
  await expect(page.getByRole('banner')).not.toHaveAttribute('data-open')
  await context.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu has the departments first, everything that can be bought, and the search in reach of a thumb', async ({
    page,
  }) => {
    await page.goto('/about')
    await waitForHydration(page)
    const header = page.getByRole('banner')
    await page.getByRole('button', { name: 'MENU' }).click()
    // Without the departments of other tests.
    const links = header.getByRole('list', { name: 'Shop' }).getByRole('link').filter({ hasNotText: /\d/ })
    await expect(links).toHaveText([
      'Coffee',
      'Equipment',
      'Prints',
      'All products',
      'Find your coffee',
      'Events',
      'Gift cards',
      'Brew guides',
      'Visit',
    ])
    for (const name of ['SUBSCRIBE', 'MENU', 'ARTSHOW', 'LOGIN'])
      await expect(header.getByRole('link', { name, exact: true })).toBeInViewport()
    const search = header.getByRole('searchbox', { name: 'Search products' })
    await expect(header.getByRole('navigation')).toHaveCSS('clip-path', 'inset(0px)')
    const top = (await search.boundingBox())!.y
    expect(top).toBeGreaterThan(720)
    const login = (await header.getByRole('link', { name: 'LOGIN' }).boundingBox())!
    expect(login.y + login.height).toBeLessThanOrEqual(top)
    for (const each of await header.getByRole('navigation').locator('.reach, li > a, button, input').all())
      if (await each.isVisible()) expect((await each.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await search.fill('tarrazu')
    await search.press('Enter')
    await expectAt(page, '/search/tarrazu')
    await expect(header).not.toHaveAttribute('data-open')
    await page.getByRole('button', { name: 'MENU' }).click()
    await header.getByRole('link', { name: 'Prints' }).click()
    await expectAt(page, '/shop/prints')
  })

  test('Escape closes the menu and returns the focus to its button, also from below a heading; a link to a part of the same page closes it', async ({
    page,
  }) => {
    await page.goto('/')
    await waitForHydration(page)
    const button = page.getByRole('button', { name: /^(MENU|CLOSE)$/ })
    const header = page.getByRole('banner')
    for (const name of ['GALLERY', 'ABOUT', 'Coffee']) {
      await button.click()
      await header.getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Escape')
      await expect(header).not.toHaveAttribute('data-open')
      await expect(button).toBeFocused()
    }
    await button.click()
    await header.getByRole('link', { name: 'Visit' }).click()
    await expect(header).not.toHaveAttribute('data-open')
    await expect(page.getByRole('main').getByRole('heading', { name: 'Come visit' })).toBeInViewport()
  })
})

test('below the wide layout a hover does not open the menu, and Close closes it also under the mouse', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto('/about')
  await waitForHydration(page)
  const header = page.getByRole('banner')
  await movePointerAway(page)
  await header.hover()
  // Longer than the delay after which a hover opens the wide header.
  await page.waitForTimeout(300)
  await expect(header).not.toHaveAttribute('data-open')
  await page.getByRole('button', { name: 'MENU' }).click()
  await expect(header).toHaveAttribute('data-open')
  await page.getByRole('button', { name: 'CLOSE' }).click()
  await expect(header).not.toHaveAttribute('data-open')
  // Opened by a hover, then made narrow.
  await page.setViewportSize({ width: 1280, height: 900 })
  await movePointerAway(page)
  await header.hover()
  await expect(header).toHaveAttribute('data-open')
  await page.setViewportSize({ width: 900, height: 800 })
  await page.getByRole('button', { name: 'CLOSE' }).click()
  await expect(header).not.toHaveAttribute('data-open')
  await expect(page.getByRole('button', { name: 'MENU' })).toHaveAttribute('aria-expanded', 'false')
})

visitor('the link to the current page is marked, and so is the heading above it', async ({ page }) => {
  await page.goto('/menu')
  const header = page.getByRole('banner')
  await expect(header.locator('[aria-current=page]')).toHaveText('MENU')
  await expect(header.getByRole('button', { name: 'COFFEE' })).toHaveCSS('text-decoration-line', 'underline')
  await page.goto('/about')
  await expect(header.locator('[aria-current=page]')).toHaveText('ABOUT')
})

visitor('the header is hidden on every path that starts with /order', async ({ page }) => {
  // A visitor would be sent to /login.
  await signInAsNewCustomer(page)
  for (const path of ['/order/1m7zh3q7500079wqeg9av', '/orders-of-old']) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  await page.goto('/cart')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a signed-in user’s name opens Profile and Logout; LOGIN is hidden, and only admins see Admin', async ({
  page,
}) => {
  await signInAsNewCustomer(page)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: BUYER.name }).click()
  await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'LOGIN' })).toHaveCount(0)
  await expect(header.getByRole('button', { name: 'Admin' })).toHaveCount(0)
  await header.getByRole('link', { name: 'Profile' }).click()
  await expectAt(page, '/profile')
})

test('an admin sees Admin with Products, Users, Orders, Menu and Art Show, after Today and before Messages', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Admin' })).toBeVisible()
  await header.getByRole('button', { name: 'Admin' }).hover()
  for (const [name, path] of [
    ['Products', '/admin/productlist'],
    ['Users', '/admin/userlist'],
    ['Orders', '/admin/orderlist'],
    ['Menu', '/admin/menuedit'],
    ['Art Show', '/admin/artshowlist'],
  ] as const)
    await expect(header.locator(`a[href="${path}"]`)).toHaveText(name)
  const group = header.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Admin' }) })
  await expect(group.getByRole('link')).toHaveText([
    'Today',
    'Products',
    'Users',
    'Orders',
    'Menu',
    'Art Show',
    'Messages',
  ])
  // The open header is taller than its last link.
  const last = await group.getByRole('link').last().boundingBox()
  const drawer = await header.evaluate((element) =>
    Number.parseFloat((globalThis as any).getComputedStyle(element, '::after').height),
  )
  expect(last!.y + last!.height).toBeLessThanOrEqual(drawer)
})

visitor(
  'the navigation of the desk marks the entry of every screen, also of a former address',
  async ({ page }) => {
    await signInAsOwner(page)
    const nav = page.getByRole('navigation', { name: 'Admin pages' })
    for (const [path, entry] of [
      ['/admin', 'Today'],
      ['/admin/messages', 'Messages'],
      ['/admin/mail', 'Services'],
      ['/admin/works', 'Art Show'],
      ['/admin/product/new-coffee', 'Products'],
      ['/admin/green-coffee/any/to-shop', 'Green coffee'],
      ['/admin/money?x=1', 'Payments check'],
    ] as const) {
      await page.goto(path)
      await expect(nav.locator('[aria-current]').last()).toContainText(entry)
    }
    await expect(page).toHaveURL('/admin/payments-check?x=1')
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  },
)

test('the footer of every public page has the four policies, hours, address and contact', async ({
  page,
  request,
}) => {
  for (const path of publicPaths()) {
    const footer = await htmlOf(request, path, 'footer')
    for (const policy of ['/privacypolicy', '/refundpolicy', '/termsofservice', '/shippingpolicy'])
      expect(footer.split(`href="${policy}"`)).toHaveLength(2)
  }
  await page.goto('/shopcomingsoon', { waitUntil: 'domcontentloaded' })
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('list', { name: 'Opening hours' })).toHaveText(/M–F 7–5.*S–S 8–5/s)
  await expect(footer.getByRole('link', { name: /145 Church Street NW/ })).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible()
})

/** What all screens of the desk share: the navigation, and the shop's time zone. */
import { expect, test as fresh, type Page } from '@playwright/test'
import { placePaidOrder, sendContactMessage } from './by-api.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const WIDTHS = [390, 820, 1440]
const WAITING = {
  tasks: { toShip: 128, toHandOver: 120, unanswered: 7 },
  isSandbox: true,
  isDemo: true,
  now: '2026-11-29T15:00:00.000Z',
  daysAhead: 0,
}

/** Runs in the page: returns each badge with the text of a tab that it overlaps. */
const COLLISIONS = `(() => {
  const tabs = [...document.querySelectorAll('nav[aria-label="Admin pages"] a')]
  const wordsOf = (tab) => {
    const range = document.createRange()
    range.selectNode([...tab.childNodes].find(({ nodeType }) => nodeType === 3))
    return range.getBoundingClientRect()
  }
  const badges = tabs.flatMap((tab) => [...tab.querySelectorAll('span')]
    .filter((span) => !span.className.includes('visually-hidden')))
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  return {
    badges: badges.map((badge) => badge.innerText.trim().split('\\n').join('')),
    collisions: badges.flatMap((badge) => tabs
      .filter((tab) => over(badge.getBoundingClientRect(), wordsOf(tab)))
      .map((tab) => badge.innerText + ' over ' + tab.innerText)),
    lefts: tabs.map((tab) => Math.round(wordsOf(tab).left)),
  }
})()`

type Tabs = { badges: string[]; collisions: string[]; lefts: number[] }

const tabsOf = (page: Page) => page.evaluate<Tabs>(COLLISIONS)

/** The tabs at each width, without badges and with them. Read on one page for all widths, since a page is expensive. */
let tabs: Promise<{ before: Tabs[]; after: Tabs[] }> | undefined

for (const [index, width] of WIDTHS.entries())
  test(`a badge covers no tab, and moves none when it appears, at ${width} px`, async ({ page }) => {
    tabs ??= readTabs(page)
    const { before, after } = await tabs
    expect(before[index]!.badges).toEqual([])
    expect(after[index]!.badges).toHaveLength(3)
    expect(after[index]!.collisions).toEqual([])
    expect(after[index]!.lefts).toEqual(before[index]!.lefts)
  })

async function readTabs(page: Page): Promise<{ before: Tabs[]; after: Tabs[] }> {
  await signInAsOwner(page)
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/desk/waiting', async (route) => {
    await asked
    await route.fulfill({ json: WAITING })
  })
  // With the entries of a group, and groups that are closed. On a narrow window the navigation is in a drawer.
  await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
  await page.goto('/admin/orderlist')
  await page.getByRole('button', { name: 'MENU' }).click()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  const before = await tabsAtWidths(page)
  answer()
  await expect(page.getByRole('link', { name: /99\+ orders to ship/ })).toBeAttached()
  return { before, after: await tabsAtWidths(page) }
}

async function tabsAtWidths(page: Page): Promise<Tabs[]> {
  const tabsAt: Tabs[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    tabsAt.push(await tabsOf(page))
  }
  return tabsAt
}

// With a context of its own, because it sets the time zone.
fresh.describe('an admin in another time zone', () => {
  fresh.use({ timezoneId: 'Asia/Tokyo' })

  fresh('sees times in the shop’s time zone, which the settings name', async ({ page }) => {
    const name = `Zoe ${Date.now()}`
    await sendContactMessage(name, 'What time is it?')
    await signInAsOwner(page)
    await page.goto('/admin/messages')
    const row = page.getByRole('listitem').filter({ hasText: name })
    const at = await row.getByRole('time').first().getAttribute('datetime')
    const shown = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }).format(new Date(at!))
    await expect(row.getByRole('time').first()).toHaveText(shown)
    const zone = page.getByText('Times on all pages are the shop’s: Eastern Time')
    await expect(zone).toHaveCount(0)
    // The frame names it only for a reader elsewhere.
    const marks = page.getByRole('list', { name: 'About this shop' })
    await expect(marks.getByText('Eastern Time', { exact: true })).toBeVisible()
    await page.goto('/admin/settings')
    await expect(zone).toHaveCount(1)
  })
})

test('the navigation stays where it was scrolled to while pages change, also from a list to an order and back', async ({
  page,
}) => {
  await placePaidOrder('Scrolled')
  await signInAsOwner(page)
  await page.setViewportSize({ width: 1440, height: 420 })
  await page.goto('/admin/settings')
  const header = page.locator('#desk > header')
  const scrolled = () => header.evaluate((element: any) => element.scrollTop as number)
  await header.getByRole('link', { name: 'Change log' }).scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(20)
  await header.evaluate((element: any) => (element.isTheSame = true))
  await header.getByRole('link', { name: 'Change log' }).click()
  await expect(page.getByRole('heading', { name: 'Change log', level: 1 })).toBeVisible()
  expect(await scrolled()).toBeGreaterThanOrEqual(before)
  expect(await header.evaluate((element: any) => element.isTheSame)).toBe(true)
  await page.goto('/admin/orderlist')
  await header.getByRole('link', { name: 'Reschedule' }).scrollIntoViewIfNeeded()
  await header.evaluate((element: any) => element.scrollTo(0, 40))
  await expect.poll(scrolled).toBe(40)
  // An order is outside of the layout of the desk.
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'All orders', exact: true })).toBeVisible()
  expect(await scrolled()).toBe(40)
})

test('every page of the desk says that no money moves in the sandbox', async ({ page }) => {
  await signInAsOwner(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/admin', '/admin/orderlist', '/admin/settings/business']) {
      await page.goto(path)
      await expect(
        page.getByRole('list', { name: 'About this shop' }).getByText('Sandbox', { exact: true }),
      ).toBeVisible()
    }
  }
})

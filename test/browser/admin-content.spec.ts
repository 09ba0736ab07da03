/** What all admin screens share: the navigation, and the shop's time zone. */
import { expect, test, type Page } from '@playwright/test'
import { sendContactMessage } from './by-api.ts'
import { signInAsOwner } from './steps.ts'

const WAITING = { toShip: 128, toHandOver: 120, unanswered: 7 }

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

for (const width of [390, 820, 1440])
  test(`a badge covers no tab, and moves none when it appears, at ${width} px`, async ({ page }) => {
    await signInAsOwner(page)
    await page.setViewportSize({ width, height: 900 })
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/desk/waiting', async (route) => {
      await asked
      await route.fulfill({ json: WAITING })
    })
    // The two rows: the sections, and the pages of this section.
    await page.goto('/admin/orderlist')
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
    const before = await tabsOf(page)
    expect(before.badges).toEqual([])
    answer()
    await expect(page.getByRole('link', { name: /99\+ to ship/ })).toBeAttached()
    const after = await tabsOf(page)
    expect(after.badges).toHaveLength(3)
    expect(after.collisions).toEqual([])
    expect(after.lefts).toEqual(before.lefts)
  })

test.describe('an admin in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('sees times in the shop’s time zone, which each screen names once', async ({ page }) => {
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
    for (const path of ['/admin', '/admin/messages', '/admin/record', '/admin/mail', '/admin/orderlist']) {
      await page.goto(path)
      await expect(page.getByText('Times are the shop’s: Eastern Time')).toHaveCount(1)
    }
  })
})

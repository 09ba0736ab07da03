/** Which day the roast day opens without a day in its address, and with which step a day starts. */
import { expect, test, type Page } from '@playwright/test'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { expectAccessible } from './axe.ts'
import { openDay, step } from './roast-day-screen.ts'
import { createDay, dayIn, openDatabase } from './roastery-day.ts'
import { signInAsOwner } from './steps.ts'

/** Replies with empty days, which lead to this next one. */
async function emptyDays(page: Page, next: string | null): Promise<void> {
  await page.route('**/api/roastery/days/*', (route) => {
    const day = route.request().url().slice(-10)
    const empty: WholeRoastDay = { day, previous: null, next, batches: [], coffees: [], orders: [] }
    return route.fulfill({ json: day === next ? { ...empty, next: null } : empty })
  })
}

test('it opens the next day with work, and offers to plan it if it has no batches', async ({ page }) => {
  await signInAsOwner(page)
  await emptyDays(page, '2031-03-04')
  await page.goto('/admin/roast-day')
  await expect(page).toHaveURL(/\/admin\/roast-day\/2031-03-04$/)
  await page.getByRole('link', { name: 'Plan this day' }).click()
  await expect(page).toHaveURL(/\/admin\/roastery\/2031-03-04$/)
})

test('if nothing is planned, it offers to plan a day', async ({ page }) => {
  await signInAsOwner(page)
  await emptyDays(page, null)
  await page.goto('/admin/roast-day')
  await expect(page.getByText('No roast day is planned, and no order waits for one.')).toBeVisible()
  await expectAccessible(page, 'a roast day without a plan')
  await page.getByRole('link', { name: 'Plan a roast day' }).click()
  await expect(page).toHaveURL(/\/admin\/roastery$/)
})

test('a day starts with its first open step, also if it was planned or weighed since this browser loaded it', async ({
  page,
}) => {
  const database = await openDatabase()
  const day = dayIn(50)
  await createDay(database, day)
  const url = `**/api/roastery/days/${day}`
  const unplanned = () =>
    page.route(url, async (route) => {
      const loaded = (await (await route.fetch()).json()) as WholeRoastDay
      return route.fulfill({ json: { ...loaded, batches: [] } satisfies WholeRoastDay })
    })
  await unplanned()
  await openDay(page, day)
  await expectUnplanned(page)
  await page.unroute(url)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await expectStart(page, 'Weigh')

  await unplanned()
  await page.reload()
  await expectUnplanned(page)
  await page.unroute(url)
  await page.reload()
  await expectStart(page, 'Weigh')

  const weighed = { state: 'weighed' as const, weighed_at: new Date().toISOString(), weighed_by: 'Ben' }
  await database.db.updateTable('batches').set(weighed).where('roasts_on', '=', day).execute()
  await database.close()
  await page.reload()
  await expectStart(page, 'Roast')
})

async function expectUnplanned(page: Page): Promise<void> {
  await expect(page.getByText('The batches of this day are not planned yet.')).toBeVisible()
  await expect(step(page, 'Blend')).toHaveAttribute('aria-current', 'step')
}

async function expectStart(page: Page, title: string): Promise<void> {
  await expect(step(page, title)).toContainText('0/3')
  await expect(step(page, title)).toHaveAttribute('aria-current', 'step')
}

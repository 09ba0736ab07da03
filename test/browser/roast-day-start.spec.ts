/** Which day the roast day opens, without a day in its address. */
import { expect, test, type Page } from '@playwright/test'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { expectAccessible } from './axe.ts'
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

/** The screen of a roast day, by the texts on it. */
import { expect, test, type Locator, type Page } from '@playwright/test'
import type { Database } from '#server/kernel/db/connect.ts'
import { expectAccessible } from './axe.ts'
import { openDatabase } from './roastery-day.ts'
import { signInAsOwner } from './steps.ts'

export const TABLET = { width: 820, height: 1180 }

/** Expects an accessible screen at all widths, and continues on a tablet. */
export async function expectGood(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen)
  await page.setViewportSize(TABLET)
}

/** Signs in as the owner and opens a day. */
export async function openDay(page: Page, day: string): Promise<void> {
  await signInAsOwner(page)
  await page.goto(`/admin/roast-day/${day}`)
  await expect(page.getByRole('navigation', { name: 'Steps of the day' })).toBeVisible()
}

/** The link to a step of the day, with its counts. */
export function step(page: Page, title: string): Locator {
  return page.getByRole('navigation', { name: 'Steps of the day' }).getByRole('link', { name: title })
}

/** The card of a batch or coffee with an open step. */
export function card(page: Page, title: string): Locator {
  return page.getByRole('article', { name: new RegExp(title) })
}

/** Taps the first button of this name on a card. */
export async function tapOn(page: Page, title: string, button: string | RegExp): Promise<void> {
  await card(page, title).getByRole('button', { name: button }).first().tap()
}

/** The line of a step that was done. */
export function done(page: Page, text: string): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: text })
    .filter({ hasText: /\d [AP]M/ })
}

/** Two clicks before the screen can show the result of the first. */
export function pressTwice(button: Locator): Promise<void> {
  return button.evaluate((element: { click(): void }) => {
    element.click()
    element.click()
  })
}

/** The database of the shop of this worker, for the tests of a file. */
export function shopDatabase(): Database {
  const database = {} as Database
  test.beforeAll(async () => void Object.assign(database, await openDatabase()))
  test.afterAll(() => database.close())
  return database
}

/** Waits until no step is waiting, for the shop or for a decision. */
export async function allSent(page: Page): Promise<void> {
  await expect(page.getByText('not sent yet')).toHaveCount(0)
  await expect(page.getByText(/steps? waits?/)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Not done' })).toHaveCount(0)
}

/** Waits until the service worker has stored the page of the day. */
export async function pageIsKept(page: Page, day: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<boolean>(`caches.match('/admin/roast-day/${day}').then(Boolean)`))
    .toBe(true)
}

/** Messages in the admin, found by their senders. */
import type { Page } from '@playwright/test'

let people = 0
/** A sender's name that no other test uses. */
export const stranger = () => `Stranger ${process.pid} ${Date.now()} ${++people}`

/** Opens a message in the list, by its sender. */
export async function openLetter(page: Page, name: string, search = '') {
  await page.goto(`/admin/messages${search}`)
  const letter = page.locator('details', { hasText: name })
  await letter.locator('summary').click()
  return letter
}

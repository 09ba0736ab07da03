/** Letters at the desk, found by their writers. */
import type { Page } from '@playwright/test'

let people = 0
/** Somebody whom no other test knows. */
export const stranger = () => `Stranger ${process.pid} ${Date.now()} ${++people}`

/** Opens a letter in the list, by its writer. */
export async function openLetter(page: Page, name: string, search = '') {
  await page.goto(`/admin/messages${search}`)
  const letter = page.locator('details', { hasText: name })
  await letter.locator('summary').click()
  return letter
}

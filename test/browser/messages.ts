/** Finds messages in the admin by their senders. */
import type { Page } from '@playwright/test'

let count = 0
/** A sender's name that no other test uses. */
export const newSender = () => `Stranger ${process.pid} ${Date.now()} ${++count}`

/** Opens a message in the list, by its sender. */
export async function openMessage(page: Page, name: string, search = '') {
  await page.goto(`/admin/messages${search}`)
  const message = page.locator('details', { hasText: name })
  await message.locator('summary').click()
  return message
}

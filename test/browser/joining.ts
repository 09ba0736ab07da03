/** A person who joins the staff by a mailed invitation. */
import { expect, type Page } from '@playwright/test'
import { linkTo } from './mailed-link.ts'
import { BUYER } from './steps.ts'

/** Accepts the invitation, and follows the link to the work. */
export async function joinStaff(page: Page, email: string, name: string): Promise<void> {
  await page.goto(await linkTo(email, 'staff-invite'))
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByLabel('Confirm Password').fill(BUYER.password)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('link', { name: 'See your work' }).click()
}

/** Expects the pages of a packer in the navigation of the admin, and no others. */
export async function expectWorkOfPacker(page: Page): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Admin pages' })
  // Another test may have switched wholesale on; then they have its deliveries too.
  await expect(nav.getByRole('link').filter({ hasNotText: 'Deliveries' })).toHaveText([
    /^Today/,
    /^Orders/,
    /^To ship/,
    /^Pickup/,
    /^Roastery/,
    /^Roast day/,
    /^Roast plan/,
  ])
}

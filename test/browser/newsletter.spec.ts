/** The sign-up for the newsletter in the footer. */
import { expect } from '@playwright/test'
import { linkTo } from './mailed-link.ts'
import { newEmail } from './steps.ts'
import { test } from './visitor.ts'

test('a refused address is in the field again, with the focus, and not in the URL', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('textbox').fill('ada@localhost')
  await footer.getByRole('button', { name: 'Get news' }).click()
  const field = page.getByRole('main').getByLabel('Email')
  await expect(field).toHaveValue('ada@localhost')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Enter a valid email address')
  expect(page.url()).not.toContain('localhost#')
  expect(page.url()).not.toContain('ada')
})

test('a visitor subscribes in the footer and confirms with the mailed link', async ({ page }) => {
  const email = newEmail()
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('textbox').fill(email)
  await footer.getByRole('button', { name: 'Get news' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()
  await page.goto(await linkTo(email, 'newsletter-confirm'))
  await page.getByRole('button', { name: 'Confirm the subscription' }).click()
  await expect(page.getByText('You get our newsletter from now on.')).toBeVisible()
})

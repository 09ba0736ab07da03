/** The sign-up for the newsletter in the footer, and the consents that came from another shop. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { linkTo } from './mailed-link.ts'
import { asOwner } from './owner.ts'
import { newEmail, signInAsOwner } from './steps.ts'
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
  await page.getByRole('button', { name: 'Confirm the newsletter' }).click()
  await expect(page.getByText('You get our newsletter from now on.')).toBeVisible()
})

test('the owner accepts the consents of imported customers, and takes the file of the subscribers', async ({
  page,
}) => {
  const email = newEmail()
  await asOwner(async (owner) => {
    // WooCommerce, because another spec imports customers of Shopify, who would be counted too.
    const csv = `Username,First Name,Last Name,Email,Newsletter\r\nima,Ima,Import,${email},yes\r\n`
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    const sent = await owner.post('/api/imports/customers', { multipart: { file } })
    const { _id } = await sent.json()
    await expect.poll(async () => (await (await owner.get(`/api/imports/${_id}`)).json()).state).toBe('ready')
    await owner.post(`/api/imports/${_id}/start`)
    await expect.poll(async () => (await (await owner.get(`/api/imports/${_id}`)).json()).state).toBe('done')
  })
  await signInAsOwner(page)
  await page.goto('/admin/newsletters')
  const form = page.getByRole('form', { name: 'WooCommerce' })
  await expect(form).toContainText('1 person agreed in WooCommerce, on days that the file does not have.')
  await form.getByRole('button', { name: 'Accept' }).click()
  await expect(form.getByLabel('Where and how they agreed')).toBeFocused()
  await form.getByLabel('Where and how they agreed').fill('Box at the checkout of our WooCommerce shop')
  await form.getByLabel('Day for the 1 without a date').fill('2025-03-01')
  await expectAccessible(page, 'imported consents')
  await form.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Added 1 subscriber')).toBeVisible()
  await expect(form).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Subscribers with their consents (CSV)' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain(`${email},yes,2025-03-01`)
})

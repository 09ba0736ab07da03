import { expect, type Page } from '@playwright/test'
import { test } from './visitor.ts'

test('wholesale: image, welcome, and a form with the required fields and labels', async ({ page }) => {
  await page.goto('/wholesale')
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(1)
  await expect(page.getByText(/^Welcome\./)).toBeVisible()
  const form = page.getByRole('form')
  const labels = await form.locator(':not([aria-hidden]) > label').allInnerTexts()
  expect(labels.map((label) => label.replace(' optional', ''))).toEqual([
    'Business Name',
    'Type of Business',
    'Email',
    'Phone',
    'Quantity | lbs/ month',
    'Website/ Socials',
    'Message',
  ])
  for (const name of ['Business Name', 'Type of Business', 'Email', 'Phone', 'Message'])
    await expect(form.getByLabel(name)).toHaveAttribute('required')
  for (const name of ['Quantity', 'Website/ Socials'])
    await expect(form.getByLabel(name)).not.toHaveAttribute('required')
  await expect(form.getByLabel('Quantity')).toHaveAttribute('type', 'number')
  await expect(form.getByLabel('Quantity')).toHaveValue('0')
  expect(await form.getByLabel('Message').evaluate((it: any) => it.nodeName as string)).toBe('TEXTAREA')
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible()
})

test('wholesale: success and failure show the required texts, and the form is empty after both', async ({
  page,
}) => {
  await page.goto('/wholesale')
  await fillInquiry(page)
  const sent = page.waitForRequest('**/wholesale/send')
  await page.getByRole('button', { name: 'Submit' }).click()
  // mailerState has exactly the required fields; the honeypot is beside it.
  expect((await sent).postDataJSON()).toEqual({
    mailerState: {
      businessName: 'The Long Table',
      typeOfBusiness: 'Restaurant',
      email: 'table@example.com',
      phone: '703 555 0100',
      qty: 40,
      social: '',
      message: 'We pour filter coffee all day.',
    },
    homepage: '',
  })
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  await expect(page.getByText(/reply as soon as possible/)).toBeVisible()
  await page.route('**/wholesale/send', (route) => route.fulfill({ json: { status: 'fail' } }))
  await fillInquiry(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/something went wrong on our end/i)).toBeVisible()
  await expect(
    page.getByRole('form').or(page.getByRole('main')).locator('a[href^="mailto:"]').first(),
  ).toBeVisible()
  await expect(page.getByLabel('Business Name')).toHaveValue('')
  await expect(page.getByLabel('Quantity')).toHaveValue('0')
})

test('wholesale: a network failure shows the failure text, and no input is lost', async ({ page }) => {
  await page.goto('/wholesale')
  await page.route('**/wholesale/send', (route) => route.abort())
  await fillInquiry(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/something went wrong on our end/i)).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('0')
  await page.getByRole('button', { name: /put my text back/i }).click()
  await expect(page.getByLabel('Business Name')).toHaveValue('The Long Table')
  await expect(page.getByLabel('Quantity')).toHaveValue('40')
})

async function fillInquiry(page: Page): Promise<void> {
  await page.getByLabel('Business Name').fill('The Long Table')
  await page.getByLabel('Type of Business').fill('Restaurant')
  await page.getByLabel('Email').fill('table@example.com')
  await page.getByLabel('Phone').fill('703 555 0100')
  await page.getByLabel('Quantity').fill('40')
  await page.getByLabel('Message', { exact: true }).fill('We pour filter coffee all day.')
}

import { expect } from '@playwright/test'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const SENT = 'Message sent successfully! We will get back to you as soon as possible'

test('after a contact message the form is empty, an alert confirms it, and the owner gets the message', async ({
  page,
}) => {
  const words = `Do you keep lost scarves? ${Date.now()}`
  await page.goto('/#contact')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
  await signInAsOwner(page)
  await page.goto('/admin/messages')
  await page.getByText('Ada Byron').first().click()
  await expect(page.getByText(words).first()).toBeVisible()
})

test('if a contact message cannot be sent, an alert says so, and no input is lost', async ({ page }) => {
  await page.goto('/#contact')
  await page.route('**/send', (route) => route.abort())
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Are you open on Sunday?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(
    page.getByText(
      'Failed to send message: Something went wrong on our end... Please shoot us a message to:',
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: /put my text back/i }).click()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Are you open on Sunday?')
})

test('a sent wholesale inquiry is confirmed and resets the quantity to 0', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Click Here' }).click()
  await expect(page.getByRole('heading', { name: 'WHOLESALE', level: 1 })).toBeVisible()
  await page.getByLabel('Business Name').fill('The Long Table')
  await page.getByLabel('Type of Business').fill('Restaurant')
  await page.getByLabel('Email').fill('table@example.com')
  await page.getByLabel('Phone').fill('703 555 0100')
  await page.getByLabel(/Quantity/).fill('40')
  await page.getByLabel('Message', { exact: true }).fill('We pour filter coffee all day.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  await expect(page.getByLabel(/Quantity/)).toHaveValue('0')
  await expect(page.getByLabel('Business Name')).toHaveValue('')
})

test('with reduced motion the banner does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const moving = await page.evaluate<number>(
    "document.getAnimations().filter((it) => it.playState === 'running' && it.effect.getTiming().duration > 1).length",
  )
  expect(moving).toBe(0)
})

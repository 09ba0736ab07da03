/** Connections: an owner makes a token, with which a program calls the API, and a webhook, which gets a message. */
import { expect } from '@playwright/test'
import { openReceiver, verify } from '#server/backoffice/webhooks/receiver.testing.ts'
import { expectAccessible } from './axe.ts'
import { BASE_URL } from './playwright.config.ts'
import { answerDialogs, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test('a token is shown once, opens what was chosen, and stops when it is revoked', async ({ page }) => {
  await signInAsOwner(page)
  answerDialogs(page)
  await page.goto('/admin/connections')
  const section = page.getByRole('region', { name: 'API tokens' })
  await section.getByRole('button', { name: 'Make the token' }).click()
  await expect(section.getByText('Enter what the token is for.')).toBeVisible()
  await section.getByLabel('Name').fill('Bookkeeping')
  await section.getByLabel('Last day').fill(inDays(30))
  await section.getByRole('button', { name: 'Make the token' }).click()
  await expect(section.getByText('Choose what the token may do.')).toBeVisible()
  await section.getByLabel('Orders', { exact: true }).selectOption('Read')
  await expectAccessible(page, 'the form of a token')
  await section.getByRole('button', { name: 'Make the token' }).click()
  const shown = section.getByLabel('The token of Bookkeeping')
  await expect(shown).toHaveValue(/^frame_/)
  const authorization = `Bearer ${await shown.inputValue()}`
  const program = (path: string) => fetch(BASE_URL + path, { headers: { authorization } })
  expect((await program('/api/orders')).status).toBe(200)
  expect((await program('/api/users')).status).toBe(403)
  await section.getByRole('button', { name: 'I have copied it' }).click()
  await expect(shown).toHaveCount(0)
  await page.reload()
  const row = section.getByRole('row').filter({ hasText: 'Bookkeeping' })
  await expect(row).toContainText('Orders (read)')
  await row.getByRole('button', { name: 'Revoke Bookkeeping' }).click()
  await expect(row).toHaveCount(0)
  expect((await program('/api/orders')).status).toBe(401)
})

test('a webhook gets a test event that its secret verifies, and the log shows what was sent', async ({
  page,
}) => {
  const receiver = await openReceiver()
  await signInAsOwner(page)
  answerDialogs(page)
  await page.goto('/admin/connections')
  const section = page.getByRole('region', { name: 'Webhooks' })
  await section.getByLabel('Address').fill(receiver.at())
  await section.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(section.getByText('Choose at least one event.')).toBeVisible()
  await section.getByLabel('An order is paid').check()
  await section.getByRole('button', { name: 'Add the webhook' }).click()
  const shown = section.getByLabel(/The secret/)
  await expect(shown).toHaveValue(/^whsec_/)
  const secret = await shown.inputValue()
  await section.getByRole('link', { name: receiver.at() }).click()

  receiver.answer = (response) => void response.writeHead(500).end()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const entry = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect(entry).toContainText('It answered with the status 500')
  await expect(page.getByText(/Failing since/)).toBeVisible()
  receiver.answer = (response) => void response.writeHead(204).end()
  await entry.getByRole('button').first().click()
  await expect(entry).toContainText('Delivered')
  expect(verify(secret, receiver.received.at(-1)!)).toMatchObject({ type: 'webhook.test' })
  await entry.getByText('Body').click()
  await expect(entry).toContainText('"type": "webhook.test"')
  await expectAccessible(page, 'the page of a webhook')

  await page.getByLabel('Switched on').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The shop tells no other program.')).toBeVisible()
  await receiver.close()
})

/** A day some days from now. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

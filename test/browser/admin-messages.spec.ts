import { expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { sendContactMessage } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { openMessage, newSender } from './messages.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

/** The name of the tab Messages with this number of unanswered messages. */
const tabName = (count: number) =>
  count === 0 ? 'Messages' : new RegExp(`^Messages\\W+${count > 99 ? '99\\+' : count} messages? to answer$`)

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
})

test('a message is marked answered with one click, and the count of unanswered ones decreases', async ({
  page,
}) => {
  const name = newSender()
  await sendContactMessage(name, 'Are dogs welcome?')
  const message = await openMessage(page, name)
  await expect(message.locator('summary')).toContainText('New')
  const { unanswered } = await (await page.request.get('/api/messages')).json()
  const left = unanswered - 1
  const waiting = page
    .getByRole('navigation', { name: 'Admin pages' })
    .getByRole('link', { name: /Messages/ })
  await expect(waiting).toHaveAccessibleName(tabName(unanswered))
  await message.getByLabel('Private note').fill('Dogs are welcome.')
  await expect(message.getByText('Note not saved yet')).toBeVisible()
  await message.getByRole('button', { name: 'Closed', exact: true }).click()
  await expect(page.getByLabel('Notices')).toContainText('Marked as closed. Your note is not saved yet')
  await expect(waiting).toHaveAccessibleName(tabName(left))
  await message.getByRole('button', { name: 'Discard' }).click()
  await expect(message.locator('summary')).toContainText('Closed')
  await expect(
    page.getByRole('status').filter({ hasText: /messages? to answer|Every message/ }),
  ).toContainText(left === 0 ? 'Every message is answered or closed.' : String(left))
  // Without a mail server no mail was sent, so the page must not show “Mail sent”.
  await expect(async () => {
    const again = await openMessage(page, name)
    await expect(again.locator('summary')).toContainText('Closed')
    await expect(again).toContainText('Not sent: there was no mail server', { timeout: 2000 })
  }).toPass()
  await expect(page.getByText('Mail sent')).toHaveCount(0)
  await page.goto('/admin/record?subject=message')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Closed')
})

test('an unsaved note survives a reload, and is saved when the network is back', async ({ page }) => {
  const name = newSender()
  await sendContactMessage(name, 'Can I rent the gallery?')
  let message = await openMessage(page, name)
  await page.route('**/note', (route) => route.abort())
  await message.getByLabel('Private note').fill('Called back, wants May.')
  await message.getByRole('button', { name: 'Save note' }).click()
  await expect(message.getByRole('alert')).toContainText('Your text is still here')
  await expect(message.getByLabel('Private note')).toHaveValue('Called back, wants May.')
  message = await openMessage(page, name)
  await expect(message.getByLabel('Private note')).toHaveValue('Called back, wants May.')
  await page.unroute('**/note')
  await message.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await page.evaluate('sessionStorage.clear()')
  message = await openMessage(page, name)
  await expect(message.getByLabel('Private note')).toHaveValue('Called back, wants May.')
})

test('the second of two admins who edit a message gets a notice and loses no input', async ({ page }) => {
  const name = newSender()
  await sendContactMessage(name, 'Is the Gesha back?')
  const message = await openMessage(page, name)
  const { messages } = await (
    await page.request.get(`/api/messages?keyword=${encodeURIComponent(name)}`)
  ).json()
  const path = `/api/messages/${messages[0]._id}`
  await page.request.put(`${path}/status`, { data: { status: 'closed', was: 'new' } })
  await page.request.put(`${path}/note`, { data: { note: 'Mine', was: '' } })
  await message.getByRole('button', { name: 'Answered', exact: true }).click()
  await expect(
    page.getByText('Another admin has already changed this message: it is closed now'),
  ).toBeVisible()
  await expect(message.locator('summary')).toContainText('Closed')
  await page.request.put(`${path}/note`, { data: { note: 'Mine again', was: 'Mine' } })
  await message.getByLabel('Private note').fill('Yours')
  await message.getByRole('button', { name: 'Save note' }).click()
  await expect(message.getByRole('alert')).toContainText('Mine again')
  await expect(message.getByLabel('Private note')).toHaveValue('Yours')
  await message.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
})

test('messages are searched and filtered, the URL keeps search and filter, and the export has the shown messages', async ({
  page,
}) => {
  const name = `Élise ${newSender()}`
  await sendContactMessage(name, '=SUM(A1) is my favorite')
  await page.goto('/admin/messages')
  await page.getByRole('searchbox').fill(name.replace('É', 'e'))
  await expect(page.locator('details')).toHaveCount(1)
  await page.getByLabel('Status', { exact: true }).selectOption('answered')
  await expect(page.getByText('No message matches.')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('new')
  await page.getByLabel('Kind').selectOption('contact')
  await expect(page.locator('details')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('details')).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page
    .getByRole('link', { name: 'Export' })
    .or(page.getByRole('button', { name: 'Export' }))
    .click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${name},`)
  expect(lines[1]).toContain(",'=SUM(A1) is my favorite")
})

test('a failed mail shows its reason and is sent again with one click', async ({ page }) => {
  const line = {
    _id: 'failed-mail',
    to: 'hello@frameroasters.example',
    subject: 'Message from Ada',
    text: 'Hello',
    state: 'failed',
    attempts: 20,
    problem: '550 no such mailbox',
    createdAt: '2026-11-20T10:00:00.000Z',
    sentAt: null,
    nextAt: null,
  }
  let state = 'failed'
  await page.route('**/api/mail?*', (route) =>
    route.fulfill({
      json: {
        mail: [{ ...line, state }],
        page: 1,
        pages: 1,
        failed: state === 'failed' ? 1 : 0,
        sandbox: true,
      },
    }),
  )
  await page.route('**/api/mail/failed-mail/resend', (route) => {
    state = 'waiting'
    return route.fulfill({ json: { ...line, state } })
  })
  await page.goto('/admin/mail?state=failed')
  await expect(page.getByText('Sandbox.')).toBeVisible()
  await expect(page.getByLabel('State')).toHaveValue('failed')
  await page.locator('summary').click()
  await expect(page.getByText('550 no such mailbox')).toBeVisible()
  await page.getByRole('button', { name: 'Resend: Message from Ada' }).click()
  await expect(page.getByText('The email will be sent again')).toBeVisible()
  await expect(page.locator('summary')).toContainText('Mail waiting')
  await expect(page.getByRole('button', { name: /Resend/ })).toHaveCount(0)
})

test('the mail log is filtered to failed mails, and shows a message if there are none', async ({ page }) => {
  await sendContactMessage(newSender(), 'Thank you for the music.')
  await page.goto('/admin/mail')
  await expect(page.locator('summary').first()).toBeVisible()
  await page.getByLabel('State').selectOption('failed')
  await expect(page.getByText('No mail has failed.')).toBeVisible()
  await expect(page).toHaveURL(({ search }) => search === '?state=failed')
})

test('axe finds nothing on an open message, a message with an unsaved note, and an open mail', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const name = newSender()
  await sendContactMessage(name, 'A long message. '.repeat(60))
  const message = await openMessage(page, name, '?status=new')
  await expectAccessible(page, 'open message')
  await page.route('**/note', (route) => route.abort())
  await message.getByLabel('Private note').fill('x')
  await message.getByRole('button', { name: 'Save note' }).click()
  await expect(message.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'message with a note that was not saved')
  await page.goto('/admin/mail')
  await page.locator('summary').first().click()
  await expectAccessible(page, 'open mail')
})

import { expect } from '@playwright/test'
import { sendContactMessage } from './by-api.ts'
import { openMessage, newSender } from './messages.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { holdRequests } from './held-requests.ts'
import { test } from './visitor.ts'

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
})

test('Answer opens an email to the visitor, and then offers to mark the message answered', async ({
  page,
}) => {
  const name = newSender()
  await sendContactMessage(name, 'Do you grind\nfor a moka pot?')
  const message = await openMessage(page, name)
  const answer = message.getByRole('link', { name: 'Or write in your mail program, to ada@example.com' })
  const href = decodeURIComponent((await answer.getAttribute('href'))!)
  expect(href).toContain('mailto:ada@example.com?subject=Your message to Frame Roasters')
  expect(href).toContain('> Do you grind\r\n> for a moka pot?')
  // There is no mail program here; only the click matters.
  await page.evaluate(
    "addEventListener('click', (event) => event.target.closest('[href^=mailto]') && event.preventDefault())",
  )
  await answer.click()
  await message.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(message.locator('summary')).toContainText('Answered')
  await expect(message.getByRole('button', { name: 'Mark as answered' })).toBeHidden()
})

test('an answer written in the admin is sent once and shown below the message', async ({ page }) => {
  const name = newSender()
  await sendContactMessage(name, 'Do you keep lost scarves?')
  const message = await openMessage(page, name)
  const answer = message.getByRole('textbox', { name: /answer to the message/i })
  await expect(
    message.getByText('an answer is kept in the mail log and does not reach ada@example.com'),
  ).toBeVisible()
  await message.getByRole('button', { name: 'Send answer' }).click()
  await expect(answer).toBeFocused()
  await answer.fill('We do.\n\nCome by!')
  // When the answer has been sent, the button moves. So the request waits until the second click.
  const sent = await holdRequests(page, '**/answers')
  await message.getByRole('button', { name: 'Send answer' }).dblclick()
  await sent.release()
  await expect(page.getByLabel('Notices')).toContainText('Answer kept, not sent')
  await expect(message.locator('summary')).toContainText('Answered')
  await expect(answer).toHaveValue('')
  await expect(answer).toBeFocused()
  const answers = message.getByRole('list', { name: 'Answers to' })
  await expect(answers.getByRole('listitem')).toHaveCount(1)
  await expect(answers).toContainText('We do.')
  await answer.fill('We do.\n\nCome by!')
  await expect(message.getByText('This answer has already been sent.')).toBeVisible()
  await answers
    .getByRole('link', { name: 'Mail waiting' })
    .or(answers.getByRole('link', { name: 'Kept, not sent' }))
    .click()
  await expectAt(page, '/admin/mail')
  await expect(page.locator('details')).toHaveCount(1)
  await expect(page.locator('details')).toContainText('You received this email because you wrote to us')
})

test('an unsent answer survives a reload, and the second of two admins who answer sees the first answer', async ({
  page,
}) => {
  const name = newSender()
  await sendContactMessage(name, 'Is the back room free in May?')
  let message = await openMessage(page, name)
  const button = () => message.getByRole('button', { name: 'Send answer' })
  const answer = () => message.getByRole('textbox', { name: /answer to the message/i })
  await page.route('**/answers', (route) => route.abort())
  await answer().fill('Not in May.')
  await button().click()
  await expect(message.getByRole('alert')).toContainText('Your text is still here')
  await page.unroute('**/answers')
  message = await openMessage(page, name)
  await expect(answer()).toHaveValue('Not in May.')
  const { messages } = await (
    await page.request.get(`/api/messages?keyword=${encodeURIComponent(name)}`)
  ).json()
  const path = `/api/messages/${messages[0]._id}/answers`
  await page.request.post(path, { data: { text: 'In June.', seen: 0 } })
  await button().click()
  await expect(message.getByRole('alert')).toContainText('Read the other answer above')
  await expect(message.getByRole('list', { name: 'Answers to' })).toContainText('In June.')
  await expect(answer()).toHaveValue('Not in May.')
  await button().click()
  await expect(message.getByRole('list', { name: 'Answers to' }).getByRole('listitem')).toHaveCount(2)
  await expect(answer()).toHaveValue('')
})

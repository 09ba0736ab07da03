/** Forms of the admin whose replies are lost or late: nothing is done twice, and nothing that was typed is lost. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { holdRequests, loseOneReply } from './held-requests.ts'
import { asOwner } from './owner.ts'
import { uniqueName } from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const LOST = /^The shop cannot be reached/

test.beforeEach(({ page }) => signInAsOwner(page))

test('if the reply to a change of a gift card is lost, a second press does not change the balance again', async ({
  page,
}) => {
  const { _id } = await callApi(page.request, 'POST', '/api/giftcards', { amount: 30 })
  await page.goto(`/admin/gift-card/${_id}`)
  await page.getByText('Change the balance').first().click()
  await page.getByLabel('Amount in dollars').fill('5')
  await page.getByLabel('Reason').first().fill('Spilled coffee')
  await loseOneReply(page, `**/api/giftcards/${_id}/adjustments`)
  const change = page.getByRole('button', { name: 'Change the balance' })
  await change.click()
  await expect(page.getByText(LOST)).toBeVisible()
  await change.click()
  await expect(page.getByText('Balance changed')).toBeVisible()
  expect((await callApi(page.request, 'GET', `/api/giftcards/${_id}`)).balance).toBe(35)
})

test('a person without an email is added once, and the next one is typed while the first is added', async ({
  page,
}) => {
  const _id = await newEvent()
  await page.goto(`/admin/events/${_id}/people`)
  const form = page.getByRole('form', { name: 'Add a person' })
  await form.getByLabel('Name').fill('Walter Walk-in')
  await loseOneReply(page, '**/people')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(LOST)).toBeVisible()
  const adding = await holdRequests(page, '**/people')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(adding.waiting).toBe(1)
  await form.getByLabel('Name').fill('Wanda Next')
  await adding.release()
  await expect(page.getByText('Person added')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Wanda Next')
  await expect(page.getByText('1 seat of 12 taken')).toBeVisible()
})

test('what is typed after the press of Update stays in the form, and is saved by the next press', async ({
  page,
}) => {
  const _id = await newEvent()
  await page.goto(`/admin/events/${_id}/edit`)
  const saving = await holdRequests(page, `**/api/events/${_id}`)
  await page.getByLabel('Place').fill('The roastery')
  const update = page.getByRole('button', { name: 'Update' })
  await update.click()
  await expect.poll(saving.waiting).toBe(1)
  await page.getByLabel('Place').fill('The roastery, upstairs')
  await saving.release()
  await expect(page.getByText('Event updated')).toBeVisible()
  await expect(update).not.toHaveAttribute('aria-busy')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(page.getByLabel('Place')).toHaveValue('The roastery, upstairs')
  await update.click()
  await expectAt(page, '/admin/events')
  expect((await callApi(page.request, 'GET', `/api/events/${_id}/form`)).place).toBe('The roastery, upstairs')
})

test('a newsletter keeps what is typed: after a reload, while it is saved, and if a colleague saves it too', async ({
  page,
}) => {
  const subject = uniqueName('New coffees')
  await page.goto('/admin/newsletters/new/edit')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text', { exact: true }).fill('They are here.')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('They are here.')
  await page.getByRole('button', { name: 'Add heading' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Heading')).toBeFocused()
  await page.getByLabel('Heading').fill('From Guji')
  await expectAccessible(page, 'the form of a newsletter')
  const creating = await holdRequests(page, '**/api/newsletters')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(creating.waiting).toBe(1)
  await page.getByLabel('Preview text').fill('Two lots')
  await creating.release()
  await expect(page).toHaveURL(/newsletters\/(?!new)[^/]+\/edit$/)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Preview text')).toHaveValue('Two lots')
  const id = /newsletters\/([^/]+)/.exec(page.url())![1]!

  await page.getByLabel('Preview text').fill('Three lots')
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled()
  const saving = await holdRequests(page, `**/api/newsletters/${id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(saving.waiting).toBe(1)
  await page.getByLabel('Preview text').fill('Three lots from Guji')
  await saving.release()
  await expect(page.getByText('Newsletter saved').last()).toBeVisible()
  // The form has also fetched the newsletter again.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('aria-busy')
  await expect(page.getByLabel('Preview text')).toHaveValue('Three lots from Guji')

  const saved = await callApi(page.request, 'GET', `/api/newsletters/${id}`)
  expect(saved.preview).toBe('Three lots')
  await callApi(page.request, 'PUT', `/api/newsletters/${id}`, { ...saved, subject: `${subject}!` })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Load the saved version' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(`${subject}!`)
  await expect(page.getByLabel('Preview text')).toHaveValue('Three lots from Guji')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The saved text goes to')).toBeVisible()
  expect(await callApi(page.request, 'GET', `/api/newsletters/${id}`)).toMatchObject({
    subject: `${subject}!`,
    preview: 'Three lots from Guji',
  })
})

/** A published event in a week; returns its id. */
async function newEvent(): Promise<string> {
  const day = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const times = { starts: `${day}T18:00`, ends: `${day}T20:00` }
  const body = { title: uniqueName('Cupping'), ...times, seats: 12, text: 'Come.' }
  return (await asOwner((owner) => callApi(owner, 'POST', '/api/events', body)))._id
}

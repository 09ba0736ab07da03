/** The forms of the roastery while replies are lost, and while colleagues change the same rows. */
import { expect, type Page } from '@playwright/test'
import { systemClock } from '#server/kernel/time/clock.ts'
import { plannedBatch } from '../roastery/batches.ts'
import { greenLot, roastOf } from '../roastery/green.ts'
import { addBatch } from './batch-rows.ts'
import { callApi, coffeeOfOwn } from './by-api.ts'
import { loseOneReply } from './held-requests.ts'
import { asOwner } from './owner.ts'
import { dayIn, openDatabase } from './roastery-day.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'
import { insert } from '../table-rows.ts'

/** A roast day of one planned batch of 9 kg, and its lot of 60 kg of green coffee. */
async function plannedDay(days: number) {
  const { db, close } = await openDatabase()
  try {
    const shop = { db, clock: systemClock }
    const day = dayIn(days)
    const name = `Forms ${Date.now() % 100_000}`
    const lot = await greenLot(shop, { code: name })
    const roast = await roastOf(shop, [{ lot, percent: 100 }], { name })
    await insert(db, 'roast_days', { day, capacity_grams: 60_000 })
    return { day, lot, roast: name, batch: await plannedBatch(shop, { roast, day, grams: 9000 }) }
  } finally {
    await close()
  }
}

/** The browser fetches again what is shown, as it does if the person returns to the tab. */
const refetch = (page: Page) => page.evaluate("dispatchEvent(new Event('visibilitychange'))")

/** A change by a colleague. */
const byColleague = (method: string, path: string, body: object) =>
  asOwner((owner) => callApi(owner, method, path, body))

test('if the reply to a correction is lost, a second press does not take the coffee out twice', async ({
  page,
}) => {
  const { lot } = await plannedDay(155)
  await signInAsOwner(page)
  await page.goto(`/admin/green-coffee/${lot}`)
  await page.getByText('Take some out, or add some').click()
  await page.getByLabel('Weight', { exact: true }).fill('5 kg')
  await loseOneReply(page, `**/api/green/${lot}/adjustments`)
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(page.getByText(/^The shop cannot be reached/)).toBeVisible()
  await expect(page.getByText('121.25 lb (55 kg) left')).toBeVisible()
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(page.getByText('Lot changed')).toBeVisible()
  await expect(page.getByText('121.25 lb (55 kg) left')).toBeVisible()

  const batch = await addBatch((await coffeeOfOwn('Corrected'))._id, 'Corrected')
  await page.goto(`/admin/batch/${batch.id}`)
  await page.getByText('Correct what is left').click()
  await page.getByLabel('Reason').selectOption('sample')
  await page.getByLabel('Taken out', { exact: true }).fill('500 g')
  await loseOneReply(page, '**/api/roastery/adjustments')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('is loose')).toContainText('8 kg')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText(/: .+ \(8\skg\) left$/)).toBeVisible()
  await expect(page.getByText('is loose')).toContainText('8 kg')
})

test('a count that was typed before a colleague took coffee out is refused, and what is left now is shown', async ({
  page,
}) => {
  const { lot } = await plannedDay(156)
  await signInAsOwner(page)
  await page.goto(`/admin/green-coffee/${lot}`)
  await page.getByText('Count it').click()
  await page.getByRole('textbox', { name: 'Counted' }).fill('59 kg')
  await byColleague('POST', `/api/green/${lot}/adjustments`, { change: -6000, reason: 'sample', note: '' })
  await refetch(page)
  await expect(page.getByText(/\(54\skg\) left, bought for/)).toBeVisible()
  await page.getByRole('button', { name: 'Save the count' }).click()
  await expect(page.getByText(/\(54\skg\) should be left now/)).toBeVisible()
  await expect(page.locator('p', { hasText: /\(54\skg\) should be left\. Weigh/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Counted' }).fill('53 kg')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await expect(page.getByText('Count saved')).toBeVisible()

  const batch = await addBatch((await coffeeOfOwn('Counted'))._id, 'Counted')
  await page.goto(`/admin/batch/${batch.id}`)
  await page.getByText('Correct what is left').click()
  await page.getByLabel('What is there', { exact: true }).fill('8400 g')
  const sample = { of: 'batch', id: batch.id, change: -500, reason: 'sample', note: '' }
  await byColleague('POST', '/api/roastery/adjustments', sample)
  await refetch(page)
  await expect(page.getByText('is loose')).toContainText('8 kg')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText(/now has .+ \(8\skg\) left\. Count again/)).toBeVisible()
  await expect(page.getByText(/\(8\skg\) should be left$/)).toBeVisible()
})

test('the form of a batch does not undo a colleague’s change, and a failed refetch does not close it', async ({
  page,
}) => {
  const { day, batch } = await plannedDay(157)
  await signInAsOwner(page)
  await page.goto(`/admin/roastery/${day}`)
  const row = page.getByRole('region', { name: 'Batches' }).locator('ol > li')
  await row.getByRole('button', { name: /^Change / }).click()
  const weight = row.getByLabel('Green coffee', { exact: true })
  await weight.fill('10 kg')
  const { batches } = await callApi(page.request, 'GET', `/api/roastery/plan/${day}`)
  const change = { greenGrams: 5000, day, position: 0, version: batches[0].version }
  await byColleague('PUT', `/api/roastery/batches/${batch}`, change)
  await refetch(page)
  await expect(row.getByText(/\(5\skg\)/).first()).toBeVisible()

  const failed = (path: string) => page.route(path, (route) => route.fulfill({ status: 503, json: {} }))
  await failed('**/api/roastery/plan')
  await failed('**/api/roastery/plan/*')
  await refetch(page)
  await expect(page.getByRole('alert').first()).toContainText('The shop answered with an error (503)')
  await expect(weight).toHaveValue('10 kg')
  await page.unrouteAll()

  await row.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Someone else has just changed batch/)).toBeVisible()
  await expect(row.getByText(/\(5\skg\)/).first()).toBeVisible()
  // The person has seen the colleague's weight.
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText(/\(10\skg\)/).first()).toBeVisible()
  await expect(weight).toHaveCount(0)
})

test('a note of a roast day stays in its form while a colleague changes the capacity, and changes nothing else', async ({
  page,
}) => {
  const { day } = await plannedDay(158)
  await signInAsOwner(page)
  await page.goto(`/admin/roastery/${day}`)
  await page.getByText('Capacity of this day').click()
  const form = page.getByRole('form', { name: 'Capacity of this day' })
  await form.getByLabel('Note').fill('Ben is away')
  const before = { capacityGrams: 60_000, note: '' }
  const saved = { capacityGrams: 30_000, note: '', before }
  await byColleague('PUT', `/api/roastery/plan/${day}`, saved)
  await refetch(page)
  await expect(page.getByText(/capacity .+ \(30\skg\)/)).toBeVisible()
  await expect(form.getByLabel('Note')).toHaveValue('Ben is away')
  await expect(form.getByLabel('Note')).toBeFocused()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Someone else has just changed this day/)).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Green coffee' })).toHaveValue('66.14')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The day is saved')).toBeVisible()
  const plan = await callApi(page.request, 'GET', `/api/roastery/plan/${day}`)
  expect(plan).toMatchObject({ ownCapacityGrams: 30_000, note: 'Ben is away' })
})

test('if the reply to a new batch is lost, a second press does not add another one', async ({ page }) => {
  const { day, roast } = await plannedDay(159)
  await signInAsOwner(page)
  await page.goto(`/admin/roastery/${day}`)
  await page.getByRole('button', { name: 'Add a batch' }).click()
  const form = page.getByRole('form', { name: 'Add a batch' })
  await form.getByLabel(/^Roast/).selectOption({ label: roast })
  await loseOneReply(page, '**/api/roastery/batches')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^The shop cannot be reached/)).toBeVisible()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^Batch \S+ added/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Batches' }).locator('ol > li')).toHaveCount(2)
})

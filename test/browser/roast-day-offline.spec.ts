/** A roast day without a connection, with two tabs, with two people, and after a sign-out. */
import { expect, test, type Page } from '@playwright/test'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { callApi } from './by-api.ts'
import { holdRequests, loseOneReply } from './held-requests.ts'
import { ADMIN } from './playwright.config.ts'
import {
  allSent,
  card,
  done,
  expectGood,
  openDay,
  pageIsKept,
  pressTwice,
  step,
  TABLET,
  shopDatabase,
  tapOn,
} from './roast-day-screen.ts'
import { countDay, createDay, dayIn } from './roastery-day.ts'
import { signInByApi } from './steps.ts'

test.use({ viewport: TABLET, hasTouch: true })

const database = shopDatabase()

test('without a connection the steps wait, survive a reload, and are done once when it is back', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const day = dayIn(10)
  const { coffees, orders } = await createDay(database, day)
  await openDay(page, day)
  await pageIsKept(page, day)
  await loseOneReply(page, '**/weigh')
  // The first request gets no reply. This is the reply to the repeated one.
  const answered = page.waitForResponse('**/weigh')
  await tapOn(page, 'Guji', /^Weighed in/)
  await answered
  await allSent(page)

  await context.setOffline(true)
  await tapOn(page, 'Huila', /^Weighed in/)
  await step(page, 'Roast').tap()
  await card(page, 'Guji').getByLabel('Weight after roasting', { exact: true }).fill('5.1 kg')
  await tapOn(page, 'Guji', /^Roasted/)
  await expect(done(page, 'Guji')).toContainText('not sent yet')
  await expect(page.getByText('No connection to the shop. 2 steps wait on this device')).toBeVisible()

  await page.reload()
  await expect(page.getByText('No connection to the shop. 2 steps wait on this device')).toBeVisible()
  await step(page, 'Package').tap()
  await tapOn(page, coffees[0]!.name, /^Package 6/)
  await step(page, 'Fill').tap()
  await tapOn(page, orders[4]!, /^Fill/)
  await expect(page.getByText('4 steps wait on this device')).toBeVisible()

  // A second tab of the same device has the same queue.
  const second = await context.newPage()
  await second.goto(`/admin/roast-day/${day}?step=weigh`)
  await second
    .getByRole('article', { name: /Lintong/ })
    .getByRole('button', { name: /^Weighed in/ })
    .click()
  await expect(page.getByText('5 steps wait on this device')).toBeVisible()

  await context.setOffline(false)
  await allSent(page)
  await allSent(second)
  expect(await countDay(database, day)).toMatchObject({
    batches: [
      { state: 'roasted', green_grams: 6000, roasted_grams: 5100 },
      { state: 'weighed', green_grams: 6000 },
      { state: 'weighed', green_grams: 6000 },
    ],
    packaged: 6,
    left: 4,
    inOrders: 2,
  })
})

test('a step that someone else has completed is refused with a sentence, and the steps that need it wait', async ({
  page,
}) => {
  const day = dayIn(25)
  await createDay(database, day)
  await openDay(page, day)
  // This tablet does not show what someone else does.
  await page.route('**/api/roastery/days/**', (route) => route.abort())
  await weighByApi(page, day, 'Guji')
  await page.route('**/weigh', (route) => route.abort())
  await tapOn(page, 'Guji', /^Weighed in/)
  await step(page, 'Roast').tap()
  await card(page, 'Guji').getByLabel('Weight after roasting', { exact: true }).fill('5.1 kg')
  await tapOn(page, 'Guji', /^Roasted/)
  await page.unroute('**/weigh')
  await page.unroute('**/api/roastery/days/**')

  const refused = page.getByRole('alert').filter({ hasText: 'Not done' })
  await expect(refused).toContainText(/weighed batch .* at \d+:\d\d [AP]M/)
  await expect(page.getByText('This step waits, because it needs the step above:')).toBeVisible()
  await expectGood(page, 'a refused step')
  await refused.getByRole('button', { name: /^Discard/ }).click()
  await allSent(page)
  expect((await countDay(database, day)).batches[0]).toEqual({
    state: 'roasted',
    green_grams: 6000,
    roasted_grams: 5100,
  })
})

test('waiting steps survive a sign-out, and only the same user sends them', async ({ page }) => {
  const day = dayIn(40)
  await createDay(database, day)
  await openDay(page, day)
  await page.route('**/weigh', (route) => route.abort())
  await tapOn(page, 'Guji', /^Weighed in/)
  await expect(page.getByText('1 step waits on this device')).toBeVisible()
  await page.evaluate(() => globalThis.localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/shop')
  await signInByApi(page, ADMIN.email, ADMIN.password)
  await page.unroute('**/weigh')
  await page.goto(`/admin/roast-day/${day}`)
  await expect(step(page, 'Weigh')).toContainText('1/3')
  await allSent(page)
  expect((await countDay(database, day)).batches[0]).toMatchObject({ state: 'weighed' })
})

test('a step that is sent at the moment of its undo is undone in the shop', async ({ page }) => {
  const day = dayIn(75)
  await createDay(database, day)
  await openDay(page, day)
  await undoWhenSent(page)
  const undone = page.waitForResponse('**/undo')
  await tapOn(page, 'Guji', /^Weighed in/)
  await undone
  await allSent(page)
  await expect(card(page, 'Guji')).toBeVisible()
  expect((await countDay(database, day)).batches[0]).toMatchObject({ state: 'planned' })
})

test('bags can be undone after the request that makes them, not during it', async ({ page }) => {
  const day = dayIn(90)
  const { coffees } = await createDay(database, day)
  await openDay(page, day)
  const batch = await weighByApi(page, day, 'Guji')
  const roasting = { roastedGrams: 5100, roastSeconds: null, notes: '' }
  await callApi(page.request, 'POST', `/api/roastery/batches/${batch}/roast`, roasting)
  await page.goto(`/admin/roast-day/${day}?step=package`)
  await undoWhenSent(page)
  await tapOn(page, coffees[0]!.name, /^Package 6/)
  await expect(page.getByText('This step is being sent now. Undo it in a moment')).toBeVisible()
  await allSent(page)
  await done(page, coffees[0]!.name).getByRole('button', { name: /^Undo/ }).tap()
  await expect(done(page, coffees[0]!.name)).toHaveCount(0)
  await allSent(page)
  expect(await countDay(database, day)).toMatchObject({ packaged: 0 })
})

test('an undo takes back the step of its row, and keeps the time and notes of a roast', async ({ page }) => {
  const day = dayIn(105)
  await createDay(database, day)
  await openDay(page, day)
  const batch = await weighByApi(page, day, 'Guji')
  const roasting = { roastedGrams: 5100, roastSeconds: 702, notes: 'Smoky' }
  await callApi(page.request, 'POST', `/api/roastery/batches/${batch}/roast`, roasting)
  await page.goto(`/admin/roast-day/${day}?step=roast`)
  const undos = await holdRequests(page, '**/undo')
  await done(page, 'Guji').getByRole('button', { name: /^Undo/ }).tap()
  await expect(card(page, 'Guji').getByLabel('Roast time')).toHaveValue('11:42')
  await expect(card(page, 'Guji').getByLabel('Notes')).toHaveValue('Smoky')
  await step(page, 'Weigh').tap()
  await done(page, 'Guji').getByRole('button', { name: /^Undo/ }).tap()
  await expect(card(page, 'Guji')).toBeVisible()
  await undos.release()
  await allSent(page)
  await expect(card(page, 'Guji')).toBeVisible()
  expect((await countDay(database, day)).batches[0]).toMatchObject({ state: 'planned' })
})

test('two quick taps complete and undo a step once', async ({ page }) => {
  const day = dayIn(120)
  await createDay(database, day)
  await openDay(page, day)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/roastery/')) requests.push(request.url())
  })
  const weighings = await holdRequests(page, '**/weigh')
  await pressTwice(card(page, 'Guji').getByRole('button', { name: /^Weighed in/ }))
  await expect.poll(weighings.waiting).toBe(1)
  await pressTwice(card(page, 'Huila').getByRole('button', { name: /^Weighed in/ }))
  await pressTwice(done(page, 'Huila').getByRole('button', { name: /^Undo/ }))
  await expect(card(page, 'Huila')).toBeVisible()
  await weighings.release()
  await allSent(page)
  await expect(step(page, 'Weigh')).toContainText('1/3')
  expect(requests).toHaveLength(1)
})

/** Presses "Undo" once, when a step is marked as sent and the screen does not show it yet. */
async function undoWhenSent(page: Page): Promise<void> {
  await page.evaluate(`{
    const { update } = IDBCursor.prototype
    IDBCursor.prototype.update = function (step) {
      const marking = update.call(this, step)
      const undo = document.querySelector('button[aria-label^="Undo"]')
      if (undo && step.tries === 1) {
        IDBCursor.prototype.update = update
        undo.click()
      }
      return marking
    }
  }`)
}

/** Weighs a batch in as planned, as someone else would on another device; returns its id. */
async function weighByApi(page: Page, day: string, roast: string): Promise<string> {
  const { batches }: WholeRoastDay = await callApi(page.request, 'GET', `/api/roastery/days/${day}`)
  const batch = batches.find((each) => each.roast.name.includes(roast))!
  const greens = batch.greens.map(({ lot, grams }) => ({ lotId: lot._id, grams }))
  await callApi(page.request, 'POST', `/api/roastery/batches/${batch._id}/weigh`, { greens })
  return batch._id
}

/** A roast day on a device whose storage fails: nothing that was typed is lost. */
import { expect, test, type Page } from '@playwright/test'
import { holdRequests } from './held-requests.ts'
import {
  allSent,
  card,
  done,
  openDay,
  pressTwice,
  step,
  TABLET,
  shopDatabase,
  tapOn,
} from './roast-day-screen.ts'
import { countDay, createDay, dayIn } from './roastery-day.ts'

test.use({ viewport: TABLET, hasTouch: true })

const database = shopDatabase()

const NOT_STORED = 'This step could not be stored on this device, so it is not done. Please try again'

test('what was typed stays in its fields until the step is stored, and after an undo', async ({ page }) => {
  const day = dayIn(135)
  await createDay(database, day)
  await openDay(page, day)
  await test.step('weights, with two quick taps', () => weigh(page, day))
  await test.step('a roast', () => roast(page, day))
})

async function weigh(page: Page, day: string): Promise<void> {
  const guji = card(page, 'Guji')
  await guji.getByRole('button', { name: /^Other weights/ }).tap()
  const weight = guji.getByRole('textbox').first()
  await weight.fill('5.9 kg')
  const weighed = guji.getByRole('button', { name: /^Weighed in/ })
  await failToStore(page)
  await weighed.tap()
  await expect(page.getByText(NOT_STORED)).toBeVisible()
  await expect(weight).toHaveValue('5.9')

  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/weigh')) bodies.push(request.postDataJSON())
  })
  await pressTwice(weighed)
  await expect(done(page, 'Guji')).toContainText('5.9 kg')
  await allSent(page)
  expect(bodies).toHaveLength(1)
  expect((await countDay(database, day)).batches[0]).toMatchObject({ state: 'weighed', green_grams: 5900 })
}

async function roast(page: Page, day: string): Promise<void> {
  // The roast waits for this request, so it is not sent before it is undone.
  const weighings = await holdRequests(page, '**/weigh')
  await tapOn(page, 'Huila', /^Weighed in/)
  await step(page, 'Roast').tap()
  const huila = card(page, 'Huila')
  await huila.getByRole('button', { name: /^Roast this one now/ }).tap()
  const weight = huila.getByLabel('Weight after roasting', { exact: true })
  await weight.fill('5.1 kg')
  await huila.getByLabel('Roast time').fill('11:42')
  await huila.getByLabel('Notes').fill('Smoky')
  const roasted = huila.getByRole('button', { name: /^Roasted/ })
  await failToStore(page)
  await roasted.tap()
  await expect(page.getByText(NOT_STORED).last()).toBeVisible()
  await expect(weight).toHaveValue('5.1')

  await roasted.tap()
  await done(page, 'Huila').getByRole('button', { name: /^Undo/ }).tap()
  await expect(huila.getByLabel('Roast time')).toHaveValue('11:42')
  await expect(huila.getByLabel('Notes')).toHaveValue('Smoky')
  await expect(weight).toHaveValue('')
  await weighings.release()
  await allSent(page)
  expect((await countDay(database, day)).batches[1]).toMatchObject({ state: 'weighed' })
}

/** The browser fails to store the next step. */
async function failToStore(page: Page): Promise<void> {
  await page.evaluate(`{
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = function (step) {
      IDBObjectStore.prototype.add = add
      const adding = add.call(this, step)
      this.transaction.abort()
      return adding
    }
  }`)
}

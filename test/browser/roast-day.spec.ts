/** A roast day on a tablet, from weighing to filled orders. */
import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  allSent,
  card,
  done,
  expectGood,
  openDay,
  step,
  TABLET,
  shopDatabase,
  tapOn,
} from './roast-day-screen.ts'
import { countDay, createDay, dayIn, type CreatedDay } from './roastery-day.ts'

test.use({ viewport: TABLET, hasTouch: true })

const database = shopDatabase()

test('from the green coffee to filled orders, with one tap for each usual step', async ({ page }) => {
  test.setTimeout(240_000)
  const day = dayIn(60)
  const created = await createDay(database, day)
  await openDay(page, day)
  await expectGood(page, 'weigh')
  await weighAll(page)
  await expect(step(page, 'Weigh')).toContainText('3/3')
  await page.getByRole('link', { name: 'Next: Roast' }).tap()
  await roastAll(page)
  await blendAndPackage(page, created)
  await fillAll(page, created)
  expect(await countDay(database, day)).toMatchObject({
    batches: [
      { state: 'roasted', green_grams: 6000, roasted_grams: 5100 },
      { state: 'roasted', green_grams: 5897, roasted_grams: 5000 },
      { state: 'roasted', green_grams: 6000, roasted_grams: 5000 },
    ],
    packaged: 24,
    left: 0,
    inOrders: 24,
  })
})

/** Weighs two batches in as planned, and one with a weight in pounds. */
async function weighAll(page: Page): Promise<void> {
  await expectRows(card(page, 'Guji').getByRole('list', { name: 'Green coffee to weigh' }))
  await tapOn(page, 'Guji', /^Weighed in/)
  await expect(done(page, 'Guji')).toContainText('13.23 lb (6 kg)')
  // The focus is on the next batch.
  await expect(card(page, 'Huila').getByRole('heading')).toBeFocused()
  const huila = card(page, 'Huila')
  await huila.getByRole('button', { name: /^Other weights/ }).tap()
  await huila.getByLabel('HUILA', { exact: false }).first().fill('4.1 kg')
  await expect(huila).toContainText('32% less than planned')
  await huila.getByLabel('Unit of', { exact: false }).selectOption('lb')
  await huila.getByLabel('HUILA', { exact: false }).first().fill('13')
  await expect(huila.getByText('= 5.897 kg')).toBeVisible()
  await huila.getByRole('button', { name: /^Weighed in/ }).tap()
  await tapOn(page, 'Lintong', /^Weighed in/)
  // A mistake, undone and repeated.
  await done(page, 'Lintong').getByRole('button', { name: /^Undo/ }).tap()
  await tapOn(page, 'Lintong', /^Weighed in/)
  await allSent(page)
}

/** Expects rows over the whole width, with the weight at the right end. */
async function expectRows(list: Locator): Promise<void> {
  await expect(list).toBeVisible()
  expect(await widthOf(list.getByRole('listitem').first())).toBe(await widthOf(list))
}

async function widthOf(part: Locator): Promise<number> {
  return Math.round((await part.boundingBox())?.width ?? 0)
}

/** Enters the weights after roasting; the first one after two typing errors and with a timer. */
async function roastAll(page: Page): Promise<void> {
  const guji = card(page, 'Guji')
  await guji.getByRole('button', { name: /^Start the timer/ }).tap()
  await page.reload()
  await expect(guji.getByRole('timer')).toBeVisible()
  await guji.getByRole('button', { name: /^Stop the timer/ }).tap()
  await guji.getByLabel('Roast time').fill('11:42')
  const weight = guji.getByLabel('Weight after roasting', { exact: true })
  await weight.fill('6.2 kg')
  await expect(guji).toContainText('This is more than the 13.23 lb (6 kg) of green coffee')
  await expect(guji.getByRole('button', { name: /^Roasted/ })).toBeDisabled()
  await weight.fill('4.6 kg')
  await expect(guji).toContainText('A loss of 23.3% is unusual for this roast, which loses about 15.0%')
  await weight.fill('5.1 kg')
  await expect(guji).toContainText('Loss 15.0%')
  await expectGood(page, 'roast')
  await guji.getByRole('button', { name: /^Roasted/ }).tap()
  await expect(done(page, 'Guji')).toContainText('11:42 min')
  for (const name of ['Huila', 'Lintong']) {
    await card(page, name).getByLabel('Weight after roasting', { exact: true }).fill('5 kg')
    await tapOn(page, name, /^Roasted/)
  }
  await expect(step(page, 'Roast')).toContainText('3/3')
  await allSent(page)
}

/** Types another weight for a blend, and returns to the proposed weights. */
async function typeWeightBelowOne(page: Page, blend: string): Promise<void> {
  await tapOn(page, blend, /^Other weights/)
  const weight = card(page, blend)
    .getByLabel(/^Batch/)
    .first()
  await weight.fill('')
  await weight.pressSequentially('0.6')
  await expect(weight).toHaveValue('0.6')
  await tapOn(page, blend, /^Proposed weights/)
}

async function blendAndPackage(page: Page, { coffees }: CreatedDay): Promise<void> {
  const blend = coffees[3]!.name
  await page.getByRole('link', { name: 'Next: Blend' }).tap()
  await expectGood(page, 'blend')
  await typeWeightBelowOne(page, blend)
  await tapOn(page, blend, /^Blend /)
  await expect(step(page, 'Blend')).toContainText('1/1')
  await page.getByRole('link', { name: 'Next: Package' }).tap()
  await expectGood(page, 'package')
  for (const { name } of coffees) {
    await tapOn(page, name, /^Package 6/)
    await expect(done(page, name)).toContainText('6 ×')
  }
  await expect(step(page, 'Package')).toContainText('24/24')
  await allSent(page)
  await expect(page.getByRole('link', { name: 'Print 24 stickers' })).toBeVisible()
  // Another number, undone.
  const first = coffees[0]!.name
  await tapOn(page, first, /^Other number/)
  await page.getByLabel(`Bags of ${first}`, { exact: false }).fill('2')
  await tapOn(page, first, /^Package$/)
  const extra = page.getByRole('listitem').filter({ hasText: `2 × ${first}` })
  // Before the step is stored, nothing waits yet.
  await expect(extra).toBeVisible()
  await allSent(page)
  await extra.getByRole('button', { name: /^Undo/ }).tap()
  await expect(extra).toHaveCount(0)
  await allSent(page)
}

/** Fills an order. The list moves when another order is filled, so that a tap can miss its button. */
async function fill(page: Page, number: string): Promise<void> {
  const button = card(page, number).getByRole('button', { name: /^Fill/ })
  await expect(async () => {
    if (await button.isVisible()) await button.tap({ timeout: 5000 })
    await expect(done(page, number)).toHaveCount(1, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await allSent(page)
}

async function fillAll(page: Page, { orders }: CreatedDay): Promise<void> {
  await page.getByRole('link', { name: 'Next: Fill' }).tap()
  await expect(page.getByText('8 of 8 open orders can be filled now.')).toBeVisible()
  await expectGood(page, 'fill')
  await page.getByLabel('Order number or name').fill(orders[4]!)
  await fill(page, orders[4]!)
  await page.getByLabel('Order number or name').fill('')
  for (const number of orders.filter((one) => one !== orders[4])) await fill(page, number)
  await expect(step(page, 'Fill')).toContainText('8/8')
  await allSent(page)
  await expect(done(page, orders[0]!)).toContainText(/, lot \d{6}-[A-Z]+/)
  await page.getByRole('link', { name: 'Next: Ship' }).tap()
  await expect(page.getByRole('link', { name: 'Buy the labels' })).toBeVisible()
  await expectGood(page, 'ship')
}

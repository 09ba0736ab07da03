/**
 * A roast day on a tablet, from the plan to shipped parcels: 30 orders and 4 coffees, only with what the screens offer.
 * It prints the taps and typed fields of each step; `SHOTS` names a folder for screenshots. decisions/075
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { ADMIN } from '../playwright.config.ts'
import { allSent, done, step, TABLET } from '../roast-day-screen.ts'
import { signInByApi } from '../steps.ts'
import { addCoffees, addOrders } from './orders.ts'
import { shootScreens } from './screens.ts'
import { Tally } from './tally.ts'

test.use({ viewport: TABLET, hasTouch: true })

/** Seconds without a connection. */
const OFFLINE = Number(process.env.OFFLINE ?? 60)

test('a roaster plans a day of 30 orders, roasts, packages, fills and ships', async ({ page }) => {
  await signInByApi(page, ADMIN.email, ADMIN.password)
  await addOrders(page, await addCoffees(page))
  const work = new Tally(page, process.env.SHOTS)
  try {
    await workOn(work)
  } finally {
    process.stdout.write(`${work.table()}\n`)
    await shootScreens(page, process.env.SHOTS)
  }
})

async function workOn(work: Tally): Promise<void> {
  await plan(work)
  await weigh(work)
  await roast(work)
  await blend(work)
  await packageBags(work)
  await stickers(work)
  await fill(work)
  await ship(work)
  await pickUp(work)
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page | Locator, name: string | RegExp) => page.getByRole('link', { name })
const first = (page: Page, name: RegExp) => button(page.getByRole('main'), name).first()

async function plan(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Plan, and print it')
  await page.goto('/admin')
  await work.open(link(page.getByRole('navigation', { name: 'Admin pages' }), /^Roastery/))
  const ofDay = page.getByText(/30 open orders/)
  const day = page.getByRole('navigation', { name: 'Roast days' }).getByRole('link', { name: /30 orders/ })
  await expect(day).toBeVisible()
  if ((await day.getAttribute('aria-current')) === null) await work.detour(day)
  await expect(ofDay).toBeVisible()
  await work.shoot('01-plan-before')
  await work.tap(button(page, 'Plan the day'))
  await expect(page.getByRole('list', { name: /^Green coffee of/ }).first()).toBeVisible()
  await work.shoot('02-planned')
  await work.open(link(page.getByRole('main'), 'Print'))
  await expect(button(page, 'Print')).toBeVisible()
  await work.shoot('03-print')
  await work.tap(button(page, 'Print'))
  await work.open(link(page, /Back to the plan/))
  await work.open(link(page.getByRole('main'), 'Roast day').last())
}

/** Weighs all batches; the first one by mistake, which is undone. */
async function weigh(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Weigh')
  await expect(step(page, 'Weigh')).toBeVisible()
  await work.shoot('04-weigh')
  await work.tap(first(page, /^Weighed in/))
  await allSent(page)
  await work.tap(first(page, /^Undo/))
  await allSent(page)
  await expect(step(page, 'Weigh')).toContainText('0/')
  while ((await first(page, /^Weighed in/).count()) > 0) {
    const left = await button(page.getByRole('main'), /^Weighed in/).count()
    await work.tap(first(page, /^Weighed in/))
    await expect(button(page.getByRole('main'), /^Weighed in/)).toHaveCount(left - 1)
  }
  await allSent(page)
  await work.shoot('05-weighed')
}

/** Enters weight and time of each batch. The page is reloaded once with a weight typed. */
async function roast(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Roast')
  await work.open(link(page, 'Next: Roast'))
  await expect(page.getByRole('heading', { name: 'Roast', level: 2, exact: true })).toBeVisible()
  await work.shoot('06-roast')
  const batches = await page.getByRole('article').count()
  for (let index = 0; index < batches; index++) {
    const card = page.getByRole('article').first()
    const expected = await card.getByText(/^In:/).innerText()
    const [, kilograms] = /Expected: ([\d.]+)/.exec(expected)!
    // A little more than expected, as a scale would show.
    const weight = (Number(kilograms) + 0.06).toFixed(2)
    await work.type(card.getByLabel('Weight after roasting', { exact: true }), weight)
    await work.type(card.getByLabel('Roast time'), '11:30')
    if (index === 1) {
      await page.reload()
      await expect(card.getByLabel('Roast time')).toHaveValue('11:30')
    }
    await work.tap(button(card, /^Roasted/))
    await expect(page.getByRole('article')).toHaveCount(batches - index - 1)
  }
  await allSent(page)
  await work.shoot('07-roasted')
}

async function blend(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Blend')
  await work.open(link(page, 'Next: Blend'))
  await work.shoot('08-blend')
  await work.tap(first(page, /^Blend/))
  await allSent(page)
}

/** Packages all bags; the connection is lost after the third row. */
async function packageBags(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Package')
  await work.open(link(page, 'Next: Package'))
  await work.shoot('09-package')
  const open = button(page.getByRole('main'), /^Package \d/)
  const rows = await open.count()
  for (let index = 0; index < rows; index++) {
    if (index === 3) await page.context().setOffline(true)
    await work.tap(open.first())
    await expect(open).toHaveCount(rows - index - 1)
    if (index !== 5) continue
    await page.waitForTimeout(OFFLINE * 1000)
    await work.shoot('10-offline')
    await page.context().setOffline(false)
  }
  await allSent(page)
  await work.shoot('11-packaged')
}

async function stickers(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Stickers')
  const ofDay = link(page, /^Print \d+ stickers/)
  const links = (await ofDay.count()) > 0 ? ofDay : link(page, /^Stickers for/)
  const files = []
  for (const each of await links.all()) files.push(await work.openFile(each))
  const answer = await page.request.get(files[0]!)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  if (!process.env.SHOTS) return
  writeFileSync(join(process.env.SHOTS, 'stickers.pdf'), await answer.body())
}

async function fill(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Fill 30 orders')
  await work.open(link(page, 'Next: Fill'))
  await work.shoot('12-fill')
  const open = button(page.getByRole('main'), /^Fill order/)
  for (let left = await open.count(); left > 0; left--) {
    await work.tap(open.first())
    await expect(open).toHaveCount(left - 1)
  }
  await allSent(page)
  await expect(step(page, 'Fill')).toContainText('30/30')
  await expect(done(page, 'Ada Byron')).toHaveCount(1)
  await work.shoot('13-filled')
}

async function ship(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Ship')
  await work.open(link(page, 'Next: Ship'))
  await work.shoot('14-ship')
  await work.open(link(page, 'Buy the labels'))
  await expect(page.getByText(/29 orders to ship/)).toBeVisible()
  await work.shoot('15-shipping')
  await work.tap(button(page, 'Choose all'))
  await work.tap(button(page, 'Buy 29 labels'))
  await expect(page.getByText('29 of 29 bought.')).toBeVisible({ timeout: 120_000 })
  await work.shoot('16-labels')
  await work.openFile(link(page, 'Print 29 labels'))
  await work.openFile(link(page, 'Print 29 packing slips'))
  await work.tap(page.getByRole('button', { name: 'Done', exact: true }))
  await work.shoot('17-shipped')
}

async function pickUp(work: Tally): Promise<void> {
  const { page } = work
  work.begin('Pickup')
  await work.open(link(page.getByRole('navigation', { name: 'Admin pages' }), /^Pickup/))
  await work.shoot('18-pickup')
  await work.tap(first(page, /ready/i))
  await expect(first(page, /hand/i)).toBeVisible()
  await page.goto('/admin/roast-day')
  await work.shoot('19-end')
}

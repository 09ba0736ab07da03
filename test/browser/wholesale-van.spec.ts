/** The run sheet of the van on a phone: without a connection, after a reload, and with two phones. */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { systemClock } from '#server/kernel/time/clock.ts'

import { newLocation } from '#server/wholesale/delivery/deliveries.testing.ts'
import { expectAccessible } from './axe.ts'
import { newBuyer } from './by-api.ts'
import { loseOneReply } from './held-requests.ts'
import { allSent, shopDatabase } from './roast-day-screen.ts'
import { dayIn } from './roastery-day.ts'
import { signInAsOwner, signInByApi } from './steps.ts'
import { ADMIN } from './playwright.config.ts'
import { withWholesale } from './wholesale-on.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE, hasTouch: true })

const database = shopDatabase()

test.beforeAll(withWholesale)

/** An order of a new account for the van on this day. Returns its id. */
async function orderFor(
  name: string,
  day: string,
  qty = 3,
  handover: 'van' | 'pickup' = 'van',
): Promise<string> {
  const { db } = database
  const { company, location } = await newLocation({ db, clock: systemClock }, name, { doorNote: 'Code 1234' })
  const id = await (await newBuyer('Kim Barista')).buy(qty)
  await db
    .updateTable('orders')
    .set({ company_id: company, location_id: location, handover, delivers_on: day })
    .where('id', '=', id)
    .execute()
  return id
}

const stop = (page: Page, name: string): Locator => page.getByRole('article', { name: new RegExp(name) })
const stateOf = async (id: string) =>
  (await database.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state
const deliveriesOf = (id: string) =>
  database.db.selectFrom('deliveries').selectAll().where('order_id', '=', id).execute()

async function handOver(page: Page, name: string, to: string): Promise<void> {
  await stop(page, name).getByLabel('Handed over to').fill(to)
  await stop(page, name).getByRole('button', { name: 'Delivered', exact: true }).tap()
}

test('a driver finishes a run without a connection, and each stop is delivered once when it is back', async ({
  page,
  context,
}) => {
  const day = dayIn(31)
  const first = await orderFor('Northside', day)
  const second = await orderFor('Southside', day)
  const third = await orderFor('Westside', day)
  await signInAsOwner(page)
  await page.goto(`/admin/deliveries/${day}`)
  await expect(page.getByText('3 stops of the van.')).toBeVisible()
  await expectAccessible(page, 'deliveries')
  await page.setViewportSize(PHONE)
  await page.getByRole('link', { name: 'Open the run sheet' }).tap()
  await expect(stop(page, 'Northside')).toContainText('Code 1234')
  await expect(page.getByText('$')).toHaveCount(0)
  await expectAccessible(page, 'run sheet')
  await page.setViewportSize(PHONE)
  await expect
    .poll(() => page.evaluate<boolean>(`caches.match('/admin/run/${day}/none').then(Boolean)`))
    .toBe(true)

  await loseOneReply(page, '**/handed-over')
  // The first request gets no reply. This is the reply to the repeated one.
  const answered = page.waitForResponse('**/handed-over')
  await handOver(page, 'Northside', 'Kim')
  await answered
  await allSent(page)

  await context.setOffline(true)
  await stop(page, 'Southside').getByLabel('Handed over to').fill('Lee')
  await stop(page, 'Southside').getByRole('button', { name: 'Something is short' }).tap()
  await stop(page, 'Southside').getByLabel('Missing of 3').fill('1')
  await stop(page, 'Southside').getByLabel('Why').selectOption('Damaged')
  await stop(page, 'Southside').getByRole('button', { name: 'Delivered, short' }).tap()
  await expect(stop(page, 'Southside')).toContainText('delivered to Lee')
  await page.reload()
  await stop(page, 'Westside').getByRole('button', { name: 'Nobody there' }).tap()
  await stop(page, 'Westside')
    .getByRole('button', { name: /^Nobody there: deliver on/ })
    .tap()
  await expect(page.getByText('2 steps wait on this device')).toBeVisible()
  await expect(page.getByText('3 of 3 done')).toBeVisible()
  expect(await stateOf(second)).toBe('paid')

  await context.setOffline(false)
  await allSent(page)
  expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([
    'delivered',
    'delivered',
    'paid',
  ])
  expect(await deliveriesOf(first)).toMatchObject([{ outcome: 'delivered', received_by: 'Kim' }])
  expect(await deliveriesOf(second)).toMatchObject([{ outcome: 'short', received_by: 'Lee' }])
  expect(await deliveriesOf(third)).toMatchObject([{ outcome: 'nobody' }])
})

test('of two phones that finish the same stop, the first one counts, and the second says who was first', async ({
  page,
  browser,
}) => {
  const day = dayIn(33)
  const id = await orderFor('Eastside', day)
  await signInAsOwner(page)
  await page.goto(`/admin/run/${day}/none`)
  await expect(stop(page, 'Eastside')).toBeVisible()
  const other = await browser.newContext({ viewport: PHONE, hasTouch: true })
  const second = await other.newPage()
  await signInByApi(second, ADMIN.email, ADMIN.password)
  await second.goto(`/admin/run/${day}/none`)
  await expect(stop(second, 'Eastside')).toBeVisible()
  await other.setOffline(true)
  await handOver(second, 'Eastside', 'Lee')
  await handOver(page, 'Eastside', 'Kim')
  await allSent(page)
  await other.setOffline(false)
  await expect(second.getByRole('alert')).toContainText(
    /Not done: Delivered to Eastside.*has delivered order .* to Kim/,
  )
  await second.getByRole('button', { name: /^Discard/ }).tap()
  await expect(stop(second, 'Eastside')).toContainText('delivered to Kim')
  expect((await deliveriesOf(id)).length).toBe(1)
  await other.close()
})

test('a route sorts the stops, the order changes for a day, and a pickup is handed over by name', async ({
  page,
}) => {
  const day = dayIn(35)
  await orderFor('Alpha', day)
  await orderFor('Beta', day)
  const pickup = await orderFor('Gamma', day, 2, 'pickup')
  await signInAsOwner(page)
  await page.goto('/admin/van-routes')
  await page.getByRole('button', { name: 'Add a route' }).tap()
  await page.getByLabel('Name').fill('North round')
  const weekday = new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  await page.getByLabel('Weekday').selectOption(weekday)
  await page.getByLabel('Add a stop').selectOption('Beta, Bar')
  await page.getByLabel('Add a stop').selectOption('Alpha, Bar')
  await page.getByRole('button', { name: 'Save route' }).tap()
  await expect(page.getByRole('heading', { name: /North round/ })).toBeVisible()
  await expectAccessible(page, 'van routes')
  await page.setViewportSize(PHONE)
  await page.goto(`/admin/deliveries/${day}`)
  const run = page.getByRole('region', { name: /North round/ })
  await expect(run.getByRole('listitem').first()).toContainText('Beta')
  await run.getByRole('button', { name: 'Earlier: Alpha' }).tap()
  await expect(run.getByRole('listitem').first()).toContainText('Alpha')
  await page.getByLabel('Handed over to').fill('Kim')
  await page.getByRole('button', { name: 'Hand over', exact: true }).tap()
  await expect(page.getByText('Picked up by Kim')).toBeVisible()
  expect(await stateOf(pickup)).toBe('delivered')
})

test('staff split an order into parcels, each gets a label, and the buyer sees what is in which', async ({
  page,
}) => {
  const id = await (await newBuyer('Ann Buyer')).buy(3)
  await signInAsOwner(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Split into parcels' }).click()
  const first = page.getByRole('group', { name: 'Parcel 1' }).getByRole('spinbutton')
  await first.fill('2')
  await expect(page.getByText(/is in no parcel/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a parcel' }).click()
  await expect(page.getByText('All pieces are in a parcel.')).toBeVisible()
  await page.getByRole('button', { name: 'Save parcels' }).click()
  await page.getByRole('button', { name: 'Buy 2 labels' }).click()
  await page.getByRole('button', { name: /^Buy it for/ }).click()
  await expect(page.getByRole('link', { name: 'Print the label of parcel 2' })).toBeVisible()
  await expect(page.getByText('Parcel 1 of 2').first()).toBeVisible()
  expect(await stateOf(id)).toBe('shipped')
  await expectAccessible(page, 'order in two parcels')
  await page.goto(`/order/${id}/packing-slip`)
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(page.getByText('1 piece in this parcel')).toBeVisible()
})

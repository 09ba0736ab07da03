/** The roast plan: a warning about missing coffee, the proposed batches, and changes to them. */
import { addDays } from '#shared/kernel/days.ts'
import { expect } from '@playwright/test'
import { systemClock } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { greenLot, makeToOrder, roastOf } from '../roastery/green.ts'
import { addOrder } from '../roastery/orders.ts'
import { expectAccessible } from './axe.ts'
import { coffeeOfOwn } from './by-api.ts'
import { openDatabase } from './roastery-day.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'
import { insert } from '../table-rows.ts'

/** An order of 40 bags of a coffee of its own. Returns the day and the name of the roast. */
async function orderCoffee(attempt: number): Promise<{ day: string; roast: string }> {
  const { _id: product } = await coffeeOfOwn('Planned', { isRoastedToOrder: true, isDraft: true })
  const { db, close } = await openDatabase()
  try {
    const shop = { db, clock: systemClock }
    const name = `Sidamo ${Date.now() % 100_000}`
    const lot = await greenLot(shop, { code: name })
    const roast = await roastOf(shop, [{ lot, percent: 100 }], { name })
    await makeToOrder(shop, product, [{ roast, percent: 100 }])
    // Far ahead, so that no other test uses the day. With a capacity of its own, any weekday is a roast day.
    const day = addDays(nowAt(systemClock).day, 33 + attempt)
    await insert(db, 'roast_days', { day, capacity_grams: 60_000 })
    const order = await addOrder(shop, {
      day,
      lines: [{ product, grams: 340, qty: 40 }],
    })
    await db.updateTable('order_lines').set({ name }).where('order_id', '=', order).execute()
    return { day, roast: name }
  } finally {
    await close()
  }
}

test('a packer plans a day, changes a batch in pounds, adds one and removes one, and prints the plan', async ({
  page,
}, { retry }) => {
  const { day, roast } = await orderCoffee(retry)
  await signInAsOwner(page)
  await page.goto(`/admin/roastery/${day}`)
  await expect(page.getByText(`${roast} is short by 29.98`, { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Plan the day' }).click()
  const batches = page.getByRole('region', { name: 'Batches' }).locator('ol > li')
  await expect(batches).toHaveCount(2)
  await expect(page.getByText('is short by', { exact: false })).toHaveCount(0)
  await expectAccessible(page, 'roast plan')

  const first = batches.first()
  await first.getByRole('button', { name: /^Change / }).click()
  const form = first.getByRole('form')
  await form.getByLabel('Green coffee', { exact: true }).fill('50 lb')
  await expect(form.getByText('Enter 6.61', { exact: false })).toBeVisible()
  await form.getByLabel('Green coffee', { exact: true }).fill('20 lb')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByText('by hand', { exact: false })).toBeVisible()
  await expect(first.getByText('9.072', { exact: false }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Add a batch' }).click()
  const adding = page.getByRole('form', { name: 'Add a batch' })
  await adding.getByLabel(/^Roast/).selectOption({ label: roast })
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(batches).toHaveCount(3)
  await expect(page.getByText('more than needed', { exact: false })).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await batches
    .last()
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(batches).toHaveCount(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'roast plan on a phone')
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(page.getByRole('table', { name: 'Batches' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('table', { name: 'Bags to package' })).toContainText('40')
})

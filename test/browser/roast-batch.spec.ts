/** The page of a batch: the log of Artisan, its chart, and cuppings. The cost of coffees. */
import { expect } from '@playwright/test'
import { alogOf } from '../artisan-log.ts'
import { expectAccessible } from './axe.ts'
import { addBatch } from './batch-rows.ts'
import { coffeeOfOwn } from './by-api.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const log = (text: string, name = 'roast.alog') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

test('a log is attached, its curve is read with the keyboard, and a broken file changes nothing', async ({
  page,
}) => {
  await signInAsOwner(page)
  const { id, code } = await addBatch((await coffeeOfOwn('Measured'))._id, 'Curve')
  await page.goto(`/admin/batch/${id}`)
  await expect(page.getByRole('heading', { name: `Batch ${code}` })).toBeVisible()
  await expect(page.getByText('22.05 lb (10 kg)').first()).toBeVisible()
  await expect(page.getByText('15.0%, expected 15.0%')).toBeVisible()

  const input = page.getByLabel('Choose a log of Artisan')
  await input.setInputFiles(log('<html>'))
  await expect(page.getByText('This is not a log of Artisan')).toBeVisible()
  await input.setInputFiles(log(alogOf()))
  const table = page.getByRole('table', { name: 'Events and phases' })
  await expect(table.getByRole('row').filter({ hasText: 'Turning point' })).toContainText('1:15, 90.0 °C')
  await expect(table.getByRole('row').filter({ hasText: 'DTR' })).toContainText('2:00, 20.0%')

  const slider = page.getByRole('slider', { name: /Time in the roast/ })
  await slider.focus()
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /^-0:30 minutes, beans 195 degrees/)
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /^-0:20 minutes/)
  await expectAccessible(page, 'batch with a curve')

  await page.getByLabel('Replace the curve with another log').setInputFiles(log('[1, 2'))
  await expect(page.getByText('This is not a log of Artisan')).toBeVisible()
  await page.reload()
  await expect(table).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete the curve' }).click()
  await expect(input).toBeAttached()
  await expect(table).toHaveCount(0)
})

test('a log of another day and weight is attached only after a question, and without a charge with a remark', async ({
  page,
}) => {
  await signInAsOwner(page)
  const { id } = await addBatch((await coffeeOfOwn('Asked'))._id, 'Asked')
  await page.goto(`/admin/batch/${id}`)
  const input = page.getByLabel('Choose a log of Artisan')
  const other = {
    roastisodate: '2026-01-05',
    weight: [5, 4.2, 'Kg'],
    timeindex: [-1, 0, 510, 0, 0, 0, 630, 0],
  }
  const questions: string[] = []
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await input.setInputFiles(log(alogOf(other)))
  await expect(page.getByText('This log may be of another roast.')).toBeVisible()
  expect(questions[0]).toContain('Attach it anyway?')
  expect(questions[0]).toMatch(/The log has 11.02\slb \(5\skg\) of green coffee/)
  const table = page.getByRole('table', { name: 'Events and phases' })
  await expect(table).toHaveCount(0)
  page.once('dialog', (dialog) => void dialog.accept())
  await input.setInputFiles(log(alogOf(other)))
  await expect(table.getByRole('row').filter({ hasText: 'DTR' })).toContainText('2:00, 19.0%')
  await expect(page.getByText('The charge is not marked in the log')).toBeVisible()
  await expect(
    page.getByText('Dry end is not marked in the log: it is where the beans reached 150 °C'),
  ).toBeVisible()
  await expect(page.getByText('10:30 minutes from the first reading to drop')).toBeVisible()
})

test('loose coffee is counted, and a cupping with the SCA form shows its total and names missing scores', async ({
  page,
}) => {
  await signInAsOwner(page)
  const coffee = await coffeeOfOwn('Cupped')
  const { id } = await addBatch(coffee._id, 'Cup')
  await page.goto(`/admin/batch/${id}`)
  await expect(page.getByText(`Label of ${coffee.name}`)).toBeVisible()
  // A count of the loose coffee.
  await page.getByText('Correct what is left').click()
  await page.getByLabel('What is there', { exact: true }).fill('8400 g')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('is loose')).toContainText('8.4 kg')
  await page.getByRole('button', { name: 'Add cupping' }).click()
  await page.getByLabel('Form').selectOption('SCA form')
  const names = ['Fragrance and aroma', 'Flavor', 'Aftertaste', 'Acidity', 'Body', 'Balance']
  for (const name of names) await page.getByLabel(name, { exact: true }).selectOption('8.25')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Choose a score for overall').first()).toBeVisible()
  await page.getByLabel('Overall', { exact: true }).selectOption('8.00')
  await page.getByLabel('Notes').fill('Orange, honey')
  // 6 * 8.25 + 8, and 30 points for the cups.
  await expect(page.getByText('Final score: 87.50')).toBeVisible()
  await expectAccessible(page, 'cupping form')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page
    .getByRole('table', { name: 'Cuppings of this batch' })
    .getByRole('row')
    .filter({ hasText: 'Orange' })
  await expect(row).toContainText('87.50')
  await row.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Cups with a fault').selectOption('1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('83.50')
})

test('packaging costs complete the cost of a coffee, and the inventory has a value', async ({ page }) => {
  await signInAsOwner(page)
  const coffee = await coffeeOfOwn('Costed')
  await addBatch(coffee._id, 'Cost')
  await page.goto('/admin/coffee-cost')
  const table = page.getByRole('table', { name: 'Cost and margin of coffees by size' })
  const row = table.getByRole('row').filter({ hasText: `${coffee.name}, 12 oz` })
  // 340 g at 0.9 cents per gram of green coffee, with a loss of 15%: 360 cents.
  await expect(row).toContainText('$3.60')
  await expect(row).toContainText('has no cost')
  await page.getByLabel('12 oz (340 g)').fill('0.62')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('$4.22')
  await expectAccessible(page, 'coffee cost')
  await page.goto('/admin/coffee-inventory')
  await expect(page.getByRole('table', { name: 'Value by place' })).toContainText('Green coffee')
  await expectAccessible(page, 'inventory value')
})

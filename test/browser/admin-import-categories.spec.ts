/** Moving in from Shopify: the categories of the file, its sizes and grinds, and the start of the import. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const HEAD =
  'Handle,Title,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Status'
const GRINDS = ['Whole Bean', 'Espresso', 'French Press']

function fileOf(name: string): string {
  const coffee = (size: string, grams: number, price: number) =>
    GRINDS.map(
      (grind) =>
        `${name}-coffee,${name} Coffee,Our Coffees ${name},Size,${size},Grind,${grind},,${grams},shopify,5,${price},active`,
    )
  const draft = `${name}-draft,${name} Draft,Our Coffees ${name},Title,Default Title,,,,340,shopify,2,20,draft`
  const goods = `${name}-brewer,${name} Brewer,Slow Bar ${name},Title,Default Title,,,,0,shopify,2,60,active`
  return [HEAD, ...coffee('12 oz', 340, 18), ...coffee('2 lb', 907, 42), goods, draft].join('\n')
}

test('a file of Shopify: its categories are chosen by keyboard, then it is imported', async ({
  page,
}, info) => {
  const name = `Trial${info.workerIndex}${Date.now() % 10_000}`
  await signInAsOwner(page)
  await page.goto('/admin/import?from=shopify')
  await page
    .getByLabel('Choose the file of products')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf(name)) })
  await expect(
    page.getByRole('heading', { name: 'First, choose what each of these is in your shop' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await expectAccessible(page, 'the categories of an import')
  const coffees = page.getByRole('group', { name: `Our Coffees ${name}` })
  await expect(coffees.getByLabel('In your shop')).toHaveValue('coffee')
  const bar = page.getByRole('group', { name: `Slow Bar ${name}` })
  await bar.getByLabel('Category').fill('')
  await page.keyboard.press('Enter')
  await expect(bar.getByText('Enter a category, such as “Brewing”')).toBeVisible()
  await expect(bar.getByLabel('Category')).toBeFocused()
  await page.keyboard.type(`Brewers ${name}`)
  await bar.getByLabel('Department').selectOption({ label: 'Equipment' })
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByText('6 variants become 2 sizes')).toBeVisible()
  await expect(page.getByText('No weight: parcels count 700 g')).toBeVisible()
  await expectAccessible(page, 'the preview of an import')
  await page.getByRole('button', { name: 'Import 3 products' }).press('Enter')
  await expect(page.getByText('3 products were imported')).toBeVisible()
  await page.goto('/shop/equipment')
  await expect(page.getByText(`${name} Brewer`).first()).toBeVisible()
  await page.goto(`/admin/productlist?search=${name}+Draft`)
  await page.getByRole('link', { name: `Edit ${name} Draft` }).click()
  await expect(page.getByLabel('In the shop')).toHaveValue('Hidden')
})

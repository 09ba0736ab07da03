/** The whole move from another shop: products, customers and pictures in, and the customers out again. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { pictureFile, uniqueName, UPLOAD_TIMEOUT } from './products.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

const csvFile = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('An owner moves in from Shopify: products, customers and pictures', async ({ page }) => {
  test.setTimeout(180_000)
  const key = uniqueName('move').replaceAll(/\W/g, '').toLowerCase()
  const email = `${key}@example.com`
  await signInAsOwner(page)
  await page.goto('/admin/productlist')
  await page.getByRole('link', { name: 'Move from another shop' }).click()
  await expect(page.getByRole('heading', { name: 'Data', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Which shop do you come from?' })).toBeVisible()
  await expectAccessible(page, 'move in, first')
  await page.getByRole('link', { name: /^Shopify/ }).click()
  await expect(page.getByText('open Products and choose Export')).toBeVisible()

  await page
    .getByLabel('Choose the file of products')
    .setInputFiles(
      csvFile(
        'products_export.csv',
        'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Image Src,Image Position,Status',
        `${key}-a,قهوة ${key} ☕️,"<p>Sweet &amp; ""round""</p><script>x()</script>",Frame,Coffee,true,Size,Small,${key}-A,340,12,18.50,http://10.0.0.1/${key}.jpg,1,active`,
        `${key}-a,,,,,,,Large,${key}-AL,1000,3,45,,,`,
        `${key}-b,"=HYPERLINK(""x"") ${key}",<p>Plain</p>,Frame,Ceramics,true,Title,Default Title,${key}-B,,3,24,,,active`,
        `${key}-c,,<p>Nameless</p>,Frame,Ceramics,true,Title,Default Title,,,3,24,,,active`,
        `${key}-d,Long ${key},${'x'.repeat(200_001)},Frame,Ceramics,true,Title,Default Title,,,3,9,,,active`,
      ),
    )
  await page.getByRole('button', { name: 'Continue' }).click({ timeout: 30_000 })
  await expect(page.getByText('2 would be created')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('2 have problems and would be left out')).toBeVisible()
  const problems = page.getByRole('table', { name: 'Problems' })
  await expect(problems.getByRole('row').nth(1)).toContainText('Title')
  await expect(problems.getByRole('row').nth(2)).toContainText('more than 200,000 characters')
  await expectAccessible(page, 'a preview with problems')
  await page.getByRole('button', { name: /^New/ }).click()
  await expect(page.getByRole('table', { name: 'New' })).toContainText(`قهوة ${key} ☕️`)
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByText('Done. 2 products were imported.')).toBeVisible({ timeout: 30_000 })

  await page.getByRole('link', { name: 'Next: customers and pictures' }).click()
  await page
    .getByLabel('Choose the file of customers')
    .setInputFiles(
      csvFile(
        'customers_export.csv',
        'First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip',
        `משה,=SUM(1) ${key},${email},yes,123 Maple Avenue E,Vienna,VA,US,'22180`,
        `No,Address,nowhere,no,,,,,`,
      ),
    )
  await expect(page.getByText('1 has problems and would be left out')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^New/ }).click()
  await expect(page.getByRole('table', { name: 'New' })).toContainText('Newsletter: agreed')
  await page.getByRole('button', { name: 'Import 1 customer' }).click()
  await expect(page.getByText('Done. 1 customer was imported.')).toBeVisible({ timeout: 30_000 })

  await page.getByRole('link', { name: 'Next: pictures' }).click()
  const failures = page.getByRole('table', { name: 'Pictures that could not be fetched' })
  await expect(failures.getByRole('row', { name: key })).toContainText('private network', { timeout: 30_000 })
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page, 'move in with failures, on a phone')
  const picture = pictureFile('gallery_03')
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: `${key}.jpg`, mimeType: 'image/jpeg', buffer: await readFile(picture) })
  await expect(page.getByText('1 picture stored.')).toBeVisible(UPLOAD_TIMEOUT)
  await expect(failures.getByRole('row', { name: key })).toHaveCount(0)

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Customers for Shopify' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text).toContain(email)
  expect(text).toContain('22180')
  expect(text).not.toContain(',=SUM')
})

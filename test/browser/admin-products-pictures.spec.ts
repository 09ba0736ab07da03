/** The two pictures of a product. The names of the tests are rows of test/SPEC.md. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import {
  uniqueName,
  deleteCreated,
  pictureFile,
  productOf,
  update,
  UPLOAD_TIMEOUT,
  openNewForm,
} from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { holdRequests } from './held-requests.ts'
import { test } from './visitor.ts'

test.beforeEach(({ page }) => signInAsOwner(page))
test.afterAll(deleteCreated)

const frame = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('xpath=following-sibling::div[1]')

test('An image is sent to POST /api/upload/productimage in the field image, and a toast shows the server’s message', async ({
  page,
}) => {
  const product = await openNewForm(page, uniqueName('Pictured'))
  const answered = page.waitForResponse('**/api/upload/productimage')
  await page.getByLabel('First Image').setInputFiles(pictureFile('gallery_03'))
  const answer = await answered
  expect(answer.request().headers()['content-type']).toMatch(/^multipart\/form-data/)
  const { image, message } = await answer.json()
  await expect(page.getByText(message)).toBeVisible(UPLOAD_TIMEOUT)
  await expect(frame(page, 'First Image').locator('img')).toBeVisible(UPLOAD_TIMEOUT)
  await page.getByLabel('Second Image').setInputFiles(pictureFile('gallery_04'))
  await expect(frame(page, 'Second Image').locator('img')).toBeVisible(UPLOAD_TIMEOUT)
  await update(page)
  await expectAt(page, '/admin/productlist')
  const saved = await productOf(page, product._id)
  expect(saved.image).toBe(image)
  expect(saved.secondImage).toMatch(/^\/uploads\//)
  expect(saved.pictures.image.alt).toBe(product.name)
  await page.goto(`/product/${product._id}`)
  await expect(page.getByRole('img', { name: product.name, exact: true })).toBeVisible()
})

test('An upload shows its progress, can be stopped, and a save waits for it', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Slow'))
  const stopped = await holdRequests(page, '**/api/upload/productimage')
  await page.getByLabel('First Image').setInputFiles(pictureFile('gallery_03'))
  const progress = page.getByRole('progressbar', { name: 'Uploading the First Image' })
  await expect(progress).toBeVisible()
  await update(page)
  await expect(page.getByText('A picture is still uploading')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(progress).toHaveCount(0)
  await stopped.release()
  await page.unroute('**/api/upload/productimage')
  // After a stopped upload nothing is saved. Otherwise the form is saved as soon as the picture is stored.
  await expect(page.getByText('Product updated')).toHaveCount(0)
  const again = await holdRequests(page, '**/api/upload/productimage')
  await page.getByLabel('First Image').setInputFiles(pictureFile('gallery_03'))
  await expect(progress).toBeVisible()
  await update(page)
  await page.getByLabel('Brand', { exact: true }).fill('Typed meanwhile')
  await again.release()
  await expect(page.getByText('Product updated')).toBeVisible(UPLOAD_TIMEOUT)
  const saved = await productOf(page, product._id)
  expect(saved.image).toMatch(/^\/uploads\//)
  expect(saved.brand).toBe('Typed meanwhile')
})

test('A picture that browsers cannot show is refused at once, with what to do', async ({ page }) => {
  await openNewForm(page, uniqueName('Phone'))
  const file = { name: 'IMG_0042.HEIC', mimeType: '', buffer: Buffer.from('any') }
  await page.getByLabel('First Image').setInputFiles(file)
  await expect(page.locator('form').getByText('Save it as JPEG, then upload it')).toBeVisible()
})

test('If an upload fails, an error toast shows the server’s message', async ({ page }) => {
  await openNewForm(page, uniqueName('No picture'))
  const text = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') }
  await page.getByLabel('First Image').setInputFiles(text)
  await expect(page.getByLabel('Notices').getByText('Images only!')).toBeVisible()
  await expect(page.locator('form').getByText('Images only!')).toBeVisible()
  const large = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(15 * 1024 * 1024 + 1) }
  await page.getByLabel('First Image').setInputFiles(large)
  await expect(page.locator('form').getByText('too large: 15 MB at most')).toBeVisible()
  await expect(frame(page, 'First Image')).toHaveText('Drop a picture here')
})

test('A picture can be dropped into its frame', async ({ page }) => {
  await openNewForm(page, uniqueName('Dropped on'))
  const bytes = (await readFile(pictureFile('gallery_05'))).toString('base64')
  const dataTransfer = await page.evaluateHandle((encoded) => {
    const { DataTransfer, File, Uint8Array: Bytes } = globalThis as any
    const transfer = new DataTransfer()
    const data = Bytes.from(atob(encoded), (character: string) => character.charCodeAt(0))
    transfer.items.add(new File([data], 'dropped.jpg', { type: 'image/jpeg' }))
    return transfer
  }, bytes)
  await frame(page, 'Second Image').dispatchEvent('drop', { dataTransfer })
  await expect(frame(page, 'Second Image').locator('img')).toBeVisible(UPLOAD_TIMEOUT)
})

test('First and second image are swapped with a button and by dragging', async ({ page }) => {
  const pictures = { image: '/pictures/bag_01.jpg', secondImage: '/pictures/bag_02.jpg' }
  const product = await openNewForm(page, uniqueName('Swapped'), pictures)
  const first = frame(page, 'First Image').locator('img')
  await expect(first).toHaveAttribute('src', /bag_01/)
  await page.getByRole('button', { name: 'Swap first and second' }).click()
  await expect(first).toHaveAttribute('src', /bag_02/)
  await frame(page, 'First Image').dragTo(frame(page, 'Second Image'))
  await expect(first).toHaveAttribute('src', /bag_01/)
  await page.getByRole('button', { name: 'Swap first and second' }).click()
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect(await productOf(page, product._id)).toMatchObject({
    image: '/pictures/bag_02.jpg',
    secondImage: '/pictures/bag_01.jpg',
  })
})

test('A picture can be removed', async ({ page }) => {
  const product = await openNewForm(page, uniqueName('Bare'), { image: '/pictures/bag_01.jpg' })
  await page.getByRole('button', { name: 'Remove the First Image' }).click()
  await expect(frame(page, 'First Image')).toHaveText('Drop a picture here')
  await update(page)
  await expectAt(page, '/admin/productlist')
  expect((await productOf(page, product._id)).image).toBe('')
})

/** The owner edits a page and an email: picture, preview, publication, test and undo. */
import { expect } from '@playwright/test'
import { aPicture } from '../form.ts'
import { callApi } from './by-api.ts'
import { htmlOf, plainText, textsOf } from './html.ts'
import { asOwner } from './owner.ts'
import { uniqueName } from './products.ts'
import { signInAsOwner, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

// If the test ends between its publication and its undo, the About page would keep the text.
test.afterEach(() => asOwner((owner) => callApi(owner, 'POST', '/api/pages/about/versions/original/restore')))

test('the owner rewrites the About page with a new picture, publishes it and takes it back', async ({
  page,
  otherPage: visitor,
  request,
}) => {
  const about = () => htmlOf(request, '/about', 'main')
  const heading = uniqueName('Who we are')
  await signInAsOwner(page)
  await page.goto('/admin/pages')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'About', exact: true }).click()
  await page.getByText('Edit row 1').click()
  const row = page.getByRole('listitem').filter({ hasText: 'Edit row 1' })
  await row.getByLabel('Heading', { exact: true }).fill(heading)
  await row.getByLabel('Upload another picture').setInputFiles({
    name: 'bar.jpg',
    mimeType: 'image/jpeg',
    buffer: await aPicture({ width: 600, height: 400 }),
  })
  await expect(row.getByLabel('Description (alt text)')).toHaveValue('')
  await row.getByLabel('Description (alt text)').fill('Two people at the bar')
  const preview = page.frameLocator('iframe[title="Preview of About"]')
  await expect(preview.getByRole('heading', { name: heading })).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()

  expect(plainText(await about())).not.toContain(heading)
  await page.getByRole('button', { name: 'Publish …' }).click()
  await expect(page.getByText('No problems found')).toBeInViewport()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Visitors see your changes now.')).toBeInViewport()
  await visitor.goto('/about')
  await expect(visitor.getByRole('img', { name: 'Two people at the bar' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(page.getByText('Visitors see your changes now.')).toHaveCount(0)
  expect(textsOf(await about(), 'h2')).toContain('Everything hangs in a frame')
})

test('text that is typed while a picture is uploaded stays, and saving waits for the picture', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/pages')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'About', exact: true }).click()
  await page.getByText('Edit row 1').click()
  const row = page.getByRole('listitem').filter({ hasText: 'Edit row 1' })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/media/upload', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue().catch(() => {})
  })
  const name = uniqueName('bar.jpg')
  const picture = { name, mimeType: 'image/jpeg', buffer: await aPicture({ width: 600, height: 400 }) }
  await row.getByLabel('Upload another picture').setInputFiles(picture)
  await expect(row.getByRole('progressbar')).toBeVisible()
  await row.getByLabel('Description (alt text)').fill('Typed meanwhile')
  await row.getByLabel('Heading', { exact: true }).fill('Heading typed meanwhile')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('A picture is still uploading')).toBeVisible()
  letGo()
  await expect(page.getByText('Draft saved: visitors do not see it yet')).toBeVisible()
  await expect(row.getByLabel('Description (alt text)')).toHaveValue('Typed meanwhile')
  await expect(row.getByLabel('Heading', { exact: true })).toHaveValue('Heading typed meanwhile')
  await page.goto('/admin/media')
  await page.getByRole('button', { name: 'A picture without a description' }).first().click()
  const description = page.getByLabel('Description (alt text)')
  await description.fill('Being typed')
  await page.getByLabel('Add pictures').setInputFiles({ ...picture, name: uniqueName('second.jpg') })
  await expect(page.getByText('Picture added', { exact: true })).toBeVisible()
  await expect(description).toHaveValue('Being typed')
})

test('a bar that covers a form says that there is more below, until the form ends above it', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.setViewportSize({ width: 1280, height: 520 })
  await page.goto('/admin/settings/vacation')
  await expect(page.getByText('More below')).toBeVisible()
  await page.getByText('Visitors read it with the dates on the home page').scrollIntoViewIfNeeded()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect(page.getByText('More below')).toHaveCount(0)
})

test('the owner rewrites the introduction of an email, sees the whole mail, and sends herself a test', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/pages')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Order paid', exact: true }).click()
  const text = page.getByLabel('Introduction', { exact: true })
  await text.fill('Dear {nmae}')
  await expect(page.getByText('There is no placeholder {nmae} here.').first()).toBeVisible()
  await text.fill('Dear {name}, thank you for No. {number}.')
  const preview = page.frameLocator('iframe[title="Preview of Order paid"]')
  await expect(preview.getByText('Dear Ann Lee, thank you for No. 4GX-7QM.')).toBeVisible()
  await expect(preview.getByText('See your order')).toBeVisible()
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByText('THANK YOU, IT IS PAID')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('Sent to the sandbox, which delivers no mail.')).toBeVisible()
})

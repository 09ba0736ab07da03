import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signInAsNewCustomer, expectAt, signInAsOwner } from './steps.ts'

/** Registers a new user and opens a product; returns its path. */
async function openProductAsCustomer(page: Page, name: string): Promise<string> {
  const { products } = await (await page.request.get('/api/products?pageNumber=2')).json()
  const path = `/product/${products[0]._id}`
  await signInAsNewCustomer(page, name)
  await page.goto(path)
  return path
}

async function writeReview(page: Page, rating: string, comment: string): Promise<void> {
  await page.getByLabel('Rating').selectOption(rating)
  await page.getByLabel('Comment').fill(comment)
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Review created successfully')).toBeVisible()
}

test('the posted review replaces the review form, also after a reload', async ({ page }) => {
  await openProductAsCustomer(page, 'Once Only')
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByLabel('Rating')).toHaveAccessibleDescription('Choose a rating.')
  await expect(page.getByLabel('Rating')).toBeFocused()
  await writeReview(page, '4', 'Round and sweet')
  const own = page.getByRole('heading', { name: 'Your review' })
  await expect(own).toBeFocused()
  await expect(page.getByLabel('Comment')).toHaveCount(0)
  await page.reload()
  await expect(own).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Post review' })).toHaveCount(0)
})

test('an admin hides a review with a reason: it disappears for visitors, search engines and ratings, and its author sees the reason', async ({
  page,
  browser,
}) => {
  const writer = await (await browser.newContext()).newPage()
  const name = `Rude Ron ${Date.now()}`
  const path = await openProductAsCustomer(writer, name)
  await writeReview(writer, '1', 'Buy at bad.example instead')
  await expect(writer.getByText('Buy at bad.example instead')).toBeVisible()
  const before = await (await page.request.get(`/api${path.replace('product', 'products')}`)).json()

  await signInAsOwner(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Manage these reviews' }).click()
  await expectAt(page, '/admin/reviews')
  const row = page.getByRole('article').filter({ hasText: name })
  await expect(row).toContainText('has not bought it')
  await row.getByRole('button', { name: /^Hide/ }).click()
  const reason = row.getByLabel(/^Reason/)
  await expect(reason).toBeFocused()
  await row.getByRole('button', { name: 'Hide this review' }).click()
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('Advertises another shop')
  await expectAccessible(page, 'a review about to be hidden')
  await row.getByRole('button', { name: 'Hide this review' }).click()
  await expect(row).toContainText('Hidden by Owner')
  await page.getByLabel('Shown or hidden').selectOption('Shown')
  await expect(row).toHaveCount(0)
  await page.getByLabel('Shown or hidden').selectOption('Hidden')
  await expect(row).toHaveCount(1)

  const html = await (await page.request.get(path)).text()
  expect(html).not.toContain('Buy at bad.example instead')
  const after = await (await page.request.get(`/api${path.replace('product', 'products')}`)).json()
  expect(after.numReviews).toBe(before.numReviews - 1)
  if (after.numReviews === 0) expect(html).not.toContain('aggregateRating')

  await writer.reload()
  await expect(writer.getByText('The shop has hidden your review')).toBeVisible()
  await expect(writer.getByText('Reason: Advertises another shop')).toBeVisible()
  await expectAccessible(writer, 'a review that was hidden')

  await row.getByRole('button', { name: /^Show/ }).click()
  await expect(row).toHaveCount(0)
  await writer.reload()
  await expect(writer.getByText('Buy at bad.example instead')).toBeVisible()
  await page.goto('/admin/record?subject=product')
  await expect(page.getByText(`Review by ${name} shown again`)).toBeVisible()
  await expect(page.getByText(`Review by ${name} hidden`)).toBeVisible()
  await writer.context().close()
})

test('a five-star review by a user who bought nothing does not change the home page', async ({ page }) => {
  const shown = async () => {
    const html = await (await page.request.get('/')).text()
    return [...html.matchAll(/href="(\/product\/[^"]+)"/g)].map(([, href]) => href)
  }
  const before = await shown()
  expect(before.length).toBeGreaterThan(0)
  const path = await openProductAsCustomer(page, 'Passing Pat')
  expect(before).not.toContain(path)
  await writeReview(page, '5', 'Never had it')
  expect(await shown()).toEqual(before)
})

import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { placePaidOrder } from './by-api.ts'
import { signInAsNewCustomer, expectAt, signInAsOwner, signInByApi } from './steps.ts'
import { test } from './visitor.ts'

/** Registers a new user who buys a product, and opens the product; returns its path. */
async function openProductAsBuyer(page: Page, name: string): Promise<string> {
  const { productId, email } = await placePaidOrder(name)
  await signInByApi(page, email)
  await page.goto(`/product/${productId}`)
  return `/product/${productId}`
}

async function writeReview(page: Page, rating: string, comment: string): Promise<void> {
  await page.getByLabel('Rating').selectOption(rating)
  await page.getByLabel('Comment').fill(comment)
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Review created successfully')).toBeVisible()
}

test('the posted review replaces the review form, also after a reload', async ({ page }) => {
  await openProductAsBuyer(page, 'Once Only')
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
  otherPage: writer,
}) => {
  const name = `Rude Ron ${Date.now()}`
  const path = await openProductAsBuyer(writer, name)
  await writeReview(writer, '1', 'Buy at bad.example instead')
  await expect(writer.getByText('Buy at bad.example instead')).toBeVisible()
  const before = await (await page.request.get(`/api${path.replace('product', 'products')}`)).json()

  await signInAsOwner(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Manage these reviews' }).click()
  await expectAt(page, '/admin/reviews')
  const row = page.getByRole('article').filter({ hasText: name })
  await expect(row).toContainText('has bought it')
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
})

test('a user who has not bought a product reads why there is no form', async ({ page }) => {
  await signInAsNewCustomer(page, 'Passing Pat')
  const { products } = await (await page.request.get('/api/products?pageNumber=2')).json()
  await page.goto(`/product/${products[0]._id}`)
  await expect(page.getByText('Only customers who bought it in this shop can review it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post review' })).toHaveCount(0)
})

test('a buyer edits a review, and a draft of the edit survives a reload', async ({ page }) => {
  const name = `Edith ${Date.now()}`
  await openProductAsBuyer(page, name)
  await writeReview(page, '2', 'Too dark for me')
  await page.getByRole('button', { name: 'Edit your review' }).click()
  await expect(page.getByLabel('Rating')).toBeFocused()
  await expect(page.getByLabel('Comment')).toHaveValue('Too dark for me')
  await page.getByLabel('Comment').fill('It needed a finer grind')
  await page.reload()
  await expect(page.getByLabel('Comment')).toHaveValue('It needed a finer grind')
  await page.getByLabel('Rating').selectOption('5')
  await expectAccessible(page, 'a review being edited')
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByRole('heading', { name: 'Your review' })).toBeFocused()
  const shown = page.locator('#reviews li').filter({ hasText: name })
  await expect(shown).toContainText('It needed a finer grind')
  await expect(shown).toContainText('Verified purchase')
  await expect(shown).toContainText('Edited on')

  await page.getByRole('button', { name: 'Edit your review' }).click()
  await page.getByLabel('Comment').fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit your review' }).click()
  await expect(page.getByLabel('Comment')).toHaveValue('It needed a finer grind')
})

test('the owner replies to a review below it, changes the reply and removes it', async ({
  page,
  otherPage: writer,
}) => {
  const name = `Asking Ann ${Date.now()}`
  const path = await openProductAsBuyer(writer, name)
  await writeReview(writer, '4', 'Which grind do you use?')

  await signInAsOwner(page)
  await page.goto('/admin/reviews')
  const row = page.getByRole('article').filter({ hasText: name })
  await row.getByRole('button', { name: /^Reply to/ }).click()
  await expect(row.getByLabel(/^Reply to/)).toBeFocused()
  await row.getByRole('button', { name: 'Save reply' }).click()
  await expect(row.getByLabel(/^Reply to/)).toHaveAttribute('aria-invalid', 'true')
  await row.getByLabel(/^Reply to/).fill('Medium, like sea salt.')
  await expectAccessible(page, 'a reply being written')
  await row.getByRole('button', { name: 'Save reply' }).click()
  await expect(row).toContainText('Your reply')
  expect(await (await page.request.get(path)).text()).toContain('Medium, like sea salt.')
  await writer.reload()
  const shown = writer.locator('#reviews li').filter({ hasText: name })
  await expect(shown).toContainText('Reply from Frame')
  await expectAccessible(writer, 'a review with a reply')

  await row.getByRole('button', { name: /^Edit the reply/ }).click()
  await row.getByLabel(/^Reply to/).fill('Coarser.')
  await row.getByRole('button', { name: 'Save reply' }).click()
  await expect(row).toContainText('Coarser.')
  await row.getByRole('button', { name: /^Remove the reply/ }).click()
  await expect(row.getByText('Your reply')).toHaveCount(0)
  expect(await (await page.request.get(path)).text()).not.toContain('Coarser.')
})

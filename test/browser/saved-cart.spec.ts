/** "Email me this cart", and the page of the mailed link on another device. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { linkTo } from './mailed-link.ts'
import { addToCart, expectAt, newEmail, signInAsNewCustomer } from './steps.ts'
import { test } from './visitor.ts'

/** Asks for the mail in the cart that the page shows. Returns the path of the mailed link. */
async function mailCart(page: Page, email: string): Promise<string> {
  await page.getByText('Email me this cart').click()
  const summary = page.getByLabel('Summary')
  await summary.getByLabel('Email').fill(email)
  await summary.getByRole('button', { name: 'Email it now' }).click()
  await expect(summary.getByText('The mail is on its way.')).toBeVisible()
  return linkTo(email, 'saved-cart')
}

test('a visitor mails the cart, and opens it on another device', async ({ page, otherPage: other }) => {
  await addToCart(page, 'huila', 2)
  const summary = page.getByLabel('Summary')
  await expect(summary.getByLabel('Email')).toBeHidden()
  await page.getByText('Email me this cart').click()
  await summary.getByRole('button', { name: 'Email it now' }).click()
  await expect(summary.getByLabel('Email')).toBeFocused()
  await expect(summary.getByText('Please fill this in.')).toBeVisible()
  await page.getByText('Email me this cart').click()
  const link = await mailCart(page, newEmail())
  await expectAccessible(page, 'the cart with the form')

  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Your saved cart' })).toBeVisible()
  await expect(other.getByRole('list', { name: 'Saved goods' })).toContainText('2 × $17.50')
  expect(new URL(other.url()).hash).toBe('')
  await expectAccessible(other, 'the saved cart')
  await other.getByRole('button', { name: 'Put these in my cart' }).click()
  await expectAt(other, '/cart')
  await expect(other.getByText('Subtotal [2]', { exact: false })).toBeVisible()
})

test('a saved cart is added to the cart or replaces it', async ({ page, otherPage: other }) => {
  const email = await signInAsNewCustomer(page)
  await addToCart(page, 'huila', 2)
  await expect(page.getByLabel('Summary').getByLabel('Email')).toHaveValue(email)
  const link = await mailCart(page, email)

  await addToCart(other, 'boquete')
  await other.goto(link)
  await expect(other.getByText('Your cart already has 1 piece.')).toBeVisible()
  await other.getByRole('button', { name: 'Add these to my cart' }).click()
  await expect(other.getByText('Subtotal [3]', { exact: false })).toBeVisible()
  await other.goto(link)
  await other.getByRole('button', { name: 'Replace my cart with these' }).click()
  await expect(other.getByText('Subtotal [2]', { exact: false })).toBeVisible()
})

test('an incomplete or forged link says so, and leads to the shop', async ({ page }) => {
  await page.goto('/cart/saved')
  await expect(page.getByText('This link is incomplete.', { exact: false })).toBeVisible()
  await page.goto('/favicon.svg')
  await page.goto(`/cart/saved#none.zzzzzz.${'A'.repeat(43)}`)
  await expect(page.getByText('This link is no longer valid.', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the shop' }).click()
  await expectAt(page, '/shop')
})

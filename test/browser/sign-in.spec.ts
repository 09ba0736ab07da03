import { expect, test as fresh } from '@playwright/test'
import { BUYER, signInAsNewCustomer, expectAt, fillSignIn } from './steps.ts'
import { test } from './visitor.ts'

test('sign in and sign up: email fields have type email, and links between both keep the redirect parameter', async ({
  page,
}) => {
  await page.goto('/login?redirect=/cart')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expectAt(page, '/register')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expectAt(page, '/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/cart')
})

fresh(
  'sign in: goes to the redirect target, / without one, and at once when already signed in',
  async ({ page }) => {
    const email = await signInAsNewCustomer(page)
    await page.goto('/login?redirect=/gallery')
    await expectAt(page, '/gallery')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login?redirect=/music')
    await fillSignIn(page, email, BUYER.password)
    await expectAt(page, '/music')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!))).toMatchObject({
      name: BUYER.name,
      isAdmin: false,
    })
  },
)

test('the sign-in and register screens say that the cart is kept if a buyer comes to them from the checkout', async ({
  page,
}) => {
  const kept = page.getByText('Your cart is kept.')
  await page.goto('/login')
  await expect(page.getByText('Pull up a stool.')).toBeVisible()
  await expect(kept).toHaveCount(0)
  await page.goto('/login?redirect=/checkout')
  await expect(kept).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expectAt(page, '/register')
  await expect(kept).toBeVisible()
})

fresh('logout works even if its call fails; the failure is only logged', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))
  let calls = 0
  // The call fails without a network, and with 401 after the session has ended. That 401 must not sign out a second
  // time.
  for (const status of [null, 401]) {
    await signInAsNewCustomer(page)
    await page.goto('/')
    await page.route('**/api/users/logout', (route) => {
      calls++
      return status ? route.fulfill({ status, json: { message: 'Please sign in' } }) : route.abort()
    })
    await page.getByRole('button', { name: new RegExp(BUYER.name, 'i') }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectAt(page, '/login')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await page.unroute('**/api/users/logout')
  }
  expect(calls).toBe(2)
  expect(logged.filter((line) => line.includes('Logout call failed'))).toHaveLength(2)
})

test('profile: Name, Email Address, Password, Confirm Password, Update, and the user’s orders', async ({
  page,
}) => {
  await signInAsNewCustomer(page)
  await page.goto('/profile')
  for (const label of ['Name', 'Email Address'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  for (const label of ['Password', 'Confirm Password'])
    await expect(page.getByLabel(new RegExp(`^${label}`))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
  await expect(page.getByText(/no orders|nothing/i).first()).toBeVisible()
  await page.goto('/profile/2')
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
})

test('the profile opens on the next delivery of a subscription and on the orders, before the form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsNewCustomer(page)
  const common = { weeks: 2, resumes: false, createdAt: '2026-11-01T12:00:00.000Z' }
  const subscriptions = [
    { ...common, _id: 'first', status: 'active', goods: ['Ethiopia Guji, 12 oz'], nextOn: '2030-12-05' },
    { ...common, _id: 'second', status: 'canceled', goods: ['Kenya Nyeri, 12 oz'], nextOn: null },
  ]
  await page.route('**/api/subscriptions/mine', (route) => route.fulfill({ json: { subscriptions } }))
  await page.goto('/profile')
  const next = page.getByRole('region', { name: 'Next delivery' })
  await expect(next).toContainText('The next delivery is planned for Thu, Dec 5.')
  await expect(next.getByRole('link')).toHaveText(['Ethiopia Guji, 12 oz'])
  await expect(page.getByRole('main').getByRole('heading')).toHaveText([
    'Profile',
    'Next delivery',
    'Your orders',
    'You',
  ])
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeInViewport()
})

import { expect, test } from '@playwright/test'
import {
  BUYER,
  fillCart,
  signInAsNewCustomer,
  expectAt,
  newEmail,
  register,
  signIn,
  signInAsOwner,
  fillSignIn,
} from './steps.ts'
import { test as visitor } from './visitor.ts'

visitor('passwords that differ are not sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('one long password')
  await page.getByLabel('Confirm Password').fill('another long password')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  expect(sent).toEqual([])
})

visitor('a wrong password shows the server’s message and keeps a guest’s cart', async ({ page }) => {
  await fillCart(page, 'yemen')
  await page.goto('/login')
  await fillSignIn(page, 'nobody@example.com', 'certainly wrong')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Subtotal [1]', { exact: false })).toBeVisible()
})

for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
  visitor(`signing in does not lead to ${target}`, async ({ page }) => {
    const email = newEmail()
    await page.goto(`/register?redirect=${encodeURIComponent(target)}`)
    await register(page, email)
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/)
  })
}

visitor('protected screens lead to the sign-in and back', async ({ page }) => {
  const email = await signInAsNewCustomer(page)
  await page.goto('/admin/orderlist')
  await expect(page).not.toHaveURL(/admin/)
  await page.goto('/profile')
  await expect(page.getByLabel('Email Address')).toHaveValue(email)
})

test('when a session ends elsewhere, this tab signs out and keeps the cart', async ({ page, context }) => {
  await signInAsNewCustomer(page)
  await fillCart(page, 'rwanda')
  await context.clearCookies()
  await page.goto('/profile')
  await expectAt(page, '/login')
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await page.goto('/cart')
  await expect(page.getByText('Subtotal [1]', { exact: false })).toBeVisible()
})

test('if many calls get a 401 at once, the user is signed out and redirected once', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible()
  await context.clearCookies()
  const refused: string[] = []
  const led: string[] = []
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    if (response.status() === 401) refused.push(new URL(response.url()).pathname)
    // Both responses arrive before either is handled.
    await expect.poll(() => refused.length).toBeGreaterThan(1)
    await route.fulfill({ response })
  })
  page.on('framenavigated', (frame) => led.push(new URL(frame.url()).pathname))
  await page.reload()
  await expectAt(page, '/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(refused.length).toBeGreaterThan(1)
  expect(refused).not.toContain('/api/users/logout')
  expect(led).toEqual(['/admin', '/login'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('logging out clears local storage and opens the sign-in', async ({ page }) => {
  const email = await signInAsNewCustomer(page)
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(BUYER.name, 'i') }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectAt(page, '/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await signIn(page, email, BUYER.password)
})

test('after logging out, the header shows what the shop offers, before it is read again', async ({
  page,
}) => {
  await signInAsNewCustomer(page)
  await page.goto('/')
  await page.route('**/api/config/business', () => {})
  await page.getByRole('button', { name: new RegExp(BUYER.name, 'i') }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectAt(page, '/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'SUBSCRIBE' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

visitor('a profile can be changed, and passwords that differ are refused', async ({ page }) => {
  await signInAsNewCustomer(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!).name)).toBe('Ada King')
  await page.getByLabel(/^Password/).fill('something new here')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Password does not match')).toBeVisible()
})

/** An error in a form is shown beside its field until it is fixed, and a toast stays on its page. */
import { expect, type Locator, type Page } from '@playwright/test'
import { newBuyer } from './by-api.ts'
import {
  BUYER,
  signInAsNewCustomer,
  expectAt,
  newEmail,
  register,
  signIn,
  signInAsOwner,
  signOut,
} from './steps.ts'
import { test } from './visitor.ts'

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const password = (page: Page) => page.getByLabel('Password', { exact: true })

/** The field is marked as invalid, and the error is its description. */
async function expectProblem(field: Locator, words: string | RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(words)
}

async function expectNone(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
}

async function tryToSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.com')
  await password(page).fill('certainly wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('sign in: an error is shown as a toast, and beside the field until it is changed', async ({ page }) => {
  await page.goto('/login')
  await tryToSignIn(page)
  await expect(notices(page)).toContainText('Invalid email or password')
  await expectProblem(password(page), /email or the password is not right/)
  await expect(password(page)).toBeFocused()
  // Longer than a toast is shown.
  await expect(notices(page)).not.toContainText('Invalid email or password')
  await expectProblem(password(page), /email or the password is not right/)
  await page.keyboard.type('another try')
  await expectNone(password(page))
})

test('sign in: empty fields show an error, and the first of them gets the focus', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectProblem(page.getByLabel('Email'), 'Enter the email of your account.')
  await expectProblem(password(page), 'Enter your password.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('no address')
  await password(page).fill('something')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectProblem(page.getByLabel('Email'), 'Enter an address like name@example.com.')
  await expectNone(password(page))
})

test('sign in: if the server cannot be reached, an error is shown', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/api/users/auth', (route) => route.abort())
  await tryToSignIn(page)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The shop cannot be reached')
})

test('sign up: the rule for passwords is shown in advance, and each error beside its field', async ({
  page,
}) => {
  const { email: taken } = await newBuyer()
  await page.goto('/register')
  await expect(password(page)).toHaveAccessibleDescription(
    'At least 8 characters, and not one that many people use.',
  )
  await register(page, taken)
  await expect(notices(page)).toContainText('User already exists')
  await expectProblem(page.getByLabel('Email'), /There is an account with this email/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(newEmail())
  await expectNone(page.getByLabel('Email'))

  for (const [typed, words] of [
    ['short', /Password must have at least 8 characters/],
    ['password123', /too common/],
  ] as const) {
    await password(page).fill(typed)
    await page.getByLabel('Confirm Password').fill(typed)
    await page.getByRole('button', { name: 'Register' }).click()
    await expectProblem(password(page), words)
    await expect(password(page)).toBeFocused()
    await expect(notices(page)).toContainText(words)
  }
  await page.getByLabel('Confirm Password').fill('something else')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(notices(page)).toContainText('Passwords do not match')
  await expectProblem(page.getByLabel('Confirm Password'), 'Type the same password twice')
  await expect(page.getByLabel('Confirm Password')).toBeFocused()
})

test('the rule for passwords is in the first HTML of sign up, of a new password and of the profile', async ({
  request,
}) => {
  for (const path of ['/register', '/reset', '/profile']) {
    const html = await (await request.get(path)).text()
    expect(html, path).toMatch(/At least 8 characters|"minLength":8/)
  }
})

test('profile: each error is shown beside its field', async ({ page }) => {
  const { email: other } = await newBuyer()
  await signInAsNewCustomer(page)
  await page.goto('/profile')
  const typed = page.getByLabel(/^Password/)
  await expect(typed).toHaveAccessibleDescription(/Leave blank to keep.*At least 8 characters/)
  await typed.fill('short')
  await page.getByLabel(/^Confirm Password/).fill('short')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectProblem(typed, /Password must have at least 8 characters/)
  await typed.fill('')
  await page.getByLabel(/^Confirm Password/).fill('')
  await page.getByLabel('Email Address').fill(other)
  await page.getByRole('button', { name: 'Update' }).click()
  await expectProblem(page.getByLabel('Email Address'), /There is an account with this email/)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectProblem(page.getByLabel('Name', { exact: true }), 'Tell us your name.')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

test('a toast disappears with its page, unless it was shown together with the navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await tryToSignIn(page)
  await expect(notices(page)).toContainText('Invalid email or password')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expectAt(page, '/register')
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
  await expect(notices(page)).toBeEmpty({ timeout: 3000 })

  const email = newEmail()
  await register(page, email)
  await expectAt(page, '/')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?redirect=/about')
  await page.getByLabel('Email').fill(email)
  await password(page).fill('certainly wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(notices(page)).toContainText('Invalid email or password')
  await password(page).fill(BUYER.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAt(page, '/about')
  await expect(notices(page)).toBeEmpty({ timeout: 3000 })
})

test('a toast shown together with a navigation stays on the next page', async ({ page }) => {
  const { id } = await newBuyer()
  await signInAsOwner(page)
  await page.goto(`/admin/user/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectAt(page, '/admin/userlist')
  await expect(notices(page)).toContainText('User updated successfully')
})

test('edit user: the error for a taken or invalid email is shown beside the field', async ({ page }) => {
  const { id } = await newBuyer()
  await signInAsOwner(page)
  await page.goto(`/admin/user/${id}/edit`)
  await page.getByLabel('Email', { exact: true }).fill('owner@frame.example')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(notices(page)).toContainText('User already exists')
  await expectProblem(page.getByLabel('Email'), /Another account has this email/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectProblem(page.getByLabel('Email'), /Enter an address like/)
})

test('a refused contact message can be put back into the form, with the error beside its field', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('Email').fill('ada@localhost')
  await page.getByLabel('Message').fill('Hello')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('button', { name: 'Put my text back' }).click()
  await expectProblem(page.getByLabel('Email'), 'Enter a valid email address')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Message')).toHaveValue('Hello')
})

test('without a redirect parameter, the sign-in opens the admin’s home for an admin, and the home page for a customer', async ({
  page,
}) => {
  await signIn(page, 'owner@frame.example', 'a quiet gallery')
  await expectAt(page, '/admin')
  await page.goto('/login?redirect=/gallery')
  await expectAt(page, '/gallery')
  await page.goto('/login')
  await expectAt(page, '/admin')
  await signOut(page)
  await page.goto('/register')
  await register(page, newEmail())
  await expectAt(page, '/')
})

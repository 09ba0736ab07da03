import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi, newBuyer } from './by-api.ts'
import { linkTo } from './mailed-link.ts'
import { signInAsNewCustomer, expectAt, newEmail, signInAsOwner, signInByApi, fillSignIn } from './steps.ts'
import { test } from './visitor.ts'

async function newCustomer(page: Page): Promise<string> {
  const email = await signInAsNewCustomer(page)
  await page.goto('/profile')
  return email
}

/** Asks for the link to a new password. The first test does it on the screen. */
async function requestLink(page: Page, email: string): Promise<void> {
  await callApi(page.request, 'POST', '/api/account/forgot', { email })
}

const NEW = 'a long new evening'

test('a forgotten password is reset by keyboard only', async ({ page }) => {
  const { email } = await newBuyer()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).focus()
  await page.keyboard.press('Enter')
  await expectAt(page, '/forgot')
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeEnabled()
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('If there is an account with this address')).toBeFocused()
  await expectAccessible(page, 'a link was asked for')

  await page.goto(await linkTo(email, 'password-reset'))
  await expect(page).toHaveURL(({ pathname, hash }) => pathname === '/reset' && hash === '')
  await expect(page.getByRole('button', { name: 'Set the password' })).toBeEnabled()
  await expectAccessible(page, 'a new password')
  await page.getByLabel('New password', { exact: true }).focus()
  await page.keyboard.type(NEW)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('something else')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  // The input is selected, so typing replaces it.
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await expectAt(page, '/login')
  await expect(page.getByText('Your password is changed. Sign in with it')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW)
  await page.keyboard.press('Enter')
  await expectAt(page, '/')
})

test('a password link that was already used shows an error in a second tab, and a way to a new link', async ({
  page,
}) => {
  const email = await signInAsNewCustomer(page)
  await requestLink(page, email)
  const link = await linkTo(email, 'password-reset')
  const second = await page.context().newPage()
  for (const tab of [page, second]) {
    await tab.goto(link)
    await tab.getByLabel('New password', { exact: true }).fill(NEW)
    await tab.getByLabel('Confirm password').fill(NEW)
  }
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expectAt(page, '/login')
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await second.getByRole('button', { name: 'Set the password' }).click()
  await expect(second.getByRole('alert').filter({ hasText: 'used already, or it is too old' })).toBeVisible()
  await second.getByRole('link', { name: 'Ask for a new link' }).click()
  await expectAt(second, '/forgot')
})

test('an incomplete link shows an error, and the pages of mailed links are neither cached nor indexed', async ({
  page,
}) => {
  for (const path of ['/reset', '/confirm-email', '/keep-email']) {
    const answer = await page.goto(path)
    expect(answer!.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByText('This link is incomplete')).toBeVisible()
    await expectAccessible(page, path)
  }
  await page.goto('/forgot')
  await expectAccessible(page, '/forgot')
})

test('a new email address is pending on the profile until its link is opened', async ({ page }) => {
  const old = await newCustomer(page)
  const fresh = newEmail()
  await page.getByLabel('Email Address').fill(fresh)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!).email)).toBe(fresh)
  const note = page.getByRole('region', { name: 'Your new email address' })
  await expect(note).toContainText(`Please confirm ${fresh}`)
  await expect(note).toContainText(old)
  await expectAccessible(page, 'profile with an unconfirmed address')
  await note.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText(`A new email is on its way to ${fresh}`)).toBeVisible()
  await page.reload()
  await expect(note).toContainText(fresh)

  await page.goto(await linkTo(fresh, 'email-confirm'))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(`Your email address is now ${fresh}`)).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByLabel('Email Address')).toHaveValue(fresh)
  await expect(note).toHaveCount(0)
})

test('a change of email address can be canceled on the profile, and undone by a link sent to the old address', async ({
  page,
}) => {
  const old = await newCustomer(page)
  const change = async (email: string) => {
    await page.getByLabel('Email Address', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText(`Please confirm ${email}`)).toBeVisible()
  }
  await change(newEmail())
  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await expect(page.getByText(`Your address stays ${old}`)).toBeVisible()
  await expect(page.getByLabel('Email Address', { exact: true })).toHaveValue(old)

  await change(newEmail())
  await page.goto(await linkTo(old, 'email-changing'))
  await page.getByRole('button', { name: 'Keep my address' }).click()
  await expect(page.getByText('all devices are signed out')).toBeVisible()
  await page.goto(await linkTo(old, 'password-reset'))
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expectAt(page, '/login')
  await fillSignIn(page, old, NEW)
  await expectAt(page, '/')
})

test('the mail log is filtered by kind, and the URL keeps the filter', async ({ page }) => {
  const { email } = await newBuyer()
  await requestLink(page, email)
  await signInAsOwner(page)
  await page.goto('/admin/mail')
  await page.getByLabel('Kind').selectOption('New password requested')
  await expect(page).toHaveURL(/kind=password-reset/)
  await expect(page.getByText(email).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Kind')).toHaveValue('password-reset')
  await page.getByLabel('Kind').selectOption('Refund')
  await expect(page.getByText('No mail matches.')).toBeVisible()
  // The second select is changed before the first change is rendered.
  await page.evaluate(`for (const [label, value] of [['State', 'kept'], ['Kind', 'password-reset']]) {
    const select = document.querySelector('select[aria-label="' + label + '"]')
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }`)
  await expect(page).toHaveURL(({ search }) => search === '?kind=password-reset&state=kept')
  await expect(page.getByText(email).first()).toBeVisible()
})

test('after a password reset, another browser with the same account is signed out', async ({
  page,
  otherPage: elsewhere,
}) => {
  const email = await signInAsNewCustomer(page)
  await requestLink(page, email)
  const link = await linkTo(email, 'password-reset')
  await signInByApi(elsewhere, email)
  await elsewhere.goto('/profile')
  await expectAt(elsewhere, '/profile')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expectAt(page, '/login')
  await elsewhere.reload()
  await expectAt(elsewhere, '/login')
})

import { expect, type Page } from '@playwright/test'
import { callApi, newBuyer } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { ADMIN } from './playwright.config.ts'
import { expectAt, signInAsOwner, signInByApi, answerDialogs } from './steps.ts'
import { test } from './visitor.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** The list filtered to one person, because other tests register users at the same time. */
async function filterByEmail(page: Page, email: string): Promise<void> {
  await page.goto(`/admin/userlist?q=${encodeURIComponent(email)}`)
  await expect(rowOf(page, email)).toBeVisible()
}

test('Admin Users: heading Users, a table of ID, NAME, EMAIL (mail link), ADMIN (green tick or red cross)', async ({
  page,
}) => {
  const user = await newBuyer('Jane Goodall')
  await signInAsOwner(page)
  await page.goto('/admin/userlist')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('columnheader')).toHaveText(['ID', 'NAME', 'EMAIL', 'ADMIN', 'ACTIONS'])
  const row = rowOf(page, user.email)
  await expect(row).toContainText(user.id)
  await expect(row).toContainText('Jane Goodall')
  const mail = row.getByRole('link', { name: user.email })
  await expect(mail).toHaveAttribute('href', `mailto:${user.email}`)
  await expect(row.getByRole('img', { name: 'Not an admin' })).toHaveCSS('color', 'rgb(143, 43, 25)')
  await filterByEmail(page, ADMIN.email)
  const tick = rowOf(page, ADMIN.email).getByRole('img', { name: 'Admin', exact: true })
  await expect(tick).toHaveCSS('color', 'rgb(79, 93, 58)')
})

test('per row an edit link to /admin/user/{id}/edit; Go Back leads to /admin/userlist', async ({ page }) => {
  const user = await newBuyer('Jane Goodall')
  await signInAsOwner(page)
  await filterByEmail(page, user.email)
  await rowOf(page, user.email).getByRole('link', { name: 'Edit Jane Goodall' }).click()
  await expectAt(page, `/admin/user/${user.id}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jane Goodall')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(user.email)
  await expect(page.getByLabel('Is Admin')).not.toBeChecked()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expectAt(page, '/admin/userlist')
  await expect(page.getByLabel('Search by name, email or ID')).toHaveValue(user.email)
})

test('after a save the toast says User updated successfully, and the list is shown', async ({ page }) => {
  const [user, other] = [await newBuyer('Jane Goodall'), await newBuyer()]
  await signInAsOwner(page)
  await page.goto(`/admin/user/${user.id}/edit`)
  await page.getByLabel('Email').fill(other.email)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('User already exists')
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Name', { exact: true }).fill('Dame Jane Goodall')
  await page.getByLabel('Is Admin').check()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expectAt(page, '/admin/userlist')
  await filterByEmail(page, user.email)
  const row = rowOf(page, user.email)
  await expect(row).toContainText('Dame Jane Goodall')
  await expect(row.getByRole('img', { name: 'Admin', exact: true })).toBeVisible()
  await page.goto(`/admin/record?subject=user&id=${user.id}`)
  await expect(page.getByText('Name: Jane Goodall → Dame Jane Goodall')).toBeVisible()
  await expect(page.getByText('Admin: no → yes')).toBeVisible()
})

test('a user is deleted after Are you sure?, and the toast says User deleted', async ({ page }) => {
  const user = await newBuyer('Jane Goodall')
  const order = await user.order()
  await signInAsOwner(page)
  await filterByEmail(page, user.email)
  const remove = rowOf(page, user.email).getByRole('button', { name: 'Delete Jane Goodall' })
  const answers = answerDialogs(page, false)
  await remove.click()
  await expect(rowOf(page, user.email)).toBeVisible()
  answers.yes = true
  await remove.click()
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page.getByText('No user matches.')).toBeVisible()
  expect(answers.asked).toEqual(['Are you sure?', 'Are you sure?'])
  // Orders stay when their user is deleted.
  await page.goto(`/order/${order}`)
  await expect(page.getByText('The buyer’s account was deleted.')).toBeVisible()
  await expect(page.getByText(user.email).first()).toBeVisible()
})

test('admins cannot delete or demote themselves, and the screen says why', async ({ page }) => {
  await signInAsOwner(page)
  await filterByEmail(page, ADMIN.email)
  await expect(page.getByText('An admin cannot be deleted: remove the admin role first.')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await rowOf(page, ADMIN.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'An admin cannot be deleted. Take the admin role away first',
  )
  await rowOf(page, ADMIN.email).getByRole('link', { name: /^Edit/ }).click()
  const role = page.getByLabel('Is Admin')
  await expect(role).toBeChecked()
  await expect(role).toBeDisabled()
  await expect(role).toHaveAccessibleDescription(/You cannot remove your own admin role/)
})

test('an admin who is demoted in another tab leaves the admin', async ({ page, otherPage: theirs }) => {
  const second = await newBuyer('Second Admin')
  await signInAsOwner(page)
  const { name, email } = second
  await callApi(page.request, 'PUT', `/api/users/${second.id}`, { name, email, isAdmin: true })
  await signInByApi(theirs, second.email)
  await filterByEmail(theirs, second.email)
  await page.goto(`/admin/user/${second.id}/edit`)
  await page.getByLabel('Is Admin').uncheck()
  await page.getByRole('button', { name: 'Update' }).click()
  await expectAt(page, '/admin/userlist')
  theirs.on('dialog', (dialog) => void dialog.accept())
  await rowOf(theirs, second.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expectAt(theirs, '/login')
  await filterByEmail(page, second.email)
  await expect(rowOf(page, second.email).getByRole('img', { name: 'Not an admin' })).toBeVisible()
})

test('a user’s orders are one click away', async ({ page }) => {
  const user = await newBuyer('Caroline Herschel')
  const order = await user.order()
  await user.order()
  await signInAsOwner(page)
  await filterByEmail(page, user.email)
  await rowOf(page, user.email).getByRole('link', { name: '2 orders of Caroline Herschel' }).click()
  await expectAt(page, '/admin/orderlist')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').filter({ has: page.locator(`a[href="/order/${order}"]`) })).toBeVisible()
})

test('users can be edited and deleted by keyboard only', async ({ page }) => {
  const user = await newBuyer('Jane Goodall')
  await signInAsOwner(page)
  await filterByEmail(page, user.email)
  await page.getByRole('link', { name: 'Edit Jane Goodall' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' DBE')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Is Admin')).toBeChecked()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(rowOf(page, user.email)).toContainText('Jane Goodall DBE')
})

test('axe finds nothing on the admin’s screens of users', async ({ page }) => {
  test.setTimeout(300_000)
  const user = await newBuyer('Wolfeschlegelsteinhausenbergerdorff The Elder')
  await signInAsOwner(page)
  await page.goto('/admin/userlist')
  await expect(rowOf(page, user.email)).toBeVisible()
  await expectAccessible(page, 'users')
  await page.goto(`/admin/user/${user.id}/edit`)
  await expect(page.getByLabel('Is Admin')).toBeVisible()
  await expectAccessible(page, 'edit user')
})

test('the current password is required for a new password, and for a new email of an admin', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/profile')
  const current = page.getByLabel(/^Current password/)
  await expect(current).toBeVisible()
  await page.getByLabel(/^Password/).fill('another quiet gallery')
  await page.getByLabel(/^Confirm Password/).fill('another quiet gallery')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('main').getByText('Enter your current password to change')).toBeVisible()
  await expect(current).toBeFocused()
  await filterByEmail(page, ADMIN.email)
  await rowOf(page, ADMIN.email).getByRole('link', { name: /^Edit/ }).click()
  const own = page.getByLabel('Your password', { exact: true })
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ADMIN.email)
  await expect(own).toHaveCount(0)
  await page.getByLabel('Email', { exact: true }).fill(`new.${ADMIN.email}`)
  await own.fill('certainly wrong')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('main').getByText('The current password is not right')).toBeVisible()
  await expect(own).toHaveAttribute('aria-invalid', 'true')
})

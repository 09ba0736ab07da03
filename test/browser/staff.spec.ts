/** Staff: an owner adds a packer, who ships an order and can do nothing else. */
import { expect } from '@playwright/test'
import { placePaidOrder } from './by-api.ts'
import { expectWorkOfPacker, joinStaff } from './joining.ts'
import { ADMIN } from './playwright.config.ts'
import { expectAt, newEmail, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

test('an owner invites a packer, who joins, ships an order, and is refused everything else', async ({
  page,
  otherPage: packer,
}) => {
  const order = await placePaidOrder('Ada Byron')
  const email = newEmail()
  await signInAsOwner(page)
  await page.goto('/admin/staff')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Packer')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText(email)

  await joinStaff(packer, email, 'Pat Packer')
  await expectWorkOfPacker(packer)

  await packer.goto(`/order/${order._id}`)
  await expectAt(packer, `/admin/packing/${order._id}`)
  const panel = packer.getByRole('region', { name: 'Fulfillment' })
  await panel.getByRole('button', { name: 'Mark As Shipped' }).click()
  await expect(panel.getByText('Shipped', { exact: true })).toBeVisible()
  for (const path of ['/admin/productlist', '/admin/orderlist', '/admin/staff']) {
    await packer.goto(path)
    await expect(packer.getByText('Your role, packer, does not include this page.')).toBeVisible()
  }

  await page.reload()
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByLabel('Role of Pat Packer')
    .selectOption('Barista')
  await expect(page.getByText('Pat Packer is barista now')).toBeVisible()
  await packer.goto('/admin/shipping')
  await expect(packer.getByText(/Your role is barista/)).toBeVisible()
})

test('a step that needs the password asks for it, continues, and keeps what was typed', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/staff')
  const email = newEmail()
  const body = JSON.stringify({ message: 'Please confirm first that it is you', code: 'proof' })
  const refusal = { status: 403, contentType: 'application/json', body }
  await page.route('**/api/invitations', (route) => route.fulfill(refusal), { times: 2 })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText(email)
})

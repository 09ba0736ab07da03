/** Saving a PayPal account in its window, the sandbox's page about it, and removing it. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signInAsNewCustomer, expectAt, loaded } from './steps.ts'
import { test } from './visitor.ts'

test('a buyer saves a PayPal account, chooses that its charges fail, and removes it', async ({
  page,
  context,
}) => {
  await signInAsNewCustomer(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Payment methods' }).click()
  await expectAt(page, '/profile/payments')
  await expect(page.getByText('You have no saved payment method.')).toBeVisible()

  const save = page.getByRole('button', { name: 'Save a PayPal account' })
  const leaving = context.waitForEvent('page')
  await save.click()
  const left = await loaded(leaving)
  await left.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page.getByText('You left PayPal, and nothing was saved.')).toBeVisible()
  await expect(save).toBeFocused()

  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const window = await loaded(opening)
  await expect(window.getByRole('button', { name: 'Agree and save' })).toBeVisible()
  await expectAccessible(window, 'window that saves a PayPal account')
  await window.getByRole('button', { name: 'Agree and save' }).click()
  await expect(page.getByText('Your PayPal account is saved.')).toBeVisible()
  await expect(page.getByText('buyer@sandbox.example')).toBeVisible()
  await expectAccessible(page, 'saved payment methods')

  const openingList = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Let the next charges fail' }).click()
  const list = await loaded(openingList)
  // The newest method is the first.
  const method = list.getByRole('region').first()
  await method.getByRole('button', { name: 'Decline' }).click()
  await expect(list.getByText('The next charges are declined.')).toBeVisible()
  await list.reload()
  await expect(method.getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(list, 'sandbox of saved payment methods')
  await list.close()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Remove PayPal buyer@sandbox.example' }).click()
  await expect(page.getByText('Payment method removed. We never charge it again')).toBeVisible()
  await expect(page.getByText('You have no saved payment method.')).toBeVisible()
})

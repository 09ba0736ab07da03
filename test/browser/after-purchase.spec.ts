/** What a buyer does after paying: reads the steps, gets the invoice, orders again, and reports a problem. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { newBuyer } from './by-api.ts'
import { signInAsOwner, signInByApi } from './steps.ts'
import { test } from './visitor.ts'

test('a buyer reads what comes next, orders again and reports a damaged bag, and the owner replaces it', async ({
  page,
  otherPage: owner,
}) => {
  const buyer = await newBuyer('Ada Byron')
  const order = await buyer.buy(2)
  await signInByApi(page, buyer.email)
  await page.goto(`/order/${order}`)
  await expect(page.getByRole('heading', { name: 'Thank you, Ada Byron' })).toBeVisible()
  const steps = page.getByRole('list', { name: 'What happens next' })
  const expected = [/^Ordered, done/, /^Paid, done/, /^Roasts/, /^Ships/, /^Arrives: \w{3},\s\w{3}/]
  for (const [index, text] of expected.entries())
    await expect(steps.getByRole('listitem').nth(index)).toHaveText(text)
  await expectAccessible(page, 'paid order')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Invoice (PDF)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^invoice-\w{3}-\w{3}\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // Twice, so that the second time adds to the cart.
  for (const pieces of [2, 4]) {
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(page.getByText(`Subtotal [${pieces}]`, { exact: false })).toBeVisible()
    await page.goBack()
  }

  await signInAsOwner(owner)
  await owner.request.put(`/api/orders/${order}/ship`, { data: {} })
  await page.reload()
  await page.getByText('Something wrong?').click()
  await page
    .getByRole('group', { name: 'How many of each item are affected?' })
    .getByRole('spinbutton')
    .fill('1')
  await page.getByLabel('What happened?').fill('One bag is torn.')
  await page.getByRole('button', { name: 'Send to the shop' }).click()
  await expect(page.getByText(`We have your message, and will answer to ${buyer.email}`)).toBeVisible()

  await owner.goto('/admin/messages')
  const message = owner.locator('details', { hasText: buyer.email })
  await message.locator('summary').click()
  await expect(message.getByText('Something is damaged', { exact: true })).toBeVisible()
  await message.getByRole('link', { name: 'Refund' }).click()
  await expect(owner.getByRole('spinbutton', { name: 'Refund' })).toHaveValue('1')
  await owner.goBack()
  await message.locator('summary').click()
  await message.getByRole('link', { name: 'Send a replacement' }).click()
  await expect(owner.getByRole('spinbutton', { name: 'Send again' })).toHaveValue('1')
  await expectAccessible(owner, 'form for a replacement')
  owner.once('dialog', (dialog) => void dialog.accept())
  await owner.getByRole('button', { name: 'Send the replacement' }).click()
  await expect(owner.getByRole('heading', { name: 'Replacement', exact: true })).toBeVisible()

  await page.reload()
  await page.getByRole('link', { name: /^No\. / }).click()
  await expect(page.getByRole('heading', { name: 'A replacement for you' })).toBeVisible()
  await expect(page.getByText('Nothing to pay')).toBeVisible()
})

/** Wholesale accounts come in as a file: the sample, the preview with a problem, the import, and the first invitation. */
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'
import { withWholesale } from './wholesale-on.ts'

test('the sample file is filled in and imported, and a person of it is invited', async ({ page }, info) => {
  const name = `Trial ${info.workerIndex}${Date.now() % 100_000}`
  await withWholesale()
  await signInAsOwner(page)
  await page.goto('/admin/import')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Sample file of accounts' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('accounts-sample.csv')
  const [head = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toContain('Account,Trade name')
  const lines = [
    'Company,Email,Contact,Street,City,State,ZIP,Terms,Fax',
    `${name} Cafe LLC,hello@${name.replaceAll(' ', '')}.example,Ida Trial,120 Church Street NE,Vienna,Virginia,22180,Net 30,1`,
    `${name} Diner LLC,eat@${name.replaceAll(' ', '')}.example,,12 King Street,Alexandria,VA,22314,whenever,2`,
  ]
  await page
    .getByLabel('Choose the file of accounts')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible()
  await expect(page.getByText('No email is sent by this import.')).toBeVisible()
  await expect(page.getByText('Columns that are not used: Fax.')).toBeVisible()
  await expect(page.getByText('Not understood. Write Prepaid')).toBeVisible()
  await expectAccessible(page, 'the preview of an import of accounts')
  await page.getByRole('button', { name: 'New 1' }).click()
  await expect(page.getByText('Person: Ida Trial')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 account' }).press('Enter')
  await expect(page.getByText('1 account was imported.')).toBeVisible()
  await page.getByRole('link', { name: 'See the accounts' }).click()
  await page.goto(`/admin/accounts?q=${encodeURIComponent(name)}`)
  await page
    .getByRole('link', { name: `${name} Cafe LLC` })
    .first()
    .click()
  await expect(page.getByText('Not invited yet')).toBeVisible()
  await page.getByRole('button', { name: 'Invite: Ida Trial' }).click()
  await expect(page.getByText(/A new link is on its way/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite again: Ida Trial' })).toBeVisible()
})

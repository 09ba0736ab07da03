/** Wholesale from an inquiry to an account: the owner, the applicant with the mailed link, and the buyer who joins. */
import { expect, type Page } from '@playwright/test'
import { callApi } from './by-api.ts'
import { expectAccessible } from './axe.ts'
import { linkTo } from './mailed-link.ts'
import { asOwner } from './owner.ts'
import { A_PDF, COMPANY } from '../wholesale/accounts.ts'
import { answerDialogs, BUYER, newEmail, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'
import { withWholesale } from './wholesale-on.ts'

/** An inquiry of the form on /wholesale. */
async function inquire(page: Page, email: string, businessName: string): Promise<void> {
  const mailerState = {
    businessName,
    typeOfBusiness: 'Cafe',
    email,
    phone: '703 555 0100',
    qty: 40,
    message: 'Espresso for two grinders, from January.',
  }
  await callApi(page.request, 'POST', '/wholesale/send', { mailerState })
}

async function fillIn(page: Page): Promise<void> {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await fill('Legal name', 'Mosaic Coffee LLC')
  await fill('Street', '120 Church Street NE')
  await fill('City', 'Vienna')
  await fill('State', 'VA')
  await fill('ZIP code', '22180')
  await fill('Email for bills', 'bills@mosaic.example')
  await page.getByLabel('We resell the coffee, and have a certificate of resale').check()
  await fill('Holder', 'Mosaic Coffee LLC')
  await fill('Address on it', '120 Church Street NE, Vienna, VA 22180')
  await fill('Registration number', '10-123456789F-001')
  await fill('Kind of goods', 'Roasted coffee for resale')
  await fill('Signed by', 'Maria Mosaic')
  await fill('Date on it', '2026-01-05')
}

test('an inquiry becomes an account: the owner presses twice and approves, the buyer joins and sees the account', async ({
  page: owner,
  otherPage: buyer,
}) => {
  await withWholesale()
  const email = newEmail()
  const business = `Cafe ${email.slice(4, 12)}`
  await inquire(buyer, email, business)
  await signInAsOwner(owner)
  await owner.goto('/admin/messages?kind=wholesale')
  await owner.getByText(business).first().click()
  await owner.getByRole('button', { name: 'Send the application' }).click()
  await expect(owner.getByText('Link mailed')).toBeVisible()

  await buyer.goto(await linkTo(email, 'wholesale-application'))
  await expect(buyer.getByLabel('Trade name')).toHaveValue(business)
  await fillIn(buyer)
  const paper = buyer.getByLabel('File of the certificate')
  await paper.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
  await expect(buyer.getByRole('alert')).toContainText('Send a PDF, or a photo as JPEG or PNG')
  await paper.setInputFiles({ name: 'ST-10.pdf', mimeType: 'application/pdf', buffer: A_PDF })
  await expect(buyer.getByText('ST-10.pdf, 1 KB')).toBeVisible()
  await expect(buyer.getByText('What you typed is kept')).toBeVisible()
  await expectAccessible(buyer, 'the application')
  // The tab keeps the link, and the shop what was typed.
  await buyer.reload()
  await expect(buyer.getByLabel('Legal name', { exact: true })).toHaveValue('Mosaic Coffee LLC')
  await expect(buyer.getByText('ST-10.pdf, 1 KB')).toBeVisible()
  await buyer.getByRole('button', { name: 'Send the application' }).click()
  await expect(buyer.getByRole('alert')).toContainText('Enter your name')
  await buyer.getByLabel('Your name').fill('Maria Mosaic')
  await buyer.getByLabel('I accept these terms for my business').check()
  await buyer.getByRole('button', { name: 'Send the application' }).click()
  await expect(buyer.getByText('Thank you, Maria Mosaic. We have your application.')).toBeVisible()

  await owner.goto('/admin')
  await owner.getByRole('region', { name: 'To do' }).getByRole('link', { name: business }).click()
  await expect(owner.getByText('Complete: holder, address, number')).toBeVisible()
  await expect(owner.getByRole('link', { name: 'ST-10.pdf, 1 KB' })).toBeVisible()
  await expectAccessible(owner, 'the review of an application')
  await owner.getByLabel('Thu', { exact: true }).check()
  await owner.getByLabel('I have seen the certificate, and it is as described').check()
  await owner.getByRole('button', { name: 'Approve', exact: true }).click()
  await owner.getByRole('link', { name: 'Open the account' }).click()
  await expect(owner.getByText('Exempt for resale', { exact: true })).toBeVisible()
  await expect(owner.getByText(/not joined yet/)).toBeVisible()
  await expectAccessible(owner, 'an account')

  await buyer.goto(await linkTo(email, 'wholesale-approved'))
  await buyer.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await buyer.getByLabel('Confirm Password').fill(BUYER.password)
  await buyer.getByRole('button', { name: 'Join' }).click()
  await expect(buyer.getByText(`You act for ${business}`)).toBeVisible()
  await expect(buyer.getByText('Coffee for resale is not taxed')).toBeVisible()
  const saving = buyer.waitForEvent('download')
  await buyer.getByRole('link', { name: 'ST-10.pdf, 1 KB' }).click()
  expect((await saving).suggestedFilename()).toBe('certificate.pdf')
  await expectAccessible(buyer, 'the account of a buyer')
  await buyer.goto('/profile')
  await buyer.getByRole('main').getByRole('link', { name: 'Wholesale', exact: true }).click()
  await expect(buyer.getByRole('heading', { name: 'Wholesale account' })).toBeVisible()
})

test('a person joins, invites, changes and removes a person, and is out at once when the owner removes the person', async ({
  page: owner,
  otherPage: buyer,
}) => {
  await withWholesale()
  const email = newEmail()
  const person = { name: 'Bea Books', email }
  const first = `Alpha ${email.slice(4, 12)}`
  const second = `Beta ${email.slice(4, 12)}`
  await asOwner(async (api) => {
    for (const tradeName of [first, second]) {
      const { _id } = (await callApi(api, 'POST', '/api/accounts', { ...COMPANY, tradeName })) as {
        _id: string
      }
      await callApi(api, 'POST', `/api/accounts/${_id}/buyers`, { ...person, mayPeople: true })
    }
  })
  await buyer.goto(await linkTo(email, 'wholesale-buyer'))
  await buyer.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await buyer.getByLabel('Confirm Password').fill(BUYER.password)
  await buyer.getByRole('button', { name: 'Join' }).click()
  await expect(buyer.getByText(`You act for ${second}`)).toBeVisible()

  await buyer.getByRole('link', { name: 'Invite a person' }).click()
  await buyer.getByLabel('Name', { exact: true }).fill('Ben Barista')
  await buyer.getByLabel('Email', { exact: true }).fill(newEmail())
  await expectAccessible(buyer, 'the form of a person')
  await buyer.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(buyer.getByRole('heading', { name: 'Ben Barista' })).toBeVisible()
  await buyer.getByRole('link', { name: 'Edit Ben Barista' }).click()
  await buyer.getByLabel('May pay').check()
  await buyer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(buyer.getByText(/May: order, pay/)).toBeVisible()
  answerDialogs(buyer)
  await buyer.getByRole('button', { name: 'Remove Ben Barista' }).click()
  await expect(buyer.getByRole('heading', { name: 'Ben Barista' })).toBeHidden()

  // The owner removes the person, who is out with the page still open.
  await signInAsOwner(owner)
  await owner.goto(`/admin/accounts?q=${encodeURIComponent(second)}`)
  await owner.getByRole('link', { name: second }).click()
  answerDialogs(owner)
  await owner.getByRole('button', { name: 'Remove Bea Books' }).click()
  await expect(owner.getByText('Bea Books can no longer act for the account').first()).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByText('You act for no wholesale account')).toBeVisible()
})

/** A gift card from its purchase to its last cent. */
import { expect, type Page } from '@playwright/test'
import { callApi } from './by-api.ts'
import { asOwner } from './owner.ts'
import { expectPart, loaded, newEmail, typeGuest } from './steps.ts'
import { test } from './visitor.ts'

test('a guest buys a gift card for a friend, who reads the mail, pays a part of an order with it, and sees that nothing is left', async ({
  page,
}) => {
  const friend = newEmail()
  await page.goto('/gift-cards')
  await page.getByText('$25', { exact: true }).click()
  const card = page.getByRole('region', { name: 'This is the card' })
  await expect(card.getByRole('img')).toHaveAttribute('alt', /rising sun/)
  await page.getByRole('radio', { name: 'Sunrise' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(card.getByRole('img')).toHaveAttribute('alt', /pours water/)
  await page.getByText('For someone else').click()
  await page.getByLabel('Name of the recipient').fill('Fay Friend')
  await page.getByLabel('Email of the recipient').fill(friend)
  await page.getByLabel('Note').fill('생일 축하 ❤️')
  await expect(page.getByText('The email shows ❤, but a printed card cannot.')).toBeVisible()
  await page.getByLabel('Note').fill('For slow mornings. 생일 축하')
  await expect(page.getByText('a printed card cannot')).toHaveCount(0)
  await page.getByLabel('Your name').fill('Gus Giver')
  await page.getByLabel('Your email').fill(newEmail())
  for (const text of ['For Fay Friend', 'From Gus Giver', 'For slow mornings. 생일 축하', 'Gift card of $25'])
    await expect(card.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await payAtPaypal(page, /^Pay \$25\.00/)
  await expect(page.getByText('$25.00 of $25.00 is left on')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Gift card to print (PDF)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^gift-card-.*\.pdf$/)

  const link = await balanceLinkTo(friend)
  await page.goto(link)
  await expect(page.getByText('is left of $25.00')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByRole('img', { name: /pours water/ })).toBeVisible()
  const printed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print the card (PDF)' }).click()
  expect((await printed).suggestedFilename()).toMatch(/^gift-card-.*\.pdf$/)

  await page.goto('/search/highlands')
  for (const name of [/: Kenya/, /: Ethiopia/]) {
    const button = page.getByRole('button', { name }).first()
    await button.click()
    await expect(button.locator('..')).toContainText('1 in your cart')
  }
  await page.goto('/checkout')
  // The name and the email of the first purchase are kept.
  await page.getByRole('button', { name: 'Edit contact' }).click()
  await typeGuest(page, friend)
  await page.getByText('Pick up at the bar', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPart(page, 'payment')
  await page.getByText('Pay with a gift card').click()
  const code = page.getByLabel('Code of the gift card')
  await code.fill('2222 2222 2222 2222')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByText('We have no gift card with this code')).toBeVisible()
  await code.fill(link.split('#')[1]!)
  await page.getByRole('button', { name: 'Use this card' }).click()
  const summary = page.getByRole('complementary', { name: 'Your order' })
  await expect(summary).toContainText('−$25.00')
  // What the buyer typed survives a reload.
  await page.reload()
  await expect(summary).toContainText('Left to pay')
  await payAtPaypal(page, /^Pay \$/)

  await page.goto(link)
  await expect(page.getByText('$0.00')).toBeVisible()
})

async function payAtPaypal(page: Page, button: RegExp): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.locator('paypal-button').click()
  const paypal = await loaded(opened)
  const closed = paypal.waitForEvent('close')
  await paypal.getByRole('button', { name: button }).click()
  await closed
  await expect(page.getByText('Payment Successful')).toBeVisible()
}

/** The path and code of the balance link in the mail with a gift card. Only an owner can read this email, in the mail log. */
async function balanceLinkTo(email: string): Promise<string> {
  let link = ''
  await asOwner((owner) =>
    expect
      .poll(async () => {
        const { mail } = (await callApi(owner, 'GET', '/api/mail?kind=gift-card')) as {
          mail: { to: string; text: string }[]
        }
        const sent = mail.find(({ to }) => to === email)
        link = /\/gift-cards\/balance#[A-Z2-9]{16}/.exec(sent?.text ?? '')?.[0] ?? ''
        return link
      })
      .not.toBe(''),
  )
  return link
}

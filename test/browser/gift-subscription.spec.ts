/** Giving a subscription by email, and opening it as its receiver, who has no account. */
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { choosePayPal, expectAt, newEmail, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

/** The fields of the checkout of a guest who subscribes: email, name, street, city, state and ZIP code (guest-journey). */
const OWN_FIELDS = 6

test('a guest gives a subscription with at most four fields more than one’s own, and the receiver opens it without an account', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/subscribe')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Give a subscription' }).click()
  await expectAt(page, '/subscribe/gift')
  const form = page.getByRole('form', { name: 'Give a subscription' })
  const typed = form.locator('input:not([type=radio]), textarea')
  await form.getByText('To an address', { exact: true }).click()
  await expect(form.getByLabel('City')).toBeVisible()
  await expectAccessible(page, 'gift to an address')
  // An address has a second line that nobody needs, and the state is a choice.
  expect((await typed.count()) + (await form.getByLabel('State').count()) - 1).toBeLessThanOrEqual(
    OWN_FIELDS + 4,
  )
  await form.getByText('By email', { exact: true }).click()
  await expect(typed).toHaveCount(6)
  await expectAccessible(page, 'gift by email')
  await form.getByRole('radio', { name: '6 deliveries' }).check()
  await expect(form.getByRole('status')).toContainText('6 deliveries of')
  await form.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(form.getByLabel('Their name')).toBeFocused()
  await form.getByLabel('Their name').fill('Fay Friend')
  await form.getByLabel('Their email').fill(newEmail())
  await form.getByLabel('Note').fill('For the mornings.')
  await form.getByLabel('Your name').fill('Gus Giver')
  await form.getByLabel('Your email').fill(newEmail())
  await form.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await choosePayPal(page, 'pay')
  await expect(page.getByText('6 of 6 deliveries left')).toBeVisible()
  // It begins with the next run of the job.
  const link = page.getByLabel('The link for Fay Friend')
  await expect(link).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page, 'order of a gift')

  const receiver = await context.browser()!.newPage({ viewport: { width: 390, height: 844 } })
  await receiver.goto(new URL(`/gift${new URL(await link.inputValue()).hash}`, page.url()).href)
  await expect(receiver.getByRole('heading', { name: 'Coffee from Gus Giver' })).toBeVisible()
  await expect(receiver.getByText('For the mornings.')).toBeVisible()
  await expect(receiver).toHaveURL(/\/gift$/)
  await expectAccessible(receiver, 'gift to open')
  await receiver.getByRole('button', { name: 'Send me the coffee' }).click()
  await expect(receiver.getByLabel('Address', { exact: true })).toBeFocused()
  await receiver.getByLabel('Address', { exact: true }).fill('12 Oak Street')
  await receiver.getByLabel('City').fill('Vienna')
  await receiver.getByLabel('State').selectOption('VA')
  await receiver.getByLabel('Postal Code').fill('22180')
  await receiver.getByRole('button', { name: 'Send me the coffee' }).click()
  await expect(receiver.getByRole('heading', { name: 'Next coffee' })).toBeVisible()
  await expect(receiver.getByText(/^Your first coffee is roasted on/)).toBeVisible()
  await expectAccessible(receiver, 'opened gift')
  await receiver.getByRole('button', { name: 'Skip this one' }).click()
  await expect(receiver.getByText(/is skipped\. The next one is roasted on/)).toBeVisible()
  await expect(receiver.getByText('6 of 6 left')).toBeVisible()
  await receiver.close()

  await page.reload()
  await expect(page.getByText(/^Opened on/)).toBeVisible()
  await expect(page.getByText('Wrong email?')).toHaveCount(0)
})

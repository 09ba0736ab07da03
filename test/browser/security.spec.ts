/** Passkeys, with the virtual authenticator of Chromium. */
import { expect, test, type Page } from '@playwright/test'
import { BUYER, expectAt, signInAsNewCustomer } from './steps.ts'

/** Connects an authenticator that checks its user without asking. */
async function connectAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(BUYER.name, 'i') }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectAt(page, '/login')
}

test('a customer adds a passkey, renames it, signs in with it and removes it', async ({ page }) => {
  await connectAuthenticator(page)
  await signInAsNewCustomer(page)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(/Passkey added: Chrome on Linux/)).toBeVisible()
  await passkeys.getByRole('button', { name: 'Rename' }).click()
  await passkeys.getByLabel('Name').fill('My laptop')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('My laptop')).toBeVisible()
  await expect(passkeys.getByText('Not used yet')).toBeVisible()
  await signOut(page)

  const use = page.getByRole('button', { name: 'Use a passkey' })
  await use.click()
  await expectAt(page, '/')
  await page.goto('/profile/security')
  await expect(passkeys.getByText(/^Last used/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await signOut(page)

  await use.click()
  await expect(page.getByText(/No account has this passkey/).first()).toBeVisible()
  await expectAt(page, '/login')
})

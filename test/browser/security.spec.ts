/** Passkeys, with the virtual authenticator of Chromium, and the second factor. */
import { expect, test, type Page } from '@playwright/test'
import { codeAt } from '../authenticator-app.ts'
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

test('a customer sets up an authenticator app, signs in with a code, and with a recovery code', async ({
  page,
}) => {
  const email = await signInAsNewCustomer(page)
  await page.goto('/profile/security')
  const factor = page.getByRole('region', { name: 'Second factor' })
  await factor.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const key = factor.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '')
  await factor.getByLabel('Code that the app shows').fill('000000')
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await expect(factor.getByText(/not the code that the app shows now/)).toBeVisible()
  await factor.getByLabel('Code that the app shows').fill(codeAt(secret, Date.now()))
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await expect(factor.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await factor.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await factor.getByRole('button', { name: 'I have kept them' }).click()
  await expect(factor.getByText('10 recovery codes left')).toBeVisible()
  await signOut(page)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  // The code of the setup counts once, and so does that of the next time step, which the shop accepts already.
  await code.fill(codeAt(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAt(page, '/')
  await signOut(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await code.fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAt(page, '/')
})

/** Passkeys, with the virtual authenticator of Chromium, and the second factor. */
import { expect, test, type Page } from '@playwright/test'
import { codeAt } from '../authenticator-app.ts'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { linkTo } from './mailed-link.ts'
import { expectWorkOfPacker, joinStaff } from './joining.ts'
import {
  BUYER,
  expectAt,
  newEmail,
  signInAsNewCustomer,
  signInAsOwner,
  waitForHydration,
  fillSignIn,
} from './steps.ts'

/** Connects an authenticator that checks its user without asking. */
async function connectAuthenticator(page: Page): Promise<void> {
  // Without this, the browser offers the passkey in the email field, and the authenticator accepts before the click.
  await page.addInitScript(() => {
    const { PublicKeyCredential } = globalThis as unknown as { PublicKeyCredential: Record<string, unknown> }
    PublicKeyCredential['isConditionalMediationAvailable'] = async () => false
  })
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

/** Collects what the page signals to the password manager, without telling it: the next sign-in needs the passkey. */
async function signalsOf(page: Page): Promise<unknown[]> {
  const signaled: unknown[] = []
  await page.exposeFunction('keepSignal', (signal: unknown) => void signaled.push(signal))
  await page.evaluate(() => {
    const { PublicKeyCredential, keepSignal } = globalThis as unknown as {
      PublicKeyCredential: Record<string, unknown>
      keepSignal: (signal: unknown) => Promise<void>
    }
    PublicKeyCredential['signalAllAcceptedCredentials'] = keepSignal
    PublicKeyCredential['signalUnknownCredential'] = keepSignal
  })
  return signaled
}

/** Confirms the address of the signed-in customer from the page of passkeys and apps, which wait for it. */
async function confirmAddress(page: Page, email: string): Promise<void> {
  await page.goto('/profile/security')
  await waitForHydration(page)
  await expect(page.getByText(`Confirm first that ${email} is your address`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toHaveCount(0)
  await expectAccessible(page, 'sign-in and security before the address is confirmed')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText(`An email with a link is on its way to ${email}`)).toBeVisible()
  await page.goto(await linkTo(email, 'email-own'))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeFocused()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(BUYER.name, 'i') }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectAt(page, '/login')
}

test('a customer adds a passkey, renames it, signs in with it and removes it', async ({ page }) => {
  await connectAuthenticator(page)
  await confirmAddress(page, await signInAsNewCustomer(page))
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
  const signaled = await signalsOf(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  // The password manager hears that no passkey is left.
  await expect.poll(() => signaled.at(-1)).toMatchObject({ rpId: 'localhost', allAcceptedCredentialIds: [] })
  await signOut(page)

  await use.click()
  await expect(page.getByText(/No account has this passkey/).first()).toBeVisible()
  await expectAt(page, '/login')
})

test('a customer sets up an authenticator app, signs in with a code, and with a recovery code', async ({
  page,
}) => {
  const email = await signInAsNewCustomer(page)
  await confirmAddress(page, email)
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
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor.getByText('10 recovery codes left')).toBeVisible()
  await signOut(page)

  await fillSignIn(page, email, BUYER.password)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  // A code works once, and the setup used the current one. The shop also accepts that of the next time step.
  await code.fill(codeAt(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAt(page, '/')
  await signOut(page)
  await fillSignIn(page, email, BUYER.password)
  await code.fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAt(page, '/')
})

test('a member of staff sets up the required second factor first, and a changed role shows at once and loses no text', async ({
  page,
  browser,
}) => {
  const [email, name] = [newEmail(), 'Pia Packer']
  await signInAsOwner(page)
  await page.goto('/admin/staff')
  const setting = page.getByRole('checkbox', { name: 'Staff must use a second factor' })
  await setting.check()
  await expect(page.getByText(/^Owners need one from/)).toBeVisible()
  await callApi(page.request, 'POST', '/api/invitations', { email, role: 'packer' })

  const member = await (await browser.newContext()).newPage()
  await connectAuthenticator(member)
  await joinStaff(member, email, name)
  await expectAt(member, '/profile/security')
  await expect(member.getByText(/^Your shop requires its staff to use a second factor/)).toBeVisible()
  await member.getByRole('button', { name: 'Add a passkey' }).click()
  await member.getByRole('link', { name: 'See your work' }).click()
  await expectWorkOfPacker(member)
  await setting.uncheck()
  await expect(page.getByText('The second factor is optional')).toBeVisible()

  const { staff } = await callApi(page.request, 'GET', '/api/staff')
  const { _id: id } = staff.find((each: { email: string }) => each.email === email)
  const setRole = (role: string | null) => callApi(page.request, 'PUT', `/api/staff/${id}`, { role })
  await member.goto('/admin/departments/new/edit')
  await expect(member.getByText('Your role, packer, does not include this page.')).toBeVisible()
  await setRole('manager')
  await member.reload()
  await member.getByLabel('Name', { exact: true }).fill('Late teas')
  await setRole('packer')
  await member.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(member.getByText(/^Your role was changed to packer/)).toBeVisible()
  await expect(member.getByLabel('Name', { exact: true })).toHaveValue('Late teas')
  await setRole(null)
  await member.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(member.getByText(/^You were signed out. What you typed is kept/)).toBeVisible()
  await fillSignIn(member, email, BUYER.password)
  await expect(member.getByText(/^Your account is no longer on the staff/)).toBeVisible()
  await expect(member.getByText('Late teas')).toBeVisible()
})

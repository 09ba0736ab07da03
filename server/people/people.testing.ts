/** Accounts in a test shop, and the links in their mails. */
import { expect } from 'vitest'
import { mailboxOf, signedTokenIn, tokenIn, type Mailbox } from '#test/mailbox.ts'
import { PASSWORD, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

let count = 0

/** An address that no other account has. */
export const freshEmail = (name = 'ann') => `${name}-${++count}@example.com`

/** A new account, with a session. */
export async function registered(shop: TestShop, email = freshEmail()): Promise<Visitor> {
  const visitor = shop.visitor()
  const { status } = await visitor.post('/api/users', { name: 'Ann', email, password: PASSWORD })
  expect(status).toBe(201)
  return visitor
}

export const auth = (
  shop: TestShop,
  email: string,
  password = PASSWORD,
  { by = shop.visitor(), code }: { by?: Visitor; code?: string | undefined } = {},
) => by.post('/api/users/auth', { email, password, ...(code === undefined ? {} : { code }) })

/** Asks for a new password, and returns the token of the mailed link. */
export async function resetToken(shop: TestShop, email: string, mailbox = mailboxOf(shop)): Promise<string> {
  expect((await shop.visitor().post('/api/account/forgot', { email })).status).toBe(200)
  return tokenIn((await mailbox.newMailsTo(email)).at(-1), '/reset')
}

export const reset = (shop: TestShop, token: unknown, password: unknown = 'a whole new password') =>
  shop.visitor().post('/api/account/reset', { token, password })

/** Asks for the mail that confirms the email of an account, and returns the token of its link. */
export async function confirmationToken(mailbox: Mailbox, by: Visitor, email: string): Promise<string> {
  expect((await by.post('/api/guests/email')).status).toBe(200)
  return signedTokenIn((await mailbox.newMailsTo(email)).at(-1), '/confirm-account')
}

/** Invites an address to the staff, and returns the token of the mailed link. */
export async function invitationToken(
  mailbox: Mailbox,
  owner: Visitor,
  email: string,
  role = 'packer',
): Promise<string> {
  expect((await owner.post('/api/invitations', { email, role })).status).toBe(201)
  return joinToken(mailbox, email)
}

export async function joinToken(mailbox: Mailbox, email: string): Promise<string> {
  const mail = (await mailbox.newMailsTo(email)).at(-1)
  const [, token] = /\/join#(\S+)/.exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`No invitation in: ${mail?.text ?? 'no mail'}`)
  return token
}

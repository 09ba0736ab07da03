/** Account changes that are confirmed by a mailed link: a new password, and a new email address. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { code } from './factors.ts'
import { email, instant, message } from '#shared/kernel/fields.ts'
import { passkeyAnswer } from './passkeys.ts'
import { password } from './users.ts'

/** The token after `#` in a mailed link. */
const token = z
  .string('This link is incomplete')
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete. Open it from the email again'))

/** The new email address, until it is confirmed. */
const waiting = z.nullable(z.object({ email: z.string(), askedAt: instant }))
export type WaitingEmail = z.infer<typeof waiting>

export const account = contract({
  forgot: {
    method: 'POST',
    path: '/api/account/forgot',
    access: 'public',
    summary:
      'Mails a link to set a new password if the account exists; the response is the same if it does not',
    body: z.object({ email }),
    reply: message,
    limit: 'forgot',
  },
  reset: {
    method: 'POST',
    path: '/api/account/reset',
    access: 'public',
    summary:
      'Sets a new password with a mailed link, once, and ends all sessions of the account. If the address was not confirmed before, everything that was added to the account is removed',
    body: z.object({ token, password }),
    /** `hasRemoved`: the message also says what was removed. */
    reply: z.object({ message: z.string(), hasRemoved: z.optional(z.literal(true)) }),
    limit: 'login',
  },
  prove: {
    method: 'POST',
    path: '/api/account/proof',
    access: 'user',
    whileLimited: true,
    summary:
      'Proves with the password, a passkey or a code of the second factor that the caller is the owner of the account; it lasts ten minutes',
    body: z.object({
      password: z.optional(password),
      passkey: z.optional(passkeyAnswer),
      code: z.optional(code),
    }),
    reply: message,
    limit: 'login',
  },
  proven: {
    method: 'GET',
    path: '/api/account/proof',
    access: 'user',
    needsProof: true,
    whileLimited: true,
    summary:
      'Succeeds if the caller has proved in the last ten minutes that they are the owner of the account',
    reply: message,
  },
  email: {
    method: 'GET',
    path: '/api/account/email',
    access: 'user',
    summary: 'The email address of the account, and its unconfirmed new address, if there is one',
    reply: z.object({ email: z.string(), waiting }),
  },
  resend: {
    method: 'POST',
    path: '/api/account/email/resend',
    access: 'user',
    summary: 'Mails the confirmation link to the unconfirmed address again',
    reply: message,
  },
  keep: {
    method: 'DELETE',
    path: '/api/account/email',
    access: 'user',
    summary: 'Drops the unconfirmed address and keeps the current one',
    reply: message,
  },
  confirm: {
    method: 'POST',
    path: '/api/account/email/confirm',
    access: 'public',
    summary: 'Confirms a new email address with the link that was mailed to it; other sessions end',
    body: z.object({ token }),
    reply: z.object({ message: z.string(), email: z.string() }),
    limit: 'login',
  },
  object: {
    method: 'POST',
    path: '/api/account/email/object',
    access: 'public',
    summary:
      'Restores the old email address with the link that was mailed to it; ends all sessions and resets the password',
    body: z.object({ token }),
    reply: message,
    limit: 'login',
  },
})

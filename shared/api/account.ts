/** What an account needs a mailbox for: a new password, and a new e-mail address. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { email, instant, message } from '../fields.ts'
import { password } from './users.ts'

/** What stands behind `#` in the address of a link from a mail. */
const token = z
  .string('This link is incomplete')
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete. Open it from the email again'))

/** The address that is wanted, until it is confirmed. */
const waiting = z.nullable(z.object({ email: z.string(), askedAt: instant }))
export type WaitingEmail = z.infer<typeof waiting>

export const account = contract({
  forgot: {
    method: 'POST',
    path: '/api/account/forgot',
    access: 'public',
    summary:
      'Sends a link for a new password, if there is such an account; the answer is the same if there is not',
    body: z.object({ email }),
    reply: message,
    limit: 'forgot',
  },
  reset: {
    method: 'POST',
    path: '/api/account/reset',
    access: 'public',
    summary: 'Sets a new password by such a link, once, and signs everybody out of the account',
    body: z.object({ token, password }),
    reply: message,
    limit: 'login',
  },
  email: {
    method: 'GET',
    path: '/api/account/email',
    access: 'user',
    summary: 'The e-mail address of the account, and the one that waits to be confirmed, if there is one',
    reply: z.object({ email: z.string(), waiting }),
  },
  resend: {
    method: 'POST',
    path: '/api/account/email/resend',
    access: 'user',
    summary: 'Sends the letter with the link to the waiting address once more',
    reply: message,
  },
  keep: {
    method: 'DELETE',
    path: '/api/account/email',
    access: 'user',
    summary: 'Forgets the waiting address and keeps the one that the account has',
    reply: message,
  },
  confirm: {
    method: 'POST',
    path: '/api/account/email/confirm',
    access: 'public',
    summary: 'Gives an account its new e-mail address, by the link that was sent there; other sessions end',
    body: z.object({ token }),
    reply: z.object({ message: z.string(), email: z.string() }),
    limit: 'login',
  },
  object: {
    method: 'POST',
    path: '/api/account/email/object',
    access: 'public',
    summary:
      'Gives an account its old e-mail address back, by the link that was sent there; all sessions end, and the password',
    body: z.object({ token }),
    reply: message,
    limit: 'login',
  },
})

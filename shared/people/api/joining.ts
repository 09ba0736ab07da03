/** The link with which a person joins a wholesale account. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, requiredLine } from '#shared/kernel/fields.ts'
import { password, userInfo } from './users.ts'

/** The token after `#`: the id of the person, a dot, and the signature. */
const token = z
  .string('This link is incomplete')
  .check(
    z.regex(
      /^[\w-]{1,40}\.[0-9a-z]{1,9}\.[\w-]{43}$/,
      'This link is incomplete. Open it from the email again',
    ),
  )

export const joining = contractOf('wholesale', {
  look: {
    method: 'POST',
    path: '/api/buyer-invitations/look',
    access: 'public',
    summary: 'What the link of an invitation offers, and the account of this mailbox',
    body: z.object({ token }),
    reply: z.object({
      name: z.string(),
      email: z.string(),
      company: z.string(),
      /** The address of the account with this mailbox, which may be spelled in another way; null if there is none. */
      account: z.nullable(z.string()),
    }),
    limit: 'login',
  },
  join: {
    method: 'POST',
    path: '/api/buyer-invitations/join',
    access: 'public',
    summary: 'Joins with a new account of the shop, and signs in',
    body: z.object({ token, name: requiredLine('Name', 100), password }),
    reply: z.extend(userInfo, { company: id }),
    limit: 'register',
  },
  accept: {
    method: 'POST',
    path: '/api/buyer-invitations/accept',
    access: 'user',
    summary: 'Joins with the signed-in account, whose mailbox must be the invited one',
    body: z.object({ token }),
    reply: z.object({ company: id }),
    limit: 'login',
  },
})

/** Guests: links to their orders, and how their orders get an account. decisions/047-guests.md */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { email, id, idParams, message } from '#shared/kernel/fields.ts'
import { password, userInfo } from './users.ts'

/** The token of a signed link. */
const link = z
  .string('This link is incomplete')
  .check(
    z.regex(/^[0-9a-z]{1,9}\.[A-Za-z0-9_-]{43}$/, 'This link is incomplete. Open it from the email again'),
  )

export const guests = contract({
  requestAccount: {
    method: 'POST',
    path: '/api/orders/:id/account',
    access: 'buyer',
    summary:
      'Asks for an account with the name and email of a guest’s order, and mails a link to finish it. The response is the same if the address already has an account',
    params: idParams,
    body: z.object({ password }),
    reply: message,
    limit: 'register',
  },
  finishAccount: {
    method: 'POST',
    path: '/api/guests/account',
    access: 'public',
    summary:
      'Creates the account that a guest asked for, with the mailed link and the chosen password; it gets all guest orders with its email',
    body: z.object({ order: id, link, password }),
    reply: userInfo,
    status: 201,
    limit: 'login',
  },
  mailLinks: {
    method: 'POST',
    path: '/api/guests/links',
    access: 'public',
    summary: 'Mails new links to the guest orders of an address; the response is the same if there are none',
    body: z.object({ email }),
    reply: message,
    limit: 'forgot',
  },
  waiting: {
    method: 'GET',
    path: '/api/guests/orders',
    access: 'user',
    summary:
      'How many guest orders the account may adopt: those with its email. 0 until the email is confirmed, so that a user does not learn of the orders of another person',
    reply: z.object({ isConfirmed: z.boolean(), count: z.int() }),
  },
  adopt: {
    method: 'POST',
    path: '/api/guests/orders',
    access: 'user',
    summary: 'Adds the guest orders with the account’s confirmed email to the account',
    reply: z.object({ count: z.int() }),
  },
  mailConfirmation: {
    method: 'POST',
    path: '/api/guests/email',
    access: 'user',
    whileLimited: true,
    summary: 'Mails a link with which the signed-in user confirms the email of the account',
    reply: message,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/guests/email/confirm',
    access: 'user',
    whileLimited: true,
    summary:
      'Confirms the account’s email with the mailed link, in a session of this account, and adds the guest orders with this email',
    body: z.object({ link }),
    reply: z.object({ message: z.string(), count: z.int() }),
    limit: 'login',
  },
})

/** The newsletter for visitors: sign-up, confirmation, preferences and unsubscribing, without an account. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { email, message, trap } from '#shared/kernel/fields.ts'

/** The forms with which a visitor can sign up. */
export const SIGN_UP_SOURCES = ['footer', 'checkout', 'page'] as const
export type SignUpSource = (typeof SIGN_UP_SOURCES)[number]

const token = z
  .string()
  .check(z.maxLength(100), z.regex(/^[\w.-]*$/, 'This link is incomplete. Open it from the email again'))

const preferences = z.object({
  email: z.string(),
  /** The newsletters. */
  news: z.boolean(),
  /** Notices about new lots of coffees that the subscriber bought. */
  lots: z.boolean(),
})
export type NewsPreferences = z.infer<typeof preferences>

const FAIL = { status: 'fail' } as const

export const newsletter = contractOf('newsletters', {
  subscribe: {
    method: 'POST',
    path: '/api/newsletter',
    access: 'public',
    summary:
      'Mails a link that confirms the subscription. The response is the same for every address, even one that has already subscribed',
    body: z.object({ email, source: z._default(z.enum(SIGN_UP_SOURCES), 'page'), homepage: trap }),
    reply: z.object({ status: z.enum(['success', 'fail']) }),
    limit: 'signup',
    refusal: FAIL,
    starts: true,
  },
  confirm: {
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'public',
    summary: 'Confirms a subscription with the token of its mailed link',
    body: z.object({ link: token }),
    reply: message,
    limit: 'signup',
    starts: true,
  },
  preferences: {
    part: null,
    method: 'POST',
    path: '/api/newsletter/preferences',
    access: 'public',
    summary: 'What a subscriber gets, for the token of a mailed link',
    body: z.object({ link: token }),
    reply: preferences,
  },
  save: {
    part: null,
    method: 'PUT',
    path: '/api/newsletter/preferences',
    access: 'public',
    summary:
      'Saves what a subscriber gets. A person who chooses neither newsletters nor notices is unsubscribed',
    body: z.object({ link: token, news: z.boolean(), lots: z.boolean() }),
    reply: preferences,
  },
  leave: {
    part: null,
    method: 'POST',
    path: '/api/newsletter/leave',
    access: 'public',
    summary: 'Unsubscribes the person with this link, for the form of the page',
    body: z.object({ link: token }),
    reply: z.object({ status: z.enum(['success', 'fail']) }),
    refusal: FAIL,
  },
  unsubscribe: {
    // Links that unsubscribe work for ever.
    part: null,
    method: 'POST',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary:
      'Unsubscribes with one request, which mail programs send because of the header List-Unsubscribe-Post (RFC 8058). The body is ignored',
    query: z.object({ link: token }),
    reply: z.object({ status: z.enum(['success', 'fail']) }),
    refusal: FAIL,
  },
})

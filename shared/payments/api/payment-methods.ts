/** Saved payment methods of an account. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, message } from '#shared/kernel/fields.ts'

/** The token of an approval at PayPal. */
export const setupToken = z
  .string('This approval is incomplete')
  .check(z.regex(/^[0-9A-Za-z_-]{1,36}$/, 'This approval is incomplete. Please try again'))

const method = z.object({
  _id: id,
  /** The email address of the PayPal account; empty if PayPal does not report it. */
  label: z.string(),
  savedAt: instant,
})
export type SavedPaymentMethod = z.infer<typeof method>

export const paymentMethods = contract({
  list: {
    method: 'GET',
    path: '/api/paymentmethods',
    access: 'user',
    summary: "The caller's saved payment methods, newest first",
    reply: z.object({ methods: z.array(method) }),
  },
  begin: {
    method: 'POST',
    path: '/api/paymentmethods/setup',
    access: 'user',
    summary: 'Opens the approval of a new payment method at PayPal; the browser shows it to the buyer',
    reply: z.object({ setupToken: z.string() }),
    limit: 'savedMethod',
  },
  finish: {
    method: 'POST',
    path: '/api/paymentmethods',
    access: 'user',
    summary:
      'Saves a payment method that the caller has approved at PayPal; a second call has the same reply',
    body: z.object({ setupToken }),
    reply: method,
    limit: 'savedMethod',
  },
  remove: {
    method: 'DELETE',
    path: '/api/paymentmethods/:id',
    access: 'user',
    params: idParams,
    summary: 'Removes a saved payment method here and at PayPal; the shop never charges it again',
    reply: message,
  },
})

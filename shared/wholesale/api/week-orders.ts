/**
 * The weekly order of a location by a mailed link, without a password. The link is in the body, so that it is in no log. It
 * orders on account for its location only, and shows no invoices, no people and no payment data.
 */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, dollars, instant, line, prose } from '#shared/kernel/fields.ts'
import { accountOrders } from './account-orders.ts'

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'This link is not complete'))

const opened = z.object({
  form: accountOrders.form.reply,
  /** Until when it can be ordered and changed with this link. */
  endsAt: instant,
  /** What was ordered with this link; null before. `form.changes` has its lines while it can be changed. */
  ordered: z.nullable(
    z.object({
      number: z.string(),
      deliversOn: z.string(),
      canChange: z.boolean(),
      lines: z.array(z.object({ name: z.string(), qty: z.int() })),
      total: dollars,
    }),
  ),
})
export type WeekOrder = z.infer<typeof opened>

export const weekOrders = contractOf('wholesale', {
  open: {
    method: 'POST',
    path: '/api/week-orders/open',
    access: 'public',
    summary:
      'The order of a location that a weekly link opens, with the lines of last time. 404 if the link has ended',
    body: z.strictObject({ token }),
    reply: opened,
  },
  send: {
    method: 'POST',
    path: '/api/week-orders',
    access: 'public',
    starts: true,
    summary:
      'Orders with a weekly link on account, or changes what was ordered with it. 404 if the link has ended',
    body: z.object({
      token,
      lines: accountOrders.place.body.shape.lines,
      deliversOn: day,
      poNumber: z._default(line('PO number', 40), ''),
      note: z._default(prose('Note', 500), ''),
      total: z.optional(dollars),
      repeatsPo: z._default(z.boolean(), false),
    }),
    reply: opened,
  },
})

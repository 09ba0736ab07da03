/** The days of the counter: start, cash paid in and out, count, close. Amounts are dollars. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  changeOfDollars,
  dollars,
  id,
  idParams,
  instant,
  line,
  page,
  pageNumber,
  requiredLine,
} from '#shared/kernel/fields.ts'

export const MAX_MOVE_REASON = 200

const amount = dollars.check(z.minimum(0.01, 'Enter an amount'))

/** Cash that went in or out without an order, or a correction of the count; negative if it went out. */
const move = z.object({
  _id: id,
  kind: z.enum(['in', 'out', 'gift-card', 'correction']),
  amount: z.number(),
  reason: z.string(),
  by: z.string(),
  at: instant,
})
export type CounterMove = z.infer<typeof move>

/** What staff see of the open day: not what should be in the drawer, because the cash is counted first. */
const openDay = z.object({
  _id: id,
  version: z.int(),
  openedAt: instant,
  openedBy: z.string(),
  start: z.number(),
  moves: z.array(move),
})
export type OpenDay = z.infer<typeof openDay>

const now = z.object({
  /** Null if no day is open. */
  open: z.nullable(openDay),
  /** What the last close left in the drawer; null before the first. */
  left: z.nullable(z.number()),
  /** Whether cash is rounded to five cents. */
  roundsCash: z.boolean(),
})
export type CounterNow = z.infer<typeof now>

const listed = z.object({
  _id: id,
  openedAt: instant,
  openedBy: z.string(),
  /** Null while the day is open, as are the fields below. */
  closedAt: z.nullable(instant),
  closedBy: z.nullable(z.string()),
  expected: z.nullable(z.number()),
  counted: z.nullable(z.number()),
  /** Counted less expected, with the corrections since. */
  difference: z.nullable(z.number()),
})
export type ListedDay = z.infer<typeof listed>

const day = z.extend(listed, {
  start: z.number(),
  /** What the close before had left; null for the first day. */
  left: z.nullable(z.number()),
  taken: z.number(),
  note: z.string(),
  /** What was paid at the counter, before refunds. */
  sales: z.int(),
  cash: z.object({ sales: z.number(), refunds: z.number(), rounding: z.number() }),
  machine: z.object({ sales: z.number(), refunds: z.number() }),
  moves: z.array(move),
})
export type CounterDay = z.infer<typeof day>

export const counterDays = contractOf('counter', {
  now: {
    method: 'GET',
    path: '/api/counter-day',
    access: 'barista',
    summary: 'The open day of the counter, without what should be in the drawer',
    reply: now,
  },
  start: {
    method: 'POST',
    path: '/api/counter-day/start',
    access: 'barista',
    summary:
      'Starts a day of the counter with the cash in the drawer. With `Idempotency-Key`, a retry starts no second day',
    starts: true,
    body: z.object({ start: dollars }),
    reply: now,
    status: 201,
  },
  move: {
    method: 'POST',
    path: '/api/counter-day/moves',
    access: 'barista',
    summary:
      'Records cash that is paid in or out, with a reason. With `Idempotency-Key`, a retry records nothing more',
    body: z.object({
      kind: z.enum(['in', 'out']),
      amount,
      reason: requiredLine('Reason', MAX_MOVE_REASON),
    }),
    reply: now,
    status: 201,
  },
  close: {
    method: 'POST',
    path: '/api/counter-day/close',
    access: 'barista',
    summary:
      'Closes the day with the counted cash and answers what was expected. Refused with 409 if cash went in or out since `version`. With `Idempotency-Key`, a retry gets the same answer',
    body: z
      .object({
        _id: id,
        version: z.int(),
        counted: dollars,
        /** Taken out for the bank after the count. */
        taken: z._default(dollars, 0),
        note: z._default(line('Note', MAX_MOVE_REASON), ''),
      })
      .check(
        z.refine(({ counted, taken }) => taken <= counted, {
          path: ['taken'],
          message: 'You cannot take out more than you counted',
        }),
      ),
    reply: day,
  },
  list: {
    method: 'GET',
    path: '/api/counter-days',
    access: 'admin',
    summary: 'The days of the counter, newest first, twenty per page',
    query: z.strictObject({ pageNumber }),
    reply: z.object({ days: z.array(listed), page, pages: page }),
  },
  one: {
    method: 'GET',
    path: '/api/counter-days/:id',
    access: 'admin',
    summary: 'One day of the counter with its sums and moves',
    params: idParams,
    reply: day,
  },
  correct: {
    method: 'POST',
    path: '/api/counter-days/:id/corrections',
    access: 'admin',
    summary:
      'Corrects the count of a closed day by an entry with a reason; the day itself is not changed. With `Idempotency-Key`, a retry adds no second entry',
    params: idParams,
    body: z.object({
      /** In dollars; negative if less was in the drawer than counted. */
      amount: changeOfDollars,
      reason: requiredLine('Reason', MAX_MOVE_REASON),
    }),
    reply: day,
    status: 201,
  },
})

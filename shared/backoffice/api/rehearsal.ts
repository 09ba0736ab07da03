/** The rehearsal: the owner of a shop with the payment sandbox moves the shop's clock ahead. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, instant } from '#shared/kernel/fields.ts'

/** The numbers of days by which one move can advance the clock. */
export const MOVES = [1, 7] as const

const state = z.object({
  /** Null if the clock can be moved, otherwise the reason. */
  refusal: z.nullable(z.string()),
  /** The time in the shop. */
  now: instant,
  /** How many days the clock is ahead. */
  days: z.int(),
})

const rehearsalEvent = z.object({
  at: instant,
  kind: z.enum(['order', 'charge', 'mail']),
  text: z.string(),
  /** The order of the event; null if there is none. */
  order: z.nullable(z.object({ _id: id, number: z.string() })),
})
export type RehearsalEvent = z.infer<typeof rehearsalEvent>

const report = z.extend(state, {
  /** The time in the shop before the last move; null if the clock was never moved. */
  since: z.nullable(instant),
  counts: z.object({ orders: z.int(), charges: z.int(), declined: z.int(), mails: z.int() }),
  /** The events since then, newest first; at most fifty. */
  happened: z.array(rehearsalEvent),
})
export type RehearsalReport = z.infer<typeof report>

export const rehearsal = contract({
  clock: {
    method: 'GET',
    path: '/api/rehearsal/clock',
    access: 'staff',
    summary: 'The time in the shop, and how far it is ahead of the real time',
    reply: z.pick(state, { now: true, days: true }),
  },
  report: {
    method: 'GET',
    path: '/api/rehearsal',
    access: 'owner',
    summary: 'The time in the shop, and what happened since the last move of its clock',
    reply: report,
  },
  move: {
    method: 'POST',
    path: '/api/rehearsal/moves',
    access: 'owner',
    summary:
      'Moves the clock of a shop with the payment sandbox ahead, day by day, and runs the jobs of each day. The clock cannot be moved back',
    body: z.object({
      /** How many days the clock was ahead before the move. With it, a second press of the button changes nothing. */
      from: z.int(),
      days: z.literal(MOVES),
    }),
    reply: report,
  },
})

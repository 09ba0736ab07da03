/** Standing orders of wholesale locations. Buyers change those of their accounts, and staff those of all accounts. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { count, day, id, idParams, instant, line, prose } from '#shared/kernel/fields.ts'
import { isDay } from '#shared/kernel/days.ts'

/** More lines than any order of a cafe. */
const MOST_LINES = 60
const MOST_PIECES = 999

const anyDay = z.string().check(z.refine(isDay, 'Enter a day'))

const standingLine = z.object({
  product: id,
  size: id,
  grind: z._default(line('The grind', 40), ''),
  qty: count('The quantity', MOST_PIECES, 1),
})
export type StandingLine = z.infer<typeof standingLine>

const lines = z
  .array(standingLine)
  .check(z.minLength(1, 'Add at least one coffee'), z.maxLength(MOST_LINES, 'These are too many lines'))

const rhythm = {
  everyWeeks: z.union([z.literal(1), z.literal(2)]),
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  startsOn: anyDay,
}

const version = z.int()

const shownLine = z.extend(standingLine, {
  grind: z.string(),
  qty: z.int(),
  name: z.string(),
  sizeLabel: z.string(),
  /** False if the coffee or its size is no longer sold: the line is left out of the order. */
  isOnSale: z.boolean(),
  /** The last roast day of the coffee; null if no end is planned. */
  endsOn: z.nullable(day),
})

const standingDate = z.object({
  _id: id,
  /** The date of the pattern; `deliversOn` is another day if the shop is closed on it, and null if there is no delivery. */
  plannedOn: day,
  deliversOn: z.nullable(day),
  roastsOn: z.nullable(day),
  /** Until when it can be changed. */
  orderBy: z.nullable(instant),
  state: z.enum(['planned', 'closed', 'skipped', 'waiting', 'written', 'missed']),
  problem: z.string(),
  /** Null if it has the lines of the pattern. */
  lines: z.nullable(z.array(shownLine)),
  order: z.nullable(id),
})

const standingOrder = z.object({
  _id: id,
  company: z.object({ _id: id, name: z.string() }),
  location: z.object({ _id: id, name: z.string() }),
  ...rhythm,
  startsOn: day,
  heldUntil: z.nullable(day),
  poNumber: z.string(),
  note: z.string(),
  lines: z.array(shownLine),
  /** The next three dates, and dates of the last four weeks. */
  dates: z.array(standingDate),
  version,
})
export type StandingOrder = z.infer<typeof standingOrder>
export type StandingDate = z.infer<typeof standingDate>
export type ShownLine = z.infer<typeof shownLine>

/** `message` says what the change means for the next dates. */
const changed = z.object({ order: standingOrder, message: z.string() })
export type ChangedStanding = z.infer<typeof changed>

const place = z.object({
  company: z.object({ _id: id, name: z.string() }),
  _id: id,
  name: z.string(),
  /** The days on which it gets deliveries, from 1 (Monday) to 7; empty if none is agreed. */
  weekdays: z.array(z.int()),
})
export type StandingPlace = z.infer<typeof place>

const details = {
  lines,
  poNumber: z._default(line('The PO number', 60), ''),
  note: z._default(prose('The note', 500), ''),
}

const byBuyerOrStaff = { access: 'user', part: 'wholesale' } as const
const onDate = { date: id, version }

export const standing = contract({
  mine: {
    method: 'GET',
    path: '/api/standing-orders',
    ...byBuyerOrStaff,
    summary:
      'The standing orders of the accounts for which the caller orders, and the locations that can have one',
    reply: z.object({ orders: z.array(standingOrder), places: z.array(place) }),
  },
  ofAccount: {
    method: 'GET',
    path: '/api/standing-orders/of-account/:id',
    access: 'admin',
    part: 'wholesale',
    summary: 'The standing orders of an account, and its locations',
    params: idParams,
    reply: z.object({ orders: z.array(standingOrder), places: z.array(place) }),
  },
  create: {
    method: 'POST',
    path: '/api/standing-orders',
    ...byBuyerOrStaff,
    starts: true,
    summary:
      'Starts a standing order of a location, now or in the future. With `Idempotency-Key`, a retry starts no second one',
    body: z.strictObject({ location: id, ...rhythm, ...details }),
    reply: changed,
    status: 201,
  },
  change: {
    method: 'PUT',
    path: '/api/standing-orders/:id',
    ...byBuyerOrStaff,
    summary: 'Changes the pattern from now on. Orders that are written already stay as they are',
    params: idParams,
    body: z.strictObject({ ...rhythm, ...details, version }),
    reply: changed,
  },
  changeOnce: {
    method: 'PUT',
    path: '/api/standing-orders/:id/once',
    ...byBuyerOrStaff,
    summary: 'Changes the lines of one date. Null takes the lines of the pattern again',
    params: idParams,
    body: z.strictObject({ ...onDate, lines: z.nullable(lines) }),
    reply: changed,
  },
  skip: {
    method: 'PUT',
    path: '/api/standing-orders/:id/skip',
    ...byBuyerOrStaff,
    summary: 'Skips one date, or takes back that it is skipped',
    params: idParams,
    body: z.strictObject({ ...onDate, isSkipped: z.boolean() }),
    reply: changed,
  },
  hold: {
    method: 'PUT',
    path: '/api/standing-orders/:id/hold',
    ...byBuyerOrStaff,
    summary: 'Holds the standing order until a day. Null goes on at once',
    params: idParams,
    body: z.strictObject({ until: z.nullable(anyDay), version }),
    reply: changed,
  },
  end: {
    method: 'PUT',
    path: '/api/standing-orders/:id/end',
    ...byBuyerOrStaff,
    summary: 'Ends the standing order. Orders that are written already stay as they are',
    params: idParams,
    body: z.strictObject({ version }),
    reply: z.object({ ended: z.boolean() }),
  },
})

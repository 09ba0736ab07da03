/**
 * Deliveries of wholesale orders with the own van, and pickups by accounts. No reply has prices. A step at a door is done once:
 * a repeated request with the same Idempotency-Key gets the reply of the first one, and of two people who complete the same
 * stop, the second gets 409 with the name of the first.
 */
import * as z from 'zod/mini'
import { day, id, idParams, instant, line, message, prose } from '#shared/kernel/fields.ts'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { MAX_LINES, pieces } from '#shared/platform/api/cart-lines.ts'
import { DELIVERY_OUTCOMES, SHORT_REASONS } from '../deliveries.ts'

/** The most stops of a run and of a route. */
const MOST_STOPS = 100
/** The most orders of an account that are handed over at one stop. */
const MOST_ORDERS = 20
/** Two days, in seconds. A step that was done longer ago counts as done then. */
export const MOST_SECONDS_AGO = 172_800

const runOrder = z.object({
  _id: id,
  number: z.string(),
  poNumber: z.string(),
  note: z.string(),
  pieces: z.int(),
  /** The bags of coffee that the roast day has not given it yet. Missing in a run that an earlier version stored. */
  unfilled: z.optional(z.int()),
  /** The weight of its goods. */
  grams: z.int(),
  lines: z.array(z.object({ line: z.int(), title: z.string(), qty: z.int() })),
  /** Null until something happened at the door on the day of the run. */
  outcome: z.nullable(z.enum(DELIVERY_OUTCOMES)),
  receivedBy: z.string(),
  by: z.string(),
  at: z.nullable(instant),
  shorts: z.array(z.object({ line: z.int(), qty: z.int(), why: z.enum(SHORT_REASONS) })),
  /** The new day, if the delivery was missed. */
  movedTo: z.nullable(day),
})
export type RunOrder = z.infer<typeof runOrder>

const runStop = z.object({
  /** The location. */
  _id: id,
  name: z.string(),
  company: z.string(),
  recipient: z.string(),
  phone: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  /** HH:MM; empty if at any time. */
  receivesFrom: z.string(),
  receivesTo: z.string(),
  doorNote: z.string(),
  orders: z.array(runOrder),
})
export type RunStop = z.infer<typeof runStop>

const run = z.object({
  day,
  /** The route, or `none` for stops that are on no route of this weekday. */
  route: z.string(),
  name: z.string(),
  driver: z.string(),
  today: day,
  stops: z.array(runStop),
})
export type Run = z.infer<typeof run>

const pickedUp = z.extend(runOrder, { company: z.string(), deliversOn: day })
export type AccountPickup = z.infer<typeof pickedUp>

const vanRoute = z.object({
  _id: id,
  name: z.string(),
  weekday: z.int(),
  driver: z.string(),
  stops: z.array(id),
  version: z.int(),
})
export type VanRoute = z.infer<typeof vanRoute>

const stopsOf = z.array(id).check(z.maxLength(MOST_STOPS, `A route has ${MOST_STOPS} stops at most`))

const routeFields = {
  name: line('Name', 60).check(z.minLength(1, 'Enter a name')),
  weekday: z
    .int('Choose a weekday')
    .check(z.minimum(1, 'Choose a weekday'), z.maximum(7, 'Choose a weekday')),
  driver: z._default(line('Driver', 60), ''),
  /** The locations in the order of the route. */
  stops: z._default(stopsOf, []),
}

const runParams = z.object({ day, route: z.string().check(z.regex(/^[\w-]{1,40}$/)) })

/** The orders of a stop, as the driver sees them, on the day of the run. */
const atDoor = {
  day,
  orders: z
    .array(id)
    .check(
      z.minLength(1, 'A stop has an order at least'),
      z.maxLength(MOST_ORDERS, `A stop has ${MOST_ORDERS} orders at most`),
    ),
  /** How many seconds before the request it happened, by the clock of the phone. */
  secondsAgo: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_SECONDS_AGO))),
}

const receiver = line('Name', 80).check(z.minLength(1, 'Enter who took the goods'))

export const deliveries = contractOf('wholesale', {
  routes: {
    method: 'GET',
    path: '/api/van-routes',
    access: 'packer',
    summary: 'The routes of the van, and the locations that it can deliver to',
    reply: z.object({
      routes: z.array(vanRoute),
      locations: z.array(z.object({ _id: id, name: z.string(), company: z.string(), weekdays: z.string() })),
    }),
  },
  createRoute: {
    method: 'POST',
    path: '/api/van-routes',
    access: 'admin',
    status: 201,
    starts: true,
    summary: 'Adds a route of the van on a weekday. With `Idempotency-Key`, a retry adds no second one',
    body: z.object(routeFields),
    reply: vanRoute,
  },
  updateRoute: {
    method: 'PUT',
    path: '/api/van-routes/:id',
    access: 'admin',
    summary: 'Changes a route. 409 if it was changed since `version`',
    params: idParams,
    body: z.object({ ...routeFields, version: z.int() }),
    reply: vanRoute,
  },
  removeRoute: {
    method: 'DELETE',
    path: '/api/van-routes/:id',
    access: 'admin',
    summary: 'Deletes a route. Its locations are then on none',
    params: idParams,
    reply: message,
  },
  day: {
    method: 'GET',
    path: '/api/deliveries/:day',
    access: 'packer',
    summary:
      'The runs of a day with their stops, the orders that accounts pick up, and orders of earlier days that were not delivered',
    params: z.object({ day }),
    reply: z.object({
      day,
      today: day,
      runs: z.array(run),
      pickups: z.array(pickedUp),
      late: z.array(
        z.object({ _id: id, number: z.string(), company: z.string(), name: z.string(), deliversOn: day }),
      ),
    }),
  },
  run: {
    method: 'GET',
    path: '/api/runs/:day/:route',
    access: 'packer',
    summary: 'A run with its stops, for the driver',
    params: runParams,
    reply: run,
  },
  sort: {
    method: 'PUT',
    path: '/api/runs/:day/:route/stops',
    access: 'packer',
    summary: 'Changes the order of the stops of a run, only on this day',
    params: runParams,
    body: z.object({ stops: stopsOf }),
    reply: run,
  },
  handOver: {
    method: 'POST',
    path: '/api/deliveries/handed-over',
    access: 'packer',
    summary:
      'The orders of a stop were handed over to a person; with `shorts`, without these pieces. Marks them as delivered',
    body: z.object({
      ...atDoor,
      receivedBy: receiver,
      shorts: z._default(
        z
          .array(
            z.object({ order: id, line: z.int(), qty: pieces, why: z.enum(SHORT_REASONS, 'Choose why') }),
          )
          .check(z.maxLength(MAX_LINES, `At most ${MAX_LINES} lines can be short`)),
        [],
      ),
    }),
    reply: message,
  },
  nobody: {
    method: 'POST',
    path: '/api/deliveries/nobody',
    access: 'packer',
    summary: 'Nobody was there: the orders of a stop stay to be delivered, on a new day',
    body: z.object({ ...atDoor, newDay: day, note: z._default(prose('Note', 500), '') }),
    reply: message,
  },
  move: {
    method: 'PUT',
    path: '/api/deliveries/orders/:id/day',
    access: 'packer',
    summary: 'Moves an order that was not delivered to another day',
    params: idParams,
    body: z.object({ day }),
    reply: message,
  },
  pickUp: {
    method: 'PUT',
    path: '/api/deliveries/orders/:id/picked-up',
    access: 'packer',
    summary: 'An account has picked up an order: stores who took it, and marks it as delivered',
    params: idParams,
    body: z.object({ receivedBy: receiver }),
    reply: message,
  },
})

/** Green coffee: lots, contracts on the way, what is left, and every change of it. All weights are in grams. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, instant, line, message } from '#shared/kernel/fields.ts'
import { greenLotFields } from '../resources/green-lot.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { weightRule } from '#shared/platform/resources/weights.ts'
import { ADJUSTMENT_REASONS, GREEN_STATES } from '../roastery.ts'

const schemas = schemasOf(greenLotFields)

const greenLot = z.object({ _id: id, ...schemas.reply, version: z.int() })
export type GreenLot = z.infer<typeof greenLot>

const listed = z.extend(greenLot, {
  state: z.enum(GREEN_STATES),
  arrivedOn: z.nullable(day),
  /** Whether the expected day of a contract has passed. */
  isOverdue: z.boolean(),
  gramsLeft: z.int(),
  /** The cost of what is left, in dollars. */
  value: z.number(),
  costPerKg: z.number(),
  costPerPound: z.number(),
  /** The roasts that contain the lot. */
  roasts: z.array(z.object({ _id: id, name: z.string() })),
})
export type ListedGreenLot = z.infer<typeof listed>

/** All lots of one coffee. server/roastery/green/supply.ts has the formulas. */
const supply = z.object({
  name: z.string(),
  gramsHere: z.int(),
  gramsOnTheWay: z.int(),
  gramsPerWeek: z.int(),
  /** Null if the coffee is not used. */
  weeks: z.nullable(z.number()),
  weeksWithOnTheWay: z.nullable(z.number()),
  /** Null if the coffee is never on the list to reorder. */
  reorderGrams: z.nullable(z.int()),
  isToReorder: z.boolean(),
})
export type GreenSupply = z.infer<typeof supply>

/** A change of what is left: an arrival, a correction, or the green coffee of a batch. */
const move = z.object({
  _id: id,
  at: instant,
  grams: z.int(),
  /** What was left after the change. */
  left: z.int(),
  reason: z.enum([...ADJUSTMENT_REASONS, 'batch']),
  note: z.string(),
  by: z.string(),
  batch: z.nullable(z.object({ _id: id, code: z.string(), roast: z.string() })),
})
export type GreenMove = z.infer<typeof move>

const whole = z.extend(listed, {
  /** The newest first. */
  moves: z.array(move),
  /** Whether the arrival can be undone: nothing was taken from the lot. */
  canUndoArrival: z.boolean(),
})
export type WholeGreenLot = z.infer<typeof whole>

const edit = z.object({
  ...schemas.edit,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type GreenLotEdit = z.infer<typeof edit>

const note = z._default(line('Note', 200), '')

/** The reasons with which weight is added or taken by hand. */
export const CHANGE_REASONS = ['sample', 'bar', 'waste', 'sold'] as const

export const green = contractOf('roastery', {
  list: {
    method: 'GET',
    path: '/api/green',
    access: 'admin',
    summary: 'All lots of green coffee, and the supply of each coffee',
    reply: z.object({ lots: z.array(listed), supply: z.array(supply) }),
  },
  exportAll: {
    method: 'GET',
    path: '/api/green/inventory.csv',
    access: 'admin',
    summary: 'The inventory of green coffee as CSV',
    reply: { file: 'text/csv; charset=utf-8' },
  },
  one: {
    method: 'GET',
    path: '/api/green/:id',
    access: 'admin',
    summary: 'A lot of green coffee, with every change of what is left',
    params: idParams,
    reply: whole,
  },
  create: {
    method: 'POST',
    path: '/api/green',
    access: 'admin',
    status: 201,
    summary: 'Adds a lot of green coffee as a contract on the way',
    body: edit,
    reply: greenLot,
  },
  update: {
    method: 'PUT',
    path: '/api/green/:id',
    access: 'admin',
    summary: 'Saves the data of a lot',
    params: idParams,
    body: edit,
    reply: greenLot,
  },
  remove: {
    method: 'DELETE',
    path: '/api/green/:id',
    access: 'admin',
    summary: 'Deletes a lot that has not arrived and is in no roast',
    params: idParams,
    reply: message,
  },
  receive: {
    method: 'POST',
    path: '/api/green/:id/arrival',
    access: 'admin',
    summary: 'Receives a lot with the weight that arrived. 409 if it has arrived already',
    params: idParams,
    body: z.object({ arrivedOn: day, grams: weightRule('The weight that arrived'), note }),
    reply: whole,
  },
  undoArrival: {
    method: 'DELETE',
    path: '/api/green/:id/arrival',
    access: 'admin',
    summary: 'Makes a lot a contract again. 409 if anything was taken from it',
    params: idParams,
    reply: whole,
  },
  adjust: {
    method: 'POST',
    path: '/api/green/:id/adjustments',
    access: 'admin',
    status: 201,
    summary:
      'Adds to a lot or takes from it, with a reason. 409 if the lot has less than that. A repeated request with the same Idempotency-Key changes nothing',
    params: idParams,
    body: z.object({
      change: z.int('Enter a weight').check(
        z.minimum(-100_000_000, 'This is too much'),
        z.maximum(100_000_000, 'This is too much'),
        z.refine((change) => change !== 0, 'Enter a weight'),
      ),
      reason: z.enum(CHANGE_REASONS),
      note,
    }),
    reply: whole,
  },
  count: {
    method: 'POST',
    path: '/api/green/:id/counts',
    access: 'admin',
    status: 201,
    summary:
      'Sets what is left to the weight that was counted. 409 if the weight has changed since `expected` was shown',
    params: idParams,
    body: z.object({
      counted: z
        .int('Enter the weight that was counted')
        .check(z.minimum(0, 'A weight cannot be negative'), z.maximum(100_000_000, 'This is too much')),
      /** What was left when the page was opened. */
      expected: z.int(),
      note,
    }),
    reply: whole,
  },
  archive: {
    method: 'PUT',
    path: '/api/green/:id/archived',
    access: 'admin',
    summary: 'Archives a lot that is used up, or restores it',
    params: idParams,
    body: z.object({ isArchived: z.boolean() }),
    reply: whole,
  },
})

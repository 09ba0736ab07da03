/** Works of art for sale, with their wall labels, and the statements of their artists. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  count,
  dollars,
  id,
  idParams,
  instant,
  line,
  message,
  period,
  pictureFacts,
} from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { workFields } from '../resources/work.ts'

/** `held`: an order that is not paid yet holds the work. */
export const WORK_STATES = ['forSale', 'held', 'sold', 'notForSale'] as const
export type WorkState = (typeof WORK_STATES)[number]

const workSchemas = schemasOf(workFields)

const label = {
  /** The id of the work, which is also the id of its product. */
  _id: id,
  title: z.string(),
  /** The address of the product; empty if it has none yet. */
  slug: z.string(),
  artist: z.object({ _id: id, name: z.string(), slug: z.string() }),
  /** Null if the work was never for sale. */
  price: z.nullable(dollars),
  state: z.enum(WORK_STATES),
}

const work = z.object({
  ...label,
  year: z.nullable(z.int()),
  medium: z.string(),
  dimensions: z.string(),
  text: z.string(),
  picture: z.nullable(pictureFacts),
})
export type Work = z.infer<typeof work>

const listed = z.object({ ...label, isHidden: z.boolean() })
export type ListedWork = z.infer<typeof listed>

const withForm = z.object({
  _id: id,
  ...workSchemas.reply,
  state: z.enum(WORK_STATES),
  version: z.int(),
  facts: z.nullable(pictureFacts),
})
export type WorkWithForm = z.infer<typeof withForm>

const workEdit = z.object({
  ...workSchemas.edit,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type WorkEdit = z.infer<typeof workEdit>

/** The changes of a work. A missing field stays as it is. */
const workChange = z.object({ ...workSchemas.change, version: workEdit.shape.version })
export type WorkChange = z.infer<typeof workChange>

const statementLine = z.object({
  at: instant,
  kind: z.enum(['sale', 'refund', 'payout']),
  /** The title of the work, or the note of a payout. */
  what: z.string(),
  /** The number of the order; empty for a payout. */
  order: z.string(),
  orderId: z.nullable(id),
  /** The price of the goods; negative for a refund, 0 for a payout. */
  price: z.number(),
  percent: z.nullable(z.int()),
  /** What the artist gets; negative for a refund and a payout. */
  share: z.number(),
})
export type StatementLine = z.infer<typeof statementLine>

const sums = {
  /**
   * In dollars: the prices of the sold works, how much of them was refunded, the artist’s share of the rest, and
   * payouts.
   */
  sold: z.number(),
  refunded: z.number(),
  earned: z.number(),
  paidOut: z.number(),
}

const statement = z.object({
  artist: z.object({ _id: id, name: z.string() }),
  /** The share of future sales. */
  percent: z.int(),
  from: z.string(),
  to: z.string(),
  /** What was owed before the period and after it. */
  before: z.number(),
  payable: z.number(),
  /** What is owed now, which is the most that can be paid out. */
  owed: z.number(),
  lines: z.array(statementLine),
  ...sums,
})
export type ArtistStatement = z.infer<typeof statement>

export const works = contractOf('artForSale', {
  list: {
    part: null,
    method: 'GET',
    path: '/api/works',
    access: 'public',
    summary: 'The works on the art show page, those of the featured artist first',
    reply: z.object({ works: z.array(work), until: z.nullable(instant) }),
    cached: ['Artshow', 'Product'],
    cachedUntil: 'until',
  },
  all: {
    method: 'GET',
    path: '/api/works/all',
    access: 'admin',
    summary: 'All works, including those that visitors do not see',
    reply: z.array(listed),
  },
  form: {
    method: 'GET',
    path: '/api/works/:id/form',
    access: 'admin',
    summary: 'One work with the values of its form',
    params: idParams,
    reply: withForm,
  },
  create: {
    starts: true,
    method: 'POST',
    path: '/api/works',
    access: 'admin',
    summary: 'Adds a work, and its product with one piece in stock',
    body: workEdit,
    reply: withForm,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/works/:id',
    access: 'admin',
    summary: 'Changes a work; a missing field stays as it is',
    params: idParams,
    body: workChange,
    reply: withForm,
  },
  setAvailable: {
    method: 'PUT',
    path: '/api/works/:id/available',
    access: 'admin',
    summary: 'Marks a work as sold elsewhere, or as available again',
    params: idParams,
    body: z.object({ available: z.boolean() }),
    reply: withForm,
  },
  remove: {
    method: 'DELETE',
    path: '/api/works/:id',
    access: 'admin',
    summary: 'Deletes a work that was never ordered',
    params: idParams,
    reply: message,
  },
  statements: {
    part: null,
    method: 'GET',
    path: '/api/works/statements',
    access: 'admin',
    summary: 'What was sold, refunded and paid out for each artist with works, and what is owed',
    reply: z.array(
      z.object({
        artist: z.object({ _id: id, name: z.string() }),
        percent: z.int(),
        owed: z.number(),
        ...sums,
      }),
    ),
  },
  statement: {
    part: null,
    method: 'GET',
    path: '/api/artshow/:id/statement',
    access: 'admin',
    summary: 'The statement of an artist for a period: sales, refunds, payouts and what is owed',
    params: idParams,
    query: period,
    reply: statement,
  },
  exportStatement: {
    part: null,
    method: 'GET',
    path: '/api/artshow/:id/statement/export',
    access: 'admin',
    summary: 'The statement of an artist for a period, as a CSV file',
    params: idParams,
    query: period,
    reply: { file: 'text/csv; charset=utf-8' },
  },
  setShare: {
    part: null,
    method: 'PUT',
    path: '/api/artshow/:id/share',
    access: 'admin',
    summary: 'Sets the share of an artist in percent, for works that are paid from now on',
    params: idParams,
    body: z.object({ percent: count('The share', 100) }),
    reply: message,
  },
  payOut: {
    part: null,
    method: 'POST',
    path: '/api/artshow/:id/payouts',
    access: 'admin',
    summary:
      'Records that an artist was paid. Refused if the amount that is owed is not the one that was shown',
    params: idParams,
    body: z.object({
      amount: dollars,
      /** What is owed, as the admin saw it. */
      owed: z.number(),
      note: z._default(line('Note', 200), ''),
    }),
    reply: message,
  },
})

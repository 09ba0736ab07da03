/** Labels for many orders at once: a preview, one purchase after the other, an answer for each order, and one file to print. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { orderChoice } from '#shared/checkout/api/order-bulk.ts'
import { packedOrder } from '#shared/checkout/api/fulfillment.ts'
import { dollars, id, idParams, instant, pageNumber } from '#shared/kernel/fields.ts'
import { label } from './labels.ts'

/** The most orders of a batch. */
export const MOST_ORDERS = 500

/** The packing slips in a reply. */
export const SLIPS_AT_ONCE = 50

const ROW_STATES = [
  /** Not asked for yet. */
  'waiting',
  /** The carrier has not answered yet. It is found out within a minute. */
  'buying',
  'done',
  /** Nothing was bought: something is missing, or an order of this kind gets no label. */
  'missing',
  /** Nothing was bought: the price is higher than the quoted one, and nobody has accepted it yet. */
  'price',
  /** Nothing was bought: the carrier refused, or it was not reached. */
  'refused',
  /** The label was bought, but the order is not marked as shipped, or the mail to the buyer failed. */
  'untold',
  /** The label was voided since. */
  'voided',
] as const
export type BatchRowState = (typeof ROW_STATES)[number]

const batchRow = z.object({
  /** The order. */
  _id: id,
  number: z.string(),
  /** The buyer; empty if the order no longer exists. */
  name: z.string(),
  state: z.enum(ROW_STATES),
  problem: z.string(),
  /** With `missing`: whether another try would change nothing, because of what the order is now. */
  isLeftOut: z.boolean(),
  /** With `price`: the price of the label now, in dollars. */
  price: z.nullable(dollars),
  /** Of an order in several parcels: of all of them, or of the first that has no usable label. */
  label: z.nullable(label),
  /** How many parcels, and labels, the order has. */
  parcels: z.int(),
  /** Whether the order had its label before, so that none is bought. */
  hadLabel: z.boolean(),
  /** How much less than quoted the bought label cost, in dollars. */
  saved: dollars,
  isShipped: z.boolean(),
  /** While waiting: what the carrier quoted for the label, in dollars; 0 if none is bought or no price is known. */
  cost: dollars,
  /** While waiting: whether the buyer gets an email. */
  mails: z.boolean(),
  /** Bags of coffee roasted to order that the order does not have yet. */
  bagsMissing: z.int(),
})
export type BatchRow = z.infer<typeof batchRow>

const batch = z.object({
  _id: id,
  at: instant,
  by: z.string(),
  /** Whether the orders are also marked as shipped. */
  ships: z.boolean(),
  /** False for a preview, for which nothing was bought yet. */
  isStarted: z.boolean(),
  /** In the order of the printed labels. */
  rows: z.array(batchRow),
})
export type LabelBatch = z.infer<typeof batch>

const MANY = `Choose ${MOST_ORDERS} orders at most`

export const labelBatches = contract({
  create: {
    method: 'POST',
    path: '/api/label-batches',
    access: 'packer',
    status: 201,
    summary:
      'Chooses orders, at most 500, or the oldest that wait to be shipped, and answers what would be bought; buys nothing. With `Idempotency-Key`, a retry does not make a second batch',
    body: z.object({
      orders: z.union(
        [
          z.array(id).check(z.minLength(1, 'Choose an order first'), z.maxLength(MOST_ORDERS, MANY)),
          z.literal('all'),
        ],
        MANY,
      ),
      /** Whether the orders are also marked as shipped. */
      ship: z._default(z.boolean(), true),
    }),
    reply: batch,
  },
  fromList: {
    method: 'POST',
    path: '/api/label-batches/from-list',
    access: 'admin',
    status: 201,
    summary:
      'The same for orders that were chosen in the list of orders, or all that match its filters. With `Idempotency-Key`, a retry does not make a second batch',
    body: z.strictObject({ choice: orderChoice, ship: z._default(z.boolean(), true) }),
    reply: batch,
  },
  list: {
    method: 'GET',
    path: '/api/label-batches',
    access: 'packer',
    summary: 'The latest batches whose labels were asked for, newest first, ten at most',
    reply: z.object({
      batches: z.array(
        z.object({ _id: id, at: instant, by: z.string(), orders: z.int(), done: z.int(), waiting: z.int() }),
      ),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/label-batches/:id',
    access: 'packer',
    summary: 'A batch with an answer for each order',
    params: idParams,
    reply: batch,
  },
  run: {
    method: 'POST',
    path: '/api/label-batches/:id/run',
    access: 'packer',
    summary:
      'Buys the labels of the next few orders, and answers these orders and how many are left. An order that has a label gets no second one',
    params: idParams,
    reply: z.object({ rows: z.array(batchRow), waiting: z.int() }),
  },
  retry: {
    method: 'POST',
    path: '/api/label-batches/:id/retry',
    access: 'packer',
    summary:
      'Lets the orders that failed wait again, except those that get no label, and those with a higher price whose price is accepted. A repeated call changes nothing',
    params: idParams,
    body: z.object({
      /** The prices that were seen and accepted. */
      prices: z._default(
        z.array(z.object({ order: id, price: dollars })).check(z.maxLength(MOST_ORDERS, MANY)),
        [],
      ),
    }),
    reply: batch,
  },
  print: {
    method: 'GET',
    path: '/api/label-batches/:id/labels.pdf',
    access: 'packer',
    summary:
      'All labels of the batch that were bought, as one PDF; a label that cannot be fetched has a page that says so',
    params: idParams,
    reply: { file: 'application/pdf', inline: true },
  },
  slips: {
    method: 'GET',
    path: '/api/label-batches/:id/slips',
    access: 'packer',
    summary: `The orders of the batch for their packing slips, ${SLIPS_AT_ONCE} per page: those with a label, or before the purchase all that are packed`,
    params: idParams,
    query: z.strictObject({ pageNumber }),
    reply: z.object({ slips: z.array(packedOrder), pages: z.int() }),
  },
})

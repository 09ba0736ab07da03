/**
 * Recalls: trace a lot of green coffee, a batch, a lot, bags or an order back to the green coffee and forward to the
 * buyers, and mail these buyers.
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { ORDER_STATES } from '#shared/kernel/order-states.ts'
import {
  id,
  idParams,
  instant,
  page,
  pageNumber,
  requiredLine,
  requiredProse,
  searched,
} from '#shared/kernel/fields.ts'

/** The stages through which coffee passes, in their order. */
export const RECALL_KINDS = ['green', 'batch', 'lot', 'bags', 'order'] as const
export type RecallKind = (typeof RECALL_KINDS)[number]

/** One green coffee, batch, lot, bag or order of a trace, as people name it. */
const place = z.object({
  _id: id,
  kind: z.enum(RECALL_KINDS),
  /** The code of a lot or a batch, or the number of an order. */
  code: z.string(),
  /** The green coffee, the roast, the coffee or the buyer. */
  name: z.string(),
})
export type RecallPlace = z.infer<typeof place>

const green = z.extend(place, {
  supplier: z.string(),
  arrivedOn: z.nullable(z.string()),
  /** The green coffee of this lot that went into the batches of this trace. */
  usedGrams: z.int(),
  /** What is still on hand. */
  leftGrams: z.int(),
})

const batch = z.extend(place, {
  roastedOn: z.string(),
  greenGrams: z.int(),
  /** Null until the batch is roasted. */
  roastedGrams: z.nullable(z.int()),
  /** Roasted coffee that is still loose. For a batch that is not roasted yet, the green coffee that was weighed in. */
  leftGrams: z.int(),
})

const lot = z.extend(place, { roastedOn: z.string(), grams: z.int(), leftGrams: z.int() })

const bags = z.extend(place, {
  size: z.string(),
  grind: z.string(),
  qty: z.int(),
  /** Bags that are not in an order yet. */
  left: z.int(),
})

const tracedOrder = z.extend(place, {
  state: z.enum(ORDER_STATES),
  /** False for an order that was not shipped or handed over. */
  hasLeft: z.boolean(),
  orderedAt: instant,
  email: z.string(),
  recipient: z.string(),
  phone: z.string(),
  /** In one line; the address of the bar if the order was picked up. */
  address: z.string(),
  isPickup: z.boolean(),
  /** The coffee of this trace that the order got. `refunded` is the number of refunded pieces of the line. */
  coffees: z.array(
    z.object({
      name: z.string(),
      size: z.string(),
      grind: z.string(),
      qty: z.int(),
      refunded: z.int(),
      lot: z.string(),
      roastedOn: z.string(),
    }),
  ),
})
export type TracedOrder = z.infer<typeof tracedOrder>

const trace = z.object({
  of: place,
  greens: z.array(green),
  batches: z.array(batch),
  lots: z.array(lot),
  bags: z.array(bags),
  /** A page of the orders, the newest first. */
  orders: z.array(tracedOrder),
  page,
  pages: page,
  totals: z.object({
    orders: z.int(),
    /** Bags in orders. */
    bags: z.int(),
    /** Orders that were not shipped or handed over. */
    here: z.int(),
    /** The buyers who get an email, counted by email address. */
    buyers: z.int(),
    /** Coffee that is still on hand: roasted coffee that is loose or in lots, and bags without an order. */
    looseGrams: z.int(),
    freeBags: z.int(),
  }),
})
export type RecallTrace = z.infer<typeof trace>

/** The placeholders of the mail. */
export const RECALL_PLACEHOLDERS = ['name', 'coffees', 'shop', 'email', 'phone'] as const

const mail = {
  subject: requiredLine('Subject', 150),
  /** Markdown with placeholders. `{coffees}` is the list of what the buyer got. */
  text: requiredProse('Text', 5000),
}

const recipient = z.object({
  name: z.string(),
  email: z.string(),
  orders: z.array(z.string()),
  bags: z.int(),
})

export const recall = contract({
  find: {
    method: 'GET',
    path: '/api/recall',
    access: 'admin',
    summary:
      'Lots of green coffee, batches, lots and orders by code, number, or words of a name or an email address; 10 of each kind',
    query: z.strictObject({
      find: z._default(searched(), ''),
    }),
    reply: z.object({ places: z.array(place) }),
  },
  trace: {
    method: 'GET',
    path: '/api/recall/:id',
    access: 'admin',
    summary:
      'Where coffee came from and where it went, by the id of a lot of green coffee, a batch, a lot, bags or an order',
    params: idParams,
    query: z.strictObject({ pageNumber }),
    reply: trace,
  },
  download: {
    method: 'GET',
    path: '/api/recall/:id/orders.csv',
    access: 'admin',
    needsProof: true,
    summary: 'The orders of a recall with their buyers, addresses, coffees and lots, as a CSV file',
    params: idParams,
    reply: { file: 'text/csv' },
  },
  mail: {
    method: 'GET',
    path: '/api/recall/:id/mail',
    access: 'admin',
    summary: 'A prepared mail to all buyers of a recall, and its recipients: one per email address',
    params: idParams,
    reply: z.object({
      subject: z.string(),
      text: z.string(),
      /** The first 500 recipients. `count` is the number of all. */
      recipients: z.array(recipient),
      count: z.int(),
      /** Orders that were not shipped or handed over. Their buyers get no mail. */
      here: z.int(),
    }),
  },
  preview: {
    method: 'POST',
    path: '/api/recall/:id/mail/preview',
    access: 'admin',
    summary: 'The mail as one recipient gets it, and the number of recipients who already got this text',
    params: idParams,
    body: z.object(mail),
    reply: z.object({ html: z.string(), text: z.string(), sent: z.int() }),
  },
  send: {
    method: 'POST',
    path: '/api/recall/:id/mail',
    access: 'admin',
    summary:
      'Sends the mail to each buyer once. A buyer who already got the same text for this recall does not get it again. 409 if the number of recipients has changed',
    params: idParams,
    body: z.object({
      ...mail,
      /** The number of recipients that the caller saw. */
      recipients: z.int('The number of recipients is missing'),
    }),
    reply: z.object({ sent: z.int(), message: z.string() }),
  },
})
export type RecallMail = { subject: string; text: string }

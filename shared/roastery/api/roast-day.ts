/**
 * The work of a roast day: weigh, roast, blend, package and fill orders. All weights are in grams.
 *
 * Each step changes stock once: a repeated request with the same Idempotency-Key gets the reply of the first one, and of two
 * people who complete the same step, the second gets 409 with the name of the first.
 */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, instant } from '#shared/kernel/fields.ts'
import { bagsToPackage, correction, roasting, weighing, weight } from './roast-steps.ts'

/** `weighed`: the green coffee is taken from its lots. `roasted`: the roasted coffee is weighed. */
export const BATCH_STATES = ['planned', 'weighed', 'roasted'] as const
export type BatchState = (typeof BATCH_STATES)[number]

const dayParams = z.object({ day })

const greenOf = z.object({ lot: z.object({ _id: id, code: z.string(), name: z.string() }), grams: z.int() })

export const batch = z.object({
  _id: id,
  /** The code of the batch, such as 261127-03. */
  code: z.string(),
  position: z.int(),
  state: z.enum(BATCH_STATES),
  roast: z.object({ _id: id, name: z.string(), profile: z.string() }),
  /** The planned green coffee; later, what was weighed in. */
  greenGrams: z.int(),
  /** The lots of the recipe; later, what was weighed in. */
  greens: z.array(greenOf),
  /** What the batch should weigh after roasting. */
  expectedGrams: z.int(),
  /** Null until the batch is roasted. */
  roastedGrams: z.nullable(z.int()),
  /** The roasted coffee that is not in a lot yet. */
  gramsLeft: z.int(),
  isByHand: z.boolean(),
  roastSeconds: z.nullable(z.int()),
  notes: z.string(),
  weighedBy: z.nullable(z.string()),
  weighedAt: z.nullable(instant),
  roastedBy: z.nullable(z.string()),
  roastedAt: z.nullable(instant),
  hasCurve: z.boolean(),
  version: z.int(),
})
export type Batch = z.infer<typeof batch>

const lot = z.object({
  _id: id,
  /** The lot code on the bags. */
  code: z.string(),
  roastedOn: day,
  grams: z.int(),
  gramsLeft: z.int(),
  batches: z.array(z.object({ _id: id, code: z.string(), grams: z.int() })),
  madeBy: z.string(),
  madeAt: instant,
})
export type CoffeeLot = z.infer<typeof lot>

/** Bags of one size and grind of a coffee. */
const packaging = z.object({
  sizeId: id,
  sizeLabel: z.string(),
  grams: z.int(),
  grind: z.string(),
  /** The bags that the orders of the day need, including orders that already have them. Shipped orders need no more. */
  ordered: z.int(),
  /** The bags that the orders of the day already have. */
  filled: z.int(),
  /** Fresh packaged bags that no order has yet, including those of earlier days. */
  free: z.int(),
  /** The number of bags packaged on this day, which a request to package repeats. */
  packaged: z.int(),
  /** The same bags by lot, in the order in which orders get them. Missing in a day that an earlier version stored. */
  freeBags: z.optional(z.array(z.object({ lotCode: z.string(), roastedOn: day, qty: z.int() }))),
  /** The bags packaged on this day, for undo and for stickers. */
  bags: z.array(
    z.object({
      _id: id,
      lotCode: z.string(),
      roastedOn: z.optional(day),
      qty: z.int(),
      qtyLeft: z.int(),
      madeBy: z.string(),
      madeAt: instant,
    }),
  ),
})
export type Packaging = z.infer<typeof packaging>

const dayCoffee = z.object({
  product: z.object({ _id: id, name: z.string() }),
  /** A coffee with several roasts is blended after roasting. */
  parts: z.array(
    z.object({
      roast: z.object({ _id: id, name: z.string() }),
      percent: z.int(),
      /** Roasted batches with coffee left, in the order in which they are used, including those of earlier days. */
      batches: z.array(z.object({ _id: id, code: z.string(), roastedOn: day, gramsLeft: z.int() })),
    }),
  ),
  /** Roasted coffee for bags that are still to be packaged. */
  neededGrams: z.int(),
  /** Lots with coffee left, and all lots of this day. */
  lots: z.array(lot),
  /** What orders need and what is packaged. Includes sizes that no order needs, as whole bean with zeros. */
  packaging: z.array(packaging),
})
export type DayCoffee = z.infer<typeof dayCoffee>

const dayOrder = z.object({
  _id: id,
  number: z.string(),
  recipient: z.string(),
  shippingService: z.string(),
  isPickup: z.boolean(),
  isGift: z.boolean(),
  state: z.enum(['paid', 'shipped', 'delivered']),
  /** Whether the shop's own van delivers it. Missing in a day that an earlier version stored. */
  isByVan: z.optional(z.boolean()),
  /** The roast day that the buyer was promised: earlier than the day for a late order. */
  roastsOn: z.optional(z.nullable(day)),
  /**
   * Whether every line of coffee that is roasted to order has its bags. If it is false for an order that was shipped, nobody
   * has recorded which bags it got.
   */
  isFilled: z.boolean(),
  /** Who gave the order its last bags, and when; null if it has none. */
  filledBy: z.nullable(z.string()),
  filledAt: z.nullable(instant),
  lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      sizeId: z.string(),
      sizeLabel: z.string(),
      grind: z.string(),
      /** Without refunded pieces. */
      qty: z.int(),
      isRoastedToOrder: z.boolean(),
      filled: z.array(z.object({ lotCode: z.string(), roastedOn: day, qty: z.int() })),
    }),
  ),
})
export type DayOrder = z.infer<typeof dayOrder>

const wholeDay = z.object({
  day,
  /** The closest roast days with work before and after this one. */
  previous: z.nullable(day),
  next: z.nullable(day),
  /** Coffee that was roasted earlier is used only if a person chooses it. Missing in a day that an earlier version stored. */
  freshFrom: z.optional(day),
  batches: z.array(batch),
  coffees: z.array(dayCoffee),
  orders: z.array(dayOrder),
})
export type WholeRoastDay = z.infer<typeof wholeDay>

/** The reply to a step: the row that it made or changed. */
const done = z.object({ _id: id, message: z.string() })

export const roastDay = contractOf('roastery', {
  one: {
    method: 'GET',
    path: '/api/roastery/days/:day',
    access: 'packer',
    summary: 'Everything to do on a roast day, and what is already done',
    params: dayParams,
    reply: wholeDay,
  },
  greens: {
    method: 'GET',
    path: '/api/roastery/greens',
    access: 'packer',
    summary: 'The lots of green coffee in the roastery, which can replace a lot of the recipe',
    reply: z.object({ lots: z.array(z.object({ ...greenOf.shape.lot.shape, gramsLeft: z.int() })) }),
  },
  weigh: {
    method: 'POST',
    path: '/api/roastery/batches/:id/weigh',
    access: 'packer',
    summary: 'Takes the green coffee of a planned batch from its lots. 409 if a lot has too little',
    params: idParams,
    body: weighing,
    reply: done,
  },
  roast: {
    method: 'POST',
    path: '/api/roastery/batches/:id/roast',
    access: 'packer',
    summary: 'Stores the weight of a weighed batch after roasting',
    params: idParams,
    body: roasting,
    reply: done,
  },
  /** The state that is undone, so that a repeated request does not undo two steps. */
  undoBatch: {
    method: 'POST',
    path: '/api/roastery/batches/:id/undo',
    access: 'packer',
    summary: 'Undoes the last step of a batch. 409 if its coffee is already in a lot',
    params: idParams,
    body: z.object({ state: z.enum(['weighed', 'roasted']) }),
    reply: done,
  },
  makeLot: {
    method: 'POST',
    path: '/api/roastery/lots',
    access: 'packer',
    summary: 'Makes a lot of a coffee from roasted batches; a coffee with several roasts is blended',
    status: 201,
    body: z.object({
      productId: id,
      day,
      batches: z
        .array(z.object({ batchId: id, grams: weight('The coffee from a batch') }))
        .check(z.minLength(1, 'Choose at least one batch'), z.maxLength(20, 'A lot has 20 batches at most')),
    }),
    reply: done,
  },
  undoLot: {
    method: 'DELETE',
    path: '/api/roastery/lots/:id',
    access: 'packer',
    summary: 'Returns the coffee of a lot to its batches. 409 if bags were packaged from it',
    params: idParams,
    reply: done,
  },
  package: {
    method: 'POST',
    path: '/api/roastery/bags',
    access: 'packer',
    summary:
      'Packages bags of one size and grind: coffee of the promised roast day first, or a chosen lot or batch',
    status: 201,
    body: bagsToPackage,
    reply: done,
  },
  undoBags: {
    method: 'DELETE',
    path: '/api/roastery/bags/:id',
    access: 'packer',
    summary: 'Returns the coffee of packaged bags to their lot. 409 if an order has some of them',
    params: idParams,
    reply: done,
  },
  fill: {
    method: 'POST',
    path: '/api/roastery/orders/:id/fill',
    access: 'packer',
    summary:
      'Gives an order its bags, those of the promised roast day first. 409 if bags are missing, or if the order already has its bags',
    params: idParams,
    body: z.object({}),
    reply: done,
  },
  undoFill: {
    method: 'DELETE',
    path: '/api/roastery/orders/:id/fill',
    access: 'packer',
    summary: 'Takes back the bags of an order that is not shipped',
    params: idParams,
    reply: done,
  },
  adjust: {
    method: 'POST',
    path: '/api/roastery/adjustments',
    access: 'packer',
    summary: 'Corrects the stock of a lot of green coffee, a batch, a lot or bags, with a reason',
    status: 201,
    body: correction,
    reply: done,
  },
})

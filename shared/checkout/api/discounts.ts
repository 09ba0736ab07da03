/** Discount codes: the owner's list and form, and the check of a code for a cart. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { dollars, id, idParams, line, message } from '#shared/kernel/fields.ts'
import { discountCodeFields } from '../resources/discount-code.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { orderLines } from '#shared/platform/api/cart-lines.ts'

const schemas = schemasOf(discountCodeFields)

const discountCode = z.object({
  _id: id,
  ...schemas.reply,
  /** The orders that use the code, without those that were closed unpaid. */
  used: z.int(),
  version: z.int(),
})
export type DiscountCode = z.infer<typeof discountCode>

const listed = z.extend(discountCode, {
  /** Whether buyers can use the code today. */
  state: z.enum(['active', 'off', 'later', 'ended', 'used up']),
  /** The paid orders with the code: their totals minus refunds, and what their buyers saved. */
  turnover: z.number(),
  saved: z.number(),
})
export type ListedCode = z.infer<typeof listed>

const edit = z.object({
  ...schemas.edit,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type DiscountCodeEdit = z.infer<typeof edit>

/** A code as a buyer types it. Longer texts are unknown codes. */
const typedCode = line('Code', 60)

/** What a code does for a cart. The browser computes the totals with it, and the server checks them. */
const appliedCode = z.object({
  code: z.string(),
  /** Such as `WELCOME10 (10% off)`. */
  label: z.string(),
  kind: z.enum(['percent', 'amount', 'shipping']),
  /** The percentage, or the amount in dollars. 0 for free shipping. */
  value: z.number(),
  /** The products of the cart that the code is for. */
  products: z.array(z.string()),
  /** The least that these goods must cost, in dollars; null if there is no minimum. */
  minimum: z.nullable(dollars),
})
export type AppliedCode = z.infer<typeof appliedCode>

export const discounts = contractOf('discountCodes', {
  check: {
    method: 'POST',
    path: '/api/discounts/check',
    access: 'public',
    part: null,
    summary:
      'What a code does for these goods. Refused with 409 and the code `discount` if it cannot be used. Limits per person are checked for a signed-in user, and for a guest when the order is placed',
    body: z.object({
      code: typedCode,
      orderItems: orderLines,
      /** An unpaid order that the new one replaces. Its use of the code does not count. */
      unpaidOrder: z.optional(id),
    }),
    reply: appliedCode,
  },
  list: {
    method: 'GET',
    path: '/api/discounts',
    access: 'admin',
    summary: 'All discount codes with their uses, the newest first',
    reply: z.array(listed),
  },
  one: {
    method: 'GET',
    path: '/api/discounts/:id',
    access: 'admin',
    summary: 'One discount code',
    params: idParams,
    reply: discountCode,
  },
  create: {
    method: 'POST',
    path: '/api/discounts',
    access: 'admin',
    starts: true,
    summary: 'Adds a discount code',
    body: edit,
    reply: discountCode,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/discounts/:id',
    access: 'admin',
    summary: 'Saves a discount code. Orders that are placed keep their discount',
    params: idParams,
    body: edit,
    reply: discountCode,
  },
  remove: {
    method: 'DELETE',
    path: '/api/discounts/:id',
    access: 'admin',
    summary: 'Deletes a code that no order has used',
    params: idParams,
    reply: message,
  },
  exportUses: {
    method: 'GET',
    path: '/api/discounts/:id/uses.csv',
    access: 'admin',
    needsProof: true,
    summary: 'The orders that used a code, as CSV',
    params: idParams,
    reply: { file: 'text/csv; charset=utf-8' },
  },
})

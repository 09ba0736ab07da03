/** Discount codes, and orders with them, for tests. */
import { expect } from 'vitest'
import type { DiscountCode } from '#shared/checkout/api/discounts.ts'
import { discountCodeFields } from '#shared/checkout/resources/discount-code.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { BALTIMORE, orderBody, type CartLines } from '#test/purchase.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

let count = 0

/** Adds a code: 10% off everything, unless something else is given. */
export async function codeOf(
  admin: Visitor,
  changes: Partial<Omit<DiscountCode, '_id' | 'used'>> = {},
): Promise<DiscountCode> {
  const code = { ...samplesOf(discountCodeFields), code: `CODE-${++count}`, percent: 10, ...changes }
  const { status, body } = await admin.post('/api/discounts', code)
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

/** Orders these goods to Baltimore, which has no tax, with a code. */
export async function orderWith(
  buyer: Visitor,
  discountCode: string,
  lines: CartLines,
  changes: object = {},
): Promise<Answer> {
  const body = await orderBody(buyer, lines, BALTIMORE)
  return buyer.post('/api/orders', { ...body, discountCode, ...changes })
}

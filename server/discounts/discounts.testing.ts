/** Discount codes for tests. */
import { expect } from 'vitest'
import type { DiscountCode } from '#shared/api/discounts.ts'
import { discountCodeFields } from '#shared/resources/discount-code.ts'
import { samplesOf } from '#shared/resources/described.ts'
import type { Visitor } from '#test/visitor.ts'

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

/** Tells the browser what a code does for a cart, so that it can show the totals. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { discounts } from '#shared/checkout/api/discounts.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { findGoods } from '../quotes/goods.ts'
import { findFullSession, type Device } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { discountFor, findCode, markCovered } from './find-discount.ts'

/**
 * Throws 409 with the code `discount` if the code cannot be used for these goods, and 409 for goods that are not on
 * sale. A minimum that is not reached is not an error: the browser says what is missing. The rules about persons are
 * checked only with a session: otherwise the responses would reveal who has ordered before.
 */
export async function checkCode(
  shop: Shop,
  { code, orderItems }: Body<typeof discounts.check>,
  { device, token }: { device: Device; token: string | null },
): Promise<Reply<typeof discounts.check>> {
  const row = await findCode(shop, code, device.ip)
  const user = await findFullSession(shop, token)
  const goods = await findGoods(shop, orderItems)
  const person = user && { userId: user._id, email: user.email }
  const { label } = await discountFor(shop, { ...row, minimum_cents: null }, goods, person)
  const covered = markCovered(goods, row).filter(({ isCovered }) => isCovered)
  return {
    code: row.code,
    label,
    kind: row.kind,
    value: valueOf(row),
    products: [...new Set(covered.map(({ productId }) => productId))],
    minimum: row.minimum_cents === null ? null : toDollars(row.minimum_cents),
  }
}

function valueOf({ kind, percent, amount_cents: cents }: Awaited<ReturnType<typeof findCode>>): number {
  if (kind === 'shipping') return 0
  return kind === 'percent' ? percent : toDollars(cents)
}

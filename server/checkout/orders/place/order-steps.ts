/** The steps around a new order: what must hold before it is written, its capacity, its mail, and what is read again. */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { receivedMail } from '#server/platform/outbox/order-mail.ts'
import { stepIfOn } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { guardedBookingSteps } from '#server/roastery/delivery/bookings.ts'
import { takeUse } from '../../discounts/uses.ts'
import type { SignUp } from '../../new-subscriptions/sign-up.ts'
import { findGoods, type SizeTotal } from '../../quotes/goods.ts'
import { changedOrderOf } from './changed-order.ts'
import { deliveryMethodOf, requireSameGoods, type DeliveryMethod } from './delivery-method.ts'
import { lockHolder } from './hold-limits.ts'
import type { NewOrder } from './new-order.ts'
import type { Priced } from './price-order.ts'
import type { OrderRequest } from './request.ts'

/** What another request may have changed. */
export async function readAgain(request: OrderRequest, before: DeliveryMethod) {
  const { shop, user, body, address, account } = request
  if (account) return account.again()
  const changed = await changedOrderOf(shop, user, body)
  const goods = await findGoods(shop, body.orderItems)
  requireSameGoods(before, goods)
  const isRoasted = before.need || goods.some(({ isRoastedToOrder }) => isRoastedToOrder)
  const method = isRoasted ? await deliveryMethodOf(shop, user, body, address, goods, changed?.id) : before
  return { changed, goods, method }
}

/** The steps that take the capacity of the roast days. */
export function bookingOf(
  { shop }: OrderRequest,
  { row, roastDays }: NewOrder,
  { need }: DeliveryMethod,
): Step[] {
  if (!need) return []
  return guardedBookingSteps(shop.db, row.id, roastDays, need)
}

/** What must hold before the order is written. It starts nothing of a part of the shop that is switched off at this moment. */
export function firstSteps(
  { shop, holder, express, staff, account }: OrderRequest,
  method: DeliveryMethod,
  signUp: SignUp | null,
): Step[] {
  return [
    ...('pickup' in method ? [stepIfOn(shop.db, 'pickup')] : []),
    ...(signUp ? [stepIfOn(shop.db, 'subscriptions')] : []),
    ...(staff?.columns.via === 'counter' ? [stepIfOn(shop.db, 'counter')] : []),
    ...(account ? [stepIfOn(shop.db, 'wholesale')] : []),
    ...(holder ? lockHolder(shop, holder) : []),
    ...(express ? [express.claim] : []),
  ]
}

export function tellStock(shop: Shop, sizes: readonly SizeTotal[]): void {
  for (const { productId: id, left, qty, isRoastedToOrder } of sizes)
    if (!isRoastedToOrder) shop.changed({ tag: 'Product', id, stock: left > qty })
}

/** Whether an unpaid order is mailed; undefined if the limit on mails decides. */
export function isMailedIfUnpaid({ staff, account }: OrderRequest): boolean | undefined {
  return staff ? !staff.isPaid : account?.isMailed
}

/** The mail with the link to pay. It goes out at once if others place the order, because the buyer has no other link. */
export function mailIfUnpaid({ shop, staff, account }: OrderRequest, row: OrderRow): Step[] {
  if (row.state !== 'pending') return []
  return [
    { query: staff || account ? receivedMail(shop.db, shop, row, 0) : receivedMail(shop.db, shop, row) },
  ]
}

export function useDiscount({ shop, user }: OrderRequest, { used, savedCents }: Priced, id: string): Step[] {
  const person = { userId: user._id, email: user.email }
  return used && 'row' in used ? takeUse(shop, used, person, { id, savedCents }) : []
}

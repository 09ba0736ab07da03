/** The mail about a new date, before it is sent. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { promises } from '#shared/roastery/api/promises.ts'
import { conflict } from '#server/kernel/errors.ts'
import { findAffected } from '#server/checkout/orders/move/affected-orders.ts'
import { datesOf } from '#server/checkout/orders/move/move-promises.ts'
import { orderSubject } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { composeMoved } from './compose.ts'

/** The mail that the buyer of an order would get now. Throws 409 if the order needs no new date, or if there is none. */
export async function previewMoved(
  shop: Shop,
  { order: id, message }: Body<typeof promises.preview>,
): Promise<Reply<typeof promises.preview>> {
  const { orders } = await findAffected(shop)
  const found = orders.find(({ _id }) => _id === id)
  if (!found) throw conflict('This order no longer needs a new date')
  if (!found.next) throw conflict('There is no new date for this order yet')
  const { delivery, pickup } = found.next
  const before = await datesOf(shop, found.row)
  const mail = await composeMoved(shop, { order: id, moved: { before, message } }, { delivery, pickup })
  const { number, isReplacement } = mail.order
  const isPickup = found.row.is_pickup === 1
  return {
    to: found.buyer.email,
    subject: orderSubject('order-moved', { number, isPickup, isReplacement }),
    text: mail.text,
  }
}

/** Orders on the to-do list: to ship, to hand over, to give a new date, parcels that came back, and unopened gifts. */
import type { Todo } from '#shared/backoffice/api/admin.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'
import { affectedOrders } from '#server/checkout/orders/move/affected-orders.ts'
import { waitingToHandOver } from '#server/checkout/orders/fulfill/pickup-list.ts'
import { readUndelivered, toShipCount, waitingToShip } from '#server/shipping/labels/label-admin.ts'
import type { Shop } from '#server/platform/shop.ts'
import { unopenedGifts } from '#server/checkout/orders/unopened-gifts.ts'
import { countOf, MAX_LISTED, tasksIn } from './task-list.ts'

/** The first orders on the Shipping page. */
export async function ordersToShip(shop: Shop): Promise<Todo['toShip']> {
  const first = await waitingToShip(shop.db)
    .select(['id', 'number', 'buyer_name', 'total_cents', 'paid_at', 'gift_note'])
    .select(toShipCount(shop.db).as('count'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: first[0]?.count ?? 0,
    first: first.map((order) => ({
      _id: order.id,
      number: order.number ?? order.id,
      name: order.buyer_name,
      total: toDollars(order.total_cents),
      paidAt: atShop(order.paid_at!),
      isGift: order.gift_note !== null,
    })),
  }
}

/** The first orders for pickup, those with the earliest promised day first. */
export async function ordersToHandOver(shop: Shop): Promise<Todo['toHandOver']> {
  const first = await waitingToHandOver(shop.db)
    .select(['id', 'number', 'buyer_name', 'total_cents', 'ships_on', 'ready_at'])
    .select(countOf(waitingToHandOver(shop.db)).as('count'))
    .orderBy('ships_on')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: first[0]?.count ?? 0,
    first: first.map((order) => ({
      _id: order.id,
      number: order.number ?? order.id,
      name: order.buyer_name,
      total: toDollars(order.total_cents),
      readyOn: order.ships_on,
      readyAt: order.ready_at,
    })),
  }
}

export async function parcelsThatCameBack({ db }: Shop): Promise<Todo['undelivered']> {
  const parcels = await readUndelivered(db)
  return tasksIn(parcels, ({ _id, number, name, state }) => ({
    _id,
    number,
    name,
    isReturned: state === 'returned',
  }))
}

export async function ordersToMove(shop: Shop): Promise<Todo['movedOrders']> {
  const { orders, count } = await affectedOrders(shop)
  return tasksIn(
    orders,
    ({ _id, number, buyer, reason }) => ({ _id, number, name: buyer.name, reason }),
    count,
  )
}

/** Gift subscriptions that were not opened after the giver was told (server/subscriptions/gifts/begin.ts). */
export async function giftsNobodyOpened({ db }: Shop): Promise<Todo['unopenedGifts']> {
  const gifts = await unopenedGifts(db)
    .innerJoin('orders', 'orders.id', 'card.order_id')
    .select(['orders.id', 'orders.number', 'gift.recipient_name', 'gift.sent_at'])
    .orderBy('gift.sent_at')
    .execute()
  return tasksIn(gifts, (gift) => ({
    _id: gift.id,
    number: gift.number ?? gift.id,
    name: gift.recipient_name,
    sentAt: atShop(gift.sent_at!),
  }))
}

/** Gives affected orders their next possible dates, and tells their buyers. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { promises } from '#shared/roastery/api/promises.ts'
import { promiseText } from '#shared/platform/delivery.ts'
import { pickupText } from '#shared/platform/pickup.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { rebook } from '#server/roastery/delivery/bookings.ts'
import type { Room } from '#server/roastery/delivery/capacity.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { findAffected, type Affected, type Unroasted } from './affected-orders.ts'
import { note, recordOrder } from '../history.ts'

/**
 * Moves the dates and the capacity of these orders, one transaction for each, with one mail to each buyer. An order is
 * skipped if it no longer needs a new date, if there is none, or if its new day is full now.
 */
export async function movePromises(
  shop: Shop,
  admin: SignedIn,
  { orders: ids, message }: Body<typeof promises.movePromises>,
): Promise<Reply<typeof promises.movePromises>> {
  const wanted = new Set(ids)
  const { orders, room } = await findAffected(shop)
  let moved = 0
  for (const order of orders) {
    if (!wanted.has(order._id) || order.next === null) continue
    const before = await datesOf(shop, order.row)
    if (await moveOrder(shop, admin, order, { before, message, room })) moved++
  }
  if (moved > 0) {
    shop.mailSignal.raise()
    shop.changed({ tag: 'RoastDays' })
  }
  return { moved, skipped: wanted.size - moved, at: isoNow(shop.clock) }
}

/** The dates of an order as text for people; empty if it has none. */
export async function datesOf(shop: Shop, row: Unroasted): Promise<string> {
  const { roasts_on: roastsOn, ships_on: shipsOn, pickup_from: from, pickup_to: to } = row
  if (shipsOn === null) return ''
  if (row.is_pickup)
    return from && to
      ? pickupText({ roastsOn, readyOn: shipsOn, from, to }, (await businessOf(shop)).place)
      : ''
  const { arrives_from: arrivesFrom, arrives_to: arrivesTo } = row
  return arrivesFrom && arrivesTo ? promiseText({ roastsOn, shipsOn, arrivesFrom, arrivesTo }, null) : ''
}

class NoRoom extends Error {}

type Move = { before: string; message: string; room: Room }

async function moveOrder(
  shop: Shop,
  admin: SignedIn,
  { _id: id, row, columns, shares, next }: Affected,
  { before, message, room }: Move,
): Promise<boolean> {
  try {
    return await transact(shop.db, async (tx) => {
      if (!(await setDates(tx, row, columns))) return false
      if (!(await rebook(tx, id, shares, room))) throw new NoRoom()
      await note(tx, shop, id, admin.name, `New date, told to the buyer: ${next!.text}`).execute()
      await recordOrder(tx, shop, admin, id, 'Moved the date', [
        { field: 'Promised', before, after: next!.text },
      ])
      const moved = { key: newId(shop.clock), before, message }
      await orderMail(tx, shop, 'order-moved', id, { moved }).execute()
      return true
    })
  } catch (error) {
    if (error instanceof NoRoom) return false
    throw error
  }
}

/** Changes the order only if it still has the day that was read, so a second click changes nothing. */
async function setDates(tx: Tx, { id, roasts_on: on }: Unroasted, columns: Affected['columns']) {
  const changed = await tx
    .updateTable('orders')
    .set(columns)
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .where('ready_at', 'is', null)
    .where('roasts_on', on === null ? 'is' : '=', on)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

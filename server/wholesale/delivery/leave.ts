/**
 * Goods of accounts that leave the shop: their invoice is issued, or they wait for the bill of the week or month. A stop of the
 * van and a pickup do it in their own transaction; orders that staff or the carrier mark as shipped or delivered follow within
 * a minute.
 */
import { sql } from 'kysely'
import type { ShortReason } from '#shared/wholesale/deliveries.ts'
import { SHORT_TEXTS } from '#shared/wholesale/deliveries.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { lockOrder } from '#server/checkout/orders/read/order.ts'
import { returnToStock } from '#server/checkout/orders/stock.ts'
import { readLines } from '#server/roastery/open-lines/open-lines.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { goodsLeft } from '../invoices/depart.ts'
import { shortAtTheDoor } from '../invoices/short.ts'

export type Missing = { line: number; qty: number; why: ShortReason }

/**
 * The goods of an order are handed over, without the missing pieces. On account, only what was taken is billed. A prepaid order
 * is billed as it was paid, and the missing pieces become a credit. Refused pieces go back to the stock. Returns the ids of
 * their products; pass them to `shop.changed` after the commit.
 */
export async function leaveAtDoor(
  tx: Tx,
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'on_account'>,
  { missing, at, actor }: { missing: readonly Missing[]; at: string; actor: string },
): Promise<string[]> {
  const isPrepaid = order.on_account === 0
  const lines = (await readLines(tx, [order.id])).map(({ line, qty }) => {
    const short = missing.find((each) => each.line === line)?.qty ?? 0
    return [line, isPrepaid ? qty : qty - short] as const
  })
  await goodsLeft(tx, shop, order.id, new Map(lines), dayOf(new Date(at)))
  const refused = missing.filter(({ why }) => why === 'refused')
  if (!isPrepaid) return backToStock(tx, shop, order.id, refused)
  const products: string[] = []
  for (const [why, some] of Map.groupBy(missing, (each) => each.why)) {
    const pieces = new Map(some.map(({ line, qty }) => [line, qty]))
    const short = { pieces, reason: SHORT_TEXTS[why], actor, isBack: why === 'refused' }
    products.push(...(await shortAtTheDoor(tx, shop, order.id, short)).products)
  }
  return products
}

async function backToStock(tx: Tx, shop: Shop, id: string, refused: readonly Missing[]): Promise<string[]> {
  if (refused.length === 0) return []
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'size_id'])
    .where('order_id', '=', id)
    .execute()
  const of = refused.flatMap(({ line, qty }) =>
    lines.filter(({ position }) => position === line).map((each) => ({ ...each, qty })),
  )
  return returnToStock(tx, shop, id, of, { inParts: true })
}

/** Orders that left longer ago are billed by hand. */
const DAYS = 60
/** The orders that one run bills. */
const AT_ONCE = 50

/** Bills orders of accounts that were shipped in parcels, or marked as delivered at the desk or the bar. */
export async function billWhatLeft(shop: Shop): Promise<void> {
  if ((await partOf(shop, 'wholesale')) === 'off') return
  const orders = await shop.db
    .selectFrom('orders')
    .select(['id', 'on_account', 'shipped_at', 'delivered_at'])
    .where('company_id', 'is not', null)
    .where('delivers_on', '>=', addDays(nowAt(shop.clock).day, -DAYS))
    // Not as a list of states: SQLite would read all orders by their states, instead of those of the last days.
    .where(sql<boolean>`(state in ('shipped', 'delivered')) is true`)
    .where((eb) => {
      const left = eb.selectFrom('departures').select('id').whereRef('departures.order_id', '=', 'orders.id')
      // What was handed over at a door is billed there, also if all pieces of the order were short.
      const handed = eb
        .selectFrom('deliveries')
        .select('id')
        .whereRef('deliveries.order_id', '=', 'orders.id')
      return eb.not(eb.or([eb.exists(left), eb.exists(handed.where('outcome', '<>', 'nobody'))]))
    })
    .orderBy('delivers_on')
    .limit(AT_ONCE)
    .execute()
  for (const order of orders) {
    const at = (order.shipped_at ?? order.delivered_at)!
    try {
      await transact(shop.db, async (tx) => {
        // The order must still be gone: its label may have been voided since.
        if (await lockOrder(tx, order.id, ['shipped', 'delivered']))
          await leaveAtDoor(tx, shop, order, { missing: [], at, actor: '' })
      })
    } catch (error) {
      shop.log.error(
        { err: error, order: order.id },
        'the goods of an account left, but their invoice was not issued',
      )
    }
  }
  if (orders.length > 0) shop.mailSignal.raise()
}

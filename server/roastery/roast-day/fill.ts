/** Filling: gives an order its bags. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { OrderState } from '#shared/kernel/order-states.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { freshFrom } from './fresh.ts'
import { ORDERED } from '../open-lines/counted-lines.ts'
import { requireMoney } from '../open-lines/money-back.ts'
import { needsBags, readLines, type OrderedLine } from '../open-lines/ordered-lines.ts'
import { returnBags } from './return-bags.ts'
import { whoAndWhen } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'
import { chooseBags, chooseSurplus, writeUses, type Use } from './uses.ts'

/**
 * Gives every line of an order that is roasted to order exactly its bags, without refunded pieces: bags of the promised roast
 * day first, and none that are too old. The message says if a bag was roasted before that day. Bags of pieces that were
 * refunded after filling become free again. All or nothing. A shipped order without bags can be filled too, so that its
 * coffee can be traced. Throws 404, and 409 if bags are missing, the order has its bags, it is not paid, or all its money is
 * being refunded.
 */
export async function fillOrder(shop: Shop, by: By, id: string): Promise<Done> {
  return runStep(shop, by, roastDay.fill, async (tx) => {
    const order = await lockOrder(tx, id, ORDERED)
    if (!order) throw await notPaid(tx, id)
    const lines = (await readLines(tx, [id])).filter((line) => line.isRoastedToOrder)
    if (lines.every((line) => !needsBags(line, order.state)))
      throw await filledBefore(tx, shop, id, order.number, lines)
    if (order.state === 'paid' && lines.some(({ filled, qty }) => filled < qty)) await requireMoney(tx, id)
    const day = order.roasts_on ?? nowAt(shop.clock).day
    const added = await chooseBags(tx, lines, { day, fresh: await freshFrom(shop, day) })
    const surplus = order.state === 'paid' ? await chooseSurplus(tx, id, lines) : []
    const filled = { filled_at: isoNow(shop.clock), filled_by: by.user.name }
    await writeUses(tx, id, [...added, ...surplus], filled)
    const texts = [
      ...(added.length > 0 ? [`${bagsOf(added)} put in, of lot ${codesOf(added, day)}`] : []),
      ...(surplus.length > 0 ? [`${bagsOf(surplus)} of refunded pieces taken out`] : []),
    ]
    await recordOrder(tx, shop, by, order, `Filled: ${texts.join('; ')}`)
    return { _id: id, message: `Order ${order.number} has its bags: ${texts.join('; ')}` }
  })
}

function bagsOf(uses: readonly Use[]): string {
  return counted(Math.abs(uses.reduce((sum, { qty }) => sum + qty, 0)), 'bag')
}

/** The codes of the lots. Those that were roasted before the promised day have their roast date. */
function codesOf(uses: readonly Use[], day: string): string {
  const texts = uses.map(({ code, roastedOn }) =>
    roastedOn < day ? `${code} (roasted ${formatDate(roastedOn, 'shortMonthDay')})` : code,
  )
  return [...new Set(texts)].join(', ')
}

/** Takes back the bags of a paid order that is not shipped. Throws 404, and 409 if it has none or is shipped. */
export async function undoFill(shop: Shop, by: By, id: string): Promise<Done> {
  return runStep(shop, by, roastDay.undoFill, async (tx) => {
    const order = await lockOrder(tx, id, ['paid'])
    if (!order) throw await shippedBefore(tx, id)
    const pieces = await returnBags(tx, id)
    if (pieces === 0)
      throw conflict(`Order ${order.number} has no bags. Nothing was changed`, { code: 'state' })
    await recordOrder(tx, shop, by, order, `Took ${counted(pieces, 'bag')} back`)
    return { _id: id, message: `${counted(pieces, 'bag')} of order ${order.number} are free again` }
  })
}

type Locked = { id: string; number: string; buyer: string; roasts_on: string | null; state: OrderState }

/** Locks the order if it has one of the states. */
async function lockOrder(
  tx: Tx,
  id: string,
  states: readonly ('paid' | 'shipped' | 'delivered')[],
): Promise<Locked | null> {
  const order = await tx
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .where('state', 'in', states)
    .returning(['id', 'number', 'buyer_name as buyer', 'roasts_on', 'state'])
    .executeTakeFirst()
  return order ? { ...order, number: order.number ?? order.id } : null
}

async function readState(tx: Tx, id: string) {
  const order = await tx
    .selectFrom('orders')
    .select(['number', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  return order
}

async function notPaid(tx: Tx, id: string) {
  const { number, state } = await readState(tx, id)
  const isOpen = state === 'pending' || state === 'capturing'
  return conflict(isOpen ? `Order ${number} is not paid yet` : `Order ${number} is ${state}`, {
    code: 'state',
  })
}

async function shippedBefore(tx: Tx, id: string) {
  const { number, state } = await readState(tx, id)
  const isSent = state === 'shipped' || state === 'delivered'
  return conflict(
    isSent
      ? `Order ${number} is ${state}, so its bags cannot be taken back`
      : `Order ${number} is ${state}, and has no bags`,
    { code: 'state' },
  )
}

async function filledBefore(tx: Tx, shop: Shop, id: string, number: string, lines: readonly OrderedLine[]) {
  if (lines.length === 0) return conflict(`Order ${number} has no coffee that is roasted to order`)
  const last = await tx
    .selectFrom('bag_uses')
    .select(['filled_by as by', 'filled_at as at'])
    .where('order_id', '=', id)
    .orderBy('filled_at', 'desc')
    .executeTakeFirst()
  if (!last) return conflict(`All coffee of order ${number} was refunded`)
  return conflict(`${whoAndWhen(shop, `filled order ${number}`, last)}. Nothing was changed`, {
    code: 'done',
  })
}

async function recordOrder(tx: Tx, shop: Shop, by: By, order: Locked, action: string): Promise<void> {
  const name = `Order ${order.number} of ${order.buyer}`
  await logChange(tx, shop, by.user, { subject: 'order', id: order.id, name, action })
}

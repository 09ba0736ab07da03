/** Filling: gives an order its bags, and takes them back. */
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
import { type By, type Done, freshFrom, runStep } from './step.ts'
import { needsBags, ORDERED, type OrderedLine, readLines } from '../open-lines/open-lines.ts'
import { requireMoney } from '../open-lines/money-back.ts'
import { whoAndWhen } from './texts.ts'
import { promisedFirst } from '#shared/roastery/bag-sources.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'

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
    const pieces = await returnBags(tx, [id])
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

/** `qty` is negative for bags that a line gives back. `roastedOn` is the roast date of the lot. */
type Use = { line: number; bags: string; code: string; roastedOn: string; qty: number }

/**
 * Free bags for all lines that still need bags: those of the promised roast day first (shared/roastery/bag-sources.ts), none
 * roasted before `fresh`. Throws 409 that names everything that is missing.
 */
async function chooseBags(
  tx: Tx,
  lines: readonly OrderedLine[],
  { day, fresh }: { day: string; fresh: string },
): Promise<Use[]> {
  const open = lines.filter((line) => line.filled < line.qty)
  if (open.length === 0) return []
  const rows = await tx
    .selectFrom('bags')
    .innerJoin('coffee_lots as lot', 'lot.id', 'coffee_lot_id')
    .select(['bags.id', 'bags.size_id', 'bags.grind', 'bags.qty_left as left', 'lot.code'])
    .select('lot.roasted_on as roastedOn')
    .where('qty_left', '>', 0)
    .where('roasted_on', '>=', fresh)
    .where(
      'size_id',
      'in',
      open.map(({ sizeId }) => sizeId),
    )
    .orderBy('bags.id')
    .execute()
  const free = promisedFirst(rows, day)
  const uses: Use[] = []
  const missing: string[] = []
  for (const line of open) {
    let pieces = line.qty - line.filled
    for (const bags of free.filter(({ size_id, grind }) => size_id === line.sizeId && grind === line.grind)) {
      const qty = Math.min(pieces, bags.left)
      if (qty > 0)
        uses.push({ line: line.line, bags: bags.id, code: bags.code, roastedOn: bags.roastedOn, qty })
      bags.left -= qty
      pieces -= qty
    }
    if (pieces > 0) missing.push(`${pieces} × ${lineTitle({ ...line, size: line.sizeGrams })}`)
  }
  if (missing.length > 0) throw conflict(`Not packaged yet: ${missing.join('; ')}`, { code: 'left' })
  return uses
}

/** The bags of refunded pieces, the freshest first. */
async function chooseSurplus(tx: Tx, orderId: string, lines: readonly OrderedLine[]): Promise<Use[]> {
  const over = lines.filter((line) => line.filled > line.qty)
  if (over.length === 0) return []
  const used = await tx
    .selectFrom('bag_uses as used')
    .innerJoin('bags', 'bags.id', 'used.bags_id')
    .innerJoin('coffee_lots as lot', 'lot.id', 'bags.coffee_lot_id')
    .select(['used.position', 'used.bags_id', 'used.qty', 'lot.code', 'lot.roasted_on as roastedOn'])
    .where('used.order_id', '=', orderId)
    .orderBy('lot.roasted_on', 'desc')
    .orderBy('lot.code', 'desc')
    .orderBy('used.bags_id', 'desc')
    .execute()
  return over.flatMap((line) => {
    let pieces = line.filled - line.qty
    return used
      .filter(({ position }) => position === line.line)
      .flatMap(({ bags_id: bags, qty: all, code, roastedOn }) => {
        const qty = Math.min(pieces, all)
        pieces -= qty
        return qty > 0 ? [{ line: line.line, bags, code, roastedOn, qty: -qty }] : []
      })
  })
}

/** Writes the uses of an order, and takes the bags or frees them. Throws 409 if other orders have taken them. */
async function writeUses(
  tx: Tx,
  orderId: string,
  uses: readonly Use[],
  filled: { filled_at: string; filled_by: string },
): Promise<void> {
  for (const { bags, qty } of uses.toSorted((one, other) => (one.bags < other.bags ? -1 : 1))) {
    const { numUpdatedRows } = await tx
      .updateTable('bags')
      .set((eb) => ({ qty_left: eb('qty_left', '-', qty) }))
      .where('id', '=', bags)
      .where('qty_left', '>=', qty)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw conflict('These bags were just used for another order. Try again', { code: 'left' })
  }
  for (const { line, bags, qty } of uses) {
    const ofLine = { order_id: orderId, position: line, bags_id: bags }
    const isGone =
      qty < 0 &&
      (await tx
        .deleteFrom('bag_uses')
        .where((eb) => eb.and(ofLine))
        .where('qty', '=', -qty)
        .returning('bags_id')
        .executeTakeFirst())
    if (isGone) continue
    if (qty < 0)
      await tx
        .updateTable('bag_uses')
        .set((eb) => ({ qty: eb('qty', '+', qty) }))
        .where((eb) => eb.and(ofLine))
        .execute()
    else
      await tx
        .insertInto('bag_uses')
        .values({ ...ofLine, qty, ...filled })
        .onConflict((before) =>
          before
            .columns(['order_id', 'position', 'bags_id'])
            .doUpdateSet((eb) => ({ qty: eb('bag_uses.qty', '+', qty), ...filled })),
        )
        .execute()
  }
}

/**
 * Frees the bags of these orders for other orders. Returns their number. The caller's transaction holds the locks of the
 * orders.
 */
export async function returnBags(tx: Tx, orders: readonly string[]): Promise<number> {
  const uses = await tx
    .deleteFrom('bag_uses')
    .where('order_id', 'in', orders)
    .returning(['bags_id as id', 'qty'])
    .execute()
  for (const { id, qty } of uses.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await tx
      .updateTable('bags')
      .set((eb) => ({ qty_left: eb('qty_left', '+', qty) }))
      .where('id', '=', id)
      .execute()
  return uses.reduce((sum, { qty }) => sum + qty, 0)
}

/**
 * A replacement is a free order for goods of another order, sent to the same buyer and address. It starts in the state
 * `paid`, and is shipped like any other order (decisions/052).
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { OrderLineRow, OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { rebook, tellChangedDays } from '#server/roastery/delivery/bookings.ts'
import { roomOf } from '#server/roastery/delivery/capacity.ts'
import { hasCoffee } from '#server/roastery/delivery/delivery.ts'
import { greenOf } from '#server/roastery/delivery/green-coffee.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import { returnBags } from '#server/roastery/roast-day/fill.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerSearchText } from './buyers.ts'
import { searchedTexts } from './searched.ts'
import { titleOf, findOrder, getOrder, lockOrder } from './read/order.ts'
import { note, recordOrder } from './history.ts'
import { requireMoney } from '#server/roastery/open-lines/money-back.ts'
import { PICKUP_SERVICE, promisedColumns } from './place/delivery-method.ts'
import { BY_BUYER } from './place/new-order.ts'
import { replacedOf } from './read/fields.ts'
import { returnToStock, takeReplacementStock } from './stock.ts'
import { newOrderNumber } from './order-numbers.ts'
import { stockMoved } from '#server/platform/webhooks/events.ts'

type Wanted = Body<typeof orderAdmin.replace>

/** The pickup columns of an order that is not ready for pickup. */
const NOT_READY = { ready_at: null, kept_until: null, pickup_reminded_at: null }

/** The number of attempts to find an order number that is not taken. */
const ATTEMPTS = 5

/**
 * Creates a replacement for goods of a shipped or delivered order, and takes them from stock. Both the buyer and the
 * shop get an email. Returns the replacement. Throws 400 for lines that the order does not have. Throws 409 if the order
 * has not been shipped, if all its money is on its way back to the buyer, if another replacement was made since the admin
 * read the order (`seen`), if all replacements together would have more goods than the order, or if the goods are not in
 * stock.
 */
export async function replaceOrder(shop: Shop, admin: SignedIn, id: string, wanted: Wanted): Promise<Order> {
  const original = await findOrder(shop, admin, id)
  if (original.is_gift_card) throw conflict('Replace the gift card itself, under Gift cards')
  if (original.is_pickup && (await partOf(shop, 'pickup')) === 'off')
    throw conflict('Pickup is off, and a replacement is delivered like its order. Refund the goods instead')
  const settings = await scheduleOf(shop)
  const room = await roomOf(shop, settings)
  const { order, lines } = await transact(shop.db, async (tx) => {
    await lockShipped(tx, id)
    const chosen = await chosenLines(tx, id, wanted)
    const taken = await takeReplacementStock(tx, chosen)
    const toOrder = chosen.filter((line) => !taken.includes(line)).map(bagsOf)
    const need = toOrder.length > 0 ? { ...room, grams: await greenOf(tx, toOrder) } : null
    const of = { hasCoffee: hasCoffee(chosen), need }
    const { columns, roastDays } = promisedColumns(shop, settings, original, of)
    const row = await insertReplacement(tx, shop, { ...original, ...columns })
    await insertGoods(tx, shop, row, { lines: chosen, taken })
    await rebook(tx, row.id, roastDays)
    await noteBoth(tx, shop, admin, original, row, chosen)
    for (const kind of ['order-replacement', 'order-to-ship'] as const)
      await orderMail(tx, shop, kind, row.id).execute()
    return { order: row, lines: chosen }
  })
  shop.mailSignal.raise()
  await tellChangedDays(shop, order.id)
  for (const { product_id } of lines) shop.changed({ tag: 'Product', id: product_id, stock: true })
  return getOrder(shop, admin, order.id)
}

/**
 * Cancels a replacement that has not been shipped and has no label, and returns its goods to stock. Returns false if it
 * was canceled already. Throws 409 if it has been shipped or has a label.
 */
export async function cancelReplacement(shop: Shop, admin: SignedIn, id: string): Promise<boolean> {
  const products = await transact(shop.db, async (tx) => {
    if (!(await lockOrder(tx, id, ['paid']))) return null
    await requireNoLabel(tx, id)
    await tx
      .updateTable('orders')
      .set({ state: 'cancelled', paid_at: null, closed_at: isoNow(shop.clock), ...NOT_READY })
      .where('id', '=', id)
      .execute()
    const lines = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', id).execute()
    const returned = await returnToStock(tx, shop, id, lines, { inParts: false })
    await returnBags(tx, [id])
    await note(tx, shop, id, admin.name, 'Canceled').execute()
    await orderMail(tx, shop, 'order-cancelled', id).execute()
    await recordOrder(tx, shop, admin, id, 'Canceled the replacement')
    return returned
  })
  for (const productId of products ?? []) shop.changed({ tag: 'Product', id: productId, stock: true })
  if (products) {
    await tellChangedDays(shop, id)
    shop.mailSignal.raise()
    return true
  }
  const { state } = await findOrder(shop, admin, id)
  if (state === 'cancelled') return false
  throw conflict('This replacement is shipped or handed over already')
}

/** The bags of a line item, for the roast plan. */
function bagsOf({ product_id: productId, size_grams: sizeGrams, qty }: OrderLineRow) {
  return { productId, sizeGrams, qty }
}

/**
 * Locks the order, so that two admins cannot replace goods of it at the same time. Throws 409 if the order has not been
 * shipped, and if all its money is on its way back, as for a refunded order.
 */
async function lockShipped(tx: Tx, id: string): Promise<void> {
  if (!(await lockOrder(tx, id, ['shipped', 'delivered'])))
    throw conflict('Only a shipped or delivered order can be replaced')
  await requireMoney(tx, id)
}

/** The chosen lines of the order with their quantities. The caller has locked the order. */
async function chosenLines(tx: Tx, id: string, { lines: wanted, seen }: Wanted): Promise<OrderLineRow[]> {
  const lines = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', id).execute()
  const before = await replacedOf(tx, id).execute()
  if (new Set(before.map(({ _id }) => _id)).size !== seen)
    throw conflict('Another replacement was made in the meantime. Check it before you send one more', {
      code: 'replaced',
    })
  return wanted.map(({ line: position, qty }, index) => {
    const line = lines.find((each) => each.position === position)
    if (!line || wanted.findIndex(({ line: other }) => other === position) !== index)
      throw badRequest('Choose each item of this order once')
    const replaced = before
      .filter((each) => each.state !== 'cancelled')
      .filter(({ size_id, grind }) => size_id === line.size_id && grind === line.grind)
      .reduce((sum, each) => sum + each.qty, 0)
    if (qty > line.qty - replaced)
      throw conflict(`${titleOf(line)}: ${line.qty} ordered, ${replaced} replaced already`)
    return { ...line, qty }
  })
}

/**
 * Inserts the order. All columns that are not named here, such as the buyer and the address, are those of the original.
 */
async function insertReplacement(tx: Tx, shop: Shop, original: OrderRow): Promise<OrderRow> {
  const now = isoNow(shop.clock)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const row: OrderRow = {
      ...original,
      ...BY_BUYER,
      ...(original.is_taken ? { shipping_service: PICKUP_SERVICE } : {}),
      id: newId(shop.clock),
      number: newOrderNumber(),
      replaces_order_id: original.id,
      state: 'paid',
      payment_method: 'Replacement',
      // The label of a replacement needs a new rate.
      shipment_id: '',
      rate_id: '',
      items_cents: 0,
      shipping_cents: 0,
      tax_cents: 0,
      discount_cents: 0,
      discount_label: '',
      tax_thousandths: 0,
      total_cents: 0,
      gift_card_cents: 0,
      refunded_cents: 0,
      quoted_cents: 0,
      created_at: now,
      reserved_until: now,
      // A check constraint requires this column for all orders that can be shipped.
      paid_at: now,
      shipped_at: null,
      delivered_at: null,
      closed_at: null,
      ...NOT_READY,
      // The buyer is asked for reviews of the original order, so not again for the replacement.
      review_requested_at: now,
    }
    const inserted = await tx
      .insertInto('orders')
      .values(row)
      .onConflict((taken) => taken.column('number').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return row
  }
  throw conflict('No order number was free. Please try again')
}

async function insertGoods(
  tx: Tx,
  shop: Shop,
  { id, ...row }: OrderRow,
  { lines, taken }: { lines: OrderLineRow[]; taken: OrderLineRow[] },
): Promise<void> {
  const goods = lines.map((line, position) => ({
    ...line,
    order_id: id,
    position,
    price_cents: 0,
    discount_cents: 0,
  }))
  await tx.insertInto('order_lines').values(goods).execute()
  const moves = [...Map.groupBy(taken, ({ size_id }) => size_id)].map(([size_id, ofSize]) => ({
    id: newId(shop.clock),
    size_id,
    order_id: id,
    qty: -ofSize.reduce((sum, { qty }) => sum + qty, 0),
    reason: 'order' as const,
    at: row.created_at,
  }))
  if (moves.length > 0) await tx.insertInto('stock_moves').values(moves).execute()
  await stockMoved(tx, shop, moves)
  // Orders have this text in the same cases. A replacement also needs it if the buyer's account was deleted.
  if (row.is_guest || row.user_id === null || row.recipient !== null)
    await buyerSearchText(tx, [{ id, ...row }]).execute()
  const names = lines.map(({ name }) => name)
  for (const query of searchedTexts(tx, [{ id, ...row }], names)) await tx.executeQuery(query)
}

async function noteBoth(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  original: OrderRow,
  replacement: OrderRow,
  lines: OrderLineRow[],
): Promise<void> {
  const goods = lines.map((line) => `${line.qty} × ${titleOf(line)}`).join(', ')
  await note(tx, shop, original.id, admin.name, `Replacement No. ${replacement.number}: ${goods}`).execute()
  await note(tx, shop, replacement.id, admin.name, `Replaces goods of order No. ${original.number}`).execute()
  await recordOrder(tx, shop, admin, original.id, 'Sent a replacement', [
    { field: `Replacement No. ${replacement.number}`, before: '', after: goods },
  ])
}

/** Throws 409 if a label was bought or is being bought. The caller has locked the order, as does buying a label. */
async function requireNoLabel(tx: Tx, id: string): Promise<void> {
  const label = await tx
    .selectFrom('labels')
    .select('id')
    .where('order_id', '=', id)
    .where('state', 'in', ['buying', 'bought'])
    .executeTakeFirst()
  if (label) throw conflict('Void the label of this replacement first')
}

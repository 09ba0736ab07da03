/** Reads placed orders and converts them for the API. */
import type { Order, OrderSummary } from '#shared/checkout/api/orders.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { methodsFor } from '#shared/platform/pay-methods.ts'
import { labelOf, lineTitle } from '#shared/kernel/sizes.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import type { Db, OrderLineRow, OrderRow, PaymentRow, ShipmentRow, Tx } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { sql } from 'kysely'
import type { Shop } from '#server/platform/shop.ts'
import {
  NO_REFUND_FIELDS,
  disputesOf,
  refundFields,
  refundsOf,
  originalOf,
  replacedOf,
  replacementFields,
  parcelOf,
  toTracking,
} from './fields.ts'
import { recipientOfOrder } from '../../quotes/parcel.ts'
import type { Buyer, Guest } from '#server/platform/sessions/guests.ts'
import { coffeeOf, linesOf, materialOrArtistOf, withLots, type ReadLine } from './lots.ts'
import { shownParcels } from './parcels.ts'
import { isAtProvider, paidWithOf, paymentMethodOf, paymentsOf, shownPayment } from './paid-with.ts'

/** One order, for its buyer or an admin. Throws 404 for all other users. */
export async function getOrder(shop: Shop, user: Buyer, id: string): Promise<Order> {
  const order = await readOrder(shop, await findOrder(shop, user, id))
  return user.isAdmin ? order : { ...order, ...FOR_STAFF }
}

/** What buyers do not read. */
const FOR_STAFF = { placedBy: '', discountReason: '', account: null }

/**
 * The row of an order that this buyer may see. Throws 404. For a guest, the error does not reveal whether an account
 * has adopted the order.
 */
export async function findOrder(shop: Shop, user: Buyer, id: string): Promise<OrderRow> {
  const row = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .$if(user._id === null, (query) =>
      query.where('is_guest', '=', 1).where('id', '=', (user as Guest).orderId ?? ''),
    )
    .$if(user._id !== null && !user.isAdmin, (query) => query.where('user_id', '=', user._id))
    .$if(!user.isAdmin, (query) => query.where(mayStillRead(user)))
    .executeTakeFirst()
  if (!row) throw notFound('Order')
  return user._id === null ? { ...row, user_id: null } : row
}

/**
 * A buyer of a wholesale account reads its orders only while they act for it. A person who has not joined yet has the mailed
 * link, until they are removed; it also opens the orders for the account's own address. For queries with the table `orders`.
 */
function mayStillRead({ _id: userId }: Buyer) {
  const people = sql`from buyers where buyers.company_id = orders.company_id and removed_at is null`
  const acts =
    userId === null
      ? sql`orders.buyer_email in (select email ${people} union select billing_email from companies
          where companies.id = orders.company_id)`
      : sql`exists (select 1 ${people} and buyers.user_id = ${userId})`
  return sql<boolean>`(orders.company_id is null or ${acts})`
}

/** The row of any order, for staff: the contract decides who calls. Throws 404. */
export async function orderRow(shop: Shop, id: string): Promise<OrderRow> {
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Order')
  return row
}

/** Locks the order until the end of the transaction, if it is in one of these states; returns false otherwise. */
export async function lockOrder(tx: Tx, id: string, states: OrderRow['state'][]): Promise<boolean> {
  const locked = await tx
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .where('state', 'in', states)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

/** Any order, for staff. Throws 404. */
export async function orderForStaff(shop: Shop, id: string): Promise<Order> {
  return readOrder(shop, await orderRow(shop, id))
}

/**
 * The row of an order, and the order with its lines and with what it was paid, for texts about its goods: as the API
 * returns it, without history, state of the payment, parcel, refunds and replacements. Null if there is no such order.
 */
export async function readGoods(shop: Shop, id: string): Promise<{ row: OrderRow; order: Order } | null> {
  const [[row], lines, payments] = await readTogether(
    shop.db,
    shop.db.selectFrom('orders').selectAll().where('id', '=', id),
    linesOf(shop, id),
    paymentsOf(shop.db, id),
  )
  if (!row) return null
  const payment = shownPayment(payments)
  const goods = await withLots(shop.db, row, lines, toOrder(shop, row, lines, [], null))
  const order = {
    ...goods,
    paymentMethod: paymentMethodOf(row, payment),
    paidWith: paidWithOf(payment),
  }
  if (row.replaces_order_id === null) return { row, order }
  const replaces = (await originalOf(shop.db, row).executeTakeFirst()) ?? null
  return { row, order: { ...order, replaces } }
}

/** An order with its lines, history, payment and shipment, as the API returns it. */
export async function readOrder(shop: Shop, row: OrderRow): Promise<Order> {
  const { db } = shop
  const { id } = row
  const [lines, history, payments, [shipment], [parcel = null], refunds, disputes, replaced, [original]] =
    await readTogether(
      db,
      linesOf(shop, id),
      db
        .selectFrom('order_history')
        .select(['at', 'actor', 'event'])
        .where('order_id', '=', id)
        .orderBy('at')
        .orderBy('id'),
      paymentsOf(db, id),
      db.selectFrom('shipments').selectAll().where('order_id', '=', id),
      parcelOf(db, id),
      refundsOf(db, id),
      disputesOf(db, id),
      replacedOf(db, id),
      originalOf(db, row),
    )
  const payment = shownPayment(payments)
  const order = await withLots(db, row, lines, toOrder(shop, row, lines, history, payment, shipment))
  return {
    ...order,
    parcel,
    parcels: await shownParcels(db, row),
    account: await accountOf(db, row),
    ...(await refundFields(db, payments, refunds, disputes)),
    ...replacementFields(order.orderItems, replaced, original),
  }
}

/** The wholesale account and the location of an order; null for retail. */
async function accountOf(db: Db, row: OrderRow): Promise<Order['account']> {
  if (row.company_id === null) return null
  const company = await db
    .selectFrom('companies')
    .select(['trade_name', 'legal_name'])
    .where('id', '=', row.company_id)
    .executeTakeFirst()
  const location = await db
    .selectFrom('locations')
    .select('name')
    .where('id', '=', row.location_id)
    .executeTakeFirst()
  return {
    _id: row.company_id,
    name: company?.trade_name || company?.legal_name || '',
    location: location?.name ?? '',
    poNumber: row.po_number,
    note: row.buyer_note,
    deliversOn: row.delivers_on,
  }
}

type HistoryLine = { at: string; actor: string; event: string }

/** Converts an order's rows to the order that the API returns. A new order has lines that were not read. */
export function toOrder(
  shop: Pick<Shop, 'pictureOf' | 'clock'>,
  row: OrderRow,
  lines: readonly (OrderLineRow | ReadLine)[],
  history: HistoryLine[],
  payment: PaymentRow | null,
  shipment?: ShipmentRow,
): Order {
  const { address, address2, city, ship_state, postal_code, country } = row
  return {
    ...toSummary(row),
    orderItems: [...lines].sort((a, b) => a.position - b.position).map((line) => toOrderLine(shop, line)),
    shippingAddress: { address, address2, city, state: ship_state, postalCode: postal_code, country },
    phone: row.phone,
    gift: row.gift_note === null ? null : { note: row.gift_note },
    shippingService: row.shipping_service,
    roastedOn: null,
    awaitsBags: false,
    shippedAt: row.shipped_at,
    tracking: toTracking(row, shipment),
    parcel: null,
    parcels: [],
    paymentMethod: paymentMethodOf(row, payment),
    paidWith: paidWithOf(payment),
    payMethods: [...methodsFor(row.saves_method === 1)],
    paymentResult:
      payment?.capture_id && isAtProvider(payment)
        ? {
            id: payment.capture_id,
            status: payment.state === 'completed' ? 'COMPLETED' : payment.state.toUpperCase(),
            update_time: payment.captured_at ?? payment.updated_at,
            email_address: payment.payer_email ?? '',
          }
        : null,
    paymentState: paymentState(payment),
    itemsPrice: toDollars(row.items_cents),
    shippingPrice: toDollars(row.shipping_cents),
    taxPrice: toDollars(row.tax_cents),
    taxRate: row.tax_thousandths / 1000,
    discount: toDollars(row.discount_cents),
    discountLabel: row.discount_label,
    placedBy: row.placed_by ?? '',
    discountReason: row.discount_reason,
    account: null,
    delivery: promisedOf(row),
    poNumber: row.po_number,
    vanOn: row.handover === 'van' ? row.delivers_on : null,
    pickup: pickupOf(row),
    keptUntil: row.kept_until,
    ...NO_REFUND_FIELDS,
    replaces: null,
    replacements: [],
    closedAt: row.closed_at,
    holdSecondsLeft: holdSecondsLeft(shop, row),
    canExtendHold: isHoldExtendable(shop, row),
    history: history.map(({ at, actor, event }) => ({ at, event, by: actor })),
  }
}

/** The delivery dates that the order was promised; null if there were none. */
function promisedOf(row: OrderRow): Order['delivery'] {
  const { roasts_on: roastsOn, ships_on: shipsOn, arrives_from: arrivesFrom, arrives_to: arrivesTo } = row
  return shipsOn && arrivesFrom && arrivesTo ? { roastsOn, shipsOn, arrivesFrom, arrivesTo } : null
}

/** What a pickup was promised; null if the order is shipped. */
function pickupOf(row: OrderRow): Order['pickup'] {
  const { roasts_on: roastsOn, ships_on: readyOn, pickup_from: from, pickup_to: to } = row
  return row.is_pickup && readyOn && from && to ? { roastsOn, readyOn, from, to } : null
}

function toOrderLine(
  shop: Pick<Shop, 'pictureOf'>,
  line: OrderLineRow | ReadLine,
): Order['orderItems'][number] {
  return {
    line: line.position,
    product: line.product_id,
    slug: 'slug' in line ? (line.slug ?? '') : '',
    sizeId: line.size_id,
    name: line.name,
    qty: line.qty,
    price: toDollars(line.price_cents),
    discount: toDollars(line.discount_cents),
    image: line.image,
    category: line.category,
    size: line.size_grams,
    sizeLabel: labelOf({ label: line.size_label, grams: line.size_grams }),
    sku: line.sku,
    grind: line.grind,
    materialOrArtist: 'material' in line ? materialOrArtistOf(line) : '',
    lots: [],
    bagsMissing: 0,
    coffee: 'coffee_is_draft' in line ? coffeeOf(line) : null,
    picture: shop.pictureOf(line.image, line.name),
  }
}

export function toSummary(row: OrderRow): OrderSummary {
  return {
    _id: row.id,
    number: row.number ?? row.id,
    user: { _id: row.user_id, name: row.buyer_name, email: row.buyer_email },
    state: row.state,
    createdAt: atShop(row.created_at),
    totalPrice: toDollars(row.total_cents),
    isPaid: row.paid_at !== null,
    paidAt: row.paid_at && atShop(row.paid_at),
    isDelivered: row.delivered_at !== null,
    deliveredAt: row.delivered_at && atShop(row.delivered_at),
    isGuest: row.is_guest === 1,
    isReplacement: row.replaces_order_id !== null,
    recipient: recipientOfOrder(row).name,
    isGift: row.gift_note !== null,
    isPickup: row.is_pickup === 1,
    isGiftCard: row.is_gift_card === 1,
    giftCardPrice: toDollars(row.gift_card_cents),
    readyAt: row.ready_at,
    via: row.via,
    isTaken: row.is_taken === 1,
  }
}

function paymentState(payment: PaymentRow | null): Order['paymentState'] {
  if (payment?.state === 'capture_started') return 'confirming'
  if (payment?.state === 'pending') return 'review'
  if (payment?.state === 'completed') return 'completed'
  return 'none'
}

/** A longer hold, such as that of a subscription's unpaid delivery, needs no more time (WCAG 2.2, 2.2.1: 20 hours). */
const LONG_HOLD = 20 * HOUR

/** Whether the buyer can ask for more time to pay (orders/close.ts). */
export function isHoldExtendable(shop: Pick<Shop, 'clock'>, row: OrderRow): boolean {
  const left = Date.parse(row.reserved_until) - shop.clock.now().getTime()
  return row.state === 'pending' && row.hold_extended_at === null && left >= 0 && left < LONG_HOLD
}

function holdSecondsLeft(shop: Pick<Shop, 'clock'>, row: OrderRow): number | null {
  if (row.state !== 'pending') return null
  return Math.max(0, Math.ceil((Date.parse(row.reserved_until) - shop.clock.now().getTime()) / 1000))
}

/** The name of an order line with its size, net weight and grind. */
export function titleOf({
  name,
  size_grams: size,
  size_label: sizeLabel,
  grind,
}: Pick<OrderLineRow, 'name' | 'size_grams' | 'size_label' | 'grind'>): string {
  return lineTitle({ name, size, sizeLabel, grind })
}

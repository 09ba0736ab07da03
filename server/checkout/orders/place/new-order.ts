/** The rows of a new order, and the steps that insert them. */
import type { Insertable } from 'kysely'
import type { RoastShare } from '#shared/platform/delivery.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { CartTotals, TaxRule } from '#shared/kernel/pricing.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderLineRow, OrderRow, Schema } from '#server/kernel/db/schema.ts'
import { totalsOfSizes, type Goods } from '../../quotes/goods.ts'
import type { Spending } from '../../gift-cards/spend.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerSearchText } from '../buyers.ts'
import { searchedTexts } from '../searched.ts'
import { deliveryColumns, type DeliveryMethod } from './delivery-method.ts'
import { toOrder } from '../read/order.ts'
import { columnsOfCards } from './pay.ts'
import { newOrderNumber } from '../order-numbers.ts'
import { stockMovedSteps } from '#server/platform/webhooks/events.ts'

/** The data of a new order. `holdTime` is the number of milliseconds after which it expires unpaid. */
export type OrderParts = {
  /** Without `_id` the buyer is a guest. */
  user: { _id: string | null; name: string; email: string }
  method: DeliveryMethod
  goods: Goods[]
  /** The goods in the order of the request, each with its discount. */
  lines: (Goods & { discountCents: number })[]
  totals: CartTotals
  tax: TaxRule
  /** What gift cards pay. */
  spending: Spending
  discountLabel: string
  /** Whether the buyer agreed to save the payment method. */
  savesMethod: boolean
  /** Null if the order is not a gift. */
  giftNote: string | null
  /** The name of the method that the buyer chose; PayPal if it is left out. */
  payWith?: string
  holdTime: number
  /** Set if staff place it. */
  staff?: ByStaffColumns | undefined
  /** Set for an order of a wholesale account. */
  account?: AccountColumns | undefined
  /** The id and the number, if the provider knows them already. */
  known?: { id: string; number?: string }
}

/** The columns of an order that staff place. */
export type ByStaffColumns = Pick<OrderRow, 'via' | 'placed_by' | 'discount_reason' | 'is_taken' | 'phone'>

/** The columns of an order of a wholesale account. */
export type AccountColumns = Pick<OrderRow, keyof typeof RETAIL | 'via' | 'placed_by' | 'discount_reason'>

/** How an order is paid that the ledger of its account pays. */
export const ON_ACCOUNT = 'On account'

/** The columns that only an order of an account has. */
export const RETAIL = {
  company_id: null,
  location_id: null,
  po_number: '',
  buyer_note: '',
  on_account: 0,
  delivers_on: null,
  changeable_until: null,
  handover: null,
  standing_date_id: null,
} as const

/** The same columns of an order that its buyer or the shop places. `phone` depends on the delivery. */
export const BY_BUYER = {
  via: 'web',
  placed_by: null,
  discount_reason: '',
  is_taken: 0,
  ...RETAIL,
} as const

/** The first line of the history. */
const PLACED = { web: 'Order placed', phone: 'Order placed by phone', counter: 'Order placed at the counter' }

export type NewOrder = {
  row: OrderRow
  lines: OrderLineRow[]
  moves: Insertable<Schema['stock_moves']>[]
  placed: Insertable<Schema['order_history']>
  /** The capacity that it takes of the roast days. */
  roastDays: RoastShare[]
  reply: Order
}

/**
 * The rows of an order, and the API response.
 * @param by who placed the order, for its history
 */
export function newOrder(
  shop: Shop,
  parts: OrderParts,
  by: string = (parts.staff ?? parts.account)?.placed_by ?? parts.user.name,
): NewOrder {
  const { columns, roastDays } = deliveryColumns(shop, parts.method, parts.goods)
  const row = orderRow(shop, parts, columns)
  const lines = orderLines(parts, row.id)
  const at = row.created_at
  const counted = totalsOfSizes(parts.goods).filter((size) => !size.isRoastedToOrder)
  const moves = counted.map(({ sizeId, qty }) => ({
    id: newId(shop.clock),
    size_id: sizeId,
    order_id: row.id,
    qty: -qty,
    reason: 'order' as const,
    at,
  }))
  const placed = { id: newId(shop.clock), order_id: row.id, at, actor: by, event: PLACED[row.via] }
  return { row, lines, moves, placed, roastDays, reply: toOrder(shop, row, lines, [placed], null) }
}

export function insertOrder(shop: Shop, { row, lines, moves, placed }: NewOrder): Step[] {
  const { db } = shop
  return [
    // If the random number is taken, the next attempt uses another one.
    {
      query: db
        .insertInto('orders')
        .values(row)
        .onConflict((taken) => taken.column('number').doNothing()),
      rows: 1,
    },
    { query: db.insertInto('order_lines').values(lines) },
    ...(moves.length > 0 ? [{ query: db.insertInto('stock_moves').values(moves) }] : []),
    ...stockMovedSteps(db, shop, moves),
    { query: db.insertInto('order_history').values(placed) },
    // An account's name and email are found through the account; the name and email of a guest and a recipient are only
    // here.
    ...(row.is_guest || row.recipient !== null ? [{ query: buyerSearchText(db, [row]) }] : []),
    ...searchedTexts(
      db,
      [row],
      lines.map(({ name }) => name),
    ).map((query) => ({ query })),
  ]
}

function orderRow(
  shop: Shop,
  {
    user,
    method,
    totals,
    tax,
    spending,
    discountLabel,
    savesMethod,
    giftNote,
    payWith,
    holdTime,
    known,
    staff,
    account,
  }: OrderParts,
  columns: ReturnType<typeof deliveryColumns>['columns'],
): OrderRow {
  const now = shop.clock.now()
  return {
    id: known?.id ?? newId(shop.clock),
    number: known?.number ?? newOrderNumber(),
    user_id: user._id,
    buyer_name: user.name,
    buyer_email: user.email,
    ...columnsOfCards(shop, spending, totals, payWith, staff?.is_taken === 1),
    ...columns,
    ...BY_BUYER,
    ...staffColumns(staff, columns.phone),
    ...accountColumns(account, now.toISOString()),
    gift_note: giftNote,
    saves_method: savesMethod ? 1 : 0,
    items_cents: totals.itemsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    discount_cents: totals.discountCents,
    discount_label: discountLabel,
    tax_thousandths: isTaxed(method, tax, totals, account) ? tax.thousandths : 0,
    total_cents: totals.totalCents,
    created_at: now.toISOString(),
    refunded_cents: 0,
    reserved_until: new Date(now.getTime() + holdTime).toISOString(),
    hold_extended_at: null,
    split_version: 0,
    is_gift_card: 0,
    pays_invoices: 0,
    shipped_at: null,
    closed_at: null,
    is_guest: user._id === null ? 1 : 0,
    review_requested_at: null,
    replaces_order_id: null,
    ready_at: null,
    kept_until: null,
    pickup_reminded_at: null,
  }
}

/** An order on account counts as paid when it is accepted, as one that gift cards pay. */
function accountColumns(account: AccountColumns | undefined, now: string) {
  if (!account?.on_account) return account
  return { ...account, state: 'paid' as const, paid_at: now, payment_method: ON_ACCOUNT }
}

/** The lines of an account may all be exempt. */
function isTaxed(
  { address }: DeliveryMethod,
  tax: TaxRule,
  { taxCents }: CartTotals,
  account: AccountColumns | undefined,
): boolean {
  return address.state === tax.state && (!account || taxCents > 0)
}

/** A parcel has the phone number of its recipient. */
function staffColumns(staff: ByStaffColumns | undefined, recipient: string) {
  return staff ? { ...staff, phone: recipient || staff.phone } : {}
}

function orderLines({ lines }: OrderParts, orderId: string): OrderLineRow[] {
  return lines.map((line, position) => ({
    order_id: orderId,
    position,
    product_id: line.productId,
    size_id: line.sizeId,
    name: line.name,
    image: line.image,
    category: line.category,
    size_label: line.sizeLabel,
    size_grams: line.sizeGrams,
    sku: line.sku,
    grind: line.grind,
    price_cents: line.priceCents,
    qty: line.qty,
    discount_cents: line.discountCents,
    list_cents: line.listCents ?? null,
    is_taxed: line.isTaxed === undefined ? null : line.isTaxed ? 1 : 0,
  }))
}

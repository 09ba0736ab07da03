/**
 * Fields of an order in the API that come from other tables: refunds, money owed back and disputes; replacements and the
 * order that it replaces; and its parcel.
 */
import type { Order } from '#shared/checkout/api/orders.ts'
import { isTender } from '#shared/checkout/tenders.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type {
  Db,
  DisputeRow,
  PaymentRow,
  RefundRow,
  OrderRow,
  ShipmentRow,
} from '#server/kernel/db/schema.ts'
import { isInventedPayment, paidWithOf, type Paying } from './paid-with.ts'

type RefundFields = Pick<Order, 'refunds' | 'refundable' | 'tendered' | 'dueBack' | 'dispute' | 'isInvented'>

export const NO_REFUND_FIELDS: RefundFields = {
  refunds: [],
  refundable: 0,
  tendered: [],
  dueBack: [],
  dispute: null,
  isInvented: false,
}

/** The columns of a payment that say what a refund returns the money to. */
const SOURCE = [
  'payments.provider',
  'payments.capture_id',
  'payments.method',
  'payments.paid_with',
  'payments.card_brand',
  'payments.card_digits',
] as const

type RefundWithSource = RefundRow & Paying

/** Reads the refunds of an order's payments. */
export function refundsOf(db: Db, orderId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select(SOURCE)
    .where('payments.order_id', '=', orderId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
}

/** Reads the newest dispute about an order's payments. */
export function disputesOf(db: Db, orderId: string) {
  return db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .selectAll('disputes')
    .where('payments.order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .limit(1)
}

/**
 * The refund fields of an order in the API.
 * @param all the payments of the order
 */
export async function refundFields(
  db: Db,
  all: readonly PaymentRow[],
  refunds: readonly RefundWithSource[],
  [dispute]: readonly DisputeRow[],
): Promise<RefundFields> {
  const payments = all.filter(({ captured_cents }) => captured_cents !== null)
  if (payments.length === 0) return NO_REFUND_FIELDS
  const parts = refunds.length === 0 ? { lines: [], items: [] } : await readParts(db, payments)
  const sales = payments.filter(({ state }) => state === 'completed')
  return {
    refunds: refunds.map((row) =>
      toRefund(
        row,
        parts.items.filter(({ refund_id }) => refund_id === row.id),
        parts.lines.filter(({ refund_id }) => refund_id === row.id),
      ),
    ),
    refundable: toDollars(sales.reduce((sum, sale) => sum + leftOf(sale), 0)),
    tendered: tenderedOf(payments),
    dueBack: payments
      .filter((payment) => payment.state === 'refund_due')
      .map((payment) => ({
        payment: payment.id,
        amount: toDollars(leftOf(payment)),
        why: payment.problem ?? '',
        paidWith: paidWithOf(payment),
      })),
    dispute: dispute ? toDispute(dispute) : null,
    isInvented: payments.some(isInventedPayment),
  }
}

/** If staff took the money in two ways: the payments, with what can still be given back of each. */
function tenderedOf(payments: readonly PaymentRow[]): Order['tendered'] {
  const byHand = payments.flatMap((payment) => {
    const { id, provider: kind, state } = payment
    const left = state === 'completed' ? toDollars(leftOf(payment)) : 0
    const amount = toDollars(payment.captured_cents ?? 0)
    return isTender(kind) ? [{ payment: id, kind, amount, left }] : []
  })
  return byHand.length > 1 ? byHand : []
}

/** The items of the refunds of these payments, and what of them went back to the stock. */
async function readParts(db: Db, payments: readonly PaymentRow[]) {
  const partsIn = (table: 'refund_lines' | 'refund_items') =>
    db
      .selectFrom(`${table as 'refund_items'} as part`)
      .innerJoin('refunds', 'refunds.id', 'part.refund_id')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('order_lines', (join) =>
        join
          .onRef('order_lines.order_id', '=', 'payments.order_id')
          .onRef('order_lines.position', '=', 'part.line'),
      )
      .select(['refund_id', 'line', 'part.qty', 'product_id'])
      .where(
        'payment_id',
        'in',
        payments.map(({ id }) => id),
      )
  const lines = await partsIn('refund_lines').execute()
  const items = await partsIn('refund_items').select('part.goods_cents').execute()
  return { lines, items }
}

type RefundedLine = { product_id: string; line: number; qty: number }

function leftOf({ captured_cents, returned_cents }: PaymentRow): number {
  return (captured_cents ?? 0) - returned_cents
}

function toRefund(
  row: RefundWithSource,
  items: (RefundedLine & { goods_cents: number })[],
  lines: RefundedLine[],
): Order['refunds'][number] {
  return {
    _id: row.id,
    amount: toDollars(row.amount_cents),
    to: row.provider === 'gift-card' || isTender(row.provider) ? row.provider : 'paypal',
    paidWith: paidWithOf(row),
    state: row.state,
    ofSale: row.of_sale === 1,
    reason: row.reason,
    problem: row.problem,
    by: row.actor,
    askedAt: row.created_at,
    refundedAt: row.completed_at,
    parts: {
      goods: toDollars(row.goods_cents),
      tax: toDollars(row.tax_cents),
      shipping: toDollars(row.shipping_cents),
      goodwill: toDollars(row.goodwill_cents),
    },
    isItemized: row.is_itemized === 1,
    items: items.map(({ goods_cents, ...each }) => ({
      ...toRefundedLine(each),
      amount: toDollars(goods_cents),
    })),
    stock: lines.map(toRefundedLine),
    isRestocked: row.restocked_at !== null,
  }
}

function toRefundedLine({ product_id, line, qty }: RefundedLine) {
  return { _id: product_id, line, qty }
}

function toDispute(row: DisputeRow): NonNullable<Order['dispute']> {
  return {
    state: row.state,
    reason: row.reason,
    amount: toDollars(row.amount_cents),
    respondBy: row.respond_by,
    openedAt: row.opened_at,
  }
}

type Fields = Pick<Order, 'replacements' | 'replaces'>

/** The lines of the replacements of an order, oldest first. Lines of canceled replacements are included. */
export function replacedOf(db: Db, orderId: string) {
  return db
    .selectFrom('orders as replacing')
    .innerJoin('order_lines', 'order_lines.order_id', 'replacing.id')
    .where('replacing.replaces_order_id', '=', orderId)
    .select((eb) => [
      'replacing.id as _id',
      eb.fn.coalesce('replacing.number', 'replacing.id').as('number'),
      'replacing.state',
    ])
    .select(['size_id', 'grind', 'qty'])
    .orderBy('replacing.created_at')
    .orderBy('replacing.id')
}

/** The query for the order that this order replaces. It returns no row if this order is not a replacement. */
export function originalOf(db: Db, { replaces_order_id: id }: OrderRow) {
  return db
    .selectFrom('orders')
    .select((eb) => ['id as _id', eb.fn.coalesce('number', 'id').as('number')])
    .where('id', '=', id ?? '')
}

type Replaced = {
  _id: string
  number: string
  state: Order['state']
  size_id: string
  grind: string
  qty: number
}

/** @param items the order's lines, from which the numbers of the replaced lines follow */
export function replacementFields(
  items: Order['orderItems'],
  replaced: readonly Replaced[],
  original: { _id: string; number: string } | undefined,
): Fields {
  const orders = Map.groupBy(replaced, ({ _id }) => _id)
  return {
    replaces: original ?? null,
    replacements: [...orders].map(([_id, rows]) => ({
      _id,
      number: rows[0]!.number,
      state: rows[0]!.state,
      items: rows.map(({ size_id, grind, qty }) => ({
        line: items.find((item) => item.sizeId === size_id && item.grind === grind)?.line ?? 0,
        qty,
      })),
    })),
  }
}

const USPS_TRACKING = 'https://tools.usps.com/go/TrackConfirmAction?tLabels='

/** The tracking number and link of a parcel. A USPS number without a link gets the link to the USPS tracking page. */
export function toTracking(
  row: Pick<OrderRow, 'shipping_service'>,
  shipment: Omit<ShipmentRow, 'order_id'> | undefined,
): Order['tracking'] {
  const { tracking_number: number = '', tracking_url: url = '' } = shipment ?? {}
  if (!number && !url) return null
  const isUsps = /^usps\b/i.test(row.shipping_service) && /^[0-9A-Z ]+$/i.test(number)
  return { number, url: url || (isUsps ? USPS_TRACKING + number.replaceAll(' ', '') : '') }
}

/** Reads the latest status of the order's parcel; no row if no label was bought for the order. */
export function parcelOf(db: Db, orderId: string) {
  return db
    .selectFrom('labels')
    .select(['parcel as state', 'parcel_words as words', 'parcel_at as at'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['bought', 'refused'])
    .orderBy('created_at', 'desc')
    .limit(1)
}

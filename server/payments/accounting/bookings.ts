/**
 * The bookings of a month. Those of a closed month are stored; those of an open month are derived from the facts
 * (facts.ts).
 */
import type { Selectable } from 'kysely'
import { dayOf } from '#shared/kernel/dates.ts'
import { SPLIT_NAME, TENDER_NAMES, isTender } from '#shared/checkout/tenders.ts'
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { Booking } from '#shared/payments/api/accounting.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { AccountingLines } from '#server/kernel/db/tables/payments.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import { AMOUNTS, SPLIT, readDifferences, readFacts, type Amounts, type Fact } from './facts.ts'

/** A booking in cents. Its day is in the month in which it is booked. */
export type Line = BookedColumns & {
  /**
   * Whether PayPal's fee is still unknown; always 0 in a closed month, because a fee that is reported later is booked
   * in the first open month.
   */
  lacks_fee: 0 | 1
}

type BookedColumns = Omit<Selectable<AccountingLines>, 'month' | 'position'>

const COLUMNS = [
  'source',
  'kind',
  'order_id',
  'order_number',
  'happened_at',
  'day',
  'corrects',
  'deliveries',
  'paid_with',
] as const

/** @param month such as '2026-11' */
export async function readClosed(db: Db, month: string): Promise<Line[]> {
  const rows = await db
    .selectFrom('accounting_lines')
    .select([...COLUMNS, ...AMOUNTS])
    .where('month', '=', month)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, lacks_fee: 0 }))
}

/**
 * The bookings of an open month. What closed months lack is booked on the first day of the first open month.
 * @param lastClosed the last closed month; null if none is closed
 */
export async function readOpen(db: Db, month: string, lastClosed: string | null): Promise<Line[]> {
  const [from, until] = [startOf(`${month}-01`), startOf(`${nextMonth(month)}-01`)]
  const isFirstOpen = lastClosed !== null && nextMonth(lastClosed) === month
  const corrections = isFirstOpen ? await readDifferences(db, from) : []
  const facts = await readFacts(db, from, until)
  const deliveries = await readDeliveries(
    db,
    [...corrections, ...facts].map(({ order_id: order }) => order),
  )
  const deliveriesOf = (order: string) => JSON.stringify(deliveries.get(order) ?? [])
  return [
    ...corrections.map(({ day, ...fact }) => ({
      ...fact,
      deliveries: deliveriesOf(fact.order_id),
      lacks_fee: 0 as const,
      day: `${month}-01`,
      corrects: day ?? dayIn(fact),
    })),
    ...facts.map((fact) => ({
      ...fact,
      deliveries: deliveriesOf(fact.order_id),
      day: dayIn(fact),
      corrects: null,
    })),
  ]
}

/** The day of a fact in the shop's time zone. */
function dayIn({ happened_at: at }: Pick<Fact, 'happened_at'>): string {
  return dayOf(new Date(at))
}

/** The month after a month: '2026-12' -> '2027-01'. */
export function nextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
}

export function monthOf(moment: Date): string {
  return dayOf(moment).slice(0, 7)
}

/** What a booking moves at PayPal before its fee, in cents; 0 if the money was taken by hand. */
export function totalOf(line: Amounts): number {
  const price = line.goods_cents + line.shipping_cents + line.tax_cents + line.goodwill_cents
  const byHand = line.till_cents + line.machine_cents + line.bank_cents + line.rounding_cents
  const drawer = line.over_short_cents + line.cash_move_cents
  return price + line.other_cents + line.gift_card_cents + line.receivable_cents + byHand + drawer
}

/** Whether the booking is a refund, or money that PayPal took back. */
export function isRefund({ kind }: Pick<Line, 'kind'>): boolean {
  return kind === 'refund' || kind === 'reversal'
}

export type Deliveries = Booking['deliveries']

/** The maximum number of orders in an SQL statement, because the number of its parameters is limited. */
const CHUNK = 500

/** The deliveries of these orders, by order. An order without a subscription is left out. */
async function readDeliveries(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, Deliveries>> {
  const ids = [...new Set(orderIds)]
  const found = new Map<string, Deliveries>()
  for (const some of inBatches(ids, CHUNK)) {
    const rows = await db
      .selectFrom('subscription_deliveries')
      .select(['order_id', 'subscription_id as subscription', 'number'])
      .where('order_id', 'in', some)
      .orderBy('subscription_id')
      .execute()
    for (const { order_id: order, ...delivery } of rows)
      found.set(order!, [...(found.get(order!) ?? []), delivery])
  }
  return found
}

/** The text for deliveries in a file: 'SUBSCRIPTION, delivery 3'. Null without a subscription. */
export function deliveriesText(deliveries: Deliveries): string | null {
  const texts = deliveries.map(({ subscription, number }) => `${subscription}, delivery ${number}`)
  return texts.length === 0 ? null : texts.join('; ')
}

/** 'Venmo', or 'Gift card'; empty if it is not known, and for what is no payment. */
export function paidWithName({ paid_with: code }: Pick<Line, 'paid_with'>): string {
  if (code === 'gift-card') return 'Gift card'
  if (code === SPLIT) return SPLIT_NAME
  if (isTender(code)) return TENDER_NAMES[code]
  return Object.hasOwn(METHOD_NAMES, code) ? METHOD_NAMES[code as PayMethod] : ''
}

/**
 * Payments that need attention according to the shop's own records: without an answer, under review, disputed, or to be
 * refunded.
 */
import { sql } from 'kysely'
import type { FindingKind } from '#shared/payments/api/money.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { DAY, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

/** A payment in progress counts as stuck this many milliseconds after the hold. Most payments take seconds. */
const STUCK_AFTER = 30 * MINUTE
const BANK_STUCK_AFTER = 7 * DAY

export type Unclear = {
  id: string
  order_id: string
  number: string | null
  buyer_name: string
  amount_cents: number
  capture_id: string | null
  problem: string | null
  created_at: string
  kind: FindingKind
}

/** The unclear payments. Those that have waited longest come first. */
export async function unclearPayments({ db, clock, config }: Shop): Promise<Unclear[]> {
  const payments = db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.id',
      'order_id',
      'orders.number',
      'buyer_name',
      'amount_cents',
      'capture_id',
      'problem',
      'payments.state',
      'payments.created_at',
      'captured_cents',
      'returned_cents',
    ])
  // These are separate queries with literals, so that each uses its partial index. Otherwise SQLite would scan all
  // payments.
  const stuck = await payments
    .where(sql<boolean>`payments.state in ('capture_started', 'pending')`)
    .where('payments.created_at', '<', isoIn(clock, -(config.holdMinutes * MINUTE + STUCK_AFTER)))
    .execute()
  const due = await payments.where(sql<boolean>`payments.state = 'refund_due'`).execute()
  // Money whose refund is in progress is no longer owed.
  const owed = due.filter((payment) => payment.returned_cents < (payment.captured_cents ?? Infinity))
  const unclear = [...stuck, ...owed].map(
    ({ state, captured_cents: _taken, returned_cents: _back, ...payment }): Unclear => ({
      ...payment,
      kind: KINDS[state] ?? 'review',
    }),
  )
  const others = await Promise.all([refundsUnderWay({ db, clock }), disputesToAnswer({ db })])
  return [...unclear, ...others.flat()].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
}

/** Disputes that wait for the shop's answer. Disputes that wait for PayPal or the buyer are not listed. */
async function disputesToAnswer({ db }: Pick<Shop, 'db'>): Promise<Unclear[]> {
  const disputes = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('disputes.state', 'in', ['open', 'waiting_for_us'])
    .select(['disputes.id', 'order_id', 'orders.number', 'buyer_name', 'disputes.amount_cents', 'capture_id'])
    .select(['respond_by', 'opened_at as created_at'])
    .execute()
  return disputes.map(({ respond_by: by, ...dispute }) => ({
    ...dispute,
    problem: by && `PayPal waits for the shop’s answer until ${formatDate(by, 'monthDay')}.`,
    kind: 'disputed',
  }))
}

/** Refunds without an answer for half an hour, or pending at the bank for longer than usual. */
async function refundsUnderWay({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<Unclear[]> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where(sql<boolean>`refunds.state in ('started', 'pending')`)
    .where('refunds.created_at', '<', isoIn(clock, -STUCK_AFTER))
    .select([
      'refunds.id',
      'order_id',
      'orders.number',
      'buyer_name',
      'refunds.amount_cents',
      'capture_id',
      'refunds.problem',
      'refunds.created_at',
      'refunds.state',
    ])
    .execute()
  const late = isoIn(clock, -BANK_STUCK_AFTER)
  return refunds
    .filter(({ state, created_at: at }) => state === 'started' || at < late)
    .map(({ state: _state, ...refund }) => ({ ...refund, kind: 'returning' }))
}

const KINDS: Partial<Record<PaymentRow['state'], FindingKind>> = {
  capture_started: 'confirming',
  pending: 'review',
  refund_due: 'due',
}

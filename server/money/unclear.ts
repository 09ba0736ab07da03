/** Payments whose way is not clear, as our own rows tell it: no answer or under review for long, or to be given back. */
import { sql } from 'kysely'
import type { FindingKind } from '#shared/api/money.ts'
import { MINUTE, isoIn } from '../clock.ts'
import type { PaymentRow } from '../db/schema.ts'
import type { Shop } from '../shop.ts'

/** After the hold has run out, a payment that is still under way is under way for long: most take seconds. */
const LONG = 30 * MINUTE

export type Unclear = {
  id: string
  order_id: string
  buyer_name: string
  amount_cents: number
  capture_id: string | null
  problem: string | null
  created_at: string
  kind: FindingKind
}

/** Those that wait longest first. */
export async function unclearPayments({ db, clock, config }: Shop): Promise<Unclear[]> {
  const payments = db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.id',
      'order_id',
      'buyer_name',
      'amount_cents',
      'capture_id',
      'problem',
      'payments.state',
      'payments.created_at',
    ])
  // Asked for apart and in literals, each by its own partial index: else SQLite goes through all payments.
  const stuck = await payments
    .where(sql<boolean>`payments.state in ('capture_started', 'pending')`)
    .where('payments.created_at', '<', isoIn(clock, -(config.holdMinutes * MINUTE + LONG)))
    .execute()
  const due = await payments.where(sql<boolean>`payments.state = 'refund_due'`).execute()
  return [...stuck, ...due]
    .map(({ state, ...payment }) => ({ ...payment, kind: KINDS[state] ?? 'review' }))
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
}

const KINDS: Partial<Record<PaymentRow['state'], FindingKind>> = {
  capture_started: 'confirming',
  pending: 'review',
  refund_due: 'due',
}

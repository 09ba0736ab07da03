/**
 * The contents of the payments check: the differences between the shop and PayPal, each with a text and one action. Payments
 * without an answer, under review, disputed, or to be refunded come from the shop's own records.
 */
import { sql } from 'kysely'
import type { PaymentsCheck, Finding, FindingKind } from '#shared/payments/api/payments-check.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { paidWithText } from '#shared/platform/pay-methods.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { FindingRow, PaymentRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { readComparison } from './findings.ts'
import { actionOf, TEXTS } from './finding-texts.ts'

export async function readPaymentsCheck(shop: Shop): Promise<PaymentsCheck> {
  const [comparison, rows, ...own] = await Promise.all([
    readComparison(shop.db),
    storedFindings(shop),
    unclearPayments(shop),
    unansweredDisputes(shop),
  ])
  const reported = new Set(rows.map(({ payment_id: id }) => id))
  const unclear = own.flat().filter(({ id }) => !reported.has(id))
  const live = unclear.toSorted(byAge).map(describeUnclear)
  const stored = rows.map(describeStored)
  return {
    comparison,
    findings: [...live, ...stored.filter(({ seen }) => seen === null)],
    seen: stored.filter(({ seen }) => seen !== null),
  }
}

/** The columns of a payment that say with what it was made. */
const PAYING = [
  'payments.method',
  'payments.paid_with',
  'payments.card_brand',
  'payments.card_digits',
] as const

type PayingColumns = {
  [Column in 'method' | 'paid_with' | 'card_brand' | 'card_digits']: PaymentRow[Column] | null
}

/** With what it was paid; before the provider has reported it, what the buyer chose. Empty if there is no payment. */
function payingText({ method, paid_with, card_brand, card_digits }: PayingColumns): string {
  const paid = paid_with ?? method
  if (paid === null) return ''
  return paidWithText({ method: paid, brand: card_brand ?? '', lastDigits: card_digits ?? '' })
}

type Named = FindingRow &
  PayingColumns & {
    order_number: string | null
    buyer_name: string | null
    product_name: string | null
    label: string | null
    grams: number | null
    size_count: number | null
  }

function storedFindings({ db }: Shop): Promise<Named[]> {
  return db
    .selectFrom('money_findings')
    .leftJoin('orders', 'orders.id', 'money_findings.order_id')
    .leftJoin('payments', 'payments.id', 'money_findings.payment_id')
    .leftJoin('products', 'products.id', 'money_findings.product_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'money_findings.size_id')
    .selectAll('money_findings')
    .select(PAYING)
    .select([
      'orders.number as order_number',
      'orders.buyer_name',
      'products.name as product_name',
      'label',
      'grams',
    ])
    .select((eb) =>
      eb
        .selectFrom('product_sizes as sizes')
        .whereRef('sizes.product_id', '=', 'money_findings.product_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('size_count'),
    )
    .orderBy('found_at')
    .orderBy('money_findings.id')
    .execute()
}

function describeStored(row: Named): Finding {
  const { kind, ours, theirs, product_id: product, order_id: order } = row
  const texts = TEXTS[kind]
  const isOne = (row.size_count ?? 0) <= 1
  const size = isOne ? '' : labelOf({ label: row.label ?? '', grams: row.grams })
  const name = [row.product_name, size].filter(Boolean).join(', ')
  return {
    _id: row.id,
    kind,
    title: texts.title,
    text: texts.text({ ours, theirs, product: name }),
    action: actionOf(kind, ours),
    amount: product === null ? toDollars(theirs || ours) : null,
    order:
      order === null ? null : { _id: order, number: row.order_number ?? order, name: row.buyer_name ?? '' },
    product: product === null ? null : { _id: product, name },
    capture: row.capture_id,
    paidWith: payingText(row),
    since: row.found_at,
    seen: row.seen_at === null ? null : { at: row.seen_at, by: row.seen_by!, note: row.note! },
  }
}

function describeUnclear(payment: Unclear): Finding {
  const texts = TEXTS[payment.kind]
  return {
    _id: payment.id,
    kind: payment.kind,
    title: texts.title,
    text: texts.text({ ours: payment.amount_cents, theirs: 0, problem: payment.problem }),
    action: texts.action,
    amount: toDollars(payment.amount_cents),
    order: { _id: payment.order_id, number: payment.number ?? payment.order_id, name: payment.buyer_name },
    product: null,
    capture: payment.capture_id ?? '',
    paidWith: payingText(payment),
    since: payment.created_at,
    seen: null,
  }
}

/** A payment in progress counts as stuck this many milliseconds after the hold. Most payments take seconds. */
const STUCK_AFTER = 30 * MINUTE
const BANK_STUCK_AFTER = 7 * DAY

export type Unclear = PayingColumns & {
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

/** The unclear payments and refunds. Those that have waited longest come first. */
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
    .select(PAYING)
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
  return [...unclear, ...(await refundsUnderWay({ db, clock }))].toSorted(byAge)
}

function byAge(a: Unclear, b: Unclear): number {
  return a.created_at < b.created_at ? -1 : 1
}

/** Disputes that wait for the shop's answer. Disputes that wait for PayPal or the buyer are not listed. */
export async function unansweredDisputes({
  db,
}: Pick<Shop, 'db'>): Promise<(Unclear & { answerBy: string | null })[]> {
  const disputes = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('disputes.state', 'in', ['open', 'waiting_for_us'])
    .select(['disputes.id', 'order_id', 'orders.number', 'buyer_name', 'disputes.amount_cents', 'capture_id'])
    .select(['respond_by', 'opened_at as created_at'])
    .select(PAYING)
    .execute()
  return disputes.map(({ respond_by: by, ...dispute }) => ({
    ...dispute,
    answerBy: by,
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
    .select(PAYING)
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

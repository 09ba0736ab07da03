/**
 * What wholesale accounts do in the books. An invoice is a sale on the day of its issue, and its payments only lower what the
 * account owes. A prepaid order is booked with its payment, so its invoice is not. What was owed in a former system is in the
 * books already: only what is paid, credited or written off of it is booked.
 */
import { sql } from 'kysely'

/** The amounts that no fact of the ledger has. */
const NONE = sql`0 as other_cents, 0 as fee_cents, 0 as discount_cents, 0 as gift_card_cents, 0 as till_cents,
    0 as machine_cents, 0 as rounding_cents, 0 as over_short_cents, 0 as cash_move_cents`

const INVOICES = sql`
  select 'invoice:' || id as source, 'invoice' as kind, '' as order_id, number as order_number,
    issued_at as happened_at, items_cents as goods_cents, shipping_cents, tax_cents, 0 as goodwill_cents, ${NONE},
    0 as bank_cents, -total_cents as receivable_cents, '' as paid_with, 0 as lacks_fee
  from invoices where is_prepaid = 0 and former_on is null`

const VOIDS = sql`
  select 'void:' || id as source, 'invoice' as kind, '' as order_id, number as order_number,
    voided_at as happened_at, -items_cents as goods_cents, -shipping_cents as shipping_cents, -tax_cents as tax_cents,
    0 as goodwill_cents, ${NONE}, 0 as bank_cents, total_cents as receivable_cents, '' as paid_with, 0 as lacks_fee
  from invoices where is_prepaid = 0 and former_on is null and voided_at is not null`

const CREDIT_NOTES = sql`
  select 'credit:' || notes.id as source, 'credit-note' as kind, '' as order_id, notes.number as order_number,
    notes.issued_at as happened_at, -notes.items_cents as goods_cents, -notes.shipping_cents as shipping_cents,
    -notes.tax_cents as tax_cents, 0 as goodwill_cents, ${NONE}, 0 as bank_cents, notes.total_cents as receivable_cents,
    '' as paid_with, 0 as lacks_fee
  from credit_notes as notes join invoices on invoices.id = notes.invoice_id where former_on is null`

/** What is credited of an invoice of a former system was not sold here: it is booked as a write-off. */
const FORMER_CREDITS = sql`
  select 'credit:' || notes.id as source, 'write-off' as kind, '' as order_id, notes.number as order_number,
    notes.issued_at as happened_at, 0 as goods_cents, 0 as shipping_cents, 0 as tax_cents,
    -notes.total_cents as goodwill_cents, ${NONE}, 0 as bank_cents, notes.total_cents as receivable_cents,
    '' as paid_with, 0 as lacks_fee
  from credit_notes as notes join invoices on invoices.id = notes.invoice_id where former_on is not null`

/** What staff recorded. Online payments are booked with their orders. */
const RECEIPTS = sql`
  select 'receipt:' || id as source, 'receipt' as kind, '' as order_id, reference as order_number,
    at as happened_at, 0 as goods_cents, 0 as shipping_cents, 0 as tax_cents, 0 as goodwill_cents, ${NONE},
    -cents as bank_cents, cents as receivable_cents, '' as paid_with, 0 as lacks_fee
  from receipts where kind in ('check', 'transfer', 'cash')`

const WRITE_OFFS = sql`
  select 'write-off:' || write_offs.id as source, 'write-off' as kind, '' as order_id, invoices.number as order_number,
    at as happened_at, 0 as goods_cents, 0 as shipping_cents, 0 as tax_cents, -cents as goodwill_cents, ${NONE},
    0 as bank_cents, cents as receivable_cents, '' as paid_with, 0 as lacks_fee
  from write_offs join invoices on invoices.id = write_offs.invoice_id`

/** The facts of the ledger that no payment of an order has. */
export const LEDGER = [INVOICES, VOIDS, CREDIT_NOTES, FORMER_CREDITS, RECEIPTS, WRITE_OFFS]

/** What accounts owe from a former system: in no booking, but part of what they owe. */
export const OPENING = sql`
  select issued_at as happened_at, -total_cents as receivable_cents from invoices where former_on is not null
  union all
  select voided_at, total_cents from invoices where former_on is not null and voided_at is not null
  union all
  select at, cents from receipts where kind = 'opening'`

/** Whether a refund gives back money of the ledger: the account owes more, and nothing that was sold is taken back. */
export const OF_LEDGER = sql`(orders.pays_invoices = 1
  or exists (select 1 from receipts where receipts.refund_id = refunds.id))`

/** The moments of the first invoice and the first receipt. */
export const FIRST_OF_LEDGER = sql`
  select min(issued_at) as first from invoices union all select min(at) from receipts`

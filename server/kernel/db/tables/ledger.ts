/** The tables of the ledger of wholesale accounts: goods that left, invoices, credit notes, receipts, and what pays what. */
import type { Generated } from 'kysely'
import type { Bit } from '../table.ts'

export type PaperNumbers = { series: 'W' | 'C'; year: number; next: number }

export type Ledgers = {
  company_id: string
  moves: Generated<number>
  /** Since when the account is on hold by itself, as it was told to both sides. */
  held_since: Generated<string | null>
  held_reason: Generated<string>
}

type Sums = { items_cents: number; shipping_cents: number; tax_cents: number; total_cents: number }

export type Invoices = Sums & {
  id: string
  company_id: string
  location_id: string | null
  /** Such as 'W-2026-0001'. */
  number: string
  /** JSON: `InvoiceData` of shared/wholesale/papers.ts. */
  data: string
  delivered_on: string
  issued_at: string
  issued_on: string
  due_on: string
  /** The day on which a former system issued it; null if this shop did. Then its amounts are what was still open there. */
  former_on: Generated<string | null>
  /** The sum of its allocations and write-offs. */
  settled_cents: Generated<number>
  is_prepaid: Generated<Bit>
  voided_at: Generated<string | null>
  voided_on: Generated<string | null>
  voided_by: Generated<string | null>
  promised_on: Generated<string | null>
  dispute: Generated<string>
  search_text: string
}

export type InvoiceLines = {
  invoice_id: string
  position: number
  order_id: string | null
  order_position: number
  product_id: string | null
  name: string
  size_label: Generated<string>
  size_grams: number | null
  sku: Generated<string>
  grind: Generated<string>
  qty: number
  price_cents: number
  cents: number
  tax_cents: number
  left_on: string
}

export type Departures = {
  id: string
  order_id: string
  company_id: string
  location_id: string | null
  left_on: string
  shipping_cents: number
  is_prepaid: Bit
  /** Null while the goods wait for the bill of their week or month. */
  invoice_id: string | null
  created_at: string
}

export type DepartureLines = {
  departure_id: string
  position: number
  qty: number
  cents: number
  tax_cents: number
}

export type CreditNotes = Sums & {
  id: string
  company_id: string
  invoice_id: string
  number: string
  /** JSON: `CreditData` of shared/wholesale/papers.ts. */
  data: string
  issued_at: string
  issued_on: string
  left_cents: number
  goods_back: Bit
  reason: string
  actor: string
}

export type CreditNoteLines = {
  credit_id: string
  position: number
  qty: number
  cents: number
  tax_cents: number
}

export type Receipts = {
  id: string
  company_id: string
  /** 'opening': credit of a former system. */
  kind: 'online' | 'order' | 'check' | 'transfer' | 'cash' | 'opening'
  /** Negative for an undo or a refund. */
  cents: number
  left_cents: number
  /** The day on which the ledger counts it. */
  day: string
  /** The day on the check, or of the transfer. */
  received_on: string
  reference: Generated<string>
  note: Generated<string>
  order_id: Generated<string | null>
  invoice_id: Generated<string | null>
  refund_id: Generated<string | null>
  undoes_id: Generated<string | null>
  /** The number of credit in a former system; null if a later file has replaced it. */
  former_number: Generated<string | null>
  actor: string
  at: string
}

export type Allocations = {
  id: string
  company_id: string
  invoice_id: string
  receipt_id: Generated<string | null>
  credit_id: Generated<string | null>
  cents: number
  day: string
  at: string
}

export type WriteOffs = {
  id: string
  company_id: string
  invoice_id: string
  cents: number
  day: string
  reason: string
  undoes_id: Generated<string | null>
  actor: string
  at: string
}

export type InvoicePayments = { order_id: string; position: number; company_id: string; invoice_id: string }

export type Reminders = { company_id: string; day: string }
export type InvoiceReminders = { invoice_id: string; stage: number; day: string }
export type StatementsSent = { company_id: string; month: string }

/** Invoices and credit notes of wholesale accounts: what is frozen on them, and the states that derive from their facts. */
import { daysBetween } from '#shared/kernel/days.ts'

/** A party of a paper: its name, and the lines of its address. */
type Party = { name: string; lines: string[] }

/** What an invoice says beside its lines and sums, as it was when it was issued. */
export type InvoiceData = {
  seller: Party & { email: string; phone: string }
  buyer: Party
  /** Where the goods went; several lists of lines if they went to several locations. */
  shipTo: string[][]
  orders: { number: string; po: string }[]
  /** Such as 'Net 30'; empty for an invoice of a former system. */
  terms: string
  /** Such as 'Sales tax, VA 1%'. */
  tax: string
  /** Such as 'Exempt for resale, certificate ST-10 12-345 of Jan 5, 2026'; empty if all of it is taxed. */
  exempt: string
  /** The owner's words about checks and transfers. */
  payTo: string
  /** Whether no money moves, because the shop is tried out. */
  isTrial: boolean
  /** The total of an invoice of a former system, of which only the open amount is owed here. */
  formerTotalCents?: number
}

export type CreditData = Pick<InvoiceData, 'seller' | 'buyer' | 'isTrial'> & {
  invoice: string
  reason: string
  lines: { name: string; qty: number; cents: number }[]
}

export const INVOICE_STATES = ['open', 'partly', 'overdue', 'paid', 'void', 'writtenOff'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export const INVOICE_STATE_NAMES: Record<InvoiceState, string> = {
  open: 'Open',
  partly: 'Partly paid',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Void',
  writtenOff: 'Written off',
}

/** The state of an invoice on a day at the shop. */
export function stateOfInvoice(
  of: { totalCents: number; settledCents: number; writtenOffCents?: number; dueOn: string; isVoid: boolean },
  today: string,
): InvoiceState {
  if (of.isVoid) return 'void'
  if (of.settledCents >= of.totalCents) return (of.writtenOffCents ?? 0) > 0 ? 'writtenOff' : 'paid'
  if (of.dueOn < today) return 'overdue'
  return of.settledCents > 0 ? 'partly' : 'open'
}

export const AGES = ['current', 'to30', 'to60', 'to90', 'over90'] as const
export type Age = (typeof AGES)[number]
export const AGE_NAMES: Record<Age, string> = {
  current: 'Not due',
  to30: '1–30 days',
  to60: '31–60',
  to90: '61–90',
  over90: 'Over 90',
}

/** How late an invoice is that is due on `dueOn`, on another day. */
export function ageOf(dueOn: string, day: string): Age {
  const late = daysBetween(dueOn, day)
  if (late <= 0) return 'current'
  if (late <= 30) return 'to30'
  if (late <= 60) return 'to60'
  return late <= 90 ? 'to90' : 'over90'
}

/** The terms of an account in words. */
export function termsText({
  terms,
  netDays,
}: {
  terms: 'prepaid' | 'receipt' | 'net'
  netDays: number
}): string {
  if (terms === 'net') return `Net ${netDays}`
  return terms === 'receipt' ? 'Due on receipt' : 'Paid in advance'
}

export const RECEIPT_KINDS = ['check', 'transfer', 'cash'] as const
export type HandKind = (typeof RECEIPT_KINDS)[number]
export const RECEIPT_NAMES: Record<HandKind | 'online' | 'order' | 'opening', string> = {
  check: 'Check',
  transfer: 'Bank transfer',
  cash: 'Cash',
  online: 'Online payment',
  order: 'Paid with the order',
  opening: 'Credit of our former system',
}

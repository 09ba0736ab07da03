/** Compares open invoices and credits of a file with the ledger: what an import would take over. */
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { InvoiceData } from '#shared/wholesale/papers.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { CompanyRow, Db, InvoiceRow, ReceiptRow } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOfCompany } from '#server/wholesale/accounts/rows.ts'
import type { FormerCredit, FormerInvoice } from '#server/wholesale/opening/take-over.ts'
import type { Item, PlanContext, Planned, Problem } from '../kind.ts'
import { readKnown, type Known } from './known.ts'
import type { OpenInvoiceData } from './read.ts'

/** What is written for an item. `before` is what it replaces. */
export type Saving = { company: CompanyRow } & (
  | { invoice: FormerInvoice; before: InvoiceRow | undefined }
  | { credit: FormerCredit; before: ReceiptRow | undefined }
)

/** What was planned for an item in this process; it is applied in the same transaction. */
export const savings = new WeakMap<Item<OpenInvoiceData>, Saving>()

type Outcome = Omit<Planned, 'problems'> | { column: string; value?: string; problem: string }

/** What an import would do with each invoice and credit. */
export async function planOpenInvoices(
  db: Db,
  shop: Shop,
  items: Item<OpenInvoiceData>[],
  { isApplying = false, pause }: PlanContext,
): Promise<Planned[]> {
  const known = await readKnown(db, items, isApplying)
  const today = nowAt(shop.clock).day
  const planned: Planned[] = []
  for (const item of items) {
    planned.push(planOne(item, known, today))
    await pause?.()
  }
  return planned
}

function planOne(item: Item<OpenInvoiceData>, known: Known, today: string): Planned {
  const broken = (problems: Problem[]): Planned => ({
    action: 'broken',
    targetId: null,
    changes: [],
    notes: item.data.notes,
    problems,
  })
  if (item.problems.length > 0) return broken(item.problems)
  const company = known.accountOf(item.data)
  const outcome = 'problem' in company ? company : outcomeOf(item, company, known, today)
  if (!('problem' in outcome)) return { ...outcome, problems: [] }
  const { column, problem, value = item.data.number } = outcome
  return broken([{ row: item.row, column, value, problem }])
}

function outcomeOf(item: Item<OpenInvoiceData>, company: CompanyRow, known: Known, today: string): Outcome {
  const { data } = item
  const taken = takenText(data, company, known, today)
  if (taken) return taken
  const notes = [...data.notes]
  const before = known.invoices.get(data.number)
  if (data.openCents < 0) return creditOutcome(item, company, known, notes)
  if (data.openCents > 0) return invoiceOutcome(item, company, before, notes)
  const isOpen =
    before !== undefined && before.voided_at === null && before.settled_cents < before.total_cents
  notes.push(
    isOpen
      ? `Nothing is open in the file, but ${formatCents(before.total_cents - before.settled_cents)} is open here. Record the payment, or void the invoice`
      : 'Nothing is open, so it is not taken over',
  )
  return { action: 'same', targetId: before?.id ?? null, changes: [], notes }
}

/** Why the number or the day of an invoice cannot be used; null if they can. */
function takenText(
  { number, issuedOn, openCents }: OpenInvoiceData,
  company: CompanyRow,
  known: Known,
  today: string,
): { column: string; value?: string; problem: string } | null {
  const column = 'Invoice number'
  if (/^[wc]-\d{4}-\d+$/i.test(number))
    return { column, problem: 'This shop gives such numbers itself. Put something before it, such as OLD-' }
  const invoice = known.invoices.get(number)
  const credit = known.credits.get(number)
  if (invoice && invoice.former_on === null)
    return { column, problem: 'This shop has issued an invoice with this number' }
  const owner = (invoice ?? credit)?.company_id
  if (owner !== undefined && owner !== company.id)
    return { column, problem: `${known.nameOf(owner)} has this number already` }
  if (invoice && openCents < 0)
    return { column, problem: 'This number was taken over as an invoice, and this is credit' }
  if (credit && openCents > 0)
    return { column, problem: 'This number was taken over as credit, and this is an invoice' }
  if (issuedOn !== null && issuedOn > today)
    return {
      column: 'Invoice date',
      value: formatDate(issuedOn, 'day'),
      problem: 'This day has not come yet',
    }
  return null
}

function invoiceOutcome(
  item: Item<OpenInvoiceData>,
  company: CompanyRow,
  before: InvoiceRow | undefined,
  notes: string[],
): Outcome {
  const was = before && formerOf(before)
  const invoice = invoiceOf(item.data, company, was, notes)
  const changes = changesOf(was, invoice)
  const plan = { targetId: before?.id ?? null, notes }
  if (!before) {
    savings.set(item, { company, invoice, before })
    return { ...plan, action: 'create', changes: [accountChange(company), ...changes] }
  }
  if (changes.length === 0) return { ...plan, action: 'same', changes: [] }
  const kept = keptText(before)
  if (kept) {
    notes.push(`The file has something else (${textOf(changes)}). ${kept}, so it stays as it is`)
    return { ...plan, action: 'same', changes: [] }
  }
  savings.set(item, { company, invoice, before })
  return { ...plan, action: 'change', changes }
}

/** What an invoice becomes. What the file does not say stays as it was, or follows from the terms of the account. */
function invoiceOf(
  { number, issuedOn, dueOn, totalCents, openCents, po }: OpenInvoiceData,
  company: CompanyRow,
  was: FormerInvoice | undefined,
  notes: string[],
): FormerInvoice {
  const issued = issuedOn ?? was?.issuedOn ?? dueOn!
  const due = dueOn ?? was?.dueOn
  const byTerms = company.terms === 'net' ? addDays(issued, company.net_days) : issued
  if (due === undefined) notes.push('The file has no due date, so it follows from the terms of the account')
  return {
    number,
    issuedOn: issued,
    dueOn: due ?? byTerms,
    totalCents: totalCents ?? Math.max(openCents, was?.totalCents ?? 0),
    openCents,
    po: po ?? was?.po ?? '',
  }
}

function formerOf(row: InvoiceRow): FormerInvoice {
  const data = JSON.parse(row.data) as InvoiceData
  return {
    number: row.number,
    issuedOn: row.former_on!,
    dueOn: row.due_on,
    totalCents: data.formerTotalCents ?? row.total_cents,
    openCents: row.total_cents,
    po: data.orders[0]?.po ?? '',
  }
}

/** Why an invoice cannot be replaced; null if it can. */
function keptText({ voided_at, settled_cents }: InvoiceRow): string | null {
  if (voided_at !== null) return 'It was voided here'
  return settled_cents > 0 ? 'Something of it is paid or credited here' : null
}

function creditOutcome(
  item: Item<OpenInvoiceData>,
  company: CompanyRow,
  known: Known,
  notes: string[],
): Outcome {
  const credit = { number: item.data.number, cents: -item.data.openCents }
  const before = known.credits.get(credit.number)
  const plan = { targetId: null, notes }
  const changes = [fieldChange('Credit', before && formatCents(before.cents), formatCents(credit.cents))]
  if (!before) {
    savings.set(item, { company, credit, before })
    return { ...plan, action: 'create', changes: [accountChange(company), ...changes] }
  }
  if (before.cents === credit.cents) return { ...plan, action: 'same', changes: [] }
  const kept = known.undone.has(before.id)
    ? 'It was taken back here'
    : before.left_cents < before.cents
      ? 'Something of it is used here'
      : null
  if (kept) {
    notes.push(`The file has something else (${textOf(changes)}). ${kept}, so it stays as it is`)
    return { ...plan, action: 'same', changes: [] }
  }
  savings.set(item, { company, credit, before })
  return { ...plan, action: 'change', changes }
}

const accountChange = (company: CompanyRow) => fieldChange('Account', '', nameOfCompany(company))

const fieldChange = (field: string, before: string | undefined, after: string): Change => ({
  field,
  before: before ?? '',
  after,
})

const dayText = (day: string | undefined) => (day === undefined ? '' : formatDate(day, 'shortDay'))
const moneyText = (cents: number | undefined) => (cents === undefined ? '' : formatCents(cents))

function changesOf(was: FormerInvoice | undefined, is: FormerInvoice): Change[] {
  return [
    fieldChange('Open', moneyText(was?.openCents), moneyText(is.openCents)),
    fieldChange('Total', moneyText(was?.totalCents), moneyText(is.totalCents)),
    fieldChange('Invoice date', dayText(was?.issuedOn), dayText(is.issuedOn)),
    fieldChange('Due', dayText(was?.dueOn), dayText(is.dueOn)),
    fieldChange('PO', was?.po, is.po),
  ].filter(({ before, after }) => before !== after)
}

const textOf = (changes: readonly Change[]) =>
  changes
    .map(({ field, before, after }) => `${field}: ${after || 'none'} instead of ${before || 'none'}`)
    .join(', ')

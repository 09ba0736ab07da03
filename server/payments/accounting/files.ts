/**
 * The files of a month. Plain CSV for spreadsheets, and the formats of accounting software:
 * QuickBooks Online, journal entries: Journal No, Journal Date, Account Name, Debits, Credits, Description, with account
 * names and dates such as 11/21/2026 (quickbooks.intuit.com, "Import journal entries"); bank: Date, Description, Amount
 * ("Format CSV files in Excel to get bank transactions"); at most 1,000 rows per file.
 * Xero, manual journals: the columns of its template, account codes, at most 300 rows, dates such as 21 Nov 2026, which
 * are the same in every region (help.xero.com, "ManualJournalsImport"); bank statements: at most 1,000 rows.
 */
import {
  ACCOUNTING_FILES,
  type AccountingFile,
  type AccountingMonth,
} from '#shared/payments/api/accounting.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { METHOD_NAMES } from '#shared/platform/pay-methods.ts'
import type { AccountingSettings } from '#shared/platform/settings/accounting.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { isRefund, paidWithName, totalOf, type Line, deliveriesText } from './bookings.ts'
import { journalsOf, type Account, type Journal } from './journals.ts'
import { sumByDay, sumUp, toBooking } from './sums.ts'

const QUICKBOOKS_ROWS = 1000
const XERO_JOURNAL_ROWS = 300
const XERO_BANK_ROWS = 1000

/** A part of a file as text; null if there is no such part. The same bookings always give the same bytes. */
export function writeFile(
  file: AccountingFile,
  part: number,
  lines: readonly Line[],
  accounts: AccountingSettings,
): string | null {
  const found = partsOf(file, lines)[part - 1]
  return found === undefined ? null : FORMATS[file].write(found, accounts)
}

/** The number of files of each format. */
export function countParts(lines: readonly Line[]): AccountingMonth['files'] {
  return (Object.keys(ACCOUNTING_FILES) as AccountingFile[]).map((file) => ({
    file,
    parts: partsOf(file, lines).length,
  }))
}

type Format = {
  /** Splits the bookings so that no file has too many rows. */
  split: (lines: readonly Line[]) => Line[][]
  write: (lines: Line[], accounts: AccountingSettings) => string
}

function partsOf(file: AccountingFile, lines: readonly Line[]): Line[][] {
  const parts = FORMATS[file].split(lines)
  return parts.length === 0 ? [[]] : parts
}

const whole = (lines: readonly Line[]) => [[...lines]]

const FORMATS: Record<AccountingFile, Format> = {
  days: { split: whole, write: writeDays },
  orders: { split: whole, write: writeOrders },
  'quickbooks-journal': { split: byJournal(QUICKBOOKS_ROWS), write: writeQuickbooksJournal },
  'quickbooks-bank': { split: byMovement(QUICKBOOKS_ROWS), write: writeQuickbooksBank },
  'xero-journal': { split: byJournal(XERO_JOURNAL_ROWS), write: writeXeroJournal },
  'xero-bank': { split: byMovement(XERO_BANK_ROWS), write: writeXeroBank },
}

/** Keeps the rows of a journal entry in one file. */
function byJournal(maxRows: number) {
  return (lines: readonly Line[]) =>
    packed(
      [...Map.groupBy(lines, ({ day, corrects }) => `${day} ${corrects === null}`).values()],
      (group) => journalsOf(group).reduce((sum, { postings }) => sum + postings.length, 0),
      maxRows,
    )
}

function byMovement(maxRows: number) {
  return (lines: readonly Line[]) =>
    packed(
      lines.map((line) => [line]),
      (group) => movementsOf(group).length,
      maxRows,
    )
}

/** Joins groups of bookings until a file is full. */
function packed(groups: Line[][], rowsOf: (group: Line[]) => number, maxRows: number): Line[][] {
  const parts: { rows: number; lines: Line[] }[] = []
  for (const group of groups) {
    const rows = rowsOf(group)
    const last = parts.at(-1)
    if (last && last.rows + rows <= maxRows) {
      last.lines.push(...group)
      last.rows += rows
    } else parts.push({ rows, lines: [...group] })
  }
  return parts.map(({ lines }) => lines)
}

const SUMS = {
  Payments: 'payments',
  Goods: 'goods',
  Shipping: 'shipping',
  Tax: 'tax',
  Other: 'other',
  Received: 'received',
  Refunds: 'refunds',
  'Refunded goods': 'refundedGoods',
  'Refunded shipping': 'refundedShipping',
  'Refunded tax': 'refundedTax',
  Goodwill: 'goodwill',
  'Refunded other': 'refundedOther',
  Refunded: 'refunded',
  'PayPal fee': 'fee',
  Net: 'net',
  // Last, so that the columns of older files keep their positions.
  'Discounts in goods': 'discounts',
  'Gift cards sold': 'giftCardsSold',
  'Gift cards spent': 'giftCardsSpent',
  'Gift cards changed': 'giftCardsChanged',
  'Paid at the bar': 'till',
  'Card machine': 'machine',
  'Cash rounding': 'rounding',
  'Cash over or short': 'overShort',
  'Cash paid in and out': 'cashMoves',
  'Checks and bank transfers': 'bank',
  Invoiced: 'invoiced',
  'Invoices paid': 'invoicesPaid',
} as const

function writeDays(lines: Line[]): string {
  const rowOf = (name: string, sums: ReturnType<typeof sumUp>) =>
    csvLine([name, ...Object.values(SUMS).map((key) => sums[key])])
  const days = sumByDay(lines).map(({ day, ...sums }) => rowOf(day, sums))
  return [csvHead(['Day', ...Object.keys(SUMS)]), ...days, rowOf('Total', sumUp(lines))].join('')
}

const LAST_COLUMNS = [
  'Net',
  'Discount in goods',
  'Gift cards',
  'Paid at the bar',
  'Subscription',
  'Paid with',
  'Card machine',
  'Cash rounding',
  'Cash over or short',
  'Cash paid in and out',
  'Checks and bank transfers',
  'Owed less by accounts',
]

function writeOrders(lines: Line[]): string {
  const head = ['Day', 'Order', 'Number', 'Kind', 'Corrects', 'Time', 'Goods', 'Shipping', 'Tax', 'Goodwill']
  const rows = lines.map((line) => {
    const { order, kind, corrects, at, deliveries, paidWith, ...booked } = toBooking(line)
    const { goods, shipping, tax, goodwill, other, total, fee, net, discount, giftCards, till } = booked
    const amounts = [goods, shipping, tax, goodwill, other, total, fee, net, discount, giftCards, till]
    return csvLine([
      line.day,
      order._id,
      order.number,
      kind,
      corrects,
      at,
      ...amounts,
      deliveriesText(deliveries),
      paidWith || null,
      booked.machine,
      booked.rounding,
      booked.overShort,
      booked.cashMoves,
      booked.bank,
      booked.receivable,
    ])
  })
  return [csvHead([...head, 'Other', 'Total', 'PayPal fee', ...LAST_COLUMNS]), ...rows].join('')
}

// Without a byte order mark from here on: it would become part of the first column's name.

function writeQuickbooksJournal(lines: Line[], accounts: AccountingSettings): string {
  const head = ['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description']
  return writeJournals(lines, head, ({ number, day }, { account, cents, text }) => [
    number,
    american(day),
    accounts[account],
    cents > 0 ? toDollars(cents) : null,
    cents < 0 ? toDollars(-cents) : null,
    text,
  ])
}

const CODES = {
  clearing: 'clearingCode',
  sales: 'salesCode',
  shipping: 'shippingCode',
  tax: 'taxCode',
  refunds: 'refundsCode',
  fees: 'feesCode',
  surplus: 'surplusCode',
  giftCards: 'giftCardsCode',
  till: 'tillCode',
  machine: 'machineCode',
  rounding: 'roundingCode',
  overShort: 'overShortCode',
  cashMoves: 'cashMovesCode',
  bank: 'bankCode',
  receivable: 'receivableCode',
} as const satisfies Record<Account, keyof AccountingSettings>

function writeXeroJournal(lines: Line[], accounts: AccountingSettings): string {
  const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2']
  const head = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount', ...tracking]
  return writeJournals(lines, head, ({ title, day }, { account, cents, text }) => [
    title,
    british(day),
    text,
    accounts[CODES[account]],
    accounts.taxRate,
    toDollars(cents),
    ...tracking.map(() => null),
  ])
}

function writeJournals(
  lines: Line[],
  head: string[],
  rowOf: (journal: Journal, posting: Journal['postings'][number]) => Cell[],
): string {
  const rows = journalsOf(lines).flatMap((journal) =>
    journal.postings.map((posting) => csvLine(rowOf(journal, posting))),
  )
  return [csvLine(head), ...rows].join('')
}

type Movement = { day: string; text: string; order: string; source: string; cents: number }

/** The movements of the PayPal account: the amount of each booking, and its fee. */
function movementsOf(lines: readonly Line[]): Movement[] {
  return lines.flatMap((line) => {
    const order = line.order_number ?? line.order_id
    const kind = isRefund(line) ? 'Refund' : 'Payment'
    const method = paidWithName(line)
    // Without PayPal's name, as it was before there were other methods.
    const what = method === '' || method === METHOD_NAMES.paypal ? kind : `${kind} (${method})`
    const note = line.corrects === null ? '' : `, correction of ${line.corrects}`
    const about = { day: line.day, order, source: line.source }
    return [
      { ...about, text: `${what}, order ${order}${note}`, cents: totalOf(line) },
      { ...about, text: `PayPal fee, order ${order}${note}`, cents: -line.fee_cents },
    ].filter(({ cents }) => cents !== 0)
  })
}

function writeQuickbooksBank(lines: Line[]): string {
  const rows = movementsOf(lines).map(({ day, text, cents }) =>
    csvLine([american(day), text, toDollars(cents)]),
  )
  return [csvLine(['Date', 'Description', 'Amount']), ...rows].join('')
}

function writeXeroBank(lines: Line[]): string {
  const head = ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Check Number']
  const rows = movementsOf(lines).map(({ day, text, order, cents }) =>
    csvLine([british(day), toDollars(cents), 'PayPal', text, order, null]),
  )
  return [csvLine(head), ...rows].join('')
}

/** '11/21/2026' */
function american(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '21 Nov 2026' */
function british(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`
}

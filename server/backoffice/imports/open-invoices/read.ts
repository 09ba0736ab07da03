/**
 * Reads the open invoices and credits of a former system: one in each row, as QuickBooks, Xero and other programs for
 * accounting list them, or as in the sample file.
 */
import type * as z from 'zod/mini'
import { dollars, line, requiredLine } from '#shared/kernel/fields.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { cellAmount } from '#shared/platform/resources/cells.ts'
import { FileDays } from '../file-days.ts'
import { tableOf, type Cells, type Columns } from '../file-head.ts'
import { printable } from '../file-row.ts'
import type { Item, ReadFile } from '../kind.ts'

/** Null is what the file does not say. Amounts are in cents. */
export type OpenInvoiceData = {
  /** The name, the id or the email of the account; empty if the file has only `email`. */
  account: string
  email: string
  number: string
  issuedOn: string | null
  dueOn: string | null
  totalCents: number | null
  /** Negative for credit. */
  openCents: number
  po: string | null
  notes: string[]
}
type OpenInvoice = Item<OpenInvoiceData>

type Key = 'account' | 'email' | 'number' | 'issuedOn' | 'dueOn' | 'total' | 'open' | 'po'

export const OPEN_INVOICE_COLUMNS: Columns<Key> = {
  account: {
    name: 'Account',
    also: [
      'customer',
      'customername',
      'customerfullname',
      'company',
      'companyname',
      'contactname',
      'client',
      'name',
      'accountname',
      'accountnumber',
      'customerid',
    ],
    sample: ['Mosaic Coffee LLC', 'Mosaic Coffee LLC', 'Harbor Market Inc'],
  },
  email: {
    name: 'Billing email',
    also: ['email', 'emailaddress', 'billemail', 'customeremail', 'contactemail'],
    sample: ['bills@mosaic.example', 'bills@mosaic.example', 'ap@harbor.example'],
  },
  number: {
    name: 'Invoice number',
    also: [
      'invoice',
      'invoiceno',
      'invoicenum',
      'invoiceid',
      'number',
      'num',
      'no',
      'docnumber',
      'reference',
    ],
    sample: ['1047', 'CM-12', '1051'],
  },
  issuedOn: {
    name: 'Invoice date',
    also: ['date', 'issued', 'issuedate', 'issuedon', 'txndate', 'transactiondate', 'created'],
    sample: ['2026-10-02', '2026-10-20', '2026-11-05'],
  },
  dueOn: {
    name: 'Due date',
    also: ['due', 'dueon', 'duedateutc'],
    sample: ['2026-11-01', '', '2026-12-05'],
  },
  total: {
    name: 'Total',
    also: ['amount', 'invoiceamount', 'invoicetotal', 'originalamount', 'totalamount'],
    sample: ['$1,240.00', '(36.50)', '310'],
  },
  open: {
    name: 'Open amount',
    also: [
      'open',
      'openbalance',
      'balance',
      'balancedue',
      'amountdue',
      'amountopen',
      'invoiceamountdue',
      'outstanding',
      'dueamount',
      'remaining',
    ],
    sample: ['$840.00', '(36.50)', '310'],
  },
  po: {
    name: 'PO',
    also: ['ponumber', 'pono', 'purchaseorder', 'purchaseordernumber', 'ponum'],
    sample: ['7781', '', ''],
  },
}

const UNKNOWN =
  'One row must name the columns, among them Account, Invoice number and Open amount. Download the sample file to see them all'

/** Reads a file. Throws 400 if no row names the columns. */
export async function readOpenInvoices(
  rows: string[][],
  pause: () => Promise<void>,
): Promise<ReadFile<OpenInvoiceData>> {
  const table = tableOf<Key>(
    rows,
    OPEN_INVOICE_COLUMNS,
    [['account', 'email'], ['number'], ['open'], ['issuedOn', 'dueOn']],
    UNKNOWN,
  )
  const all = [...table.rows]
  const days = new FileDays(all.flatMap(({ get }) => [get('issuedOn'), get('dueOn')]))
  const items: OpenInvoice[] = []
  const byNumber = new Map<string, OpenInvoice>()
  for (const cells of all) {
    await pause()
    const item = readRowOrReport(cells, days)
    const first = byNumber.get(item.data.number)
    if (first && item.problems.length === 0 && isSame(first, item))
      first.data.notes.push(`Row ${item.row} is the same invoice`)
    else {
      if (first)
        cells.report(
          'number',
          `Row ${first.row} has this number, too. Each invoice needs a number of its own`,
        )
      else if (item.problems.length === 0) byNumber.set(item.data.number, item)
      items.push(item)
    }
  }
  return { source: 'own', items, remarks: [...days.remarks(), ...table.remarks] }
}

function isSame({ data: { notes: _one, ...one } }: OpenInvoice, { data }: OpenInvoice): boolean {
  const { notes: _other, ...other } = data
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A row that fails to be read is a broken row, and the others are read. */
function readRowOrReport(cells: Cells<Key>, days: FileDays): OpenInvoice {
  try {
    return readRow(cells, days)
  } catch {
    cells.row.report('', '', 'This row cannot be read')
    return toItem(cells, NOTHING)
  }
}

const NOTHING: OpenInvoiceData = {
  account: '',
  email: '',
  number: '',
  issuedOn: null,
  dueOn: null,
  totalCents: null,
  openCents: 0,
  po: null,
  notes: [],
}

const nameSchema = line('The name', 200)
const numberSchema = requiredLine('The number', 40)
const poSchema = line('The PO number', 60)

function readRow(cells: Cells<Key>, days: FileDays): OpenInvoice {
  const { get, given, row } = cells
  const checked = (schema: z.ZodMiniType<string>, key: Key) =>
    row.checked(schema, OPEN_INVOICE_COLUMNS[key].name, get(key))
  const account = checked(nameSchema, 'account')
  const email = checked(nameSchema, 'email').toLowerCase()
  if (account === '' && email === '') cells.report('account', 'The account is missing')
  const number = checked(numberSchema, 'number').replace(/\s+/g, ' ')
  const day = (key: Key) => cells.read(key, (cell) => days.read(cell))
  const [issuedOn, dueOn] = [day('issuedOn'), day('dueOn')]
  const totalCents = given('total') === null ? null : amountOf(cells, 'total')
  const openCents = amountOf(cells, 'open') ?? 0
  if (openCents >= 0 && totalCents !== null && totalCents < openCents)
    cells.report('total', 'The total is less than the open amount')
  if (openCents > 0 && issuedOn === null && dueOn === null)
    cells.report('issuedOn', 'The invoice date is missing')
  if (issuedOn !== null && dueOn !== null && dueOn < issuedOn)
    cells.report('dueOn', 'The due date is before the invoice date')
  const po = given('po') === null ? null : checked(poSchema, 'po')
  return toItem(cells, { account, email, number, issuedOn, dueOn, totalCents, openCents, po, notes: [] })
}

/** Cents; null if the cell is no amount, which is reported. */
function amountOf(cells: Cells<Key>, key: 'total' | 'open'): number | null {
  const cell = cells.get(key)
  const amount = cellAmount(cell)
  const parsed = dollars.safeParse(Math.abs(amount))
  if (cell === '') cells.report(key, 'The amount is missing')
  else if (Number.isNaN(amount)) cells.report(key, 'This is not an amount, such as 1234.50 or $1,234.50')
  else if (!parsed.success) cells.report(key, parsed.error.issues[0]!.message)
  else return amount < 0 ? -toCents(-amount) : toCents(amount)
  return null
}

function toItem({ row, get }: Cells<Key>, data: OpenInvoiceData): OpenInvoice {
  return {
    row: row.row,
    name: printable(get('number')),
    detail: printable(get('account') || get('email')),
    data,
    problems: row.problems,
  }
}

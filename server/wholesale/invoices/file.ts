/** The papers of the ledger as PDF files: invoices, credit notes and statements. The pages show the same data. */
import type { CreditData } from '#shared/wholesale/papers.ts'
import { AGES, AGE_NAMES } from '#shared/wholesale/papers.ts'
import type { InvoicePaper } from '#shared/wholesale/api/invoices.ts'
import { dueText, FORMER_TEXT, orderText, sumsOf } from '#shared/wholesale/paper-sums.ts'
import type { Statement } from '#shared/wholesale/api/ledger.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, formatDollars } from '#shared/kernel/pricing.ts'
import type { CreditNoteRow, InvoiceRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import {
  columns,
  finish,
  headings,
  LINE,
  RIGHT,
  row,
  startSheet,
  sums,
  tableEnd,
  tableHead,
  textLines,
  type Cell,
  type Sheet,
} from '#server/kernel/text/sheet.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { toPaper } from './read.ts'

const QTY = 400
const PRICE = 470
const NAME_WIDTH = 310
const REST = 'Some signs cannot be printed here. The page on the website shows them.'

/** The invoice as a PDF, with what is paid and open now. */
export async function invoiceFileOf(shop: Shop, invoice: InvoiceRow): Promise<Download> {
  const paper = await toPaper(shop, invoice)
  const { mark } = await businessOf(shop)
  const title = `Invoice ${paper.number}`
  const sheet = await startSheet({ title, heading: title, foot: title, mark }, [paper])
  const dates = [
    `Issued ${formatDate(paper.issuedOn, 'day')}`,
    ...(paper.formerTotal === null ? [`Delivered ${formatDate(paper.deliveredOn, 'day')}`] : []),
    dueText(paper, formatDate(paper.dueOn, 'day')),
    ...paper.orders.map(({ number, po }) => (number ? `Order ${orderText(number, po)}` : orderText('', po))),
  ]
  const { seller, buyer } = paper
  columns(sheet, [seller.name, ...seller.lines, seller.phone, seller.email], dates)
  sheet.y += LINE
  headings(sheet, 'Billed to', placesText(paper))
  columns(
    sheet,
    [buyer.name, ...buyer.lines],
    paper.shipTo.flatMap((lines) => lines),
  )
  sheet.y += LINE
  if (paper.formerTotal === null) drawLines(sheet, paper)
  else {
    textLines(sheet, [FORMER_TEXT])
    sheet.y += LINE
  }
  sums(sheet, PRICE, sumsOf(paper))
  textLines(sheet, endOf(paper))
  return { name: `invoice-${paper.number}.pdf`, content: await finish(sheet, REST) }
}

function placesText({ shipTo }: InvoicePaper): string {
  if (shipTo.length === 0) return ''
  return shipTo.length > 1 ? 'Delivered to several places' : 'Delivered to'
}

const cells = (qty: string, price: string, amount: string): Cell[] => [
  [qty, QTY],
  [price, PRICE],
  [amount, RIGHT],
]

function drawLines(sheet: Sheet, { lines }: InvoicePaper): void {
  tableHead(sheet, 'Item', cells('Quantity', 'Price', 'Amount'))
  for (const line of lines) {
    const name = sheet.pdf.wrap([line.name, line.sku].filter(Boolean).join(' · '), NAME_WIDTH, 11)
    sheet.room(name.length * LINE)
    row(sheet, name, cells(String(line.qty), formatDollars(line.price), formatDollars(line.amount)))
  }
  tableEnd(sheet)
}

function endOf({ exempt, payTo, open, isTrial }: InvoicePaper): string[] {
  return [
    ...(exempt ? [exempt] : []),
    ...(open > 0 && payTo ? payTo.split('\n') : []),
    ...(isTrial ? ['This shop is being tried out: no money has moved.'] : []),
  ]
}

/** A credit note as a PDF. Throws 404. */
export async function creditFile(shop: Shop, id: string): Promise<Download> {
  const note = await shop.db.selectFrom('credit_notes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!note) throw notFound('Credit note')
  const data = JSON.parse(note.data) as CreditData
  const { mark } = await businessOf(shop)
  const title = `Credit note ${note.number}`
  const sheet = await startSheet({ title, heading: title, foot: title, mark }, [data])
  columns(
    sheet,
    [data.seller.name, ...data.seller.lines, data.seller.email],
    [`Issued ${formatDate(note.issued_on, 'day')}`, `For invoice ${data.invoice}`, data.reason],
  )
  sheet.y += LINE
  headings(sheet, 'Credited to', '')
  columns(sheet, [data.buyer.name, ...data.buyer.lines], [])
  sheet.y += LINE
  tableHead(sheet, 'Item', [
    ['Quantity', PRICE],
    ['Amount', RIGHT],
  ])
  for (const { name, qty, cents } of data.lines) {
    const lines = sheet.pdf.wrap(name, NAME_WIDTH, 11)
    sheet.room(lines.length * LINE)
    row(sheet, lines, [
      [String(qty), PRICE],
      [formatCents(cents), RIGHT],
    ])
  }
  tableEnd(sheet)
  sums(sheet, PRICE, creditSums(note))
  return { name: `credit-note-${note.number}.pdf`, content: await finish(sheet, REST) }
}

function creditSums(note: CreditNoteRow): [string, string, boolean?][] {
  return [
    ['Items', formatCents(note.items_cents)],
    ...(note.shipping_cents > 0
      ? [['Delivery', formatCents(note.shipping_cents)] satisfies [string, string]]
      : []),
    ['Sales tax', formatCents(note.tax_cents)],
    ['Credit', formatCents(note.total_cents), true],
  ]
}

const pair = (amount: string, balance: string): Cell[] => [
  [amount, PRICE],
  [balance, RIGHT],
]

/** A statement as a PDF. */
export async function statementFileOf(shop: Shop, statement: Statement): Promise<Download> {
  const business = await businessOf(shop)
  const { street, city, state, postalCode } = business.place
  const span = `${formatDate(statement.from, 'shortDay')} to ${formatDate(statement.until, 'shortDay')}`
  const about = {
    title: `Statement, ${span}`,
    heading: 'Statement',
    foot: `Statement, ${span}`,
    mark: business.mark,
  }
  const sheet = await startSheet(about, [statement, business])
  columns(
    sheet,
    [business.coffeeRoasters, street, `${city}, ${state} ${postalCode}`, business.contactEmail],
    [statement.account.name, span],
  )
  sheet.y += LINE
  tableHead(sheet, 'Date', pair('Amount', 'Balance'))
  row(sheet, ['Opening balance'], pair('', formatDollars(statement.opening)))
  for (const { day, text, detail, amount, balance } of statement.moves) {
    const words = [formatDate(day, 'shortDay'), text, detail].filter(Boolean).join(' · ')
    const lines = sheet.pdf.wrap(words, NAME_WIDTH, 11)
    sheet.room(lines.length * LINE)
    row(sheet, lines, pair(formatDollars(amount), formatDollars(balance)))
  }
  tableEnd(sheet)
  const { ages } = statement
  sums(sheet, PRICE, [
    ...AGES.map((age) => [AGE_NAMES[age], formatDollars(ages[age])] as const),
    ['Credit', formatDollars(-ages.credit)],
    ['Closing balance', formatDollars(statement.closing), true],
  ])
  return { name: `statement-${statement.until}.pdf`, content: await finish(sheet, REST) }
}

/** Mails about the ledger of a wholesale account, written when they are sent. */
import type { InvoiceMail } from '#shared/platform/mails/kinds.ts'
import { AGES, AGE_NAMES } from '#shared/wholesale/papers.ts'
import type { InvoicePaper } from '#shared/wholesale/api/invoices.ts'
import type { Statement } from '#shared/wholesale/api/ledger.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { daysBetween } from '#shared/kernel/days.ts'
import { formatCents, formatDollars } from '#shared/kernel/pricing.ts'
import type { InvoiceRow } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutInvoice } from '#server/platform/outbox/row.ts'
import { INVOICING } from '#server/platform/settings/groups.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { invoicePath, signInvoiceLink } from '#server/wholesale/invoices/links.ts'
import { openOf, toPaper } from '#server/wholesale/invoices/read.ts'
import { monthOf } from '#server/wholesale/ledger/statements.ts'
import { nameOfCompany } from '#server/wholesale/accounts/rows.ts'
import { findCompany, readStatement } from '#server/wholesale/ledger/read.ts'
import type { TokenSource } from './mail-links.ts'
import { bill, button, facts, linkLine, oneLine, typedText, type MailContent, type Part } from './template.ts'

type About = AboutInvoice['invoice']

/** Null if the mail no longer applies: the invoice is void, or nothing is open any more. */
export async function aboutInvoice(
  shop: Shop,
  kind: InvoiceMail,
  about: About,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  if (kind === 'invoice') return newInvoice(shop, about.id!, tokenOf)
  if (kind === 'invoice-paid') return arrived(shop, about.order!)
  if (kind === 'invoice-reminder') return reminder(shop, about.company!, tokenOf)
  if (kind === 'statement') return statement(shop, about.company!, about.month!)
  return held(shop, about.company!, about.hold ?? '')
}

const why = (name: string) =>
  `You get this email because you asked for the invoices of ${oneLine(name)} at our shop. A person who manages the account can change that.`

async function linkTo(shop: Shop, id: string, tokenOf: TokenSource): Promise<string> {
  return originOf(shop.config) + invoicePath(id, await tokenOf(() => signInvoiceLink(shop, id)))
}

async function newInvoice(shop: Shop, id: string, tokenOf: TokenSource): Promise<MailContent | null> {
  const row = await shop.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.voided_at !== null) return null
  const paper = await toPaper(shop, row)
  const link = await linkTo(shop, id, tokenOf)
  const isOpen = paper.open > 0
  return {
    preview: isOpen
      ? `${formatDollars(paper.open)}, due ${formatDate(paper.dueOn, 'monthDay')}.`
      : `${formatDollars(paper.total)}, paid.`,
    title: `Invoice ${paper.number}`,
    parts: [
      `Hello ${oneLine(paper.buyer.name)},`,
      `here is ${whatOf(paper)}. It is ${isOpen ? `due on ${formatDate(paper.dueOn, 'day')}${paper.terms && ` (${paper.terms})`}` : 'paid'}.`,
      billOf(paper),
      ...notesOf(paper),
      button(paper.canPay ? 'See and pay the invoice' : 'See the invoice', link),
      ...(isOpen && paper.payTo ? [typedText(paper.payTo)] : []),
    ],
    why: why(paper.buyer.name),
  }
}

function whatOf({ formerTotal, issuedOn, deliveredOn }: InvoicePaper): string {
  return formerTotal === null
    ? `the invoice for your delivery of ${formatDate(deliveredOn, 'weekday')}`
    : `your invoice of ${formatDate(issuedOn, 'day')}, which we issued before we changed our system`
}

/** The numbers of purchase orders, and why no tax is charged; nothing if there is neither. */
function notesOf({ orders, exempt }: InvoicePaper): Part[] {
  const pos = orders.flatMap(({ po }) => (po ? [po] : []))
  if (pos.length === 0 && !exempt) return []
  return [
    facts([
      ['Purchase order', pos.join(', ')],
      ['Tax', exempt],
    ]),
  ]
}

function billOf(paper: InvoicePaper): Part {
  const { lines, shipping, tax, taxText, total, open, settled } = paper
  const isOpen = settled > 0 || paper.formerTotal !== null
  return bill(
    lines.map(({ qty, name, amount }) => [`${qty} × ${name}`, formatDollars(amount)]),
    [
      ...(shipping > 0 ? [['Delivery', formatDollars(shipping)] as const] : []),
      ...(paper.formerTotal === null ? [[taxText, formatDollars(tax)] as const] : []),
      ...(settled > 0 ? [['Paid and credited', `−${formatDollars(settled)}`] as const] : []),
    ],
    isOpen ? ['Open', formatDollars(open)] : ['Total', formatDollars(total)],
  )
}

async function arrived(shop: Shop, orderId: string): Promise<MailContent | null> {
  const receipt = await shop.db
    .selectFrom('receipts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'online')
    .where('cents', '>', 0)
    .executeTakeFirst()
  if (!receipt) return null
  const paid = await shop.db
    .selectFrom('allocations')
    .innerJoin('invoices', 'invoices.id', 'allocations.invoice_id')
    .select(['invoices.number', 'allocations.cents'])
    .where('allocations.receipt_id', '=', receipt.id)
    .where('allocations.cents', '>', 0)
    .orderBy('invoices.number')
    .execute()
  const company = await findCompany(shop, receipt.company_id)
  return {
    preview: `${formatCents(receipt.cents)} for ${nameOfCompany(company)}.`,
    title: 'Your payment has arrived',
    parts: [
      `Hello ${oneLine(company.legal_name)},`,
      `thank you. ${formatCents(receipt.cents)} arrived on ${formatDate(receipt.day, 'day')}.`,
      facts([
        ...paid.map(({ number, cents }) => [`Invoice ${number}`, formatCents(cents)] as const),
        ['Credit', receipt.left_cents > 0 ? formatCents(receipt.left_cents) : ''],
      ]),
      ...(receipt.left_cents > 0 ? ['The credit pays your next invoice by itself.'] : []),
    ],
    why: 'You get this email because an invoice of your account was paid in our shop.',
  }
}

async function reminder(shop: Shop, companyId: string, tokenOf: TokenSource): Promise<MailContent | null> {
  const { day } = nowAt(shop.clock)
  const company = await findCompany(shop, companyId)
  const open = await shop.db
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('is_prepaid', '=', 0)
    .where('voided_at', 'is', null)
    .where('dispute', '=', '')
    .where((eb) => eb.or([eb('promised_on', 'is', null), eb('promised_on', '<', day)]))
    .whereRef('settled_cents', '<', 'total_cents')
    .orderBy('due_on')
    .limit(40)
    .execute()
  if (open.length === 0) return null
  const { reminderText } = await currentSettings(shop, INVOICING)
  const sum = open.reduce((cents, row) => cents + openOf(row), 0)
  const links: Part[] = []
  for (const row of open)
    links.push(linkLine(`${row.number}: see and pay`, await linkTo(shop, row.id, tokenOf)))
  return {
    preview: `${formatCents(sum)} in ${counted(open.length, 'invoice')}.`,
    title: 'Open invoices',
    parts: [
      `Hello ${oneLine(company.legal_name)},`,
      ...(reminderText ? [typedText(reminderText)] : []),
      facts(open.map((row) => [row.number, `${formatCents(openOf(row))}, ${dueText(row, day)}`] as const)),
      ...(company.hold_after_days !== null
        ? [
            `${counted(company.hold_after_days, 'day')} after an invoice was due, new orders have to be paid at once until it is paid.`,
          ]
        : []),
      ...links,
    ],
    why: why(company.legal_name),
  }
}

function dueText({ due_on }: Pick<InvoiceRow, 'due_on'>, day: string): string {
  const late = daysBetween(due_on, day)
  const due = formatDate(due_on, 'shortDay')
  return late > 0 ? `due ${due}, ${counted(late, 'day')} late` : `due ${due}`
}

async function statement(shop: Shop, companyId: string, month: string): Promise<MailContent> {
  const { account, opening, moves, closing, ages } = await readStatement(shop, companyId, monthOf(month))
  const title = `Statement for ${formatDate(`${month}-01`, 'month')}`
  return {
    preview: `${formatDollars(closing)} at the end of the month.`,
    title,
    parts: [
      `Hello ${oneLine(account.name)},`,
      bill(
        moves.map((move) => [
          [formatDate(move.day, 'shortMonthDay'), move.text, move.detail].filter(Boolean).join(' · '),
          formatDollars(move.amount),
        ]),
        [['Opening balance', formatDollars(opening)]],
        ['Closing balance', formatDollars(closing)],
      ),
      ...(closing === 0 ? [] : [agesPart(ages)]),
      button('See and pay your invoices', `${originOf(shop.config)}/wholesale/invoices`),
    ],
    why: why(account.name),
  }
}

function agesPart(ages: Statement['ages']): Part {
  return facts([
    ...AGES.map((age) => [AGE_NAMES[age], ages[age] > 0 ? formatDollars(ages[age]) : ''] as const),
    ['Credit', ages.credit > 0 ? formatDollars(ages.credit) : ''],
  ])
}

async function held(shop: Shop, companyId: string, hold: string): Promise<MailContent> {
  const company = await findCompany(shop, companyId)
  return {
    preview: hold ? 'New orders have to be paid at once.' : 'Orders on account are possible again.',
    title: hold ? 'On hold' : 'No longer on hold',
    parts: [
      `Hello ${oneLine(company.legal_name)},`,
      typedText(
        hold
          ? `${hold}. Until then, new orders have to be paid at once.`
          : 'Your account can order on its terms again. Thank you for the payment.',
      ),
      linkLine('See your invoices', `${originOf(shop.config)}/wholesale/invoices`),
    ],
    why: why(company.legal_name),
  }
}

/** The invoices of an account, as its buyers see them. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { buyerInvoices, InvoicePaper, OwnInvoices } from '#shared/wholesale/api/invoices.ts'
import { monthsUntil } from '#shared/kernel/days.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { BuyerRow, InvoiceRow } from '#server/kernel/db/schema.ts'
import { notFound, wrongField } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor, companiesOf } from '../accounts/buyers.ts'
import { agesOn, sumOfAges } from '../ledger/ageing.ts'
import { creditUse, holdOf } from '../ledger/credit.ts'
import { readStatement } from '../ledger/read.ts'
import { monthOf } from '../ledger/statements.ts'
import { statementFileOf } from './file.ts'
import { pageOf } from './list.ts'
import { findInvoice } from '../ledger/invoice-rows.ts'
import { toPaper } from './read.ts'
import { nameOfCompany } from '../accounts/rows.ts'

/** The accounts whose invoices a person may see, by name. */
export async function invoiceAccounts(shop: Shop, user: SignedIn) {
  const all = await companiesOf(shop, user)
  return {
    accounts: all
      .filter(({ buyer }) => buyer.may_invoices === 1)
      .map(({ company }) => ({ _id: company.id, name: nameOfCompany(company) })),
  }
}

/** Throws 403 and 404. */
export async function listOwnInvoices(
  shop: Shop,
  user: SignedIn,
  companyId: string,
  query: Query<typeof buyerInvoices.list>,
): Promise<OwnInvoices> {
  const { company, buyer } = await buyerFor(shop, user, companyId, 'invoices')
  const { day } = nowAt(shop.clock)
  const { current, credit, ...ages } = (await agesOn(shop.db, day, companyId)).get(companyId) ?? sumOfAges([])
  const overdue = ages.to30 + ages.to60 + ages.to90 + ages.over90
  const page = await pageOf(shop, { ...query, account: companyId }, day)
  return {
    account: { _id: company.id, name: nameOfCompany(company) },
    canPay: buyer.may_pay === 1 && company.online_pay === 1,
    open: toDollars(current + overdue),
    overdue: toDollars(overdue),
    credit: toDollars(credit),
    hold: holdOf(company, await creditUse(shop.db, company, day), day)?.message ?? '',
    ...page,
  }
}

/** An invoice of an account for which this person acts, and their rights. Throws 403 and 404. */
export async function findOwnInvoice(
  shop: Shop,
  user: SignedIn,
  id: string,
): Promise<{ row: InvoiceRow; buyer: BuyerRow }> {
  const row = await findInvoice(shop, id)
  const { buyer } = await buyerFor(shop, user, row.company_id, 'invoices').catch((error: unknown) => {
    // The same answer as for an id that does not exist.
    throw (error as { status?: number }).status === 404 ? notFound('Invoice') : error
  })
  return { row, buyer }
}

/** What its paper says. `canPay` also needs the right to pay. */
export async function getOwnInvoice(shop: Shop, user: SignedIn, id: string): Promise<InvoicePaper> {
  const { row, buyer } = await findOwnInvoice(shop, user, id)
  const paper = await toPaper(shop, row)
  return { ...paper, canPay: paper.canPay && buyer.may_pay === 1 }
}

/**
 * The statement of a month such as '2026-11', as it is mailed: of last month if none is given, and of this month until today.
 * Throws 403 and 404, and 400 for a month that has not begun.
 */
export async function ownStatement(
  shop: Shop,
  user: SignedIn,
  companyId: string,
  wanted: string | undefined,
): Promise<Download> {
  await buyerFor(shop, user, companyId, 'invoices')
  const { day } = nowAt(shop.clock)
  const { from, until } = monthOf(wanted ?? monthsUntil(day, 2)[1]!)
  if (from > day) throw wrongField('month', 'This month has not begun')
  return statementFileOf(
    shop,
    await readStatement(shop, companyId, { from, until: until < day ? until : day }),
  )
}

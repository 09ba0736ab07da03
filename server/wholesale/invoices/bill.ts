/** Bills goods that wait for the end of their week or month. */
import { addDays, weekdayOf, WEEKDAYS } from '#shared/kernel/days.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { monthOf } from '../ledger/statements.ts'
import { readCompany } from './depart.ts'
import { issueInvoice } from './issue.ts'

/**
 * Issues one invoice for each account and week (Monday to Sunday) or month that is over, for the goods that left in it. Goods of
 * an account that is billed with each delivery are billed at once. Safe to run twice at the same time: the second run finds
 * nothing to bill.
 */
export async function billPeriods(shop: Shop): Promise<number> {
  const { day } = nowAt(shop.clock)
  const companies = await shop.db
    .selectFrom('departures')
    .innerJoin('companies', 'companies.id', 'company_id')
    .select(['companies.id', 'companies.bills'])
    .where('invoice_id', 'is', null)
    .where('left_on', '<=', day)
    .distinct()
    .execute()
  let issued = 0
  for (const { id } of companies) issued += await billCompany(shop, id, day)
  if (issued > 0) shop.mailSignal.raise()
  return issued
}

async function billCompany(shop: Shop, companyId: string, today: string): Promise<number> {
  let issued = 0
  // A transaction for each invoice, so that one that fails keeps no other back.
  while (await transact(shop.db, (tx) => billNext(tx, shop, companyId, today))) issued++
  return issued
}

/** Bills the oldest period that is over. Returns false if there is none. */
async function billNext(tx: Tx, shop: Shop, companyId: string, today: string): Promise<boolean> {
  await lockLedger(tx, companyId).execute()
  const company = await readCompany(tx, companyId)
  const waiting = await tx
    .selectFrom('departures')
    .select(['id', 'left_on'])
    .where('company_id', '=', companyId)
    .where('invoice_id', 'is', null)
    .where('left_on', '<=', today)
    .orderBy('left_on')
    .orderBy('id')
    .execute()
  const first = waiting[0]
  if (!first) return false
  const end = endOf(first.left_on, company.bills)
  if (company.bills !== 'delivery' && end >= today) return false
  const ids = waiting.filter(({ left_on }) => left_on <= end).map(({ id }) => id)
  await issueInvoice(tx, shop, company, company.bills === 'delivery' ? [first.id] : ids)
  return true
}

/** The last day of the week or month of a day. */
function endOf(day: string, bills: 'delivery' | 'weekly' | 'monthly'): string {
  if (bills === 'weekly') return addDays(day, 6 - WEEKDAYS.indexOf(weekdayOf(day)))
  if (bills === 'delivery') return day
  return monthOf(day.slice(0, 7)).until
}

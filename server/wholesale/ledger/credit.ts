/** Whether an account may order on credit: its terms, holds, and its limit. */
import { sql } from 'kysely'
import { formatCents } from '#shared/kernel/pricing.ts'
import { isPrepaid } from '#shared/wholesale/resources/company.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { daysBetween } from '#shared/kernel/days.ts'
import type { CompanyRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'

/** What an account owes and will owe, in cents. `invoiced` is less its credit; `accepted` is ordered and not billed yet. */
export type CreditUse = {
  invoicedCents: number
  acceptedCents: number
  usedCents: number
  /** Null without a limit. */
  limitCents: number | null
  /** The due date of its oldest open invoice that is late; null if none is. */
  lateSince: string | null
}

/**
 * Throws 409 if the account may not order for this amount on credit. It locks the ledger until the end of the transaction,
 * so that of two orders at once the second sees the first. The code of the refusal is `prepaid` if the account can order and
 * pay at once, and `hold` if it cannot order at all.
 * @param byStaff staff order with a reason: neither a hold nor the limit stops them
 */
export async function requireCredit(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  company: CompanyRow,
  cents: number,
  { byStaff = false } = {},
): Promise<void> {
  await lockLedger(tx, company.id).execute()
  if (byStaff) return
  const { day } = nowAt(shop.clock)
  const use = await creditUse(tx, company, day)
  const refusal = refusalOf(company, use, cents, day)
  if (refusal) throw conflict(refusal.message, { code: refusal.code })
}

/** Why an order for this amount on credit is refused; null if it is not. */
export function refusalOf(
  company: CompanyRow,
  use: CreditUse,
  cents: number,
  day: string,
): { code: 'prepaid' | 'hold'; message: string } | null {
  if (isPrepaid(company)) return { code: 'prepaid', message: 'This account pays when it orders' }
  const hold = holdOf(company, use, day)
  if (hold) return { code: hold.isBlocked ? 'hold' : 'prepaid', message: hold.message }
  if (use.limitCents === null || isExempt(company, day) || company.over_credit === 'warn') return null
  if (use.usedCents + cents <= use.limitCents) return null
  const isBlocked = company.over_credit === 'block'
  const message = `With this order the account would owe ${formatCents(use.usedCents + cents)}, and its limit is ${formatCents(use.limitCents)}. ${isBlocked ? 'Pay an open invoice first' : 'Pay this order now, or an open invoice first'}`
  return { code: isBlocked ? 'hold' : 'prepaid', message }
}

/** A hold: no orders on credit. It may order prepaid and pay what is open, unless it is blocked. */
export type Hold = { isAutomatic: boolean; isBlocked: boolean; message: string }

/**
 * Why an account is on hold on a day; null if it is not. A hold by lateness or by the limit begins and ends by itself; it is
 * never stored.
 */
export function holdOf(company: CompanyRow, use: CreditUse, day: string): Hold | null {
  if (company.status === 'hold') {
    const reason = company.hold_reason ? `: ${company.hold_reason}` : ''
    return { isAutomatic: false, isBlocked: false, message: `This account is on hold${reason}` }
  }
  if (company.status !== 'approved')
    return { isAutomatic: false, isBlocked: true, message: 'This account is not open for orders' }
  if (isExempt(company, day)) return null
  const { hold_after_days: days } = company
  if (days !== null && use.lateSince !== null && daysBetween(use.lateSince, day) > days) {
    const since = formatDate(use.lateSince, 'shortDay')
    return {
      isAutomatic: true,
      isBlocked: false,
      message: `This account is on hold, because an invoice was due on ${since} and is not paid`,
    }
  }
  if (use.limitCents !== null && use.usedCents > use.limitCents && company.over_credit !== 'warn')
    return {
      isAutomatic: true,
      isBlocked: company.over_credit === 'block',
      message: `This account is on hold, because it owes ${formatCents(use.usedCents)} and its limit is ${formatCents(use.limitCents)}`,
    }
  return null
}

function isExempt({ exempt_until: until }: CompanyRow, day: string): boolean {
  return until !== null && day <= until
}

/** What an account uses of its credit on a day. @param db may be a transaction */
export async function creditUse(db: Db, company: CompanyRow, day: string): Promise<CreditUse> {
  const { rows } = await sql<{ open: number; credit: number; waiting: number; late: string | null }>`
    select
      (select coalesce(sum(total_cents - settled_cents), 0) from invoices
        where company_id = ${company.id} and settled_cents < total_cents and voided_at is null
          and is_prepaid = 0) as open,
      (select coalesce(sum(left_cents), 0) from receipts where company_id = ${company.id} and left_cents > 0)
        + (select coalesce(sum(left_cents), 0) from credit_notes where company_id = ${company.id} and left_cents > 0)
        as credit,
      (select coalesce(sum(total_cents), 0) from orders
        where company_id = ${company.id} and on_account = 1 and state = 'paid')
        - (select coalesce(sum(${DEPARTED}), 0) from departures join orders on orders.id = departures.order_id
            where departures.company_id = ${company.id} and on_account = 1 and orders.state = 'paid')
        + (select coalesce(sum(${DEPARTED}), 0) from departures
            where company_id = ${company.id} and invoice_id is null and is_prepaid = 0) as waiting,
      (select min(due_on) from invoices
        where company_id = ${company.id} and settled_cents < total_cents and voided_at is null and is_prepaid = 0
          and due_on < ${day} and dispute = '' and (promised_on is null or promised_on < ${day})) as late`.execute(
    db,
  )
  const { open, credit, waiting, late } = rows[0]!
  const invoicedCents = open - credit
  const acceptedCents = Math.max(0, waiting)
  return {
    invoicedCents,
    acceptedCents,
    usedCents: invoicedCents + acceptedCents,
    limitCents: company.credit === 'amount' ? company.credit_cents : null,
    lateSince: late,
  }
}

/** The price of what left, in cents. */
const DEPARTED = sql`departures.shipping_cents + coalesce(
  (select sum(cents + tax_cents) from departure_lines where departure_id = departures.id), 0)`

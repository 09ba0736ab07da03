/** Rows of the tables about wholesale accounts, for test/full-shop.ts. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { accountOfBuyer, invoiced, ordered } from '#server/wholesale/invoices/ledger.testing.ts'
import type { TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { insert } from './table-rows.ts'
import { certificateOf, paperRow } from './wholesale/accounts.ts'
import { standingOrderOf } from './wholesale/cafe.ts'

/**
 * Adds an account with a buyer, a certificate, a standing order with a date, and an account with an open invoice.
 * @param text the text of all fields that admins and buyers type
 */
export async function addWholesale(shop: TestShop, text: string): Promise<void> {
  const { db, clock } = shop
  const standing = await standingOrderOf(shop, await signedIn(shop))
  const { company_id: company } = await db
    .updateTable('standing_orders')
    .set({ note: text, po_number: text })
    .where('id', '=', standing)
    .returning('company_id')
    .executeTakeFirstOrThrow()
  const file = await paperRow(shop, { company }, text)
  await certificateOf(shop, company, { holder: text, goods: text, file })
  await addStandingDate(shop, standing, text)
  await addOpenInvoice(shop, text)
  const seen = { last_on: '2026-09-01', seen_by: text, seen_at: isoNow(clock) }
  await insert(db, 'quiet_accounts', { company_id: company, ...seen })
  await insert(db, 'imported_accounts', { name_key: text, company_id: company })
}

/** A date that waits, with a line of its own. */
async function addStandingDate({ db, clock }: TestShop, standing: string, text: string): Promise<void> {
  const { id: product } = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
  const date = newId(clock)
  await insert(db, 'standing_dates', {
    id: date,
    standing_order_id: standing,
    planned_on: '2026-12-03',
    delivers_on: '2026-12-03',
    roasts_on: null,
    order_by: null,
    write_at: null,
    state: 'waiting',
    has_own_lines: 1,
    problem: text,
    order_id: null,
    updated_at: isoNow(clock),
  })
  await insert(db, 'standing_lines', {
    id: newId(clock),
    standing_order_id: standing,
    date_id: date,
    position: 0,
    product_id: product,
    size_id: product,
    grind: text,
    qty: 6,
  })
}

/** An invoice that is written off in part, mailed about, and named by an order that pays invoices. */
async function addOpenInvoice(shop: TestShop, text: string): Promise<void> {
  const { db, clock } = shop
  const { day } = nowAt(clock)
  const company = await accountOfBuyer(shop, await signedIn(shop))
  const ofCompany = { company_id: company }
  const ofInvoice = { invoice_id: await invoiced(shop, company) }
  const [by, cents] = [{ reason: text, actor: text, at: isoNow(clock) }, 500]
  await insert(db, 'write_offs', { id: newId(clock), ...ofCompany, ...ofInvoice, cents, day, ...by })
  const { invoice_id } = ofInvoice
  await db
    .updateTable('invoices')
    .set({ settled_cents: cents, dispute: text })
    .where('id', '=', invoice_id)
    .execute()
  const order = await ordered(shop, company)
  await insert(db, 'invoice_payments', { order_id: order, position: 0, ...ofCompany, ...ofInvoice })
  await insert(db, 'reminders', { ...ofCompany, day })
  await insert(db, 'invoice_reminders', { ...ofInvoice, stage: 7, day })
  await insert(db, 'statements_sent', { ...ofCompany, month: '2026-10' })
}

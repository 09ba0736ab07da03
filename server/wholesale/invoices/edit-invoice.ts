/** What staff do with an issued invoice. Its paper never changes. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Invoice, invoices } from '#shared/wholesale/api/invoices.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { recipientsOf } from '../ledger/mail-invoice.ts'
import { findInvoice } from '../ledger/invoice-rows.ts'
import { getInvoice } from './read.ts'

/** Voids an invoice. Its number stays. Throws 404, and 409 if something of it is paid or credited. */
export async function voidInvoice(shop: Shop, staff: SignedIn, id: string): Promise<Invoice> {
  await transact(shop.db, async (tx) => {
    const { company_id, number, voided_at } = await findInvoice({ db: tx }, id)
    if (voided_at !== null) return
    await lockLedger(tx, company_id).execute()
    const { numUpdatedRows } = await tx
      .updateTable('invoices')
      .set({ voided_at: isoNow(shop.clock), voided_on: nowAt(shop.clock).day, voided_by: staff.name })
      .where('id', '=', id)
      .where('voided_at', 'is', null)
      .where('settled_cents', '=', 0)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('credit_notes').select('id').where('invoice_id', '=', id))),
      )
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw conflict('Something of this invoice is paid or credited. Write a credit note instead', {
        code: 'settled',
      })
    await logChange(tx, shop, staff, { subject: 'invoice', id, name: number, action: 'Voided' })
  })
  return getInvoice(shop, id)
}

/** Notes a dispute, or until when payment is promised. Throws 404. */
export async function noteInvoice(
  shop: Shop,
  staff: SignedIn,
  id: string,
  { dispute, promisedOn }: Body<typeof invoices.note>,
): Promise<Invoice> {
  await transact(shop.db, async (tx) => {
    const before = await findInvoice({ db: tx }, id)
    await tx.updateTable('invoices').set({ dispute, promised_on: promisedOn }).where('id', '=', id).execute()
    await logChange(tx, shop, staff, {
      subject: 'invoice',
      id,
      name: before.number,
      action: 'Changed',
      changes: [
        { field: 'Dispute', before: before.dispute, after: dispute },
        { field: 'Promised', before: before.promised_on ?? '', after: promisedOn ?? '' },
      ].filter(({ before: one, after }) => one !== after),
    })
  })
  return getInvoice(shop, id)
}

/** Mails an invoice again to the people who want invoices. Throws 404, and 409 if nobody does. */
export async function mailAgain(shop: Shop, staff: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const { number, company_id } = await findInvoice({ db: tx }, id)
    const people = await recipientsOf(tx, company_id, 'mails_invoices')
    if (people.length === 0)
      throw conflict('Nobody of this account gets invoices by email', { code: 'nobody' })
    for (const to of people)
      await insertMail(tx, shop, {
        kind: 'invoice',
        dedupeKey: `invoice:${id}:${to}:${isoNow(shop.clock)}`,
        to,
        replyTo: shop.config.mail.inbox,
        subject: `Invoice ${number}`,
        about: { invoice: { id } },
      }).execute()
    await logChange(tx, shop, staff, { subject: 'invoice', id, name: number, action: 'Mailed again' })
  })
  shop.mailSignal.raise()
}

/** Reminders of open invoices, and the mails about holds. */
import type { InvoiceRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { addDays, daysBetween } from '#shared/kernel/days.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import { INVOICING } from '#server/platform/settings/groups.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { recipientsOf } from './mail-invoice.ts'
import { creditUse, holdOf } from './credit.ts'

/** Days after the due date on which an invoice is mentioned; negative before it. */
const STAGES = [-3, 1, 7, 14, 30] as const

/** The time of day from which mails go out. */
const FROM = '08:00'

/**
 * Mails each account that has an invoice at a stage, at most one mail a day. An invoice is at each stage once; a stage that was
 * missed, because the shop was off, is made up with the next one.
 */
export async function remindOfInvoices(shop: Shop): Promise<void> {
  const { sendsReminders } = await currentSettings(shop, INVOICING)
  const { day, time } = nowAt(shop.clock)
  if (!sendsReminders || time < FROM) return
  const open = await shop.db
    .selectFrom('invoices')
    .select(['id', 'company_id', 'issued_on', 'due_on'])
    .where('is_prepaid', '=', 0)
    .where('voided_at', 'is', null)
    .whereRef('settled_cents', '<', 'total_cents')
    .where('due_on', '<=', addDays(day, -STAGES[0]))
    .where('dispute', '=', '')
    .where((eb) => eb.or([eb('promised_on', 'is', null), eb('promised_on', '<', day)]))
    .execute()
  for (const [companyId, invoices] of Map.groupBy(open, ({ company_id }) => company_id))
    await transact(shop.db, (tx) => remind(tx, shop, companyId, invoices, day))
  if (open.length > 0) shop.mailSignal.raise()
}

async function remind(
  tx: Tx,
  shop: Shop,
  companyId: string,
  invoices: readonly Pick<InvoiceRow, 'id' | 'issued_on' | 'due_on'>[],
  day: string,
): Promise<void> {
  const reminded = await tx
    .selectFrom('reminders')
    .select('day')
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .executeTakeFirst()
  if (reminded) return
  let isNew = false
  for (const { id, issued_on, due_on } of invoices) {
    const stage = stageOf(daysBetween(due_on, day), daysBetween(issued_on, due_on))
    if (stage === null) continue
    const claimed = await tx
      .insertInto('invoice_reminders')
      .values({ invoice_id: id, stage, day })
      .onConflict((sent) => sent.doNothing())
      .returning('stage')
      .executeTakeFirst()
    isNew ||= claimed !== undefined
  }
  if (!isNew) return
  const first = await tx
    .insertInto('reminders')
    .values({ company_id: companyId, day })
    .onConflict((sent) => sent.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (!first) return
  for (const to of await recipientsOf(tx, companyId, 'mails_invoices'))
    await insertMail(tx, shop, {
      kind: 'invoice-reminder',
      dedupeKey: `invoice-reminder:${companyId}:${day}:${to}`,
      to,
      replyTo: shop.config.mail.inbox,
      subject: 'Open invoices',
      about: { invoice: { company: companyId } },
    }).execute()
}

/** Notes that the account was reminded of an invoice before it came here: only the next stage is a reminder. */
export async function noteReminded(
  tx: Tx,
  { id, issued_on, due_on }: Pick<InvoiceRow, 'id' | 'issued_on' | 'due_on'>,
): Promise<void> {
  const stage = stageOf(daysBetween(due_on, issued_on), daysBetween(issued_on, due_on))
  if (stage !== null)
    await tx.insertInto('invoice_reminders').values({ invoice_id: id, stage, day: issued_on }).execute()
}

/**
 * The last stage that an invoice has reached; null if it has reached none. An invoice that is due within days of its issue is
 * not mentioned before it is late.
 * @param late days since the due date
 * @param time days from its issue to the due date
 */
function stageOf(late: number, time: number): number | null {
  const stages = time > -STAGES[0] ? STAGES : STAGES.slice(1)
  return stages.findLast((stage) => stage <= late) ?? null
}

/** Tells an account, and the shop, when it comes on hold by itself and when the hold ends. */
export async function tellHolds(shop: Shop): Promise<void> {
  const { day } = nowAt(shop.clock)
  const companies = await shop.db
    .selectFrom('companies')
    .innerJoin('ledgers', 'ledgers.company_id', 'companies.id')
    .selectAll('companies')
    .select('ledgers.held_since')
    .where('status', '=', 'approved')
    .execute()
  let told = 0
  for (const { held_since, ...company } of companies) {
    const hold = holdOf(company, await creditUse(shop.db, company, day), day)
    if ((hold !== null) === (held_since !== null)) continue
    const changed = await transact(shop.db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('ledgers')
        .set({ held_since: hold ? day : null, held_reason: hold?.message ?? '' })
        .where('company_id', '=', company.id)
        .where('held_since', hold ? 'is' : 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      const people = [...(await recipientsOf(tx, company.id, 'mails_invoices')), shop.config.mail.inbox]
      for (const to of new Set(people))
        await insertMail(tx, shop, {
          kind: 'account-held',
          dedupeKey: `account-held:${company.id}:${hold ? 'on' : 'off'}:${day}:${to}`,
          to,
          replyTo: shop.config.mail.inbox,
          subject: `${company.trade_name || company.legal_name}: ${hold ? 'on hold' : 'no longer on hold'}`,
          about: { invoice: { company: company.id, hold: hold?.message ?? '' } },
        }).execute()
      return true
    })
    if (changed) told++
  }
  if (told > 0) shop.mailSignal.raise()
}

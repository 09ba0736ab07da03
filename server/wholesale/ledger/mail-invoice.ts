/** Mails the people of an account who want its invoices. */
import type { InvoiceRow, Tx } from '#server/kernel/db/schema.ts'
import { isInvented } from '#server/platform/invented.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Puts the mails of a new invoice into the outbox. Raise `shop.mailSignal` after the commit. */
export async function mailInvoice(
  tx: Tx,
  shop: Pick<Shop, 'clock' | 'config'>,
  { id, number, company_id }: Pick<InvoiceRow, 'id' | 'number' | 'company_id'>,
): Promise<void> {
  for (const to of await recipientsOf(tx, company_id, 'mails_invoices'))
    await insertMail(tx, shop, {
      kind: 'invoice',
      dedupeKey: `invoice:${id}:${to}`,
      to,
      replyTo: shop.config.mail.inbox,
      subject: `Invoice ${number}`,
      about: { invoice: { id } },
    }).execute()
}

/** The addresses that get a kind of mail: the people who chose it, or the address for bills if nobody did. */
export async function recipientsOf(
  tx: Tx,
  companyId: string,
  kind: 'mails_invoices' | 'mails_statements',
): Promise<string[]> {
  const people = await tx
    .selectFrom('buyers')
    .select('email')
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .where('may_invoices', '=', 1)
    .where(kind, '=', 1)
    .execute()
  if (people.length > 0) return real([...new Set(people.map(({ email }) => email))])
  const { billing_email: to } = await tx
    .selectFrom('companies')
    .select('billing_email')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return to === '' ? [] : real([to])
}

/** Invented people get no mail. */
const real = (addresses: string[]) => addresses.filter((each) => !isInvented(each))

/** The mails about the ledger of a wholesale account, with long names. */
import type { InvoiceMail } from '#shared/platform/mails/kinds.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { account, invoiced, receivedOnline } from '#server/wholesale/invoices/ledger.testing.ts'
import type { TestShop } from '#test/shop.ts'
import type { MailBody } from '../kinds/template.ts'

type Long = { name: string; coffee: string; written: string }

/** @param about composes a mail about the invoice, the payment or the account */
export async function invoiceMails(
  shop: TestShop,
  { name, coffee, written }: Long,
  about: (kind: InvoiceMail, of: object) => Promise<MailBody>,
): Promise<Record<InvoiceMail, MailBody[]>> {
  const company = await account(shop, { legal_name: name, trade_name: coffee, hold_after_days: 10 })
  const invoice = await invoiced(shop, company)
  const order = await receivedOnline(shop, company)
  const month = isoNow(shop.clock).slice(0, 7)
  return {
    invoice: [await about('invoice', { id: invoice })],
    'invoice-paid': [await about('invoice-paid', { order })],
    'invoice-reminder': [await about('invoice-reminder', { company })],
    statement: [await about('statement', { company, month })],
    'account-held': [
      await about('account-held', { company, hold: written }),
      await about('account-held', { company, hold: '' }),
    ],
  }
}

/** The link of one invoice, which needs no sign-in and shows this invoice only. */
import { Refusal } from '#server/kernel/errors.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import type { InvoiceRow } from '#server/kernel/db/schema.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { findInvoice } from '../ledger/invoice-rows.ts'

/** Every mail about an invoice has a new link. */
const LIFETIME = 180 * DAY

/** The token of a new link to an invoice. */
export function signInvoiceLink(shop: Pick<Shop, 'db' | 'clock'>, id: string): Promise<string> {
  return signLink(shop, 'invoice', id, LIFETIME)
}

/** The path of the page of an invoice. Browsers do not send what is after `#`, so the token is in no log and no Referer. */
export const invoicePath = (id: string, token: string) => `/wholesale/invoice/${id}#${token}`

/** The invoice of a link. Throws 404 for a token that is forged, expired, or of another invoice. */
export async function invoiceOfLink(
  shop: Shop,
  { invoice, link }: { invoice: string; link: string },
): Promise<InvoiceRow> {
  const outcome = await checkLink(shop, 'invoice', invoice, link)
  if (outcome === 'expired')
    throw new Refusal(404, 'This link has expired. Open the link of a newer email, or ask us for one', {
      code: 'link',
    })
  if (outcome === 'forged')
    throw new Refusal(404, 'This link to an invoice is not valid. Open it from the email again', {
      code: 'link',
    })
  return findInvoice(shop, invoice)
}

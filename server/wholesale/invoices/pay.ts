/** Places the order that pays invoices on the website. What follows is the checkout's: its methods, capture and refunds. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { buyerInvoices, invoiceLinks } from '#shared/wholesale/api/invoices.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { INVOICE_CATEGORY } from '#shared/checkout/gift-cards.ts'
import { cardLine } from '#server/checkout/gift-cards/line.ts'
import { placePrepaid, prepaidHolder } from '#server/checkout/orders/place/place-gift-card.ts'
import { placeOnce, type Http, type PlacedOrder } from '#server/checkout/orders/place/place-order.ts'
import type { CompanyRow, InvoiceRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { newGuest, type Buyer } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor } from '../accounts/buyers.ts'
import { invoiceOfLink } from './links.ts'
import { openOf } from './read.ts'

const REQUEST = { route: 'POST /api/account-invoices/:id/payments', what: 'payment' }

/** Places the order with which a buyer pays invoices of an account. Throws 403, 404, and 409 if none of them is open. */
export async function payAsBuyer(
  shop: Shop,
  user: SignedIn,
  companyId: string,
  { invoices: ids, amount }: Body<typeof buyerInvoices.pay>,
  http: Http,
): Promise<PlacedOrder> {
  const { company } = await buyerFor(shop, user, companyId, 'pay')
  const wanted = [...new Set(ids)]
  const rows = await shop.db
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', wanted)
    .execute()
  const invoices = wanted.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return pay(shop, user, { company, invoices, cents: toCents(amount) }, http)
}

/** The same for one invoice by its link: the order is a guest's. Throws 404 and 409. */
export async function payByLink(
  shop: Shop,
  { amount, ...by }: Body<typeof invoiceLinks.pay>,
  http: Http,
): Promise<PlacedOrder> {
  const invoice = await invoiceOfLink(shop, by)
  const company = await shop.db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', invoice.company_id)
    .executeTakeFirstOrThrow()
  const guest = newGuest({ name: company.legal_name, email: company.billing_email })
  return pay(shop, guest, { company, invoices: [invoice], cents: toCents(amount) }, http)
}

type Paying = { company: CompanyRow; invoices: InvoiceRow[]; cents: number }

function pay(
  shop: Shop,
  user: Buyer,
  { company, invoices, cents }: Paying,
  http: Http,
): Promise<PlacedOrder> {
  return placeOnce(shop, user, http, REQUEST, async (attempt) => {
    if (company.online_pay === 0)
      throw conflict('This account pays by check or bank transfer', { code: 'online' })
    const open = invoices.filter((invoice) => openOf(invoice) > 0)
    if (open.length === 0) throw conflict('This is paid already. Thank you', { code: 'paid' })
    const holder = await prepaidHolder(shop, user, http.device.ip)
    const names = open.map(({ number }) => number)
    return placePrepaid(
      shop,
      { user, holder, attempt },
      {
        part: 'wholesale',
        cents,
        paysInvoices: true,
        lineOf: (order) => ({
          ...cardLine(
            order,
            names.length > 3
              ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
              : names.join(', '),
          ),
          name: names.length === 1 ? 'Invoice' : 'Invoices',
          category: INVOICE_CATEGORY,
        }),
        rowsOf: async (order) => [
          {
            query: shop.db.insertInto('invoice_payments').values(
              open.map(({ id }, position) => ({
                order_id: order.id,
                position,
                company_id: company.id,
                invoice_id: id,
              })),
            ),
          },
        ],
      },
    )
  })
}

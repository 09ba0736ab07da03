/** Issues invoices: the number, the frozen data, the lines, and what the account has already paid. */
import type { InvoiceData } from '#shared/wholesale/papers.ts'
import { termsText } from '#shared/wholesale/papers.ts'
import { formatRate } from '#shared/kernel/pricing.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { businessFrom } from '#shared/platform/business.ts'
import { addDays } from '#shared/kernel/days.ts'
import type {
  CompanyRow,
  InvoiceLineRow,
  InvoiceRow,
  LocationRow,
  OrderRow,
  Tx,
} from '#server/kernel/db/schema.ts'
import { fold } from '#server/kernel/db/search.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { BUSINESS, INVOICING } from '#server/platform/settings/groups.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import type { Shop } from '#server/platform/shop.ts'
import { certificateOn } from '../accounts/certificates.ts'
import { allocate, applyCredit } from '../ledger/allocate.ts'
import { mailInvoice } from '../ledger/mail-invoice.ts'
import { nextNumber } from '../ledger/numbers.ts'

/**
 * Issues one invoice for departures of an account that have none, and pays it with the credit of the account, or with the
 * payments of its prepaid orders. Returns its id. Call it in a transaction that has locked the ledger.
 */
export async function issueInvoice(
  tx: Tx,
  shop: Shop,
  company: CompanyRow,
  departureIds: readonly string[],
): Promise<string> {
  const left = await readLeft(tx, departureIds)
  const id = newId(shop.clock)
  const lines = left.lines.map((line, position) => ({ ...line, invoice_id: id, position }))
  const days = left.departures.map(({ left_on }) => left_on).toSorted()
  const deliveredOn = days.at(-1)!
  const items_cents = sum(lines.map(({ cents }) => cents))
  const tax_cents = sum(lines.map(({ tax_cents: tax }) => tax))
  const shipping_cents = sum(left.departures.map((each) => each.shipping_cents))
  const isPrepaid = left.departures.every(({ is_prepaid }) => is_prepaid === 1)
  const data = await dataOf(tx, shop, company, left, isPrepaid)
  const number = await nextNumber(tx, shop, 'W')
  const row: InvoiceRow = {
    id,
    company_id: company.id,
    location_id: left.locations.length === 1 ? left.locations[0]!.id : null,
    number,
    data: JSON.stringify(data),
    delivered_on: deliveredOn,
    issued_at: isoNow(shop.clock),
    issued_on: nowAt(shop.clock).day,
    due_on: dueOf(company, deliveredOn, isPrepaid),
    items_cents,
    shipping_cents,
    tax_cents,
    total_cents: items_cents + shipping_cents + tax_cents,
    settled_cents: 0,
    is_prepaid: isPrepaid ? 1 : 0,
    voided_at: null,
    voided_on: null,
    voided_by: null,
    promised_on: null,
    dispute: '',
    former_on: null,
    search_text: searchTextOf(number, company, data),
  }
  await tx.insertInto('invoices').values(row).execute()
  if (lines.length > 0) await tx.insertInto('invoice_lines').values(lines).execute()
  await tx
    .updateTable('departures')
    .set({ invoice_id: id })
    .where('id', 'in', [...departureIds])
    .execute()
  if (isPrepaid) await payWithOrders(tx, shop, row, left.orders)
  else await applyCredit(tx, shop, company.id, [id])
  await mailInvoice(tx, shop, row)
  return id
}

const sum = (of: readonly number[]) => of.reduce((cents, each) => cents + each, 0)

type LeftGoods = {
  departures: { id: string; order_id: string; left_on: string; shipping_cents: number; is_prepaid: number }[]
  orders: OrderRow[]
  locations: LocationRow[]
  lines: Omit<InvoiceLineRow, 'invoice_id' | 'position'>[]
}

async function readLeft(tx: Tx, ids: readonly string[]): Promise<LeftGoods> {
  const departures = await tx
    .selectFrom('departures')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('invoice_id', 'is', null)
    .orderBy('left_on')
    .orderBy('id')
    .execute()
  const orders = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', [...new Set(departures.map(({ order_id }) => order_id))])
    .orderBy('created_at')
    .execute()
  const places = [...new Set(departures.flatMap(({ location_id: id }) => (id === null ? [] : [id])))]
  const locations =
    places.length === 0
      ? []
      : await tx.selectFrom('locations').selectAll().where('id', 'in', places).execute()
  const rows = await tx
    .selectFrom('departure_lines')
    .innerJoin('departures', 'departures.id', 'departure_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'departures.order_id')
        .onRef('order_lines.position', '=', 'departure_lines.position'),
    )
    .where('departure_id', 'in', [...ids])
    .where('departure_lines.qty', '>', 0)
    .orderBy('left_on')
    .orderBy('departures.id')
    .orderBy('departure_lines.position')
    .select([
      'departures.order_id',
      'order_lines.position as order_position',
      'order_lines.product_id',
      'order_lines.name',
      'order_lines.size_label',
      'order_lines.size_grams',
      'order_lines.sku',
      'order_lines.grind',
      'departure_lines.qty',
      'order_lines.price_cents',
      'departure_lines.cents',
      'departure_lines.tax_cents',
      'departures.left_on',
    ])
    .execute()
  return { departures, orders, locations, lines: rows }
}

async function dataOf(
  tx: Tx,
  shop: Shop,
  company: CompanyRow,
  { orders, locations, lines }: LeftGoods,
  isPrepaid: boolean,
): Promise<InvoiceData> {
  const taxed = orders.find(({ tax_cents }) => tax_cents > 0)
  const isExempt = lines.some(({ tax_cents }) => tax_cents === 0)
  return {
    ...(await partiesOf(tx, shop, company)),
    shipTo:
      locations.length > 0
        ? locations.map((place) => [place.recipient || place.name, ...addressLines(place)])
        : orders.slice(0, 1).map((order) => [order.recipient || order.buyer_name, ...orderLines(order)]),
    orders: orders.map(({ id, number, po_number: po }) => ({ number: number ?? id, po })),
    terms: isPrepaid ? termsText({ terms: 'prepaid', netDays: 0 }) : termsOf(company),
    tax: taxed
      ? `Sales tax, ${taxed.ship_state} ${formatRate({ thousandths: taxed.tax_thousandths })}`
      : 'Sales tax',
    exempt: isExempt ? await exemptText(tx, company.id, nowAt(shop.clock).day) : '',
  }
}

/** What every invoice says of the seller and the buyer, as they are now. */
export async function partiesOf(
  tx: Tx,
  shop: Shop,
  company: CompanyRow,
): Promise<Pick<InvoiceData, 'seller' | 'buyer' | 'payTo' | 'isTrial'>> {
  const seller = businessFrom(await readSettings(tx, BUSINESS))
  const { payTo } = await readSettings(tx, INVOICING)
  const { street, city, state, postalCode } = seller.place
  return {
    seller: {
      name: seller.coffeeRoasters,
      lines: [street, `${city}, ${state} ${postalCode}`],
      email: seller.contactEmail,
      phone: seller.phone,
    },
    buyer: { name: company.legal_name, lines: addressLines(company) },
    payTo,
    isTrial: shop.providers.payments.mode === 'sandbox',
  }
}

type Addressed = Pick<CompanyRow, 'address' | 'address2' | 'city' | 'state' | 'postal_code'>

function addressLines({ address, address2, city, state, postal_code }: Addressed): string[] {
  return [address, address2, `${city}, ${state} ${postal_code}`].filter(Boolean)
}

function orderLines({ ship_state: state, ...order }: OrderRow): string[] {
  return addressLines({ ...order, state })
}

/** The terms of an invoice in words. What is not paid yet is due on receipt. */
function termsOf({ terms, net_days }: Pick<CompanyRow, 'terms' | 'net_days'>): string {
  return termsText({ terms: terms === 'prepaid' ? 'receipt' : terms, netDays: net_days })
}

/** Names the certificate that counts on the day; empty if there is none. */
async function exemptText(tx: Tx, companyId: string, day: string): Promise<string> {
  const certificate = await certificateOn(tx, companyId, day)
  if (!certificate) return ''
  const { form, number, signed_on: signed } = certificate
  const parts = [
    'Exempt for resale, certificate',
    form,
    number,
    signed ? `of ${formatDate(signed, 'shortDay')}` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** The day on which an invoice is due, counted from the day on which the goods left (UCC 2-310). */
function dueOf({ terms, net_days }: CompanyRow, leftOn: string, isPrepaid: boolean): string {
  return terms === 'net' && !isPrepaid ? addDays(leftOn, net_days) : leftOn
}

/** A receipt for each prepaid order, of what was paid for it and not used by an earlier invoice. */
async function payWithOrders(
  tx: Tx,
  shop: Shop,
  invoice: InvoiceRow,
  orders: readonly OrderRow[],
): Promise<void> {
  let open = invoice.total_cents
  for (const order of orders) {
    const { used } = await tx
      .selectFrom('receipts')
      .where('order_id', '=', order.id)
      .where('cents', '>', 0)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('cents'), eb.val(0)).as('used'))
      .executeTakeFirstOrThrow()
    const cents = Math.min(open, order.total_cents - order.refunded_cents - used)
    if (cents <= 0) continue
    const id = newId(shop.clock)
    const { day } = nowAt(shop.clock)
    await tx
      .insertInto('receipts')
      .values({
        id,
        company_id: invoice.company_id,
        kind: 'order',
        cents,
        left_cents: cents,
        day,
        received_on: day,
        reference: order.number ?? order.id,
        order_id: order.id,
        invoice_id: invoice.id,
        actor: 'The shop',
        at: isoNow(shop.clock),
      })
      .execute()
    await allocate(tx, shop, invoice.company_id, { receipt: id }, invoice.id, cents)
    open -= cents
  }
}

/** The words by which an invoice is found. */
export function searchTextOf(number: string, company: CompanyRow, { orders }: InvoiceData): string {
  const words = [
    number,
    company.legal_name,
    company.trade_name,
    ...orders.flatMap((each) => [each.number, each.po]),
  ]
  return fold(words.filter(Boolean).join(' '))
}

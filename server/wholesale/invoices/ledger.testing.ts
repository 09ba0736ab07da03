/** Accounts, and orders whose goods have left, as rows. */
import { sql } from 'kysely'
import { BY_BUYER } from '#server/checkout/orders/place/new-order.ts'
import { NO_DELIVERY } from '#server/checkout/orders/place/place-gift-card.ts'
import { newOrderNumber } from '#server/checkout/orders/order-numbers.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { CompanyRow, Db } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { VIENNA } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { insert } from '#test/table-rows.ts'
import { goodsLeft, type Pieces } from './depart.ts'

const PLACE = {
  address: VIENNA.address,
  city: VIENNA.city,
  state: VIENNA.state,
  postal_code: VIENNA.postalCode,
  country: 'US',
}

/** An approved account with one location, on net 30 if not said otherwise. Returns its id; that of the location is the same. */
export async function account(shop: TestShop, columns: Partial<CompanyRow> = {}): Promise<string> {
  const id = newId(shop.clock)
  const times = { created_at: isoNow(shop.clock), updated_at: isoNow(shop.clock) }
  await insert(shop.db, 'companies', {
    id,
    legal_name: 'Corner Cafe LLC',
    trade_name: 'Corner Cafe',
    kind: 'cafe',
    billing_email: `bills-${id}@cafe.example`,
    ...PLACE,
    status: 'approved',
    terms: 'net',
    net_days: 30,
    search_text: 'corner cafe',
    ...times,
    ...columns,
  })
  await insert(shop.db, 'locations', {
    id,
    company_id: id,
    name: 'Main street',
    recipient: 'Corner Cafe',
    ...PLACE,
    ...times,
  })
  return id
}

/** An account whose buyer is this person; an account without buyers if the person is not signed in. */
export async function accountOfBuyer(shop: TestShop, person: Visitor): Promise<string> {
  const id = await account(shop)
  const { status, body } = await person.get('/api/users/profile')
  if (status !== 200) return id
  await addBuyer(shop, id, { id: body._id, email: body.email })
  return id
}

/** A person who may see and pay the invoices of an account. */
export async function buyerOf(
  shop: TestShop,
  companyId: string,
  rights: object = {},
): Promise<SignedInVisitor> {
  const person = await signedIn(shop, { name: 'Bea Buyer' })
  await addBuyer(shop, companyId, person, rights)
  return person
}

async function addBuyer(
  shop: TestShop,
  companyId: string,
  person: { id: string; email: string },
  rights: object = {},
): Promise<void> {
  const now = isoNow(shop.clock)
  await insert(shop.db, 'buyers', {
    id: newId(shop.clock),
    company_id: companyId,
    user_id: person.id,
    email: person.email,
    name: 'Bea Buyer',
    may_order: 1,
    may_invoices: 1,
    may_pay: 1,
    mails_invoices: 1,
    mails_statements: 1,
    invited_at: now,
    created_at: now,
    updated_at: now,
    ...rights,
  })
}

type Ordered = {
  lines?: { priceCents: number; qty: number; isTaxed?: boolean; discountCents?: number }[]
  shippingCents?: number
  taxCents?: number
  isPrepaid?: boolean
  po?: string
}

const products = new WeakMap<TestShop, Promise<string>>()

/** A product without stock moves, for the lines of orders that are only rows. */
function productOf(shop: TestShop): Promise<string> {
  const known = products.get(shop) ?? shop.sell({ name: 'House Blend', stock: 0, isRoastedToOrder: true })
  products.set(shop, known)
  return known
}

/** An accepted order of an account: $100 if not said otherwise. Returns its id. */
export async function ordered(
  shop: TestShop,
  companyId: string,
  {
    lines = [{ priceCents: 1000, qty: 10 }],
    shippingCents = 0,
    taxCents = 0,
    isPrepaid = false,
    po = '',
  }: Ordered = {},
): Promise<string> {
  const product = await productOf(shop)
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  const discounts = lines.reduce((sum, { discountCents = 0 }) => sum + discountCents, 0)
  const items_cents = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0) - discounts
  await insert(shop.db, 'orders', {
    ...NO_DELIVERY,
    ...BY_BUYER,
    id,
    number: newOrderNumber(),
    user_id: null,
    buyer_name: 'Corner Cafe',
    buyer_email: 'bea@cafe.example',
    state: 'paid',
    payment_method: isPrepaid ? 'PayPal' : 'On account',
    items_cents,
    discount_cents: discounts,
    shipping_cents: shippingCents,
    tax_cents: taxCents,
    tax_thousandths: taxCents > 0 ? 1000 : 0,
    ship_state: 'VA',
    total_cents: items_cents + shippingCents + taxCents,
    created_at: now,
    reserved_until: now,
    paid_at: now,
    shipped_at: null,
    delivered_at: null,
    closed_at: null,
    company_id: companyId,
    location_id: companyId,
    po_number: po,
    on_account: isPrepaid ? 0 : 1,
    handover: 'van',
  })
  await insert(
    shop.db,
    'order_lines',
    lines.map(({ priceCents, qty, isTaxed = taxCents > 0, discountCents = 0 }, position) => ({
      order_id: id,
      position,
      product_id: product,
      size_id: product,
      name: 'House Blend',
      image: '',
      category: 'Coffee Beans',
      size_label: '5 lb',
      size_grams: 2268,
      sku: 'HB-5',
      // An order has a size once in each grind.
      grind: position === 0 ? '' : `Grind ${position}`,
      price_cents: priceCents,
      qty,
      discount_cents: discountCents,
      is_taxed: isTaxed ? (1 as const) : (0 as const),
    })),
  )
  return id
}

/** The goods of an order leave today. Returns the id of the invoice; null if they wait for a later bill. */
export async function left(
  shop: TestShop,
  orderId: string,
  pieces: Pieces | null = null,
): Promise<string | null> {
  const { day } = nowAt(shop.clock)
  const { invoiceId } = await transact(shop.db, (tx) => goodsLeft(tx, shop.shop, orderId, pieces, day))
  return invoiceId
}

/** An issued invoice over `cents`, of $100 if not said otherwise. Returns its id. */
export async function invoiced(shop: TestShop, companyId: string, cents = 10_000): Promise<string> {
  const order = await ordered(shop, companyId, { lines: [{ priceCents: cents, qty: 1 }] })
  return (await left(shop, order))!
}

/** Money that was paid online for an invoice, as a row. Returns the id of the order that paid. */
export async function receivedOnline(shop: TestShop, companyId: string): Promise<string> {
  const order = await ordered(shop, companyId)
  const { day } = nowAt(shop.clock)
  await insert(shop.db, 'receipts', {
    id: newId(shop.clock),
    company_id: companyId,
    kind: 'online',
    cents: 500,
    left_cents: 500,
    day,
    received_on: day,
    order_id: order,
    actor: 'The shop',
    at: isoNow(shop.clock),
  })
  return order
}

/** What of the ledger does not add up; empty if all does. Reads only rows, with its own arithmetic. */
export async function ledgerViolations(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [invariant, query] of Object.entries(LEDGER)) {
    const { rows } = await query.execute(db)
    for (const row of rows) found.push(`${invariant}: ${JSON.stringify(row)}`)
  }
  return found
}

const LEDGER = {
  'What settles an invoice is the sum of its allocations and write-offs, and at most its total': sql`
    select id, total_cents, settled_cents from invoices where settled_cents > total_cents or settled_cents <>
      coalesce((select sum(cents) from allocations where invoice_id = invoices.id), 0)
      + coalesce((select sum(cents) from write_offs where invoice_id = invoices.id), 0)`,
  'An invoice of a former system has no lines, no tax, and a number outside of the series': sql`
    select id from invoices where former_on is not null and (tax_cents <> 0 or shipping_cents <> 0 or is_prepaid = 1
      or number like 'W-____-____' or exists (select 1 from invoice_lines where invoice_id = invoices.id))`,
  'An invoice is the sum of its lines': sql`
    select id from invoices where items_cents <> (select sum(cents) from invoice_lines where invoice_id = invoices.id)
      or tax_cents <> (select sum(tax_cents) from invoice_lines where invoice_id = invoices.id)`,
  'What is left of a credit note is its total less its allocations': sql`
    select id from credit_notes where left_cents <>
      total_cents - coalesce((select sum(cents) from allocations where credit_id = credit_notes.id), 0)`,
  'What is left of all receipts of an account is their sum less their allocations': sql`
    select company_id from receipts group by company_id having sum(left_cents) <> sum(cents) - coalesce(
      (select sum(cents) from allocations where receipt_id is not null and company_id = receipts.company_id), 0)`,
  'A line is credited at most once': sql`
    select invoice_lines.invoice_id from invoice_lines join credit_notes on credit_notes.invoice_id = invoice_lines.invoice_id
      join credit_note_lines on credit_id = credit_notes.id and credit_note_lines.position = invoice_lines.position
    group by invoice_lines.invoice_id, invoice_lines.position, invoice_lines.qty, invoice_lines.cents
    having sum(credit_note_lines.qty) > invoice_lines.qty or sum(credit_note_lines.cents) > invoice_lines.cents`,
  'A paid order that pays invoices has one receipt of its total': sql`
    select orders.id from orders where pays_invoices = 1 and paid_at is not null and total_cents <>
      coalesce((select sum(cents) from receipts where order_id = orders.id and cents > 0 and refund_id is null), 0)`,
}

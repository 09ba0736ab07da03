/** Writes one invented order of an account, as the writer of orders would have. */
import { DEFAULT_TAX, partOf } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { isLineTaxed, taxOfLines } from '#shared/wholesale/tax.ts'
import { BY_BUYER, ON_ACCOUNT } from '#server/checkout/orders/place/new-order.ts'
import { NO_DELIVERY } from '#server/checkout/orders/place/place-gift-card.ts'
import type { OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId, type Clock } from '#server/kernel/time/clock.ts'
import { utcOf } from '#server/kernel/time/shop-days.ts'
import type { DemoCoffee } from './coffees.ts'
import { emailOf, markDemo, PERCENT_OFF, type Written } from './write-account.ts'

type Ordered = {
  of: Written
  coffees: readonly DemoCoffee[]
  deliversOn: string
  roastsOn: string
  number: string
  po: string
  standingDate: string | null
}

/** Writes the order at the time of the clock, accepted on account. Returns its id. */
export async function writeOrder(tx: Tx, clock: Clock, ordered: Ordered): Promise<string> {
  const id = newId(clock)
  const lines = linesOf(ordered, id)
  await tx
    .insertInto('orders')
    .values(rowOf(ordered, lines, id, isoNow(clock)))
    .execute()
  await tx.insertInto('order_lines').values(lines).execute()
  const by = ordered.standingDate ? 'Standing order' : ordered.of.account.buyer
  await noteOrder(tx, clock, id, 'Demo', 'Invented for the demo')
  await noteOrder(tx, clock, id, by, 'Order placed')
  await markDemo(tx, 'orders', [id])
  return id
}

/** Adds a line to the history of an order. */
export async function noteOrder(
  tx: Tx,
  clock: Clock,
  order: string,
  actor: string,
  event: string,
): Promise<void> {
  await tx
    .insertInto('order_history')
    .values({ id: newId(clock), order_id: order, at: isoNow(clock), actor, event })
    .execute()
}

function linesOf({ of: { account }, coffees }: Ordered, order: string) {
  const exemption = account.certificate ? { covers: [] } : null
  const kind = account.company.kind ?? 'cafe'
  return account.lines.map(([no, qty], position) => {
    const { product, size } = coffees[no]!
    return {
      order_id: order,
      position,
      product_id: product.id,
      size_id: size.id,
      name: product.name,
      image: product.image,
      category: product.category,
      size_label: labelOf(size),
      size_grams: size.grams,
      sku: size.sku,
      grind: 'Whole bean',
      price_cents: partOf(size.price_cents, 100 - PERCENT_OFF, 100),
      list_cents: size.price_cents,
      qty,
      discount_cents: 0,
      is_taxed: isLineTaxed(product.category, { exemption, kind }) ? (1 as const) : (0 as const),
    }
  })
}

/** What all invented orders have in common when they are accepted. */
const ACCEPTED = {
  hold_extended_at: null,
  split_version: 0,
  shipped_at: null,
  delivered_at: null,
  closed_at: null,
  is_guest: 0,
  saves_method: 0,
  is_gift_card: 0,
  pays_invoices: 0,
  gift_card_cents: 0,
  replaces_order_id: null,
  discount_cents: 0,
  discount_label: '',
  refunded_cents: 0,
} as const

function rowOf(
  { of: { account, ...ids }, deliversOn, roastsOn, number, po, standingDate }: Ordered,
  lines: ReturnType<typeof linesOf>,
  id: string,
  at: string,
): OrderRow {
  const items = lines.reduce((sum, { price_cents: cents, qty }) => sum + cents * qty, 0)
  const taxed = lines.map((line) => ({
    priceCents: line.price_cents,
    qty: line.qty,
    isTaxed: line.is_taxed === 1,
  }))
  const tax = taxOfLines(taxed, 'VA', DEFAULT_TAX)
  const cutOff = utcOf({ day: roastsOn, time: '07:00' })
  return {
    ...NO_DELIVERY,
    ...BY_BUYER,
    ...ACCEPTED,
    id,
    number,
    user_id: ids.user,
    buyer_name: account.buyer,
    buyer_email: emailOf(account),
    state: 'paid',
    payment_method: ON_ACCOUNT,
    address: account.street,
    city: account.city,
    ship_state: 'VA',
    postal_code: account.postalCode,
    country: 'US',
    recipient: account.name,
    items_cents: items,
    tax_cents: tax,
    tax_thousandths: tax > 0 ? DEFAULT_TAX.thousandths : 0,
    total_cents: items + tax,
    roasts_on: roastsOn,
    ships_on: deliversOn,
    arrives_from: deliversOn,
    arrives_to: deliversOn,
    created_at: at,
    reserved_until: cutOff,
    paid_at: at,
    // Set, so that the shop never asks an invented buyer for a review.
    review_requested_at: at,
    company_id: ids.company,
    location_id: ids.location,
    po_number: po,
    on_account: 1,
    delivers_on: deliversOn,
    changeable_until: cutOff,
    handover: 'van',
    standing_date_id: standingDate,
  }
}

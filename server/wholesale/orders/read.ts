/** The orders of an account as its buyers read them. */
import { dayOf, formatDate, timeOf } from '#shared/kernel/dates.ts'
import { dayText, timeText } from '#shared/kernel/days.ts'
import { formatCents, toDollars } from '#shared/kernel/pricing.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import type { AccountOrder, AccountOrderSummary } from '#shared/wholesale/api/account-orders.ts'
import { gramsOf } from '#shared/wholesale/order-sums.ts'
import type { Db, LocationRow, OrderRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor } from '../accounts/buyers.ts'
import { isChangeable } from './change.ts'
import { addressText, nameOf } from './form.ts'

const PAGE_SIZE = 20

type Page = { company: string; pageNumber: number }

/** A page of the orders of an account, newest first. Throws 404 for a caller who is no buyer of it. */
export async function listAccountOrders(shop: Shop, user: SignedIn, page: Page) {
  await buyerFor(shop, user, page.company)
  return listOrdersForDesk(shop, page)
}

/** The same for staff. */
export async function listOrdersForDesk(
  shop: Shop,
  { company, pageNumber }: Page,
): Promise<{ orders: AccountOrderSummary[]; page: number; pages: number }> {
  const { total } = await shop.db
    .selectFrom('orders')
    .where('company_id', '=', company)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await selectOrders(shop.db)
    .where('orders.company_id', '=', company)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
  const orders = rows.map((row) => summaryOf(shop, row))
  return { orders, page: pageNumber, pages: Math.ceil(total / PAGE_SIZE) }
}

/** One order. Throws 404 for an order of an account of which the caller is no buyer. */
export async function readAccountOrder(shop: Shop, user: SignedIn, id: string): Promise<AccountOrder> {
  const row = await rowOf(shop.db, id)
  await buyerFor(shop, user, row.company_id!)
  return toAccountOrder(shop, row)
}

/** One order, for staff. Throws 404 for an order of retail. */
export async function readOrderForDesk(shop: Shop, id: string): Promise<AccountOrder> {
  return toAccountOrder(shop, await rowOf(shop.db, id))
}

/** Orders with the names of their locations and the number of their pieces. */
function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('locations', 'locations.id', 'orders.location_id')
    .selectAll('orders')
    .select('locations.name as location')
    .select((eb) =>
      eb
        .selectFrom('order_lines')
        .whereRef('order_id', '=', 'orders.id')
        .select((of) => of.fn.sum<number>('qty').as('pieces'))
        .as('pieces'),
    )
}

type Listed = OrderRow & { location: string | null; pieces: number | null }

async function rowOf(db: Db, id: string): Promise<Listed> {
  const row = await selectOrders(db).where('orders.id', '=', id).executeTakeFirst()
  if (!row?.company_id) throw notFound('Order')
  return row
}

function summaryOf(shop: Shop, row: Listed): AccountOrderSummary {
  return {
    _id: row.id,
    number: row.number ?? row.id,
    state: row.state,
    createdAt: row.created_at,
    location: row.location ?? '',
    deliversOn: row.delivers_on,
    poNumber: row.po_number,
    pieces: row.pieces ?? 0,
    total: toDollars(row.total_cents),
    onAccount: row.on_account === 1,
    by: row.placed_by ?? row.buyer_name,
    canChange: isChangeable(shop, row),
  }
}

function locationRow(db: Db, { location_id: id }: OrderRow): Promise<LocationRow | undefined> {
  return db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirst()
}

async function toAccountOrder(shop: Shop, row: Listed): Promise<AccountOrder> {
  const { db } = shop
  const [location, company, lines, history] = await Promise.all([
    locationRow(db, row),
    db.selectFrom('companies').selectAll().where('id', '=', row.company_id!).executeTakeFirstOrThrow(),
    db.selectFrom('order_lines').selectAll().where('order_id', '=', row.id).orderBy('position').execute(),
    db
      .selectFrom('order_history')
      .select(['at', 'actor', 'event'])
      .where('order_id', '=', row.id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ])
  return {
    ...summaryOf(shop, row),
    company: { _id: company.id, name: nameOf(company) },
    locationId: row.location_id ?? '',
    note: row.buyer_note,
    changeableUntil: row.changeable_until,
    handover: row.handover ?? 'van',
    address: location ? addressText(location) : '',
    roastsOn: row.roasts_on,
    lines: lines.map((line) => ({
      product: line.product_id,
      sizeId: line.size_id,
      name: lineTitle({
        name: line.name,
        size: line.size_grams,
        sizeLabel: line.size_label,
        grind: line.grind,
      }),
      qty: line.qty,
      price: toDollars(line.price_cents),
      sum: toDollars(line.price_cents * line.qty),
      isTaxed: line.is_taxed === 1,
    })),
    grams: gramsOf(lines.map(({ category, size_grams: grams, qty }) => ({ category, grams, qty }))),
    items: toDollars(row.items_cents),
    shipping: toDollars(row.shipping_cents),
    tax: toDollars(row.tax_cents),
    history: history.map(({ at, actor, event }) => ({ at, by: actor, event })),
    next: nextOf(shop, row),
  }
}

/** What happens next with the order, in sentences for the buyer. */
function nextOf(shop: Shop, row: OrderRow): string {
  const { day: today } = nowAt(shop.clock)
  const comes =
    row.delivers_on === null
      ? ''
      : `It ${WAYS[row.handover ?? 'van']} ${formatDate(row.delivers_on, 'shortWeekday')}.`
  const until = row.changeable_until === null ? null : new Date(row.changeable_until)
  const change =
    until && isChangeable(shop, row)
      ? ` You can change it until ${dayText(dayOf(until), today)} at ${timeText(timeOf(until))}.`
      : ''
  if (row.state === 'pending') return `Pay ${formatCents(row.total_cents)} to confirm it.${change}`
  if (row.state === 'paid') return `${comes}${change}`
  return NEXT[row.state] ?? ''
}

const WAYS = { van: 'comes on', pickup: 'is ready for you on', parcel: 'leaves our shop on' }

const NEXT: { [S in OrderRow['state']]?: string } = {
  capturing: 'Its payment is being confirmed.',
  shipped: 'It is on its way.',
  delivered: 'It was delivered.',
  cancelled: 'It is canceled, and nothing is owed for it.',
  expired: 'It was not paid before its cut-off, so it is canceled.',
  refunded: 'It was refunded.',
}

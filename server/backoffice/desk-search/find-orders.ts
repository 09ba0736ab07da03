/** Orders for the search of the desk: by number, id, tracking number, buyer and recipient. */
import { sql } from 'kysely'
import type { Hit } from '#shared/backoffice/api/desk-search.ts'
import { readOrderNumber } from '#shared/checkout/order-number.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { beginsWith } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { keywordParts } from '#server/checkout/orders/buyers.ts'
import { TAKEN, type Asked } from './asked.ts'

/** For those who run the shop: also by the names and emails of buyer and recipient. */
export async function findOrders(shop: Shop, { text, words }: Asked): Promise<Hit[]> {
  const exact = await byIdentifier(shop, text)
  const isNamed = words.length > 0 && exact.length === 0
  const parts = isNamed ? keywordParts(words.join(' ')) : []
  const named = await Promise.all(
    parts.map((part) =>
      shop.db
        .selectFrom('orders')
        .select(COLUMNS)
        .where(part)
        .orderBy(NEWEST, 'desc')
        .orderBy('id', 'desc')
        .limit(TAKEN)
        .execute(),
    ),
  )
  const rows = named.flat().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  return [...exact, ...rows].map((row) => ({
    title: `Order ${row.number}`,
    detail: `${row.recipient ?? row.buyer_name}, ${formatCents(row.total_cents)}, ${row.state}`,
    to: `/order/${row.id}`,
    isExact: exact.includes(row) && !isBeginning(text),
  }))
}

/** An expression, because PostgreSQL would look for a rare name in all orders, by the index of the newest. */
const NEWEST = sql`coalesce(orders.created_at, '')`

/** For other staff, who see what is in an order but not who bought it. */
export async function findOrdersByNumber(shop: Shop, { text }: Asked): Promise<Hit[]> {
  const rows = await byIdentifier(shop, text)
  return rows.map(({ id, number, state }) => ({
    title: `Order ${number}`,
    detail: state,
    to: `/admin/packing/${id}`,
    isExact: !isBeginning(text),
  }))
}

const COLUMNS = [
  'orders.id',
  'orders.number',
  'orders.state',
  'orders.buyer_name',
  'orders.recipient',
  'orders.total_cents',
  'orders.created_at',
] as const

/** The orders with this number, the beginning of it, this id, or a parcel with this tracking number. */
async function byIdentifier({ db }: Shop, text: string) {
  const bare = bareOf(text)
  const number = readOrderNumber(text)
  const start = bare.length > 3 ? `${bare.slice(0, 3)}-${bare.slice(3)}` : bare
  const parcels = db
    .selectFrom('labels')
    .select('order_id')
    .where('tracking_number', '=', bare)
    .union(db.selectFrom('shipments').select('order_id').where('tracking_number', '=', bare))
  const ids = bare.length > 6 ? [text, ...(await parcels.execute()).map(({ order_id: id }) => id)] : []
  return db
    .selectFrom('orders')
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        ...(number ? [eb('number', '=', number)] : []),
        ...(isBeginning(text) && /^\w+$/.test(bare) ? [isNumberFrom(start.toUpperCase())] : []),
        ...(ids.length > 0 ? [eb('orders.id', 'in', ids)] : []),
      ]),
    )
    .orderBy(NEWEST, 'desc')
    .limit(TAKEN)
    .execute()
}

/** As a range too, which is read from the index of the numbers. They have digits, capital letters and a dash. */
const isNumberFrom = (start: string) =>
  sql<boolean>`(orders.number >= ${start} and orders.number <= ${start.padEnd(7, 'Z')}
    and ${beginsWith('orders.number', start)})`

/** A number without its mark, spaces and dashes. */
const bareOf = (text: string) => text.replace(/^(?:no\.?|#)\s*/i, '').replaceAll(/[\s-]/g, '')

/** Whether the text is shorter than the number of an order. */
const isBeginning = (text: string) => bareOf(text).length < 6

/** Orders for the search of the desk: by number, id, tracking number, and what the role may read of them. */
import { sql, type RawBuilder } from 'kysely'
import type { Hit } from '#shared/backoffice/api/desk-search.ts'
import { readOrderNumber } from '#shared/checkout/order-number.ts'
import { stateOf } from '#shared/kernel/order-state-names.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { beginsWith } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { ofAccounts, ownTexts } from '#server/checkout/orders/buyers.ts'
import {
  areForGoods,
  ordersToRecipient,
  ordersWithGoods,
  ordersWithPhone,
  phoneSpellings,
} from '#server/checkout/orders/searched.ts'
import { TAKEN, type Asked } from './asked.ts'

/** For those who run the shop: also by names and emails of buyer and recipient, phone number and goods. */
export async function findOrders(shop: Shop, { text, words }: Asked): Promise<Hit[]> {
  const exact = await byIdentifier(shop, text)
  const spellings = phoneSpellings(text)
  const called = spellings.length > 0 ? await newestOf(shop, isAmongNewest(ordersWithPhone(spellings))) : []
  const isNamed = words.length > 0 && exact.length === 0 && called.length === 0
  const byContents = [ownTexts(text), ...goodsAndParcels({ text, words })]
  const parts = isNamed ? [ofAccounts(words), ...byContents.map(isAmongNewest)] : []
  const named = await Promise.all(parts.map((part) => newestOf(shop, part)))
  const phones = new Set(spellings)
  return [...exact, ...newestFirst([...called, ...named.flat()])].map((row) => ({
    title: `Order ${row.number}`,
    detail: `${row.recipient ?? row.buyer_name}, ${formatCents(row.total_cents)}, ${dayAndState(row)}`,
    to: `/order/${row.id}`,
    isExact: (exact.includes(row) && !isBeginning(text)) || phones.has(row.phone),
  }))
}

/**
 * For other staff, who see the recipient and the goods of an order, but not who bought it: they must not find out who buys
 * here by typing emails and phone numbers.
 */
export async function findOrdersToPack(shop: Shop, { text, words }: Asked): Promise<Hit[]> {
  const isPacked = sql<boolean>`orders.is_gift_card = 0`
  const exact = await byIdentifier(shop, text, isPacked)
  const isNamed = words.length > 0 && exact.length === 0
  const sources = isNamed ? [ordersToRecipient(words), ...goodsAndParcels({ text, words })] : []
  const named = await Promise.all(
    sources.map((ids) => newestOf(shop, sql<boolean>`${isPacked} and ${isAmongNewest(ids)}`)),
  )
  return [...exact, ...newestFirst(named.flat())].map((row) => ({
    title: `Order ${row.number}`,
    detail: `${row.recipient ?? row.buyer_name}, ${dayAndState(row)}`,
    to: `/admin/packing/${row.id}`,
    isExact: exact.includes(row) && !isBeginning(text),
  }))
}

/** SQL: the ids of orders with these goods, and of those with a parcel whose tracking number begins so. */
function goodsAndParcels({ text, words }: Asked): RawBuilder<unknown>[] {
  return [
    ...(areForGoods(words) ? [ordersWithGoods(words)] : []),
    ...(isParcel(text) ? [parcelsFrom(text, 'beginning')] : []),
  ]
}

/** More ids than are shown, because an order can have several lines that match. */
const IDS = 4 * TAKEN

/**
 * SQL condition: the order is one of the newest of these. Ids begin with their time. Without this limit, PostgreSQL compares
 * all orders, newest first, with all of these.
 */
function isAmongNewest(ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`orders.id in (select order_id from (${ids} order by order_id desc limit ${IDS}) as newest)`
}

type Found = Awaited<ReturnType<typeof newestOf>>

/** Each once, the newest first. */
function newestFirst(rows: Found): Found {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** An expression, because PostgreSQL would look for a rare name in all orders, by the index of the newest. */
const NEWEST = sql`coalesce(orders.created_at, '')`

function newestOf({ db }: Shop, condition: RawBuilder<boolean>) {
  // Only ids are sorted, which indexes have: a frequent name has thousands of orders.
  const ids = db
    .selectFrom('orders')
    .select('orders.id')
    .where(condition)
    .orderBy(NEWEST, 'desc')
    .orderBy('id', 'desc')
    .limit(TAKEN)
  return db.selectFrom('orders').select(COLUMNS).where('orders.id', 'in', ids).execute()
}

const COLUMNS = [
  'orders.id',
  'orders.number',
  'orders.state',
  'orders.buyer_name',
  'orders.recipient',
  'orders.phone',
  'orders.total_cents',
  'orders.created_at',
  'orders.is_pickup',
  'orders.ready_at',
] as const

/** By which the orders of one person are told apart: 'Nov 21, 2026, waiting for payment'. */
function dayAndState(row: Found[number]): string {
  const { state, is_pickup: isPickup, ready_at: readyAt } = row
  const name =
    state === 'pending' ? 'waiting for payment' : stateOf({ state, isPickup: isPickup === 1, readyAt })
  return `${formatDate(row.created_at, 'shortDay')}, ${name.toLowerCase()}`
}

/**
 * The orders with this number, the beginning of it, this id, or a parcel with this tracking number.
 * @param isShown the condition that the role may read an order
 */
async function byIdentifier({ db }: Shop, text: string, isShown = sql<boolean>`1 = 1`) {
  const bare = bareOf(text)
  const number = readOrderNumber(text)
  const start = bare.length > 3 ? `${bare.slice(0, 3)}-${bare.slice(3)}` : bare
  const { rows } = isParcel(text) ? await parcelsFrom(text, 'whole').execute(db) : { rows: [] }
  const ids = bare.length > 6 ? [text, ...rows.map(({ order_id: id }) => id)] : []
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
    .where(isShown)
    .orderBy(NEWEST, 'desc')
    .limit(TAKEN)
    .execute()
}

/** Fewer characters begin almost every tracking number of a carrier. */
const SHORT_PARCEL = 6
const LONGEST_PARCEL = 60

/** As the indexes say it: carriers and people write tracking numbers in groups. */
const FOLDED = sql`upper(replace(replace(tracking_number, ' ', ''), '-', ''))`

/** SQL: the ids of the orders with a parcel whose tracking number begins with the text, in any spelling, or is the text. */
function parcelsFrom(text: string, match: 'beginning' | 'whole'): RawBuilder<{ order_id: string }> {
  const start = bareOf(text).toUpperCase()
  const end = match === 'whole' ? start : start.padEnd(LONGEST_PARCEL, 'Z')
  const isFound = sql`tracking_number <> '' and ${FOLDED} >= ${start} and ${FOLDED} <= ${end} and ${beginsWith(FOLDED, start)}`
  return sql`select order_id from labels where ${isFound} union select order_id from shipments where ${isFound} union select order_id from parcels where ${isFound}`
}

/** Whether the text can be a tracking number or its beginning: letters and at least one digit. */
function isParcel(text: string): boolean {
  const bare = bareOf(text)
  const isLong = bare.length >= SHORT_PARCEL && bare.length <= LONGEST_PARCEL
  return isLong && /^[a-z\d]+$/i.test(bare) && /\d/.test(bare)
}

/** As a range too, which is read from the index of the numbers. They have digits, capital letters and a dash. */
const isNumberFrom = (start: string) =>
  sql<boolean>`(orders.number >= ${start} and orders.number <= ${start.padEnd(7, 'Z')}
    and ${beginsWith('orders.number', start)})`

/** A number without its mark, spaces and dashes. */
const bareOf = (text: string) => text.replace(/^(?:no\.?|#)\s*/i, '').replaceAll(/[\s-]/g, '')

/** Whether the text is shorter than the number of an order. */
const isBeginning = (text: string) => bareOf(text).length < 6

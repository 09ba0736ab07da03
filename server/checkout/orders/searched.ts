/** What the search of orders reads beside numbers and buyers: the names of goods, recipients, and phone numbers. */
import { sql, type Compilable, type RawBuilder } from 'kysely'
import { HOUR, isoIn } from '#server/kernel/time/clock.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { containsAll, fold } from '#server/kernel/db/search.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'
import { recipientOfOrder } from '../quotes/parcel.ts'

type Named = Pick<OrderRow, 'id' | 'recipient' | 'buyer_name' | 'phone'>

/**
 * The queries that store what the search reads of new orders. Run them in the transaction of the orders.
 * @param names the names of the goods in their lines
 */
export function searchedTexts(db: Db, orders: readonly Named[], names: readonly string[]): Compilable[] {
  // In the order of the names, so that two orders with the same new names do not wait for each other.
  const sold = [...new Set(names)].sort().map((name) => ({ name, search_text: fold(name) }))
  const recipients = orders.map((order) => ({
    order_id: order.id,
    search_text: fold(recipientOfOrder(order).name),
  }))
  return [
    ...(recipients.length > 0
      ? [
          db
            .insertInto('order_recipients')
            .values(recipients)
            .onConflict((taken) => taken.doNothing()),
        ]
      : []),
    ...(sold.length > 0
      ? [
          db
            .insertInto('sold_names')
            .values(sold)
            .onConflict((taken) => taken.doNothing()),
        ]
      : []),
  ]
}

/** Fewer characters match almost every name. */
const SHORT = 3

/** Whether words are long enough to search the names of goods for them. */
export function areForGoods(words: readonly string[]): boolean {
  return words.join('').length >= SHORT
}

/** SQL: the names of goods that have all these words. */
function soldNames(words: readonly string[]): RawBuilder<unknown> {
  return sql`select name from sold_names where ${containsAll('sold_names.search_text', words)}`
}

/** Whether any goods were sold under a name that has all these words. */
export async function areSold(db: Db, words: readonly string[]): Promise<boolean> {
  const { rows } = await sql`${soldNames(words)} limit 1`.execute(db)
  return rows.length > 0
}

/** SQL: the ids of orders with a line whose name has all these words. */
export function ordersWithGoods(words: readonly string[]): RawBuilder<unknown> {
  return sql`select order_id from order_lines where name in (${soldNames(words)})`
}

/** SQL condition: the order has such a line. For orders that are read one by one. */
export function hasGoods(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(select count(*) from order_lines
    where order_lines.order_id = orders.id and order_lines.name in (${soldNames(words)})) > 0`
}

/** SQL: the ids of orders whose recipient's name has all these words. */
export function ordersToRecipient(words: readonly string[]): RawBuilder<unknown> {
  return sql`select order_id from order_recipients where ${containsAll('order_recipients.search_text', words)}`
}

/**
 * The spellings in which a phone number may be stored (shared/kernel/phone.ts): with and without plus and the 1 of the United
 * States. Empty if the text is no phone number, or has fewer than six digits.
 */
export function phoneSpellings(text: string): string[] {
  if (!/^[+\d\s()./-]+$/.test(text)) return []
  const digits = text.replace(/\D/g, '')
  if (digits.length < 6 || digits.length > 15) return []
  const bare = digits.replace(/^1(?=\d{10}$)/, '')
  return [...new Set([digits, `+${digits}`, bare, `1${bare}`, `+1${bare}`])]
}

/** SQL: the ids of orders whose phone number begins with one of these spellings, which are not empty, as `order_id`. */
export function ordersWithPhone(spellings: readonly string[]): RawBuilder<unknown> {
  // Ranges, so that both databases read an index. A number has 15 digits at most.
  const begins = spellings.map((start) => sql`phone between ${start} and ${start.padEnd(16, '9')}`)
  // An expression, because SQLite would read all orders by their ids to sort the few that it finds.
  return sql`select coalesce(id, '') as order_id from orders where phone <> '' and (${sql.join(begins, sql` or `)})`
}

/** Rows per transaction, so that orders do not wait long. */
const BATCH = 500

/**
 * Stores what the search reads of orders that an earlier release has placed, when the server starts. An earlier release may
 * also place orders while this one is being installed.
 * @param since only orders that were placed since this time (ISO 8601)
 */
export async function fillSearched(db: Db, since = ''): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('order_recipients', 'order_recipients.order_id', 'orders.id')
    .where('order_recipients.order_id', 'is', null)
    .where('created_at', '>=', since)
    .select(['orders.id', 'recipient', 'buyer_name', 'phone'])
    .execute()
  const names = await db
    .selectFrom('order_lines')
    .select('name')
    .distinct()
    .where('name', 'not in', db.selectFrom('sold_names').select('name'))
    .$if(since !== '', (query) =>
      query.where('order_id', 'in', db.selectFrom('orders').select('id').where('created_at', '>=', since)),
    )
    .execute()
  await write(
    db,
    [],
    names.map(({ name }) => name),
  )
  for (const some of inBatches(orders, BATCH)) await write(db, some, [])
}

async function write(db: Db, orders: readonly Named[], names: readonly string[]): Promise<void> {
  await transact(db, async (tx) => {
    for (const query of searchedTexts(tx, orders, names)) await tx.executeQuery(query)
  })
}

/** Longer than two releases run at the same time. */
const UPDATE = HOUR

/** Does the same for orders that an earlier release has placed in the last hour. */
export async function fillNewlySearched({ db, clock }: Shop): Promise<void> {
  await fillSearched(db, isoIn(clock, -UPDATE))
}

/** Finding orders by their buyer: by what the account says today, and by what it said when they were placed. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/schema.ts'
import { beginsWith, fold, containsAll, searchTerms } from '../db/search.ts'

/**
 * Whether an order is one that this keyword means: the beginning of its id, or words of its buyer's name and e-mail.
 * Every order is looked at, in the index and nowhere else: `coalesce` keeps SQLite from fetching the orders of each
 * buyer one by one, which takes a second where a word fits them all.
 */
export function isWanted(keyword: string): RawBuilder<boolean> {
  const words = searchTerms(keyword)
  const [first = '', ...others] = words
  const byBuyer = sql<boolean>`(
    coalesce(orders.user_id, '') in (select users.id from users where ${containsAll('users.search_text', words)})
    or coalesce(orders.id, '') in (
      select order_id from former_buyers where ${containsAll('former_buyers.search_text', words)}))`
  return others.length > 0 ? byBuyer : sql<boolean>`(${byBuyer} or ${beginsWith('orders.id', first)})`
}

/** What is searched of a person. */
export function searchTextOf({ name, email }: { name: string; email: string }): string {
  return fold(`${name} ${email}`)
}

const AT_ONCE = 500

/**
 * Keeps what the user's orders say of their buyer, before the account says something else or goes.
 * Of an order that was called otherwise before that is kept already.
 */
export async function rememberBuyer(tx: Tx, userId: string): Promise<void> {
  const orders = await tx
    .selectFrom('orders')
    .leftJoin('former_buyers', 'former_buyers.order_id', 'orders.id')
    .where('user_id', '=', userId)
    .where('former_buyers.order_id', 'is', null)
    .select(['orders.id', 'buyer_name as name', 'buyer_email as email'])
    .execute()
  for (let start = 0; start < orders.length; start += AT_ONCE) {
    const some = orders.slice(start, start + AT_ONCE)
    await tx
      .insertInto('former_buyers')
      .values(some.map((order) => ({ order_id: order.id, search_text: searchTextOf(order) })))
      .onConflict((taken) => taken.doNothing())
      .execute()
  }
}

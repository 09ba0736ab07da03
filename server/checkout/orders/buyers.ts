/**
 * Search for orders by number, id, recipient or buyer: by the account's current name and email, and its earlier names
 * and emails.
 */
import { sql, type RawBuilder } from 'kysely'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { beginsWith, fold, containsAll, searchTerms } from '#server/kernel/db/search.ts'
import { readOrderNumber } from '#shared/checkout/order-number.ts'
import {
  areForGoods,
  areSold,
  hasGoods,
  ordersWithGoods,
  ordersWithPhone,
  phoneSpellings,
} from './searched.ts'

/**
 * The condition that an order matches a keyword: its number, the start of its id, or words of its buyer's name and
 * email. The query scans an index of all orders. `coalesce` prevents SQLite from reading the orders of each buyer one
 * by one, which takes a second if a word matches every buyer.
 */
export function matchesKeyword(keyword: string): RawBuilder<boolean> {
  const words = searchTerms(keyword)
  const [first = '', ...others] = words
  const byBuyer = sql<boolean>`(
    coalesce(orders.user_id, '') in (${accounts(words)}) or coalesce(orders.id, '') in (${ordersOfFormer(words)}))`
  const number = readOrderNumber(keyword)
  // By id, because the index does not have the number.
  const byNumber = number ? sql` or orders.id in (select id from orders where number = ${number})` : sql``
  const byId = others.length === 0 ? sql` or ${beginsWith('orders.id', first)}` : sql``
  return sql<boolean>`(${byBuyer}${byNumber}${byId})`
}

/**
 * The same condition, checked order by order. It is faster if only a few thousand orders are read until a page is full.
 */
function matchesOneByOne(keyword: string): RawBuilder<boolean> {
  const words = searchTerms(keyword)
  const [first = '', ...others] = words
  const byBuyer = sql<boolean>`(
    (select count(*) from users where users.id = orders.user_id and ${containsAll('users.search_text', words)}) > 0
    or (select count(*) from former_buyers
      where former_buyers.order_id = orders.id and ${containsAll('former_buyers.search_text', words)}) > 0)`
  return others.length > 0 ? byBuyer : sql<boolean>`(${byBuyer} or ${beginsWith('orders.id', first)})`
}

/**
 * The same orders, and those found by phone, in two sets without common orders, which are read through indexes: those of the
 * matching accounts, and all others. A single condition with `or` would make PostgreSQL read all orders.
 */
export function keywordParts(
  keyword: string,
): [ofAccounts: RawBuilder<boolean>, others: RawBuilder<boolean>] {
  const words = searchTerms(keyword)
  const isAccount = containsAll('users.search_text', words)
  return [
    ofAccounts(words),
    sql<boolean>`(orders.id in (${ownTexts(keyword)})
      and not exists (select 1 from users where users.id = orders.user_id and ${isAccount}))`,
  ]
}

/** SQL condition: the order belongs to an account whose name and email have all words. */
export function ofAccounts(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`orders.user_id in (${accounts(words)})`
}

/** SQL: the ids of orders found by number, id, phone, and the texts that are stored with them, as `order_id`. */
export function ownTexts(keyword: string): RawBuilder<unknown> {
  const words = searchTerms(keyword)
  const [first = ''] = words
  const number = readOrderNumber(keyword)
  const spellings = phoneSpellings(keyword)
  return sql.join(
    [
      ordersOfFormer(words),
      ...(number ? [sql`select id from orders where number = ${number}`] : []),
      ...(words.length === 1 ? [sql`select id from orders where ${isIdFrom(first)}`] : []),
      ...(spellings.length > 0 ? [ordersWithPhone(spellings)] : []),
    ],
    sql` union `,
  )
}

/**
 * The orders with goods of this name; null if there are none, or if the keyword is too short.
 * @param butNamed whether those in `keywordParts` are left out, which takes time
 */
export async function goodsPart(
  db: Db,
  keyword: string,
  butNamed: boolean,
): Promise<RawBuilder<boolean> | null> {
  const words = searchTerms(keyword)
  // Without this, PostgreSQL may read all orders before it finds that no goods match.
  if (!areForGoods(words) || !(await areSold(db, words))) return null
  const goods = sql<boolean>`orders.id in (${ordersWithGoods(words)})`
  if (!butNamed) return goods
  return sql<boolean>`(${goods} and orders.id not in (${ownTexts(keyword)})
    and coalesce(orders.user_id, '') not in (${accounts(words)}))`
}

/** The condition that an order is in one of these sets, for a query that reads all orders. */
export function matchesAnywhere(keyword: string): RawBuilder<boolean> {
  return orByContents(
    keyword,
    matchesKeyword(keyword),
    (words) => sql<boolean>`coalesce(orders.id, '') in (${ordersWithGoods(words)})`,
  )
}

/** The same for a query that reads orders one by one until a page is full. */
export function matchesAnywhereOneByOne(keyword: string): RawBuilder<boolean> {
  return orByContents(keyword, matchesOneByOne(keyword), hasGoods)
}

function orByContents(
  keyword: string,
  matches: RawBuilder<boolean>,
  haveGoods: (words: readonly string[]) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const words = searchTerms(keyword)
  const spellings = phoneSpellings(keyword)
  const byGoods = areForGoods(words) ? sql` or ${haveGoods(words)}` : sql``
  const byPhone = spellings.length > 0 ? sql` or orders.id in (${ordersWithPhone(spellings)})` : sql``
  return sql<boolean>`(${matches}${byGoods}${byPhone})`
}

/** SQL: the ids of the accounts whose name and email have all words. */
function accounts(words: readonly string[]): RawBuilder<unknown> {
  return sql`select users.id from users where ${containsAll('users.search_text', words)}`
}

/** SQL: the ids of the orders whose stored names and emails have all words. */
function ordersOfFormer(words: readonly string[]): RawBuilder<unknown> {
  return sql`select order_id from former_buyers where ${containsAll('former_buyers.search_text', words)}`
}

/** Ids consist of 22 lowercase letters and digits, so every id that begins with the word is in this range. */
function isIdFrom(word: string): RawBuilder<boolean> {
  return sql<boolean>`(orders.id >= ${word} and orders.id <= ${word.padEnd(22, 'z')} and ${beginsWith('orders.id', word)})`
}

/** A person's name and email as text for the search. */
export function searchTextOf({ name, email }: { name: string; email: string }): string {
  return fold(`${name} ${email}`)
}

const BATCH = 500

/**
 * Stores the user's current name and email with each of the user's orders, for the search. Call it before the account
 * is changed or deleted. Orders with a stored name keep it.
 */
export async function rememberBuyer(tx: Tx, userId: string): Promise<void> {
  const orders = await tx
    .selectFrom('orders')
    .leftJoin('former_buyers', 'former_buyers.order_id', 'orders.id')
    .where('user_id', '=', userId)
    .where('former_buyers.order_id', 'is', null)
    .select(['orders.id', 'buyer_name', 'buyer_email', 'recipient'])
    .execute()
  for (const some of inBatches(orders, BATCH)) {
    await buyerSearchText(tx, some).execute()
  }
}

/**
 * The query that stores the searched text of some orders: name and email of the buyer, and the recipient. Texts that
 * are stored already stay as they are.
 */
export function buyerSearchText(
  db: Db,
  orders: Pick<OrderRow, 'id' | 'buyer_name' | 'buyer_email' | 'recipient'>[],
) {
  return db
    .insertInto('former_buyers')
    .values(
      orders.map(({ id, buyer_name: name, buyer_email: email, recipient }) => ({
        order_id: id,
        search_text: searchTextOf({ name: recipient ? `${name} ${recipient}` : name, email }),
      })),
    )
    .onConflict((taken) => taken.doNothing())
}

/** People for whom staff may place an order. Staff choose one: people are never joined by a name. */
import { sql, type RawBuilder } from 'kysely'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { counter, CounterCandidate as Person } from '#shared/checkout/api/counter.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import { mailboxKey } from '#server/kernel/limits/mailing.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { phoneSpellings, ordersWithPhone } from '../orders/searched.ts'

type Found = Omit<Person, 'orders' | 'address'>

const MOST = 10
const SHORT = 2

/**
 * Accounts and earlier buyers: by an email in any spelling of its mailbox, by a phone number, or by words of a name. Those that
 * an email finds come first, then those of a phone number.
 */
export async function findPeople(shop: Shop, keyword: string): Promise<Reply<typeof counter.people>> {
  if (keyword.length < SHORT) return { people: [] }
  const found = keyword.includes('@')
    ? await byMailbox(shop, keyword)
    : [...(await byPhone(shop, keyword)), ...(await byName(shop, keyword))]
  const once = new Map(found.toReversed().map((each) => [each.user ?? each.email, each]))
  const people = [...once.values()].toReversed().slice(0, MOST)
  return { people: await Promise.all(people.map((each) => withOrders(shop, each))) }
}

/** The buyer of an order; null if it has neither an account nor an email. */
export async function buyerOfOrder(shop: Shop, order: OrderRow): Promise<Person | null> {
  const { user_id: id, phone } = order
  const by = 'email' as const
  if (id === null) return order.buyer_email === '' ? null : withOrders(shop, { ...guestOf(order), by })
  const account = await shop.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'confirmed_email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return withOrders(shop, { ...accountOf(account), phone, by })
}

/** SQL as `mailboxKey`: without the part after a plus sign, and for Gmail without dots. */
function keyOf(email: string): RawBuilder<string> {
  const column = sql.ref(email)
  const name = before(column, '@')
  const domain = sql`lower(substr(${column}, length(${name}) + 2))`
  const bare = sql`lower(${before(name, '+')})`
  return sql<string>`case when ${domain} in ('gmail.com', 'googlemail.com')
    then replace(${bare}, '.', '') || '@gmail.com' else ${bare} || '@' || ${domain} end`
}

/** SQL: a text up to a sign, or all of it. Of the functions that both databases have, `ltrim` finds the sign. */
function before(text: RawBuilder<unknown>, sign: '@' | '+'): RawBuilder<string> {
  const rest = sql`ltrim(${text}, replace(${text}, ${sql.lit(sign)}, ''))`
  return sql<string>`substr(${text}, 1, length(${text}) - length(${rest}))`
}

async function byMailbox({ db }: Shop, typed: string): Promise<Found[]> {
  const key = mailboxKey(typed.trim())
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'confirmed_email'])
    .where(sql<boolean>`${keyOf('users.email')} = ${key}`)
    .orderBy('created_at')
    .limit(MOST)
    .execute()
  const guests = await db
    .selectFrom('orders')
    .select(['buyer_name', 'buyer_email', 'phone'])
    .where('is_guest', '=', 1)
    .where('user_id', 'is', null)
    .where(sql<boolean>`${keyOf('orders.buyer_email')} = ${key}`)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
  return [
    ...accounts.map((row) => ({ ...accountOf(row), phone: '', by: 'email' as const })),
    ...guests.map((row) => ({ ...guestOf(row), by: 'email' as const })),
  ]
}

async function byPhone({ db }: Shop, typed: string): Promise<Found[]> {
  const spellings = phoneSpellings(typed)
  if (spellings.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.confirmed_email'])
    .select(['buyer_name', 'buyer_email', 'phone'])
    .where(sql<boolean>`orders.id in (${ordersWithPhone(spellings)})`)
    .orderBy('orders.created_at', 'desc')
    .limit(MOST * MOST)
    .execute()
  return rows.map(({ id, name, email, confirmed_email, ...order }) =>
    id === null
      ? { ...guestOf(order), by: 'phone' as const }
      : {
          ...accountOf({ id, name: name!, email: email!, confirmed_email }),
          phone: order.phone,
          by: 'phone' as const,
        },
  )
}

async function byName({ db }: Shop, typed: string): Promise<Found[]> {
  const words = searchTerms(typed)
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'confirmed_email'])
    .where(containsAll('users.search_text', words))
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
  const guests = await db
    .selectFrom('former_buyers')
    .innerJoin('orders', 'orders.id', 'former_buyers.order_id')
    .select(['buyer_name', 'buyer_email', 'phone'])
    .where('is_guest', '=', 1)
    .where('user_id', 'is', null)
    .where('buyer_email', '<>', '')
    .where(containsAll('former_buyers.search_text', words))
    .orderBy('orders.id', 'desc')
    .limit(MOST)
    .execute()
  return [
    ...accounts.map((row) => ({ ...accountOf(row), phone: '', by: 'name' as const })),
    ...guests.map((row) => ({ ...guestOf(row), by: 'name' as const })),
  ]
}

function accountOf(row: { id: string; name: string; email: string; confirmed_email: string | null }) {
  const { id, name, email, confirmed_email: confirmed } = row
  return { user: id, name, email, isConfirmed: confirmed === email }
}

function guestOf(row: { buyer_name: string; buyer_email: string; phone: string }) {
  const { buyer_name: name, buyer_email: email, phone } = row
  return { user: null, name, email, phone, isConfirmed: false }
}

/** The number of orders, and the address of the last parcel. */
async function withOrders({ db }: Shop, person: Found): Promise<Person> {
  const own = db
    .selectFrom('orders')
    .where('orders.state', 'not in', ['cancelled', 'expired'])
    .where((eb) =>
      person.user === null
        ? eb.and([eb('is_guest', '=', 1), eb('user_id', 'is', null), eb('buyer_email', '=', person.email)])
        : eb('user_id', '=', person.user),
    )
  const { orders } = await own.select((eb) => eb.fn.countAll<number>().as('orders')).executeTakeFirstOrThrow()
  const last = await own
    .where('is_pickup', '=', 0)
    .where('address', '<>', '')
    .select(['address', 'address2', 'city', 'ship_state', 'postal_code', 'country', 'recipient', 'phone'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return { ...person, orders, address: null }
  const { ship_state: state, postal_code: postalCode, recipient, ...rest } = last
  const address = { ...rest, state, postalCode, recipient: recipient ?? '' }
  return { ...person, phone: person.phone || last.phone, orders, address }
}

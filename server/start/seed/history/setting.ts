/** What the parts of the invented history share: the rows so far, the goods, and the accounts of the customers. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { fold } from '#server/kernel/db/search.ts'
import { UNUSABLE_HASH } from '#server/platform/sessions/passwords.ts'
import { PEOPLE, type Person } from './people.ts'
import { type Bought, type Goods, idAt, type Inventing, type Random, type Rows } from './rows.ts'

export type Setting = {
  rows: Rows
  random: Random
  /** No row is later. */
  now: Date
  goods: readonly Goods[]
  accounts: Map<Person, string>
}

/** The id of a person's account, which is created with the first order; null for guests. Its password is unusable. */
export function accountOf({ rows, accounts, random }: Setting, person: Person, at: Date): string | null {
  if (!person.hasAccount) return null
  const known = accounts.get(person)
  if (known !== undefined) return known
  const created = new Date(at.getTime() - random.int(4, 20) * MINUTE)
  const { name, email } = person
  const id = idAt(created, random)
  rows.users.push({
    id,
    name,
    email,
    password_hash: UNUSABLE_HASH,
    is_admin: 0,
    search_text: fold(`${name} ${email}`),
    confirmed_email: email,
    created_at: created.toISOString(),
    updated_at: created.toISOString(),
  })
  accounts.set(person, id)
  return id
}

/** Sets the time at which each account was created to some minutes before its first order. */
export function correctAccounts({ rows }: Pick<Setting, 'rows'>): void {
  const first = new Map<string, string>()
  for (const { user_id: user, created_at: at } of rows.orders)
    if (user && at < (first.get(user) ?? '9')) first.set(user, at)
  for (const user of rows.users) {
    const at = first.get(user.id)
    if (at === undefined || at > user.created_at) continue
    user.created_at = user.updated_at = new Date(Date.parse(at) - 5 * MINUTE).toISOString()
  }
}

/** The person with this name in people.ts. */
export function personOf(name: string): Person {
  return PEOPLE.find((person) => person.name === name)!
}

/** A bag of a coffee, or a piece of other goods. @param no the number of the product, counted from 1 */
export function bagOf({ goods }: Pick<Setting, 'goods'>, no: number, qty = 1, grind = 'Whole bean'): Bought {
  const each = goods[no - 1]!
  const isCoffee = each.product.category === COFFEE_BEANS
  return { ...each, size: each.sizes[0]!, grind: isCoffee ? grind : '', qty }
}

/** The input for an order of a person. */
export function orderOf(
  setting: Setting,
  name: string,
  at: Date,
  order: Pick<Inventing, 'bought'> & Partial<Inventing>,
): Inventing {
  const { rows, random, now } = setting
  const person = personOf(name)
  return { rows, random, now, at, person, account: accountOf(setting, person, at), ...order }
}

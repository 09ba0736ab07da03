/** Fills a database with the data of a shop that has been open for years. Its books balance. */
import { randomBytes } from 'node:crypto'
import { demoProducts } from '#server/start/seed/demo.ts'
import type { Db } from '#server/db/schema.ts'
import { fold } from '#server/db/search.ts'
import { hashToken } from '#server/sessions/sessions.ts'
import { Rows } from './insert.ts'
import { buyOrders, type Good, type Person } from './fill-orders.ts'
import { BEGAN, dice, moments } from './years.ts'

export const SIZES = { products: 10_000, users: 5_000, orders: 50_000, messages: 5_000, changes: 20_000 }
export type Sizes = typeof SIZES
/** The number of products with which the public list is measured. */
export const MANY_PRODUCTS: Sizes = { products: 50_000, users: 1, orders: 0, messages: 0, changes: 0 }

/** Fills an empty, migrated database. Returns the session cookie of an admin. */
export async function fillYears(db: Db, sizes: Sizes = SIZES): Promise<string> {
  const rows = new Rows(db)
  const people = await signUp(rows, sizes.users)
  const goods = await stockUp(rows, sizes.products)
  await buyOrders(rows, { people, goods, orders: sizes.orders })
  await write(rows, sizes.messages)
  await change(rows, people[0]!, goods, sizes.changes)
  await rows.flush()
  return signIn(db, people[0]!)
}

const FIRST = ['Ann', 'Béla', 'Chloé', 'Dmitri', 'Esra', 'Farid', 'Grace', 'Hana', 'Ilse', 'João']
const LAST = ['O’Neil', 'Müller', 'Nakamura', 'Okafor', 'Petrov', 'Quist', 'Rossi', 'Silva', 'Tran', 'Young']

/** The first user is an admin. */
async function signUp(rows: Rows, count: number): Promise<Person[]> {
  const roll = dice(2)
  const people: Person[] = []
  for (const { at, id } of moments(count)) {
    const name = `${FIRST[roll(10)]} ${LAST[roll(10)]}`
    const email = `buyer${people.length}@example.com`
    const isAdmin = people.length === 0 ? 1 : 0
    await rows.add('users', {
      id,
      name,
      email,
      password_hash: '-',
      search_text: fold(`${name} ${email}`),
      is_admin: isAdmin,
      created_at: at,
      updated_at: at,
    })
    people.push({ id, name, email })
  }
  return people
}

async function stockUp(rows: Rows, count: number): Promise<Good[]> {
  const roll = dice(3)
  const goods: Good[] = []
  const models = demoProducts({ now: () => new Date(BEGAN) })
  for (const { at, id } of moments(count)) {
    const model = models[goods.length % models.length]!
    const name = `${model.name} ${goods.length + 1}`
    const cents = 900 + 50 * roll(60)
    const search =
      `${name} ${model.origin} ${model.cupping_note} ${model.brand} ${model.category}`.toLowerCase()
    const row = {
      ...model,
      id,
      name,
      search_text: search,
      price_cents: cents,
      created_at: at,
      updated_at: at,
    }
    await rows.add('products', { ...row, count_in_stock: roll(40), is_draft: roll(20) === 0 ? 1 : 0 })
    const { image, category, size_grams: size = null } = model
    goods.push({ id, name, image, category, size, cents })
  }
  return goods
}

/** Messages of visitors, each with its mail. */
async function write(rows: Rows, count: number): Promise<void> {
  const roll = dice(4)
  for (const { at, id } of moments(count)) {
    const wholesale = roll(4) === 0
    const name = `${FIRST[roll(10)]} ${LAST[roll(10)]}`
    const email = `visitor${roll(3000)}@example.com`
    const message = 'Do you still have the Kenyan from last winter? It was the best cup of the year. '.repeat(
      3,
    )
    await rows.mail({
      id,
      at,
      key: `message:${id}`,
      recipient: 'hello@example.com',
      subject: `A message from ${name}`,
    })
    await rows.add('messages', {
      id,
      kind: wholesale ? 'wholesale' : 'contact',
      name,
      email,
      phone: '703 555 0100',
      type_of_business: wholesale ? 'Café' : '',
      qty: wholesale ? roll(80) : 0,
      social: '',
      message,
      outbox_id: id,
      search_text: fold(`${name} ${email} ${message}`),
      status: (['new', 'answered', 'answered', 'closed'] as const)[roll(4)]!,
      created_at: at,
    })
  }
}

/** Lines of the change log, most of them about products. */
async function change(rows: Rows, admin: Person, goods: Good[], count: number): Promise<void> {
  const roll = dice(5)
  for (const { at, id } of moments(count)) {
    const { id: product, name } = goods[roll(goods.length)]!
    const isMenu = roll(20) === 0
    const changes = JSON.stringify([{ field: 'Price', before: '17.00', after: '18.00' }])
    await rows.add('record_lines', {
      id,
      at,
      actor_id: admin.id,
      actor: admin.name,
      subject: isMenu ? 'menu' : 'product',
      subject_id: isMenu ? '' : product,
      subject_name: isMenu ? 'Menu' : name,
      action: 'Changed',
      changes,
    })
  }
}

async function signIn(db: Db, { id }: Person): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = new Date().toISOString()
  const seen = { created_at: now, last_seen_at: now, auth_at: now, ip: '127.0.0.1', user_agent: 'bench' }
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: id, ...seen })
    .execute()
  return `sid=${token}`
}

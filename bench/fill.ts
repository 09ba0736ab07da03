/** Fills a database with the data of a shop that has been open for years. Payments, orders and stock are consistent. */
import { sql } from 'kysely'
import { withoutIndexes, type Dialect } from '#server/backoffice/backup/load.ts'
import { demoProducts } from '#server/start/seed/demo.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { fold } from '#server/kernel/db/search.ts'
import { searchColumnsOf } from '#server/catalog/products/search/search-text.ts'
import { Rows } from './insert.ts'
import { addReviews } from './fill-service.ts'
import { addDesk, markOrders, type DeskSizes } from './fill-desk.ts'
import { addWholesale, type WholesaleSizes } from './fill-wholesale.ts'
import { addOrders, type Product, type Person } from './fill-orders.ts'
import { OPENED_AT, randomNumbers, evenlySpacedTimes } from './years.ts'
import { startSession } from './stock.ts'

export const SIZES = {
  products: 10_000,
  users: 100_000,
  orders: 500_000,
  messages: 20_000,
  changes: 100_000,
  reviews: 50_000,
}
export type Sizes = typeof SIZES & { desk?: DeskSizes; wholesale?: WholesaleSizes }
/** The shop for the measurement of backups. */
export const BACKUP_SIZES: Sizes = { ...SIZES, users: 5_000, orders: 50_000 }

/** The shop for the measurement of the desk: three years at 45 orders a day. */
export const DESK_SIZES: Sizes = {
  products: 2000,
  users: 20_000,
  orders: 50_000,
  messages: 5000,
  changes: 20_000,
  reviews: 10_000,
  desk: {
    subscriptions: 2000,
    giftCards: 3000,
    events: 300,
    batches: 5000,
    greenLots: 300,
    codes: 300,
    newsletters: 150,
  },
  wholesale: { accounts: 500, invoices: 50_000 },
}

/** Fills an empty, migrated database. */
export async function fillYears(db: Db, dialect: Dialect, sizes: Sizes): Promise<void> {
  const rows = new Rows(db, dialect)
  // The data of a benchmark need not survive a power failure.
  const wait = dialect === 'sqlite' ? sql`pragma synchronous = off` : sql`set synchronous_commit = off`
  await wait.execute(db)
  const people = await addUsers(rows, sizes.users)
  await withoutIndexes(db, dialect, async () => {
    const products = await addProducts(rows, sizes.products)
    await addOrders(rows, { people, products, orders: sizes.orders })
    await addReviews(rows, { people, products, count: sizes.reviews })
    await addMessages(rows, sizes.messages)
    await addChanges(rows, people[0]!, products, sizes.changes)
    if (sizes.desk) {
      await addDesk(rows, { people, products }, sizes.desk)
      await markOrders(rows)
    }
    if (sizes.wholesale) await addWholesale(rows, sizes.wholesale)
    await rows.flush()
  })
}

const FIRST = ['Ann', 'Béla', 'Chloé', 'Dmitri', 'Esra', 'Farid', 'Grace', 'Hana', 'Ilse', 'João']
const LAST = ['O’Neil', 'Müller', 'Nakamura', 'Okafor', 'Petrov', 'Quist', 'Rossi', 'Silva', 'Tran', 'Young']

/** The first user is an admin. */
async function addUsers(rows: Rows, count: number): Promise<Person[]> {
  const random = randomNumbers(2)
  const people: Person[] = []
  for (const { at, id } of evenlySpacedTimes(count)) {
    const name = `${FIRST[random(10)]} ${LAST[random(10)]}`
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

async function addProducts(rows: Rows, count: number): Promise<Product[]> {
  const random = randomNumbers(3)
  const products: Product[] = []
  const models = demoProducts({ now: () => new Date(OPENED_AT) })
  for (const { at, id } of evenlySpacedTimes(count)) {
    const { product: model, sizes } = models[products.length % models.length]!
    const name = `${model.name} ${products.length + 1}`
    const cents = 900 + 50 * random(60)
    const row = {
      ...model,
      id,
      name,
      ...searchColumnsOf({ ...model, name }),
      created_at: at,
      updated_at: at,
    }
    const stock = random(40)
    await rows.add('products', { ...row, is_draft: random(20) === 0 ? 1 : 0 })
    const size = sizes[0]!.grams ?? null
    const first = { ...sizes[0]!, id, product_id: id, price_cents: cents, count_in_stock: stock, sku: '' }
    await rows.add('product_sizes', first)
    const { image, category } = model
    products.push({ id, name, image, category, size, cents })
  }
  return products
}

/** Inserts messages of visitors, each with its mail. */
async function addMessages(rows: Rows, count: number): Promise<void> {
  const random = randomNumbers(4)
  for (const { at, id } of evenlySpacedTimes(count)) {
    const wholesale = random(4) === 0
    const name = `${FIRST[random(10)]} ${LAST[random(10)]}`
    const email = `visitor${random(3000)}@example.com`
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
      qty: wholesale ? random(80) : 0,
      social: '',
      message,
      outbox_id: id,
      search_text: fold(`${name} ${email} ${message}`),
      status: (['new', 'answered', 'answered', 'closed'] as const)[random(4)]!,
      created_at: at,
    })
  }
}

/** Inserts lines of the change log, most of them about products. */
async function addChanges(rows: Rows, admin: Person, products: Product[], count: number): Promise<void> {
  const random = randomNumbers(5)
  for (const { at, id } of evenlySpacedTimes(count)) {
    const { id: productId, name } = products[random(products.length)]!
    const isMenu = random(20) === 0
    const changes = JSON.stringify([{ field: 'Price', before: '17.00', after: '18.00' }])
    await rows.add('record_lines', {
      id,
      at,
      actor_id: admin.id,
      actor: admin.name,
      subject: isMenu ? 'menu' : 'product',
      subject_id: isMenu ? '' : productId,
      subject_name: isMenu ? 'Menu' : name,
      action: 'Changed',
      changes,
    })
  }
}

/** Signs in the admin, who is the first user. Returns the session cookie. */
export async function signIn(db: Db): Promise<string> {
  const admin = db.selectFrom('users').select('id').where('is_admin', '=', 1).orderBy('id').limit(1)
  return startSession(db, (await admin.executeTakeFirstOrThrow()).id)
}

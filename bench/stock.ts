/** Prepares a shop that can sell during the whole benchmark: with a large stock and signed-in buyers. */
import { randomBytes } from 'node:crypto'
import { newId, systemClock } from '#server/kernel/time/clock.ts'
import { connectDatabase } from '#server/kernel/db/connect.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { seedDemo } from '#server/start/seed/demo.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { insert } from '#test/table-rows.ts'

export type PreparedShop = {
  productIds: string[]
  names: string[]
  /** One session cookie per buyer. */
  cookies: string[]
}

const LARGE_STOCK = 10_000_000
/** The number of products that the buyers buy: at least the whole demo catalog. */
const SOLD = 50

/** Creates the demo catalog if there are no products. Adds stock and accounts. No server may be using the folder. */
export async function prepareShop(
  dataDir: string,
  buyers: number,
  databaseUrl: string | null = null,
): Promise<PreparedShop> {
  const database = await connectDatabase({ dataDir, databaseUrl, databasePool: 2 }, (error) => {
    throw error
  })
  const { db } = database
  await seedDemo(db, systemClock, { hasHistory: false })
  const newest = db.selectFrom('products').select('id').orderBy('created_at', 'desc').limit(SOLD)
  const products = await db
    .updateTable('products')
    .set({ is_draft: 0 })
    .where('id', 'in', newest)
    .returning(['id', 'name'])
    .execute()
  const ids = products.map(({ id }) => id)
  await db
    .updateTable('product_sizes')
    .set({ count_in_stock: LARGE_STOCK })
    .where('product_id', 'in', ids)
    .execute()
  const at = systemClock.now().toISOString()
  const cookies: string[] = []
  for (let number = 1; number <= buyers; number++) {
    const id = newId(systemClock)
    const account = { id, name: `Buyer ${number}`, email: `bench-${id}@example.com`, password_hash: '-' }
    await insert(db, 'users', { ...account, is_admin: 0, search_text: '', created_at: at, updated_at: at })
    cookies.push(await startSession(db, id))
  }
  await database.close()
  return { productIds: ids, names: products.map((row) => row.name), cookies }
}

/** Returns the cookie of a new session. */
export async function startSession(db: Db, user_id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = systemClock.now().toISOString()
  const seen = { created_at: at, last_seen_at: at, auth_at: at, ip: '127.0.0.1', user_agent: 'bench' }
  await insert(db, 'sessions', { token_hash: hashToken(token), user_id, ...seen })
  return `sid=${token}`
}

/** Test helpers: a temporary SQLite database with two tables. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Generated, Kysely, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { sqliteDialect, type SqliteOptions } from './dialect.ts'

export type Tables = {
  product: { id: Generated<number>; name: string; stock: number }
  line: { id: Generated<number>; product_id: number; note: Uint8Array | null }
}

const schema = [
  'create table product (id integer primary key, name text not null unique, stock integer not null check (stock >= 0))',
  'create table line (id integer primary key, product_id integer not null references product (id), note blob)',
]

/** A new database file with two tables, deleted when the test ends. */
export async function openShop(options: Partial<SqliteOptions> = {}) {
  const file = join(await temporaryFolder(), 'shop.db')
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ file, ...options }) })
  onTestFinished(async () => await db.destroy())
  await Promise.all(schema.map(async (statement) => await sql.raw(statement).execute(db)))
  return { db, file }
}

/** A folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-sqlite-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  return folder
}

/** Adds a product and a line in a transaction of two statements. */
export async function addProduct(db: Kysely<Tables>, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('product')
      .values({ name, stock: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('line').values({ product_id: id }).execute()
  })
}

/** The committed names of the products. */
export async function names(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('product').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

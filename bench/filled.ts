/** A shop with years of data, on SQLite or PostgreSQL, which several measurements use one after the other. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { connectDatabase } from '#server/kernel/db/connect.ts'
import { postgresDialect } from '#server/kernel/db/postgres.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { startPostgres, type Postgres } from '#test/postgres.ts'
import { openWholesale } from '#test/shop.ts'
import { fillYears, signIn, type Sizes } from './fill.ts'

export type Kind = 'SQLite' | 'PostgreSQL'

export type Place = { dataDir: string; databaseUrl: string | null }
/** `cookie` is the session of an admin. */
export type Filled = Place & { cookie: string }

/** `name` of a shop that is filled once and kept, or null for an empty one. */
type NewPlace = (name: string | null) => Promise<Place>

/**
 * Calls `work` with a function that creates shops, and then removes them. Shops with a name stay in the folder `keepIn`
 * for the next call.
 */
export async function withPlaces<T>(
  on: Kind,
  { cache, keepIn }: { cache: string; keepIn: string | null },
  work: (newPlace: NewPlace) => Promise<T>,
): Promise<T> {
  const kept = keepIn === null ? null : join(keepIn, on)
  if (kept) mkdirSync(kept, { recursive: true })
  const postgres = on === 'PostgreSQL' ? await startPostgres({ keepIn: kept }) : null
  const made: string[] = []
  try {
    return await work(async (name) => {
      if (kept && name) return keptPlace(kept, name, postgres)
      const dataDir = await mkdtemp(join(cache, 'bench-filled-'))
      const database = `shop_${basename(dataDir).replaceAll('-', '_')}`
      made.push(dataDir)
      await postgres?.createDatabase(database)
      return { dataDir, databaseUrl: postgres?.url(database) ?? null }
    })
  } finally {
    await postgres?.stop()
    for (const dataDir of made) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function keptPlace(kept: string, name: string, postgres: Postgres | null): Promise<Place> {
  const dataDir = join(kept, `shop-${name}`)
  if (!existsSync(dataDir)) await postgres?.createDatabase(name)
  mkdirSync(dataDir, { recursive: true })
  return { dataDir, databaseUrl: postgres?.url(name) ?? null }
}

/** Creates the tables of a shop and fills them, unless this was done before. Migrates a shop of an earlier run. */
export async function fillPlace({ dataDir, databaseUrl }: Place, sizes: Sizes): Promise<Filled> {
  const { db, close } = await connectDatabase({ dataDir, databaseUrl, databasePool: 1 }, (error) => {
    throw error
  })
  const isFilled = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  if (!isFilled) await (databaseUrl ? fillPostgres(databaseUrl, sizes) : fillYears(db, 'sqlite', sizes))
  // All lists are measured, also those of a part that a new shop does not have.
  await openWholesale(db)
  const cookie = await signIn(db)
  await close()
  return { dataDir, databaseUrl, cookie }
}

/**
 * Uses a separate connection, because creating an index takes longer than the time limit for a statement of a request.
 */
async function fillPostgres(databaseUrl: string, sizes: Sizes): Promise<void> {
  const dialect = postgresDialect(databaseUrl, { poolSize: 1, withoutTimeLimits: true })
  const db: Db = new Kysely<Schema>({ dialect })
  await fillYears(db, 'postgres', sizes)
  await db.destroy()
  await vacuum(databaseUrl)
}

/** PostgreSQL's autovacuum does the same within a minute of such large changes. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

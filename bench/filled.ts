/** A shop with years of data, on SQLite or PostgreSQL, which several measurements use one after the other. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { connectDatabase } from '#server/db/connect.ts'
import { postgresDialect } from '#server/db/postgres.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { startPostgres } from '#test/postgres.ts'
import { fillYears, type Sizes } from './fill.ts'

export type Kind = 'SQLite' | 'PostgreSQL'

export type Place = { dataDir: string; databaseUrl: string | null }
/** `cookie` is the session of an admin. */
export type Filled = Place & { cookie: string }

/** Calls `work` with a function that creates empty shops. Removes all of them afterwards. */
export async function withPlaces<T>(
  on: Kind,
  cache: string,
  work: (newPlace: () => Promise<Place>) => Promise<T>,
): Promise<T> {
  const postgres = on === 'PostgreSQL' ? await startPostgres() : null
  const made: string[] = []
  try {
    return await work(async () => {
      const dataDir = await mkdtemp(join(cache, 'bench-filled-'))
      const database = `shop${made.push(dataDir)}`
      await postgres?.createDatabase(database)
      return { dataDir, databaseUrl: postgres?.url(database) ?? null }
    })
  } finally {
    await postgres?.stop()
    for (const dataDir of made) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Creates the tables of a shop and fills them. */
export async function fillPlace({ dataDir, databaseUrl }: Place, sizes: Sizes): Promise<Filled> {
  const { db, close } = await connectDatabase({ dataDir, databaseUrl, databasePool: 1 }, (error) => {
    throw error
  })
  const cookie = databaseUrl ? await fillPostgres(databaseUrl, sizes) : await fillYears(db, 'sqlite', sizes)
  await close()
  return { dataDir, databaseUrl, cookie }
}

/** Fills with a connection of its own, because creating an index takes longer than a statement of a request may. */
async function fillPostgres(databaseUrl: string, sizes: Sizes): Promise<string> {
  const dialect = postgresDialect(databaseUrl, { poolSize: 1, withoutTimeLimits: true })
  const db: Db = new Kysely<Schema>({ dialect })
  const cookie = await fillYears(db, 'postgres', sizes)
  await db.destroy()
  await vacuum(databaseUrl)
  return cookie
}

/** PostgreSQL's autovacuum does the same within a minute of such large changes. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

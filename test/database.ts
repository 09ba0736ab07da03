/**
 * An empty, migrated database for a test: SQLite in its own folder, or a database in the tests' PostgreSQL.
 * The migrations run once per worker; every other database is a copy.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'

type TestDatabase = Database & TestPlace

export const onPostgres = process.env.TEST_DATABASE === 'postgres'

export async function openDatabase(): Promise<TestDatabase> {
  const place = await migratedPlace()
  const database = await openPlace(place)
  return {
    ...database,
    ...place,
    close: async () => {
      await database.close()
      await rm(place.dataDir, { recursive: true, force: true })
    },
  }
}

/** A place for a shop: an empty folder, and on PostgreSQL an empty database. */
export type TestPlace = { dataDir: string; databaseUrl: string | null }

export async function newPlace(postgres = onPostgres): Promise<TestPlace> {
  return {
    dataDir: await newFolder(),
    databaseUrl: postgres ? await createPostgresDatabase() : null,
  }
}

/** A place with a database that has all migrations and no rows. */
async function migratedPlace(): Promise<TestPlace> {
  const dataDir = await newFolder()
  if (onPostgres) return { dataDir, databaseUrl: await createPostgresDatabase(await postgresTemplate()) }
  await writeFile(join(dataDir, FILE), await sqliteTemplate())
  return { dataDir, databaseUrl: null }
}

const FILE = 'shop.sqlite'

/** The bytes of a migrated database file. */
const sqliteTemplate = once(async () => {
  const place = await newPlace(false)
  await migrate(place)
  const bytes = await readFile(join(place.dataDir, FILE))
  await rm(place.dataDir, { recursive: true })
  return bytes
})

/** The name of a migrated PostgreSQL database without connections. */
const postgresTemplate = once(async () => {
  const place = await newPlace(true)
  await migrate(place)
  await rm(place.dataDir, { recursive: true })
  return new URL(place.databaseUrl!).pathname.slice(1)
})

async function migrate(place: TestPlace): Promise<void> {
  const { close } = await openPlace(place)
  await close()
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

export function openPlace(place: TestPlace): Promise<Database> {
  return connectDatabase({ ...place, databasePool: 20 }, (error) => {
    throw error
  })
}

const newFolder = () => mkdtemp(join(tmpdir(), 'frame-test-'))

/** @param template the database to copy; by default PostgreSQL's empty one */
async function createPostgresDatabase(template = 'template1'): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `shop_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

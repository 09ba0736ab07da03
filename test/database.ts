/**
 * An empty, migrated database for a test: SQLite in its own folder, or a database in the tests' PostgreSQL.
 * The migrations run once per worker; every other database is a copy.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import {
  connectDatabase,
  migratedPostgres,
  migratedSqlite,
  type Database,
} from '#server/kernel/db/connect.ts'
import { fastFolder } from './fast-folder.ts'

type TestDatabase = Database & TestPlace

export const onPostgres = process.env.TEST_DATABASE === 'postgres'

/**
 * Connections of a shop in a test. A new one takes 10 ms of CPU time, because each reads the catalog and plans its
 * statements, and the pool opens as many as there are statements at the same time.
 */
const CONNECTIONS = 3
/** As many as a shop has by default, for tests of many requests at the same time. */
export const MANY_CONNECTIONS = 20

/** @param connections the size of the pool on PostgreSQL */
export async function openDatabase(connections = CONNECTIONS): Promise<TestDatabase> {
  const place = await migratedPlace()
  // Without the checks of a start, because the database is a copy of one that was just migrated.
  const database = place.databaseUrl
    ? await migratedPostgres(place.databaseUrl, connections)
    : await migratedSqlite(place.dataDir, rethrow)
  return {
    ...database,
    ...place,
    close: async () => {
      await database.close()
      await rm(place.dataDir, { recursive: true, force: true })
      if (place.databaseUrl) dropPostgresDatabase(place.databaseUrl)
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
  return nameOf(place.databaseUrl!)
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
  return connectDatabase({ ...place, databasePool: CONNECTIONS }, rethrow)
}

function rethrow(error: Error): never {
  throw error
}

const newFolder = () => mkdtemp(join(fastFolder(), 'frame-test-'))

/** @param template the database to copy; by default PostgreSQL's empty one */
async function createPostgresDatabase(template = 'template1'): Promise<string> {
  const name = `shop_${randomBytes(6).toString('hex')}`
  // Copies the files. By default PostgreSQL would write every page to its log first, which takes twice the CPU time.
  await serverConnections().query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

/** Starts to drop it, because hundreds of databases take gigabytes. No test waits for it. */
function dropPostgresDatabase(url: string): void {
  // Fails if a test has left a connection open; the server is removed at the end.
  serverConnections()
    .query(`drop database ${nameOf(url)}`)
    .catch(() => {})
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

let connections: pg.Pool | undefined

/** Connections to the server itself, to create and drop databases; kept, because a new one takes 5 ms of CPU time. */
function serverConnections(): pg.Pool {
  connections ??= new pg.Pool({ connectionString: inject('postgresUrl'), max: 2, allowExitOnIdle: true })
    // The server may stop first at the end of the run.
    .on('error', () => {})
  return connections
}

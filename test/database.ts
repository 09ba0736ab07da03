/** An empty, migrated database for one test file: SQLite in a folder of its own, or a database in the tests' PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'

type TestDatabase = Database & TestPlace

export const onPostgres = process.env.TEST_DATABASE === 'postgres'

export async function openDatabase(): Promise<TestDatabase> {
  const place = await newPlace()
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

/** Where a shop could be: an empty folder, and an empty database where it is to be PostgreSQL. */
export type TestPlace = { dataDir: string; databaseUrl: string | null }

export async function newPlace(postgres = onPostgres): Promise<TestPlace> {
  return {
    dataDir: await mkdtemp(join(tmpdir(), 'frame-test-')),
    databaseUrl: postgres ? await createPostgresDatabase() : null,
  }
}

export function openPlace(place: TestPlace): Promise<Database> {
  return connectDatabase({ ...place, databasePool: 20 }, (error) => {
    throw error
  })
}

async function createPostgresDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `shop_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

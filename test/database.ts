/** An empty, migrated database for one test file: SQLite in a folder of its own, or a database in the tests' PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/db/connect.ts'

export type TestDatabase = Database & { dataDir: string; databaseUrl: string | null }

export const onPostgres = process.env.TEST_DATABASE === 'postgres'

export async function openDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frame-test-'))
  const databaseUrl = onPostgres ? await createPostgresDatabase() : null
  const database = await connectDatabase({ dataDir, databaseUrl, databasePool: 20 }, (error) => {
    throw error
  })
  return {
    ...database,
    dataDir,
    databaseUrl,
    close: async () => {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
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

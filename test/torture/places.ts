/** Creates a temporary data folder and, on PostgreSQL, a separate database for a shop that will be killed. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Place } from './running-shop.ts'

/** @param postgres address of a server on which databases can be created; null for SQLite */
export async function makePlace(postgres: string | null): Promise<Place & { remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frame-torture-'))
  return {
    dataDir,
    databaseUrl: postgres && (await makeDatabase(postgres)),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Creates an empty database on the server and returns its address. */
export async function makeDatabase(server: string): Promise<string> {
  const url = new URL(server)
  const name = `torture_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

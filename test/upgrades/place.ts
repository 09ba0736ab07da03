/** Puts the data of an earlier release into a place for a shop, in the schema of that release. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Kysely, sql } from 'kysely'
import { unpack, ENTRY } from '#server/backoffice/backup/archive.ts'
import { insertJson, withoutIndexes } from '#server/backoffice/backup/load.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { postgresDialect } from '#server/kernel/db/postgres.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { newPlace, type TestPlace } from '../database.ts'
import type { OldShop } from './old-shop.ts'

/** The names of the folders with the data of earlier releases: their last migrations, in order. */
export const RELEASES: readonly string[] = readdirSync(import.meta.dirname)
  .filter((name) => /^\d{3}-/.test(name))
  .sort()

export const contentsOf = (release: string): OldShop =>
  JSON.parse(readFileSync(fileOf(release, 'contents.json'), 'utf8')) as OldShop

export const backupOf = (release: string): string => fileOf(release, 'backup.tar.gz')

const fileOf = (release: string, name: string) => join(import.meta.dirname, release, name)

/**
 * A place with the data of a release: its data folder on SQLite; on PostgreSQL a database in the schema of that release
 * with the rows of its backup, and the pictures of its data folder.
 */
export async function oldPlace(release: string): Promise<TestPlace> {
  const place = await newPlace()
  const archive = fileOf(release, 'data-folder.tar.gz')
  if (place.databaseUrl === null) execFileSync('tar', ['-xzf', archive, '-C', place.dataDir])
  else {
    execFileSync('tar', ['-xzf', archive, '-C', place.dataDir, '--wildcards', '*uploads*'])
    await fillPostgres(place.databaseUrl, release)
  }
  return place
}

async function fillPostgres(url: string, release: string): Promise<void> {
  const db: Db = new Kysely<Schema>({
    dialect: postgresDialect(url, { poolSize: 1, withoutTimeLimits: true }),
  })
  await migrate(db, 'postgres', { last: release })
  const tables: [name: string, lines: string[]][] = []
  for await (const { name, content } of unpack(backupOf(release))) {
    const lines = await text(Readable.from(content))
    const [, table] = ENTRY.exec(name) ?? []
    if (table) tables.push([table, lines.trimEnd().split('\n').filter(Boolean)])
  }
  for (const [table] of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  await withoutIndexes(db, 'postgres', async () => {
    for (const [table, lines] of tables) {
      if (lines.length === 0) continue
      const columns = Object.keys(JSON.parse(lines[0]!) as object)
      await insertJson(db, 'postgres', { table, columns, rows: `[${lines.join(',')}]` })
    }
  })
  await db.destroy()
}

/** Loads the rows and pictures of a backup into an empty database and store. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { migrate } from '#server/kernel/db/migrate.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Store } from '#server/platform/storage/store.ts'
import { hashed, unpack } from './archive.ts'
import { withoutIndexes } from './bulk.ts'
import { BadBackup, type Checked } from './check.ts'
import { wholeLines } from './json-lines.ts'
import { ENTRY } from './manifest.ts'
import type { InsertRows } from './sqlite-rows.ts'

type Target = {
  db: Db
  dialect: 'sqlite' | 'postgres'
  insert: InsertRows
  store: Pick<Store, 'put'>
}

/**
 * Creates the tables as of the backup's migration, fills them, and then runs the newer migrations. Throws if the file
 * has changed since it was verified; the caller then discards the loaded data.
 */
export async function loadBackup(checked: Checked, target: Target): Promise<void> {
  const { manifest } = checked
  const { db, dialect } = target
  await migrate(db, dialect, { last: manifest.migration })
  const tables = Object.keys(manifest.tables)
  // Delete the rows that migrations inserted: the backup contains them too.
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  await withoutIndexes(db, dialect, () => fillAll(checked, target))
  await migrate(db, dialect)
}

async function fillAll({ file, sums }: Checked, target: Target): Promise<void> {
  const uploads = batched(target.store)
  for await (const { name, content } of unpack(file)) {
    const hash = createHash('sha256')
    const bytes = hashed(content, hash)
    const [, table, upload] = ENTRY.exec(name) ?? []
    if (table) await fillTable(target, table, bytes)
    else if (upload) await uploads.add(upload, await buffer(Readable.from(bytes)))
    else for await (const _ of bytes);
    if (hash.digest('hex') !== sums.get(name))
      throw new BadBackup(`${file} was changed while it was being read.`)
  }
  await uploads.end()
}

const BATCH_BYTES = 16 * 1024 * 1024

/** Stores small files in batches, so that each batch waits for the disk once. */
function batched(store: Pick<Store, 'put'>) {
  let files: [name: string, data: Buffer][] = []
  let bytes = 0
  const end = async () => {
    await store.put(files)
    files = []
    bytes = 0
  }
  return {
    async add(name: string, data: Buffer): Promise<void> {
      files.push([name, data])
      bytes += data.length
      if (bytes > BATCH_BYTES || files.length === 64) await end()
    },
    end,
  }
}

/** The size of a statement: large enough to be fast, and small enough to need little memory. */
const STATEMENT_BYTES = 256 * 1024

async function fillTable({ insert }: Target, table: string, bytes: AsyncIterable<Uint8Array>) {
  for await (const lines of wholeLines(bytes, STATEMENT_BYTES)) {
    const columns = Object.keys(JSON.parse(lines.slice(0, lines.indexOf('\n'))) as object)
    await insert(table, columns, lines.trimEnd().split('\n'))
  }
}

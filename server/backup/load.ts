/** Loads the rows and pictures of a backup into an empty database and store. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { Store } from '../storage/store.ts'
import { hashed, unpack } from './archive.ts'
import { BadBackup, type Checked } from './check.ts'
import { fromJsonLines } from './json-lines.ts'
import { ENTRY } from './manifest.ts'

type Target = { db: Db; dialect: 'sqlite' | 'postgres'; store: Pick<Store, 'put'> }

/**
 * Creates the tables as of the backup's migration, fills them, and then runs the newer migrations. Throws if the file
 * has changed since it was verified; the caller then discards the loaded data.
 */
export async function loadBackup(
  { file, manifest, sums }: Checked,
  { db, dialect, store }: Target,
): Promise<void> {
  await migrate(db, dialect, manifest.migration)
  const tables = Object.keys(manifest.tables)
  // Delete the rows that migrations inserted: the backup contains them too.
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  const uploads = batched(store)
  for await (const { name, content } of unpack(file)) {
    const hash = createHash('sha256')
    const bytes = hashed(content, hash)
    const [, table, upload] = ENTRY.exec(name) ?? []
    if (table) await fillTable(db, table, bytes)
    else if (upload) await uploads.add(upload, await buffer(Readable.from(bytes)))
    else for await (const _ of bytes);
    if (hash.digest('hex') !== sums.get(name))
      throw new BadBackup(`${file} was changed while it was being read.`)
  }
  await uploads.end()
  await migrate(db, dialect)
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

async function fillTable(db: Db, table: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const rows of inBatches(fromJsonLines<Row>(bytes))) await insert(db, table, rows)
}

type Row = Record<string, unknown>

/**
 * The number of placeholders per statement. SQLite allows 32,766, but more placeholders need more memory and save
 * hardly any time.
 */
const PLACEHOLDERS = 2000

async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length * Object.keys(row).length < PLACEHOLDERS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function insert(db: Db, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}

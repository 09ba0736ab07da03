/** Puts the rows and pictures of a backup into an empty database and store. */
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
 * Makes the tables as they were when the backup was taken, fills them, and then brings them to today's. Throws
 * when the file is no longer the one that was checked; whoever calls throws away what was loaded so far.
 */
export async function loadBackup(
  { file, manifest, sums }: Checked,
  { db, dialect, store }: Target,
): Promise<void> {
  await migrate(db, dialect, manifest.migration)
  const tables = Object.keys(manifest.tables)
  // What a migration laid out itself is among the rows of the backup.
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  const uploads = inHandfuls(store)
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

const HANDFUL = 16 * 1024 * 1024

/** Waiting for the disk once for many small files. */
function inHandfuls(store: Pick<Store, 'put'>) {
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
      if (bytes > HANDFUL || files.length === 64) await end()
    },
    end,
  }
}

async function fillTable(db: Db, table: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const rows of someAtATime(fromJsonLines<Row>(bytes))) await insert(db, table, rows)
}

type Row = Record<string, unknown>

/** Placeholders in a statement. More take memory and hardly less time; SQLite takes 32,766 at most. */
const AT_ONCE = 2000

async function* someAtATime(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let some: Row[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length * Object.keys(row).length < AT_ONCE) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

async function insert(db: Db, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}

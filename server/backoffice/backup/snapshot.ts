/**
 * Writes a snapshot of the database to a folder, as one file of JSON lines per table. It runs in a separate thread,
 * which `dump.ts` starts, so that it does not delay requests. It uses a separate connection, so that it does not delay
 * orders.
 */
import { createWriteStream } from 'node:fs'
import { constants, platform, setPriority } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Dump, DumpWork, Dumped, TableFile } from './dump.ts'

/** A consistent view of the database that does not change while it is read. */
type Snapshot = {
  /** The last applied migration; null if there is none. */
  migration: string | null
  /** All rows of a table in batches, each row as JSON; null if there is no such table. */
  rows(table: string): AsyncIterable<string[]> | Iterable<string[]> | null
  close(): Promise<void>
}

const AT_ONCE = 250
/** Milliseconds without a response after which the server counts as lost. */
const READ_TIMEOUT_MS = 30_000
const LAST_MIGRATION = 'select max(name) as name from kysely_migration'

// Requests have priority. On systems other than Linux, this would lower the priority of the whole process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
parentPort?.postMessage(await outcomeOf(workerData as DumpWork))

async function outcomeOf(work: DumpWork): Promise<Dumped> {
  try {
    return { dump: await dumpTables(work) }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    return { failed: { message, code, errcode } }
  }
}

/** Writes `<table>.jsonl` for every existing table. */
async function dumpTables({ source, tables, folder }: DumpWork): Promise<Dump> {
  const snapshot = 'url' in source ? await openPostgres(source.url) : openSqlite(source.file)
  try {
    const written: TableFile[] = []
    for (const table of tables) {
      const rows = snapshot.rows(table)
      if (rows) written.push(await writeTable(table, rows, join(folder, `${table}.jsonl`)))
    }
    return { migration: snapshot.migration, tables: written }
  } finally {
    await snapshot.close()
  }
}

async function writeTable(
  table: string,
  rows: NonNullable<ReturnType<Snapshot['rows']>>,
  file: string,
): Promise<TableFile> {
  const written = { table, rows: 0, bytes: 0 }
  async function* lines() {
    for await (const some of rows) {
      const text = Buffer.from(`${some.join('\n')}\n`)
      written.rows += some.length
      written.bytes += text.length
      yield text
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }))
  return written
}

function openSqlite(file: string): Snapshot {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  db.exec('begin')
  // The first read starts the snapshot, which lasts until the end of the transaction.
  const tables = new Set(
    db
      .prepare(`select name from sqlite_master where type = 'table'`)
      .all()
      .map((row) => row['name']),
  )
  function* rows(table: string) {
    const statement = db.prepare(`select ${rowAsJson(db, table)} from "${table}"`)
    statement.setReturnArrays(true)
    let some: string[] = []
    for (const [row] of statement.iterate() as Iterable<unknown> as Iterable<[string]>) {
      some.push(row)
      if (some.length < AT_ONCE) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  }
  return {
    migration: tables.has('kysely_migration')
      ? ((db.prepare(LAST_MIGRATION).get()?.['name'] ?? null) as string | null)
      : null,
    rows: (table) => (tables.has(table) ? rows(table) : null),
    close: async () => db.close(),
  }
}

/** An SQL expression for a row as JSON. The database writes it several times faster than JavaScript would. */
function rowAsJson(db: DatabaseSync, table: string): string {
  const columns = db.prepare('select name from pragma_table_info(?)').all(table)
  return `json_object(${columns.map(({ name }) => `'${String(name)}', "${String(name)}"`).join(', ')})`
}

async function openPostgres(url: string): Promise<Snapshot> {
  const [{ default: pg }, { connectionOptions }] = await Promise.all([
    import('pg'),
    import('#server/kernel/db/postgres.ts'),
  ])
  const client = new pg.Client({
    ...connectionOptions(url),
    application_name: 'FRAME backup',
    query_timeout: READ_TIMEOUT_MS,
  })
  // A lost connection emits an error event in addition to the failed statement. Without a listener, that event would
  // end the thread.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin transaction isolation level repeatable read read only')
  const found = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const tables = new Set(found.rows.map(({ name }) => name))
  async function* rows(table: string) {
    await client.query(
      `declare backup no scroll cursor for select row_to_json(each)::text from "${table}" each`,
    )
    for (;;) {
      const { rows: some } = await client.query<[string]>({
        text: `fetch ${AT_ONCE} from backup`,
        rowMode: 'array',
      })
      if (some.length === 0) break
      yield some.map(([row]) => row)
    }
    await client.query('close backup')
  }
  const last = tables.has('kysely_migration')
    ? await client.query<{ name: string | null }>(LAST_MIGRATION)
    : { rows: [] }
  return {
    migration: last.rows[0]?.name ?? null,
    rows: (table) => (tables.has(table) ? rows(table) : null),
    close: () => client.end(),
  }
}

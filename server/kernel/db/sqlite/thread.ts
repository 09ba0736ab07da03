/**
 * The worker thread with the connection that writes. A commit waits for the disk; because it runs in this thread, it
 * does not delay other requests. Units that arrive during a commit share the next commit. Replies are sent after the
 * commit.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'
import {
  SqliteError,
  toWire,
  type WireError,
  Statements,
  type Outcome,
  type Parameter,
} from './statements.ts'
import { addColumn, addedTo, badRows } from './add-column.ts'

/** `rows` is the number of rows that the statement must change; null for any number. */
export type Statement = readonly [sql: string, parameters: readonly Parameter[], rows: number | null]

/**
 * `unit`: statements that are committed together or not at all. `within`: a statement of the open transaction.
 * `outside`: a statement outside of any transaction. `control`: begins or ends a transaction, or sets a savepoint.
 */
export type Work =
  | readonly [kind: 'unit', statements: readonly Statement[]]
  | readonly [kind: 'within' | 'outside', sql: string, parameters: readonly Parameter[]]
  | readonly [kind: 'control', sql: string]
  | readonly [kind: 'close']

export type Request = readonly [id: number, work: Work]

/** `unmet` is the index of the statement of a unit that changed a different number of rows than required. */
export type Result = { readonly outcome: Outcome; readonly unmet: number | null }

export type Reply = readonly [id: number, result: Result | { readonly error: WireError }]

const NOTHING: Outcome = { rows: [], changes: null, lastRowid: null }

const BEGIN = 'begin immediate'

/** After it, a table that got columns cannot be checked by its name. */
const LOSES_TABLE = /^\s*(?:drop table|alter table \S+ rename to)\b/i

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this file runs as a worker only
const port = parentPort as MessagePort
const db = new DatabaseSync((workerData as { file: string }).file, { timeout: 5000 })
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -8192;
`)
const statements = new Statements(db)
/** Replies to the units of the open group, to be sent after its commit. */
let group: Reply[] = []
/** The tables to which the open transaction has added columns. */
const unchecked = new Set<string>()

port.on('message', (first: readonly Request[]) => {
  for (let next: readonly Request[] | undefined = first; next; next = receiveMessageOnPort(port)?.message)
    for (const request of next) perform(request)
  commitGroup()
})
send([[0, { outcome: NOTHING, unmet: null }]])

function perform([id, work]: Request): void {
  if (work[0] === 'unit') return addToGroup(id, work[1])
  commitGroup()
  try {
    send([[id, { outcome: performAlone(work), unmet: null }]])
  } catch (error) {
    send([[id, { error: toWire(error) }]])
  }
  if (work[0] === 'close') port.close()
}

function performAlone(work: Exclude<Work, readonly ['unit', unknown]>): Outcome {
  switch (work[0]) {
    case 'within': {
      requireTransaction()
      if (LOSES_TABLE.test(work[1])) requireSoundRows()
      const table = addedTo(work[1])
      if (table === undefined) return statements.execute(work[1], work[2])
      addColumn(db, work[1], table)
      unchecked.add(table)
      return NOTHING
    }
    case 'outside':
      return statements.execute(work[1], work[2])
    case 'control':
      control(work[1])
      return NOTHING
    case 'close':
      db.exec('PRAGMA wal_checkpoint = TRUNCATE')
      db.close()
      return NOTHING
  }
}

/**
 * Throws if SQLite has rolled the transaction back. Some errors, such as a full disk, cause that, and later statements
 * would then be committed one by one.
 */
function requireTransaction(): void {
  if (!db.isTransaction)
    throw new SqliteError('SQLite has rolled back the transaction', 'ERR_SQLITE_ROLLED_BACK')
}

function control(sql: string): void {
  if (sql === 'rollback') {
    unchecked.clear()
    if (!db.isTransaction) return
  }
  if (sql !== BEGIN) requireTransaction()
  try {
    if (sql === 'commit') requireSoundRows()
    db.exec(sql)
  } catch (error) {
    if (sql === 'commit' && db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function requireSoundRows(): void {
  const tables = [...unchecked]
  unchecked.clear()
  for (const table of tables) {
    const wrong = badRows(db, table)
    if (wrong !== null) throw new SqliteError(wrong, 'ERR_SQLITE_ERROR')
  }
}

function addToGroup(id: number, unit: readonly Statement[]): void {
  try {
    if (!db.isTransaction) db.exec(BEGIN)
    db.exec('SAVEPOINT unit')
    const result = performUnit(unit)
    if (result.unmet !== null) db.exec('ROLLBACK TO unit')
    db.exec('RELEASE unit')
    group.push([id, result])
  } catch (error) {
    group.push([id, { error: toWire(error) }])
    if (db.isTransaction) db.exec('ROLLBACK TO unit; RELEASE unit')
    else failGroup(error)
  }
}

function performUnit(unit: readonly Statement[]): Result {
  let outcome = NOTHING
  for (const [index, [sql, parameters, rows]] of unit.entries()) {
    outcome = statements.execute(sql, parameters)
    if (rows !== null && outcome.changes !== rows) return { outcome: NOTHING, unmet: index }
  }
  return { outcome, unmet: null }
}

function commitGroup(): void {
  if (group.length === 0) return
  try {
    control('commit')
    send(group)
    group = []
  } catch (error) {
    failGroup(error)
  }
}

/** Sends the error to all units of the group: nothing of the group was saved. */
function failGroup(error: unknown): void {
  send(group.map(([id]) => [id, { error: toWire(error) }]))
  group = []
}

function send(replies: readonly Reply[]): void {
  port.postMessage(replies)
}

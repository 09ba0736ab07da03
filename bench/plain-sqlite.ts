/**
 * The simple alternative to `server/kernel/db/sqlite/`, for comparison: Kysely's own SQLite dialect, with every statement and
 * commit on the main thread. Load it with `RUN_SOURCES=1 NODE_OPTIONS=--import=./bench/plain-sqlite.ts`, and the product
 * uses it instead of its own dialect.
 */
import { registerHooks } from 'node:module'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteDialect } from 'kysely'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('/sqlite/dialect.ts')
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
})

/** The same durability and foreign keys as in the product. */
export function sqliteDialect({ file }: { file: string }): Dialect {
  const dialect = new SqliteDialect({ database: async () => open(file) })
  return Object.assign(dialect, { createAdapter: () => new Adapter() })
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function open(file: string) {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
  const statements = new Map<string, ReturnType<typeof adapt>>()
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? adapt(db.prepare(sql === 'begin' ? 'begin immediate' : sql))
    statements.set(sql, statement)
    return statement
  }
  return { prepare, close: () => db.close() }
}

function adapt(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...bound(parameters)).map((row) => ({ ...row })),
    run: (parameters: readonly unknown[]) => statement.run(...bound(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...bound(parameters)),
  }
}

function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as SQLInputValue[]
}

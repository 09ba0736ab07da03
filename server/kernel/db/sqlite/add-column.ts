/**
 * Adds a column to a table without reading its rows. For each column that is added to a strict table, SQLite checks all rows:
 * a third of a second for 50,000 orders, and a year of migrations adds 40 columns to them.
 */
import { DatabaseSync } from 'node:sqlite'

const ADDED = /^\s*alter table (\w+) add column \w+ (?:text|integer)\b([^;]*)$/i
const LITERAL = /^\s+(?:not null\s+)?default (?:'[^']*'|-?\d+)/i

/**
 * The table to which a statement adds a column whose value in existing rows is null or a literal: SQLite stores it with the
 * table, not in the rows. Undefined for every other statement.
 */
export function addedTo(sql: string): string | undefined {
  const [, table, rest = ''] = ADDED.exec(sql) ?? []
  // SQLite refuses a stored generated column only if the table has rows.
  if (/\bas\b/i.test(rest)) return undefined
  const isLiteral = LITERAL.test(rest) && !/\breferences\b/i.test(rest)
  return isLiteral || !/\b(?:not null|default)\b/i.test(rest) ? table : undefined
}

const DEFINITION = "select sql from sqlite_schema where type = 'table' and name = ?"

/**
 * Adds the column in the open transaction. The definition of the table is what SQLite itself makes of it for an empty table.
 * Before the commit the rows must be checked (`badRows`).
 */
export function addColumn(db: DatabaseSync, sql: string, table: string): void {
  const before = db.prepare(DEFINITION).get(table)
  if (!before) throw new Error(`no such table: ${table}`)
  const after = changedDefinition(before.sql as string, sql, table)
  const { schema_version: version } = db.prepare('pragma schema_version').get()!
  db.enableDefensive(false)
  try {
    db.exec('pragma writable_schema = on')
    db.prepare("update sqlite_schema set sql = ? where type = 'table' and name = ?").run(after, table)
    // Other connections read the definitions again.
    db.exec(`pragma schema_version = ${Number(version) + 1}`)
  } finally {
    db.exec('pragma writable_schema = reset')
    db.enableDefensive(true)
  }
}

function changedDefinition(definition: string, sql: string, table: string): string {
  const model = new DatabaseSync(':memory:')
  try {
    model.exec(definition)
    model.exec(sql)
    return model.prepare(DEFINITION).get(table)!.sql as string
  } finally {
    model.close()
  }
}

/** What is wrong with the rows of a table, such as a default that its check refuses; null if nothing is. */
export function badRows(db: DatabaseSync, table: string): string | null {
  const { quick_check: found } = db.prepare(`pragma quick_check('${table}')`).get()!
  return found === 'ok' ? null : String(found)
}

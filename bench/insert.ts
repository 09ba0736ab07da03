/** Inserts rows in batches. */
import type { Insertable } from 'kysely'
import { insertJson, type Dialect } from '#server/backoffice/backup/load.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'

const ROWS_AT_ONCE = 1000

type Mail = { id: string; at: string; key: string; recipient: string; subject: string }

/**
 * Collects rows and writes them in batches. Tables are filled in the order of their first use, so add a row after the
 * rows that it references.
 */
export class Rows {
  readonly db: Db
  readonly #pending = new Map<keyof Schema, object[]>()

  readonly #dialect: Dialect

  constructor(db: Db, dialect: Dialect) {
    this.db = db
    this.#dialect = dialect
  }

  async add<T extends keyof Schema>(table: T, row: Insertable<Schema[T]>): Promise<void> {
    const rows = this.#pending.get(table) ?? []
    this.#pending.set(table, rows)
    rows.push(row)
    if (rows.length >= ROWS_AT_ONCE) await this.flush()
  }

  /** Adds a mail that was sent. */
  mail({ id, at, key, recipient, subject }: Mail): Promise<void> {
    return this.add('outbox', {
      id,
      dedupe_key: key,
      recipient,
      reply_to: null,
      subject,
      body_text: 'Thank you. '.repeat(40),
      body_html: '<p>Thank you.</p>'.repeat(40),
      state: 'sent',
      attempts: 1,
      next_at: at,
      sent_at: at,
      problem: null,
      message_id: `<${id}@example.com>`,
      created_at: at,
    })
  }

  /** Writes all collected rows. */
  async flush(): Promise<void> {
    for (const [table, rows] of this.#pending) {
      const [first] = rows
      if (!first) continue
      const columns = Object.keys(first)
      await insertJson(this.db, this.#dialect, { table, columns, rows: JSON.stringify(rows) })
      rows.length = 0
    }
  }
}

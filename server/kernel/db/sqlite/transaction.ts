/** An open SQLite transaction. All other writes wait for it, so it is rolled back if it is idle for too long. */
import { SqliteError } from './error.ts'
import type { Outcome } from './statements.ts'
import type { Work } from './thread.ts'
import type { Writer } from './writer.ts'

export class WriteTransaction {
  readonly #writer: Writer
  readonly #unlock: () => void
  readonly #idleLimitMs: number
  readonly #idle: NodeJS.Timeout
  #unanswered = 0
  #endedBy: SqliteError | undefined

  /** Begins after all earlier transactions have ended. */
  static async begin(writer: Writer, idleLimitMs: number): Promise<WriteTransaction> {
    const unlock = await writer.lock()
    try {
      await writer.send(['control', 'begin immediate'])
      return new WriteTransaction(writer, unlock, idleLimitMs)
    } catch (error) {
      unlock()
      throw error
    }
  }

  private constructor(writer: Writer, unlock: () => void, idleLimitMs: number) {
    this.#writer = writer
    this.#unlock = unlock
    this.#idleLimitMs = idleLimitMs
    this.#idle = setTimeout(() => this.#expire(), idleLimitMs).unref()
  }

  /** Runs work in the transaction. Throws if the transaction has ended. */
  async run(work: Work): Promise<Outcome> {
    if (this.#endedBy) throw this.#endedBy
    this.#unanswered++
    try {
      return (await this.#writer.send(work)).outcome
    } finally {
      this.#unanswered--
      if (!this.#endedBy) this.#idle.refresh()
    }
  }

  /** Resolves after the commit; throws if nothing was saved. */
  async commit(): Promise<void> {
    await this.#end('commit')
  }

  /** Does nothing if the transaction has already ended. */
  async rollback(): Promise<void> {
    if (!this.#endedBy) await this.#end('rollback')
  }

  async #end(sql: 'commit' | 'rollback'): Promise<void> {
    const done = this.run(['control', sql])
    this.#close(new SqliteError('The transaction has ended', 'ERR_SQLITE_ENDED'))
    await done
  }

  #expire(): void {
    if (this.#unanswered > 0) return void this.#idle.refresh()
    // Ignore the error: if the thread has ended, the next statement throws.
    this.#writer.send(['control', 'rollback']).catch(() => {})
    this.#close(
      new SqliteError(
        `The transaction did nothing for ${this.#idleLimitMs} ms and was rolled back, because every other write waits for it. Do not wait for anything slow inside a transaction, and run all its queries on the handle of the transaction.`,
        'ERR_SQLITE_IDLE_TRANSACTION',
      ),
    )
  }

  #close(reason: SqliteError): void {
    this.#endedBy ??= reason
    clearTimeout(this.#idle)
    this.#unlock()
  }
}

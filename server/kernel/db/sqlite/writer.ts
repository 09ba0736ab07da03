/** The main thread's interface to the writer thread, and the transactions that run in it. */
import { Worker } from 'node:worker_threads'
import { SqliteError, toWire, type Outcome } from './statements.ts'
import type { Reply, Request, Result, Work } from './thread.ts'

type Waiting = PromiseWithResolvers<Result>

/** Sends work to the thread, which runs it in the order of arrival. */
export class Writer {
  readonly #worker: Worker
  readonly #onFatal: (error: Error) => void
  readonly #waiting = new Map<number, Waiting>()
  #unsent: Request[] = []
  /** Replies that have arrived and are not passed on yet. */
  #arrived: Reply[] = []
  readonly #opened: Promise<Result>
  #count = 0
  /** Resolves when the latest transaction has ended; later work waits for it. */
  #free: Promise<void> = Promise.resolve()
  #refusal: SqliteError | undefined

  /** @param onFatal called if the thread has ended unexpectedly, so that nothing can be written */
  constructor(file: string, onFatal: (error: Error) => void) {
    this.#onFatal = onFatal
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'sqlite-writer',
      workerData: { file },
      execArgv: [],
      // Without this limit, the young generation of the heap would grow to 48 MB of messages that are no longer needed.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    })
    this.#opened = this.#replyTo(0)
    this.#worker.on('message', (replies: readonly Reply[]) => this.#receive(replies))
    this.#worker.once('error', (error) => this.#die((error as Error).message))
    this.#worker.once('exit', (code) => this.#die(`it exited with code ${code}`))
  }

  /** Resolves when the database is open for writing; throws if it cannot be opened. */
  async opened(): Promise<void> {
    await this.#opened
  }

  /** Runs work after all earlier transactions have ended. Resolves after the commit. */
  async write(work: Work): Promise<Result> {
    await this.#free
    return this.send(work)
  }

  /** Waits for earlier transactions. Then `write` and `lock` wait until the returned function is called. */
  async lock(): Promise<() => void> {
    const before = this.#free
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#free = promise
    await before
    return resolve
  }

  /** Sends work without waiting for the lock; for the transaction that holds it. */
  async send(work: Work): Promise<Result> {
    if (this.#refusal) throw this.#refusal
    const id = ++this.#count
    this.#unsent.push([id, work])
    if (this.#unsent.length === 1) setImmediate(() => this.#post())
    return this.#replyTo(id)
  }

  /** Work of the same turn of the event loop is one message, because a message wakes the thread, and shares a commit. */
  #post(requests = this.#unsent.splice(0)): void {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
      this.#worker.postMessage(requests)
    } catch (error) {
      // A value that cannot be copied to a thread fails its own request, not those of the same turn.
      if (requests.length > 1) for (const request of requests) this.#post([request])
      else this.#settle([requests[0]![0], { error: toWire(error) }])
    }
  }

  /** Finishes pending work, closes the database and ends the thread. */
  async close(): Promise<void> {
    await this.#free
    if (this.#refusal) return
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    const closed = this.send(['close'])
    this.#refusal = new SqliteError('The database is closed', 'ERR_SQLITE_CLOSED')
    await closed
    await ended
  }

  #replyTo(id: number): Promise<Result> {
    const waiting = Promise.withResolvers<Result>()
    this.#waiting.set(id, waiting)
    return waiting.promise
  }

  /**
   * One commit answers many requests. Each of them continues in its own turn of the event loop. Otherwise a request for a page
   * would wait until all of them are done.
   */
  #receive(replies: readonly Reply[]): void {
    const isPassing = this.#arrived.length > 0
    this.#arrived.push(...replies)
    if (!isPassing) this.#passOn()
  }

  #passOn(): void {
    const reply = this.#arrived.shift()
    if (reply) this.#settle(reply)
    if (this.#arrived.length > 0) setImmediate(() => this.#passOn())
  }

  #settle([id, result]: Reply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if ('error' in result) waiting?.reject(new SqliteError(...result.error))
    else waiting?.resolve(result)
  }

  #die(reason: string): void {
    for (const reply of this.#arrived.splice(0)) this.#settle(reply)
    const error = new SqliteError(`The database writer has died: ${reason}`, 'ERR_SQLITE_WRITER_DIED')
    const isFatal = !this.#refusal && !this.#waiting.has(0)
    this.#refusal ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    if (isFatal) this.#onFatal(error)
  }
}

/** An open transaction. All other writes wait for it, so it is rolled back if it is idle for too long. */
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

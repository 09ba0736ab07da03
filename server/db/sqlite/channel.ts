import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { fromWire, SqliteError } from './error.ts'
import { Fifo } from './fifo.ts'
import { Op, type Outcome, type Reply, type Request, type WriterData } from './protocol.ts'

type Answered = {
  readonly done: (outcome: Outcome) => void
  readonly failed: (error: SqliteError, groupLost: boolean) => void
}

type Events = {
  /** Before the requests gathered in this turn of the event loop go out. */
  readonly beforeSend: () => void
  readonly afterReplies: () => void
  /** Whether the writer is only a few microseconds from its next reply. */
  readonly expectsQuickReply: () => boolean
  readonly died: (error: SqliteError) => void
}

// With one processor, waiting on the spot would only keep the writer from running.
const LINGER_MS = availableParallelism() > 1 ? 0.05 : 0
const LINGER_TURN_MS = 0.5

/** The way to the writer thread: requests go out in batches, replies come back in the order of the requests. */
export class Channel {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #signal = new Int32Array(new SharedArrayBuffer(8))
  readonly #events: Events
  readonly #pending = new Fifo<Answered & { readonly sql: string | undefined }>()
  #outbox: Request[] = []
  #sendScheduled = false
  #repliesSeen = 0
  #lingerUntil = 0
  #closing = false
  #dead: SqliteError | undefined

  constructor(file: string, events: Events) {
    this.#events = events
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const workerData: WriterData = { file, port: port2, signal: this.#signal }
    this.#worker = new Worker(new URL('./writer.ts', import.meta.url), {
      name: 'sqlite-writer',
      workerData,
      transferList: [port2],
      execArgv: [],
      // What crosses the threads is dropped at once: the default would let 48 MB of it lie.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    })
    this.#worker.once('error', (error) =>
      this.#die(error instanceof Error ? error : new Error(String(error))),
    )
    this.#worker.once('exit', (code) => {
      this.#receiveAll()
      if (!this.#closing || this.#pending.size > 0) this.#die(new Error(`it exited with code ${code}`))
    })
    port1.on('message', (replies: readonly Reply[]) => this.#receive(replies))
  }

  /** Resolves when the database is open; the writer says so with a first reply nobody asked for. */
  async opened(): Promise<void> {
    await new Promise<Outcome>((done, failed) => this.#pending.push({ done, failed, sql: undefined }))
  }

  /** Queues a request; `answered` is told once the writer has replied. */
  ask(request: Request, answered: Answered): void {
    if (this.#dead) return answered.failed(this.#dead, false)
    const sql = typeof request[1] === 'string' ? request[1] : undefined
    this.#pending.push({ ...answered, sql })
    this.tell(request)
  }

  /** Queues a request that has no reply. */
  tell(request: Request): void {
    if (this.#dead) return
    this.#outbox.push(request)
    this.scheduleSend()
  }

  /** Sends at the end of this turn of the event loop, when all its promises have run. */
  scheduleSend(): void {
    if (this.#sendScheduled) return
    this.#sendScheduled = true
    process.nextTick(() => {
      this.#sendScheduled = false
      this.#events.beforeSend()
      this.#send()
      if (this.#events.expectsQuickReply()) this.#lingerForReply()
    })
  }

  /** Lets the writer check-point, close its database and end. */
  async close(): Promise<void> {
    if (this.#dead) return
    this.#closing = true
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    await new Promise<Outcome>((done, failed) => this.ask([Op.close], { done, failed }))
    await ended
  }

  #send(): void {
    if (this.#outbox.length === 0 || this.#dead) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
    this.#port.postMessage(this.#outbox)
    this.#outbox = []
    Atomics.add(this.#signal, 0, 1)
    Atomics.notify(this.#signal, 0)
  }

  /**
   * Waits a moment for the reply on the spot: falling asleep and being woken by the other thread costs
   * several times the statement itself. No turn of the event loop lingers for longer than LINGER_TURN_MS.
   */
  #lingerForReply(): void {
    if (LINGER_MS === 0) return
    const start = performance.now()
    if (this.#lingerUntil === 0) {
      this.#lingerUntil = start + LINGER_TURN_MS
      setImmediate(() => (this.#lingerUntil = 0))
    }
    const until = Math.min(start + LINGER_MS, this.#lingerUntil)
    do {
      const sent = Atomics.load(this.#signal, 1)
      if (sent !== this.#repliesSeen) {
        this.#repliesSeen = sent
        const received = receiveMessageOnPort(this.#port)
        if (received) return this.#receive(received.message)
      }
    } while (performance.now() < until)
  }

  #receiveAll(): void {
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port)) {
      this.#receive(next.message)
    }
  }

  #receive(replies: readonly Reply[]): void {
    for (const reply of replies) {
      const answered = this.#pending.shift()
      if (!answered) continue
      if (reply[0]) answered.done(reply[1])
      else answered.failed(fromWire(reply[1], answered.sql), reply[2])
    }
    this.#events.afterReplies()
  }

  #die(cause: Error): void {
    if (this.#dead) return
    // What it had answered before counts.
    this.#receiveAll()
    const message = `The database writer has died: ${cause.message}`
    this.#dead = new SqliteError(message, 'ERR_SQLITE_WRITER_DIED', 0, undefined, cause)
    this.#port.close()
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) next.failed(this.#dead, false)
    this.#events.died(this.#dead)
  }
}

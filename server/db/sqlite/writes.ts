import { performance } from 'node:perf_hooks'
import { Channel } from './channel.ts'
import { SqliteError } from './error.ts'
import { Fifo } from './fifo.ts'
import { type BatchStep, Op, type Outcome, type Parameter, type Request } from './protocol.ts'
import { type Turn, type TurnKeeper, Unit } from './unit.ts'

/** What the writer did, for metrics and tests. */
export type SqliteEvent =
  | {
      readonly type: 'commit'
      readonly units: number
      readonly milliseconds: number
      readonly failed: boolean
    }
  | { readonly type: 'idle rollback' }

export type WritesOptions = {
  readonly file: string
  readonly observe?: (event: SqliteEvent) => void
  readonly onFatal?: (error: Error) => void
  /** How long the holder of the turn may do nothing before it is rolled back. Default 5,000. */
  readonly idleLimitMs?: number
  /** How long a group gathers while others wait to join; on a slow disk longer. Default 4. */
  readonly groupAgeMs?: number
}

type Member = { readonly committed: () => void; readonly failed: (error: SqliteError) => void }

const GROUP_SIZE = 64
const GROUP_AGE_LIMIT_MS = 50
const TOLD_IN_A_TURN = 4

/**
 * All writes of the process. Units of work take turns in the writer thread, each in a savepoint of one
 * shared transaction; the group is committed when nobody is waiting, and only then are its members answered.
 */
export class Writes implements TurnKeeper {
  readonly idleLimitMs: number
  readonly #options: WritesOptions
  readonly #channel: Channel
  readonly #waiting = new Fifo<Turn>()
  #holder: Turn | undefined
  #advancing = false
  #members: Member[] = []
  /** Those that took part and were rolled back; told when the group has ended. */
  #losers: (() => void)[] = []
  #groupOpen = false
  #groupLost = false
  #groupOpenedAt = 0
  #commitsUnderWay = 0
  /** Those of finished groups who have not heard of it yet. */
  #untold = 0
  #lastCommitMs = 0
  #refusal: SqliteError | undefined
  #isOpen = false
  #drained: (() => void) | undefined
  readonly #idleWatch: NodeJS.Timeout

  constructor(options: WritesOptions) {
    this.#options = options
    this.idleLimitMs = options.idleLimitMs ?? 5000
    this.#channel = new Channel(options.file, {
      beforeSend: () => this.#closeQuietGroup(),
      afterReplies: () => this.#afterReplies(),
      expectsQuickReply: () => this.#holder !== undefined && this.#commitsUnderWay === 0,
      died: (error) => this.#die(error),
    })
    this.#idleWatch = setInterval(() => this.#holder?.expireIfIdle(), this.idleLimitMs / 5)
    this.#idleWatch.unref()
  }

  /** Resolves when the database is open for writing. */
  async opened(): Promise<void> {
    await this.#channel.opened()
    this.#isOpen = true
  }

  /** A transaction; it takes its turn with its first statement. */
  unit(): Unit {
    return new Unit(this, this.#channel)
  }

  /** One statement as a unit of work of its own; resolves when it is committed, and fails no sooner either. */
  async single(sql: string, parameters: readonly Parameter[]): Promise<Outcome> {
    return await this.#alone([Op.single, sql, parameters])
  }

  /** Statements that are all done or none, as a unit of work of its own; resolves as `single` does. */
  async batch(steps: readonly BatchStep[]): Promise<Outcome> {
    return await this.#alone([Op.batch, steps])
  }

  /** A unit of work in one message, which needs no turn of its own in the writer. */
  async #alone(request: Request): Promise<Outcome> {
    return await new Promise<Outcome>((resolve, reject) => {
      this.takeTurn({
        granted: () => {
          this.openGroup()
          let outcome: Outcome
          let refusal: SqliteError | undefined
          this.#channel.ask(request, {
            done: (result) => void (outcome = result),
            failed: (error, groupLost) => {
              this.noteError(groupLost)
              refusal = error
            },
          })
          // What it stumbled over may be a neighbour's row, which nobody else can see before the COMMIT.
          const committed = () => (refusal ? reject(refusal) : resolve(outcome))
          this.#members.push({ committed, failed: reject })
        },
        refused: reject,
        expireIfIdle: () => {},
      })
    })
  }

  /** One statement that must not stand in a transaction (PRAGMA, VACUUM). */
  async bare(sql: string, parameters: readonly Parameter[]): Promise<Outcome> {
    return await new Promise<Outcome>((resolve, reject) => {
      this.takeTurn({
        granted: () => {
          this.#closeGroup()
          this.#channel.ask([Op.bare, sql, parameters], { done: resolve, failed: reject })
        },
        refused: reject,
        expireIfIdle: () => {},
      })
    })
  }

  /** Takes no new work and finishes what is under way. */
  async drain(): Promise<void> {
    if (this.#refusal) return
    this.#refusal = new SqliteError('The database is closed', 'ERR_SQLITE_CLOSED')
    await new Promise<void>((resolve) => {
      this.#drained = resolve
      this.#afterReplies()
    })
  }

  /** To be called after `drain`. */
  async close(): Promise<void> {
    clearInterval(this.#idleWatch)
    await this.#channel.close()
  }

  takeTurn(turn: Turn): void {
    if (this.#refusal) return turn.refused(this.#refusal)
    this.#waiting.push(turn)
    this.#advance()
  }

  holdTurn(turn: Turn): void {
    this.#holder = turn
    this.openGroup()
  }

  passTurn(member?: Member): void {
    this.#holder = undefined
    if (member) this.#members.push(member)
    this.#advance()
  }

  whenGroupEnds(told: () => void): void {
    this.#losers.push(told)
  }

  noteError(groupLost: boolean): void {
    if (groupLost) this.#groupLost = true
  }

  noteIdleRollback(): void {
    this.#options.observe?.({ type: 'idle rollback' })
  }

  openGroup(): void {
    if (this.#groupOpen) return
    this.#groupOpen = true
    this.#groupOpenedAt = performance.now()
  }

  #advance(): void {
    // A granted turn may pass at once; the loop keeps that from recursing once per waiting unit.
    if (this.#advancing) return
    this.#advancing = true
    while (!this.#holder) {
      if (this.#groupIsFull()) this.#closeGroup()
      const next = this.#waiting.shift()
      if (!next) break
      next.granted()
    }
    this.#advancing = false
    this.#channel.scheduleSend()
  }

  #groupIsFull(): boolean {
    if (!this.#groupOpen) return false
    if (this.#groupLost || this.#members.length >= GROUP_SIZE) return true
    // On a slow disk a group gathers for longer, so that the disk is not kept busy with small commits.
    const { groupAgeMs = 4 } = this.#options
    const ageLimit = Math.max(groupAgeMs, Math.min(2 * this.#lastCommitMs, GROUP_AGE_LIMIT_MS))
    return performance.now() - this.#groupOpenedAt > ageLimit
  }

  #closeQuietGroup(): void {
    if (!this.#holder && this.#commitsUnderWay === 0) this.#closeGroup()
  }

  #closeGroup(): void {
    if (!this.#groupOpen) return
    const members = this.#members
    const losers = this.#losers
    const sentAt = performance.now()
    this.#members = []
    this.#losers = []
    this.#groupOpen = false
    this.#groupLost = false
    this.#commitsUnderWay++
    const finish = (failed: boolean) => {
      this.#commitsUnderWay--
      const now = performance.now()
      this.#lastCommitMs = now - sentAt
      // The next group has only stood behind this commit so far; it starts to gather now.
      this.#groupOpenedAt = now
      if (members.length > 0) {
        this.#options.observe?.({
          type: 'commit',
          units: members.length,
          milliseconds: this.#lastCommitMs,
          failed,
        })
      }
    }
    this.#channel.ask([Op.commit], {
      done: () => {
        finish(false)
        this.#tell([...members.map((member) => member.committed), ...losers])
      },
      failed: (error) => {
        finish(true)
        this.#tell([...members.map((member) => () => member.failed(error)), ...losers])
      },
    })
  }

  /** A few in each turn of the event loop: a page must not wait until a whole group of orders is answered. */
  #tell(audience: (() => void)[]): void {
    this.#untold += audience.length
    const tellSome = () => {
      const some = audience.splice(0, TOLD_IN_A_TURN)
      this.#untold -= some.length
      for (const told of some) told()
      if (audience.length > 0) setImmediate(tellSome)
      else this.#afterReplies()
    }
    tellSome()
  }

  #afterReplies(): void {
    this.#closeQuietGroup()
    const working = this.#holder !== undefined || this.#waiting.size > 0 || this.#groupOpen
    if (!working && this.#commitsUnderWay === 0 && this.#untold === 0) this.#drained?.()
  }

  #die(error: SqliteError): void {
    this.#refusal = error
    clearInterval(this.#idleWatch)
    const members = this.#members
    const losers = this.#losers
    this.#members = []
    this.#losers = []
    this.#groupOpen = false
    for (const member of members) member.failed(error)
    for (const told of losers) told()
    this.#holder?.refused(error)
    this.#holder = undefined
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next.refused(error)
    this.#drained?.()
    if (this.#isOpen) this.#options.onFatal?.(error)
  }
}

import { performance } from 'node:perf_hooks'
import type { Channel } from './channel.ts'
import { SqliteError } from './error.ts'
import { Op, type Outcome, type Parameter, type Request } from './protocol.ts'

/** Something that waits for its turn in the writer. */
export type Turn = {
  granted(): void
  refused(error: SqliteError): void
  expireIfIdle(): void
}

/** What a unit of work needs of the one who gives out the turns. */
export type TurnKeeper = {
  readonly idleLimitMs: number
  takeTurn(turn: Turn): void
  holdTurn(turn: Turn): void
  passTurn(member?: { committed: () => void; failed: (error: SqliteError) => void }): void
  whenGroupEnds(told: () => void): void
  noteError(groupLost: boolean): void
  noteIdleRollback(): void
}

type Held = { readonly go: () => void; readonly refuse: (error: SqliteError) => void }

/** One transaction: fresh until its first statement, then waiting for its turn, holding it, and ended. */
export class Unit implements Turn {
  readonly #keeper: TurnKeeper
  readonly #channel: Channel
  #state: 'fresh' | 'waiting' | 'holding' | 'ended' = 'fresh'
  #backlog: Held[] = []
  #unanswered = 0
  #lastTouched = 0
  #endedBy: SqliteError | undefined

  constructor(keeper: TurnKeeper, channel: Channel) {
    this.#keeper = keeper
    this.#channel = channel
  }

  /** Runs one statement in the transaction. */
  async run(sql: string, parameters: readonly Parameter[]): Promise<Outcome> {
    return await this.#ask([Op.run, sql, parameters])
  }

  /** Runs a SAVEPOINT, ROLLBACK TO or RELEASE that Kysely has written. */
  async control(sql: string): Promise<Outcome> {
    return await this.#ask([Op.control, sql])
  }

  /** Resolves after the COMMIT of the group the transaction is part of. */
  async commit(): Promise<void> {
    if (this.#state === 'fresh') this.#state = 'ended'
    if (this.#state === 'ended') {
      if (this.#endedBy) throw this.#endedBy
      return
    }
    await new Promise<void>((committed, failed) => {
      this.#whenHeld({
        go: () => {
          this.#state = 'ended'
          this.#channel.tell([Op.release])
          this.#keeper.passTurn({ committed, failed })
        },
        refuse: failed,
      })
    })
  }

  /**
   * Undoes the transaction alone; does nothing if it has already ended. Resolves when its group has ended:
   * what made it fail may be a neighbour's row, which nobody else can see before that.
   */
  async rollback(): Promise<void> {
    if (this.#state === 'fresh') this.#state = 'ended'
    if (this.#state === 'ended') return
    await new Promise<void>((done, failed) => {
      this.#whenHeld({
        go: () => {
          this.#end(new SqliteError('The transaction was rolled back', 'ERR_SQLITE_ROLLED_BACK'), done)
        },
        refuse: failed,
      })
    })
  }

  granted(): void {
    this.#state = 'holding'
    this.#lastTouched = performance.now()
    this.#keeper.holdTurn(this)
    this.#channel.tell([Op.begin])
    const backlog = this.#backlog
    this.#backlog = []
    for (const held of backlog) held.go()
  }

  refused(error: SqliteError): void {
    this.#state = 'ended'
    this.#endedBy = error
    const backlog = this.#backlog
    this.#backlog = []
    for (const held of backlog) held.refuse(error)
  }

  expireIfIdle(): void {
    if (this.#state !== 'holding' || this.#unanswered > 0) return
    if (performance.now() - this.#lastTouched < this.#keeper.idleLimitMs) return
    this.#keeper.noteIdleRollback()
    this.#end(
      new SqliteError(
        `The transaction did nothing for ${this.#keeper.idleLimitMs} ms and was rolled back, because every other write waits for it. Await nothing slow inside a transaction, and run all its queries on its own handle.`,
        'ERR_SQLITE_IDLE_TRANSACTION',
      ),
    )
  }

  #end(reason: SqliteError, told: () => void = () => {}): void {
    this.#state = 'ended'
    this.#endedBy = reason
    // A rollback that fails loses its group, and the COMMIT says so.
    this.#channel.ask([Op.rollback], { done: () => {}, failed: () => {} })
    this.#keeper.whenGroupEnds(told)
    this.#keeper.passTurn()
  }

  async #ask(request: Request): Promise<Outcome> {
    return await new Promise<Outcome>((resolve, reject) => {
      this.#whenHeld({
        go: () => {
          this.#unanswered++
          this.#channel.ask(request, {
            done: (outcome) => {
              this.#touched()
              resolve(outcome)
            },
            failed: (error, groupLost) => {
              this.#touched()
              this.#keeper.noteError(groupLost)
              reject(error)
            },
          })
        },
        refuse: reject,
      })
    })
  }

  #touched(): void {
    this.#unanswered--
    this.#lastTouched = performance.now()
  }

  #whenHeld(held: Held): void {
    if (this.#state === 'ended') {
      return held.refuse(this.#endedBy ?? new SqliteError('The transaction has ended', 'ERR_SQLITE_ENDED'))
    }
    if (this.#state === 'holding') return held.go()
    this.#backlog.push(held)
    if (this.#state === 'waiting') return
    this.#state = 'waiting'
    this.#keeper.takeTurn(this)
  }
}

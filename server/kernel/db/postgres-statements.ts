/**
 * Statements that run often get a name, so that PostgreSQL parses and plans them once per connection: planning took as long
 * as running them. A name costs memory in each connection, so statements that vary, such as lists of ids, get none.
 */
import type { Socket } from 'node:net'
import pg from 'pg'
import { isStalePlan } from './failures.ts'

/** A statement gets a name when it runs for this time. */
const OFTEN = 5
/** All names and counts are forgotten when one of them is reached. Connections keep old statements until they close. */
const MAX_NAMES = 400
const MAX_COUNTED = 4000
/** Longer texts, in characters, are mostly lists of values. */
const MAX_TEXT = 12_000

const COUNTED = /^\s*(select|insert|update|delete|with)\b/i

const uses = new Map<string, number>()
const names = new Map<string, string>()
let named = 0

/** The name of a statement, or undefined if it has not run often enough. */
function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || text.length > MAX_TEXT || !COUNTED.test(text)) return name
  if (names.size === MAX_NAMES || uses.size === MAX_COUNTED) forgetAll()
  const count = (uses.get(text) ?? 0) + 1
  uses.set(text, count)
  if (count < OFTEN) return undefined
  uses.delete(text)
  // A number is used once: a connection may still know the former statement of a name.
  const next = `s${++named}`
  names.set(text, next)
  return next
}

function forgetAll(): void {
  uses.clear()
  names.clear()
}

/** A connection that names the statements that run often. Only the form `query(text, values)` is named. */
export class NamingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of pg, of which Kysely uses one
  override query(...request: any[]): any {
    const [text, values] = request as [unknown, unknown]
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    if (name === undefined) return this.#send(...request)
    return this.#sendNamed({ name, text: text as string, values: values as unknown[] })
  }

  #isGathering = false

  /** Statements that are sent in the same turn of the event loop are one write to the socket, which costs as much as a statement. */
  #send(...request: unknown[]): Promise<unknown> {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    if (!this.#isGathering) {
      this.#isGathering = true
      stream.cork()
      process.nextTick(() => {
        this.#isGathering = false
        stream.uncork()
      })
    }
    return super.query(...(request as [string, unknown[]]))
  }

  /**
   * After a migration by a newer release, PostgreSQL refuses named statements whose columns have changed. Such a statement has
   * done nothing: it runs again without its name, in a transaction by the retry of `transact`.
   */
  async #sendNamed(query: { name: string; text: string; values: unknown[] }): Promise<unknown> {
    const isAlone = this.getTransactionStatus() === 'I'
    try {
      return await this.#send(query)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      if (names.get(query.text) === query.name) names.delete(query.text)
      if (!isAlone) throw error
      return await this.#send(query.text, query.values)
    }
  }
}

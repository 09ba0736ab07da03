/**
 * Vitest's runner for HTTP tests on SQLite: records the statements of each test in a file of STATEMENTS_FOLDER. After
 * that, select.ts repeats on PostgreSQL only the tests that are needed to send each of them.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestRunner, type RunnerTask, type RunnerTestCase } from 'vitest'
import { SqliteConnection } from '#server/kernel/db/sqlite/dialect.ts'
import { isMigrating } from '../database.ts'
import type { RecordedTest } from './needed.ts'

const file = join(process.env.STATEMENTS_FOLDER!, `${process.pid}.jsonl`)

/** The statements of the tests that are running; several if they run in parallel. */
const running = new Map<string, Sent>()
/** Statements of hooks that run before a test. They belong to the next test. */
let waiting: Sent = { statements: new Set(), sent: 0 }

type Sent = { statements: Set<string>; sent: number }

function record(sql: string, outcome: string): void {
  // They belong to no test.
  if (isMigrating()) return
  const statement = `${withoutValues(sql)} → ${outcome}`
  for (const sent of running.size > 0 ? running.values() : [waiting]) {
    sent.statements.add(statement)
    sent.sent++
  }
}

const known = new Map<string, string>()

/** Statements with lists of different lengths are the same statement. */
function withoutValues(sql: string): string {
  let short = known.get(sql)
  if (short === undefined) {
    short = sql.replaceAll(/\?(?:, \?)+/g, '?').replaceAll(/\(\?\)(?:, \(\?\))+/g, '(?)')
    known.set(sql, short)
  }
  return short
}

// oxlint-disable-next-line typescript/unbound-method -- called with the connection
const { executeQuery, executeBatch } = SqliteConnection.prototype

SqliteConnection.prototype.executeQuery = async function executeAndRecord(query) {
  try {
    const result = await executeQuery.call(this, query)
    record(query.sql, result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n ? 'rows' : 'no rows')
    return result as never
  } catch (error) {
    record(query.sql, codeOf(error))
    throw error
  }
}

SqliteConnection.prototype.executeBatch = async function executeAndRecord(steps) {
  try {
    const unmet = await executeBatch.call(this, steps)
    for (const [index, { query }] of steps.entries()) record(query.sql, index === unmet ? 'unmet' : 'met')
    return unmet
  } catch (error) {
    for (const { query } of steps) record(query.sql, codeOf(error))
    throw error
  }
}

const codeOf = (error: unknown) => String((error as { code?: string }).code)

export default class RecordingRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    // Vitest does not report the end of a skipped test.
    if (test.mode === 'skip' || test.mode === 'todo') return
    running.set(test.id, waiting)
    waiting = { statements: new Set(), sent: 0 }
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    const sent = running.get(test.id)
    if (!sent) return
    // The statements of parallel tests cannot be told apart, so these tests are not recorded and run on both databases.
    if (running.size === 1 && test.type === 'test' && !test.concurrent) write(test, sent)
    running.delete(test.id)
  }
}

function write(test: RunnerTestCase, { statements, sent }: Sent): void {
  const recorded: RecordedTest = { name: test.fullName, statements: [...statements], sent }
  appendFileSync(file, `${JSON.stringify(recorded)}\n`)
}

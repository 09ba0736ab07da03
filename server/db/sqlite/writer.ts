import { availableParallelism } from 'node:os'
// The global of that name is looked up anew at every use, and this thread reads the clock while it waits.
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import { fromWire, toWire, type WireError } from './error.ts'
import {
  type BatchStep,
  nothing,
  Op,
  type Outcome,
  type Reply,
  type Request,
  unmetAt,
  type WriterData,
} from './protocol.ts'
import { Statements } from './statements.ts'

// The worker thread that owns the write connection. It has no event loop of its own: it reads its port,
// works, answers, and sleeps on the signal, because an event loop would cost more per message than the work.

const CHECKPOINT_PAGES = 2000
const SPIN_MS = availableParallelism() > 1 ? 0.1 : 0

const { file, port, signal }: WriterData = workerData
const db = new DatabaseSync(file, { timeout: 5000 })
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -8192;
`)
const statements = new Statements(db)
const fixed = {
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),
  savepoint: db.prepare('SAVEPOINT frame_turn'),
  release: db.prepare('RELEASE frame_turn'),
  rollbackTo: db.prepare('ROLLBACK TO frame_turn'),
  walState: db.prepare('PRAGMA wal_checkpoint = NOOP'),
}

let replies: Reply[] = []
let groupOpen = false
let turnOpen = false
/** Set when SQLite has rolled back the whole group; everything up to its COMMIT is answered with it. */
let lost: WireError | undefined

answer([true, nothing])
send()
serve()

function serve(): void {
  for (;;) {
    const rung = Atomics.load(signal, 0)
    const received = receiveMessageOnPort(port)
    if (!received) {
      send()
      sleep(rung)
      continue
    }
    const requests: readonly Request[] = received.message
    for (const request of requests) {
      if (request[0] === Op.close) return close()
      perform(request)
    }
  }
}

function perform(request: Request): void {
  switch (request[0]) {
    case Op.begin:
      return begin()
    case Op.release:
      return release()
    case Op.run:
      return reply(() => inGroup(() => statements.execute(request[1], request[2])))
    case Op.single:
      return reply(() => {
        openGroup()
        return inGroup(() => statements.execute(request[1], request[2]))
      })
    case Op.batch:
      return reply(() => {
        openGroup()
        return inGroup(() => batch(request[1]))
      })
    case Op.bare:
      return reply(() => statements.execute(request[1], request[2]))
    case Op.control:
      return reply(() =>
        inGroup(() => {
          db.exec(request[1])
          statements.afterRollback()
          return nothing
        }),
      )
    case Op.rollback:
      return reply(rollback)
    case Op.commit:
      send()
      reply(commit)
      send()
      return checkpoint()
  }
}

function openGroup(): void {
  if (groupOpen || lost) return
  try {
    fixed.begin.run()
    groupOpen = true
  } catch (error) {
    lose(error)
  }
}

function begin(): void {
  turnOpen = true
  openGroup()
  inGroupOrLose(() => fixed.savepoint.run())
}

function release(): void {
  turnOpen = false
  inGroupOrLose(() => fixed.release.run())
}

function rollback(): Outcome {
  turnOpen = false
  inGroupOrLose(() => {
    fixed.rollbackTo.run()
    fixed.release.run()
  })
  statements.afterRollback()
  return nothing
}

/** All steps or none, as one member of the group. */
function batch(steps: readonly BatchStep[]): Outcome {
  fixed.savepoint.run()
  try {
    for (const [index, [sql, parameters, rows]] of steps.entries()) {
      const [, , changes] = statements.execute(sql, parameters)
      if (rows === null || changes === rows) continue
      rollback()
      return unmetAt(index)
    }
  } catch (error) {
    if (db.isTransaction) rollback()
    throw error
  }
  fixed.release.run()
  return nothing
}

function commit(): Outcome {
  const failure = lost
  const open = groupOpen
  lost = undefined
  groupOpen = false
  if (failure) throw fromWire(failure)
  if (!open) return nothing
  try {
    fixed.commit.run()
  } catch (error) {
    if (db.isTransaction) fixed.rollback.run()
    throw error
  }
  return nothing
}

function inGroup(work: () => Outcome): Outcome {
  if (lost) throw fromWire(lost)
  try {
    return work()
  } catch (error) {
    if (!db.isTransaction) lose(error)
    throw error
  }
}

function inGroupOrLose(work: () => void): void {
  if (lost) return
  try {
    work()
  } catch (error) {
    lose(error)
  }
}

function lose(error: unknown): void {
  lost = toWire(error)
  groupOpen = false
  if (db.isTransaction) fixed.rollback.run()
  statements.afterRollback()
}

function reply(work: () => Outcome): void {
  try {
    answer([true, work()])
  } catch (error) {
    answer([false, toWire(error), lost !== undefined])
  }
}

function answer(message: Reply): void {
  replies.push(message)
}

function send(): void {
  if (replies.length === 0) return
  port.postMessage(replies)
  Atomics.add(signal, 1, 1)
  replies = []
}

/** Between groups, after the answer has gone out, so that no commit pays for it. */
function checkpoint(): void {
  const { log, checkpointed } = fixed.walState.get() ?? {}
  if (Number(log) - Number(checkpointed) >= CHECKPOINT_PAGES) db.exec('PRAGMA wal_checkpoint = PASSIVE')
}

/** Within a turn the next statement is a few microseconds away, and waking a sleeping thread takes longer. */
function sleep(rung: number): void {
  if (turnOpen) {
    const until = performance.now() + SPIN_MS
    while (performance.now() < until) if (Atomics.load(signal, 0) !== rung) return
  }
  Atomics.wait(signal, 0, rung)
}

function close(): void {
  let outcome: Reply = [true, nothing]
  try {
    db.exec('PRAGMA wal_checkpoint = TRUNCATE')
    db.close()
  } catch (error) {
    outcome = [false, toWire(error), false]
  }
  answer(outcome)
  send()
  port.close()
}

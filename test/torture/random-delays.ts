/**
 * Adds random delays after database queries, for races: the time between reading and writing, which is microseconds on an
 * idle test machine, becomes as long as under load.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import {
  SelectQueryNode,
  UpdateQueryNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type TransactionBuilder,
} from 'kysely'
import { isRetryable } from '#server/kernel/db/failures.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { onPostgres } from '../database.ts'

export type DelayedDb = {
  db: Db
  /** Messages of transactions that the database ended because of another transaction: deadlocks and lock timeouts. */
  collisions: string[]
  /** Calls inside a transaction that must not be there: see `recordBlockingCall`. */
  blockingCalls: string[]
}

const MAX_DELAY_MS = 4
const currentTransaction = new AsyncLocalStorage<DelayedDb>()

export function addRandomDelays(db: Db): DelayedDb {
  const delayed: DelayedDb = { db: db.withPlugin(randomDelays()), collisions: [], blockingCalls: [] }
  const transaction = delayed.db.transaction.bind(delayed.db)
  delayed.db.transaction = () => observed(transaction(), delayed)
  const verbs = delayed.db as unknown as Record<string, (table: string) => unknown>
  for (const verb of ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']) {
    const start = verbs[verb]!.bind(delayed.db)
    verbs[verb] = (table) => {
      // A transaction that makes this call waits for a second connection. Twenty such transactions at once would
      // deadlock.
      recordBlockingCall(`${verb} ${table} on a second connection`)
      return start(table)
    }
  }
  return delayed
}

/** Records a call that must not happen inside a transaction, if the caller is inside one. */
export function recordBlockingCall(what: string): void {
  currentTransaction.getStore()?.blockingCalls.push(what)
}

/** SQLite has only one writer: a delay after an update would delay all transactions. */
function randomDelays(): KyselyPlugin {
  const slow = new WeakSet<PluginTransformQueryArgs['queryId']>()
  return {
    transformQuery({ node, queryId }) {
      if (SelectQueryNode.is(node) || (onPostgres && UpdateQueryNode.is(node))) slow.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (slow.has(queryId)) await pause(Math.random() * MAX_DELAY_MS)
      return result
    },
  }
}

function observed(builder: TransactionBuilder<Schema>, delayed: DelayedDb): TransactionBuilder<Schema> {
  const execute = builder.execute.bind(builder)
  builder.execute = async (callback) => {
    try {
      return await execute((tx) => currentTransaction.run(delayed, () => callback(tx)))
    } catch (error) {
      if (isRetryable(error)) delayed.collisions.push((error as Error).message)
      throw error
    }
  }
  return builder
}

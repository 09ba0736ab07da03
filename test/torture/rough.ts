/**
 * A rougher road for races: a pause of chance after the database's answers, so that the gap between looking and
 * writing, which a quiet test machine closes within microseconds, stands open as it would on a busy day.
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
import { isRetryable } from '#server/db/failures.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { onPostgres } from '#test/database.ts'

export type RoughDb = {
  db: Db
  /** Transactions that the database ended to let a neighbour through: deadlocks and lock time-outs. */
  collisions: string[]
  /** What was waited for inside a transaction though it can stand still there: see `noteStray`. */
  strays: string[]
}

const LONGEST = 4
const inside = new AsyncLocalStorage<RoughDb>()

export function roughen(db: Db): RoughDb {
  const rough: RoughDb = { db: db.withPlugin(pauses()), collisions: [], strays: [] }
  const transaction = rough.db.transaction.bind(rough.db)
  rough.db.transaction = () => watched(transaction(), rough)
  const verbs = rough.db as unknown as Record<string, (table: string) => unknown>
  for (const verb of ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']) {
    const start = verbs[verb]!.bind(rough.db)
    verbs[verb] = (table) => {
      // A second connection for the first one's sake: twenty at once would wait for each other for ever.
      noteStray(`${verb} ${table} on a connection of its own`)
      return start(table)
    }
  }
  return rough
}

/** Notes something that no transaction may wait for, when one is open where this is called. */
export function noteStray(what: string): void {
  inside.getStore()?.strays.push(what)
}

/** On SQLite there is one writer: a pause after its updates would only make everybody wait. */
function pauses(): KyselyPlugin {
  const slow = new WeakSet<PluginTransformQueryArgs['queryId']>()
  return {
    transformQuery({ node, queryId }) {
      if (SelectQueryNode.is(node) || (onPostgres && UpdateQueryNode.is(node))) slow.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (slow.has(queryId)) await pause(Math.random() * LONGEST)
      return result
    },
  }
}

function watched(builder: TransactionBuilder<Schema>, rough: RoughDb): TransactionBuilder<Schema> {
  const execute = builder.execute.bind(builder)
  builder.execute = async (callback) => {
    try {
      return await execute((tx) => inside.run(rough, () => callback(tx)))
    } catch (error) {
      if (isRetryable(error)) rough.collisions.push((error as Error).message)
      throw error
    }
  }
  return builder
}

/**
 * What /metrics reports besides the process itself: connections, queues, orders and payments, calls of the outside
 * services. The numbers of rows are the same at every instance; the others are of this process.
 */
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { isoNow } from '../time/clock.ts'
import type { Shop } from '../shop.ts'

/** The connections of the pool, and requests that wait for one. */
export type PoolUse = { total: number; idle: number; waiting: number }

export type Measured = {
  shop: Shop
  /** Null on SQLite, which has no pool. */
  poolUse: (() => PoolUse) | null
}

/** Milliseconds for which counted rows are reported again: counting reads whole indexes. */
const COUNTED_FOR = 10_000

/** Loads prom-client and starts collecting. Called at the first request for metrics, so that other shops save its cost. */
export async function collectMetrics(measured: Measured): Promise<Registry> {
  const { Registry, Gauge, Counter, collectDefaultMetrics } = await import('prom-client')
  const { shop, poolUse } = measured
  const register = new Registry()
  collectDefaultMetrics({ register })
  const counts = countedRows(shop)

  const gauge = (settings: ConstructorParameters<typeof Gauge>[0]) => {
    const made = new Gauge({ ...settings, registers: [] })
    register.registerMetric(made)
    return made
  }
  gauge({
    name: 'frame_info',
    help: 'Always 1; the version and the role of this process.',
    labelNames: ['version', 'role'],
  }).set({ version: shop.config.version, role: shop.config.role }, 1)
  if (poolUse)
    gauge({
      name: 'frame_database_connections',
      help: 'Connections of the pool by state; `waiting` counts requests that wait for one.',
      labelNames: ['state'],
      collect() {
        for (const [state, count] of Object.entries(poolUse())) this.set({ state }, count)
      },
    })
  for (const [name, help, labels, rows] of [
    [
      'frame_queue_rows',
      'Rows of a queue that wait, or that have failed for good.',
      ['queue', 'state'],
      'queues',
    ],
    ['frame_queue_oldest_seconds', 'Age of the oldest row that waits.', ['queue'], 'ages'],
    ['frame_orders', 'Orders by state.', ['state'], 'orders'],
    ['frame_payments', 'Payments by state.', ['state'], 'payments'],
    ['frame_refunds', 'Refunds by state.', ['state'], 'refunds'],
  ] as const)
    gauge({
      name,
      help,
      labelNames: labels,
      async collect() {
        this.reset()
        for (const { value, ...of } of (await counts())?.[rows] ?? []) this.set(of, value)
      },
    })
  const calls = new Counter({
    registers: [],
    name: 'frame_service_calls_total',
    help: 'Calls of outside services by kind and result; `failed` means no usable response.',
    labelNames: ['kind', 'result'],
    collect() {
      this.reset()
      for (const { count, ...of } of shop.outcomes.counts()) this.inc(of, count)
    },
  })
  register.registerMetric(calls)
  return register
}

type Row = { value: number } & Record<string, string | number>

/** Counts rows, at most once in `COUNTED_FOR`. */
function countedRows(shop: Shop) {
  let counted: { at: number; rows: ReturnType<typeof countRows> } | null = null
  return () => {
    if (counted === null || performance.now() - counted.at > COUNTED_FOR) {
      const rows = countRows(shop)
      counted = { at: performance.now(), rows }
      // After a failure the next request counts again.
      rows.catch(() => (counted = null))
    }
    // Without the database, the numbers of the process are still reported.
    return counted.rows.catch(() => null)
  }
}

async function countRows(shop: Shop) {
  const queues = await Promise.all(
    (['outbox', 'paypal_events', 'tracking_reports'] as const).map(countQueue(shop)),
  )
  return {
    queues: queues.flatMap(({ rows }) => rows),
    ages: queues.map(({ age }) => age),
    orders: await byState(shop, 'orders'),
    payments: await byState(shop, 'payments'),
    refunds: await byState(shop, 'refunds'),
  }
}

const AGE_OF = { outbox: 'created_at', paypal_events: 'received_at', tracking_reports: 'updated_at' } as const

/** The rows of a queue that are not done, by state, and the age of the oldest waiting one in seconds. */
function countQueue({ db, clock }: Shop) {
  return async (queue: keyof typeof AGE_OF) => {
    const column = sql.ref<string>(AGE_OF[queue])
    const found = await sql<{ state: string; count: number; oldest: string }>`
      select state, count(*) as count, min(${column}) as oldest from ${sql.table(queue)}
      where state in ('waiting', 'failed') group by state`.execute(db)
    const of = (state: string) => found.rows.find((row) => row.state === state)
    const oldest = of('waiting')?.oldest
    const seconds = oldest ? Math.max(0, (Date.parse(isoNow(clock)) - Date.parse(oldest)) / 1000) : 0
    const rows: Row[] = ['waiting', 'failed'].map((state) => ({ queue, state, value: of(state)?.count ?? 0 }))
    return { rows, age: { queue, value: seconds } satisfies Row }
  }
}

async function byState({ db }: Shop, table: 'orders' | 'payments' | 'refunds'): Promise<Row[]> {
  const { rows } = await sql<{ state: string; value: number }>`
    select state, count(*) as value from ${sql.table(table)} group by state`.execute(db)
  return rows
}

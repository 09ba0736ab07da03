/**
 * What /metrics reports besides the process itself: connections, queues, orders and payments, calls of the outside
 * services. The numbers of rows are the same at every instance; the others are of this process.
 */
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Shop } from '../shop.ts'

/** The connections of the pool, and requests that wait for one. */
export type PoolUse = { total: number; idle: number; waiting: number }

export type Measured = {
  shop: Shop
  cache: ResponseCache
  /** Null on SQLite, which has no pool. */
  poolUse: (() => PoolUse) | null
}

/** Milliseconds for which counted rows are reported again: counting reads whole indexes. */
const COUNTED_FOR = 10_000

/**
 * Loads prom-client and starts collecting. Called at the first request for metrics, so that other shops save its cost.
 */
export async function collectMetrics(measured: Measured): Promise<Registry> {
  const { Registry, Gauge, Counter, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const { rows, labels, name, help, isCounter } of metricsOf(measured)) {
    const settings = { name, help, labelNames: labels, registers: [] }
    const made = isCounter
      ? new Counter({
          ...settings,
          async collect() {
            this.reset()
            for (const { value, ...of } of await rows()) this.inc(of, value)
          },
        })
      : new Gauge({
          ...settings,
          async collect() {
            this.reset()
            for (const { value, ...of } of await rows()) this.set(of, value)
          },
        })
    register.registerMetric(made)
  }
  return register
}

type Metric = {
  name: string
  help: string
  labels: string[]
  /** A counter only grows while the process runs; the others are gauges. */
  isCounter?: boolean
  rows: () => Row[] | Promise<Row[]>
}

function metricsOf({ shop, cache, poolUse }: Measured): Metric[] {
  const { version, role } = shop.config
  const counts = countedRows(shop)
  const counted = (which: keyof Counts) => async () => (await counts())?.[which] ?? []
  return [
    {
      name: 'frame_info',
      help: 'Always 1; the version and the role of this process.',
      labels: ['version', 'role'],
      rows: () => [{ version, role, value: 1 }],
    },
    {
      name: 'frame_database_connections',
      help: 'Connections of the pool by state; `waiting` counts requests that wait for one. None on SQLite.',
      labels: ['state'],
      rows: () => Object.entries(poolUse?.() ?? {}).map(([state, value]) => ({ state, value })),
    },
    {
      name: 'frame_queue_rows',
      help: 'Rows of a queue that wait, or that have failed permanently.',
      labels: ['queue', 'state'],
      rows: counted('queues'),
    },
    {
      name: 'frame_queue_oldest_seconds',
      help: 'Age of the oldest row that waits.',
      labels: ['queue'],
      rows: counted('ages'),
    },
    { name: 'frame_orders', help: 'Orders by state.', labels: ['state'], rows: counted('orders') },
    { name: 'frame_payments', help: 'Payments by state.', labels: ['state'], rows: counted('payments') },
    { name: 'frame_refunds', help: 'Refunds by state.', labels: ['state'], rows: counted('refunds') },
    ...cacheMetrics(cache),
    {
      name: 'frame_service_calls_total',
      help: 'Calls of outside services by kind and result; `failed` means no usable response.',
      labels: ['kind', 'result'],
      isCounter: true,
      rows: () => shop.outcomes.counts().map(({ count, ...of }) => ({ ...of, value: count })),
    },
  ]
}

function cacheMetrics(cache: ResponseCache): Metric[] {
  return [
    {
      name: 'frame_cache_requests_total',
      help: 'GET and HEAD requests by result: answered from the cache (`hit`), or not (`miss`).',
      labels: ['result'],
      isCounter: true,
      rows: () => Object.entries(cache.usage().requests).map(([result, value]) => ({ result, value })),
    },
    {
      name: 'frame_cache_entries',
      help: 'Responses in the cache.',
      labels: [],
      rows: () => [{ value: cache.usage().entries }],
    },
    {
      name: 'frame_cache_bytes',
      help: 'Size of the cached responses with their encodings, as the cache counts it.',
      labels: [],
      rows: () => [{ value: cache.usage().bytes }],
    },
  ]
}

type Row = { value: number } & Record<string, string | number>

type Counts = Record<'queues' | 'ages' | 'orders' | 'payments' | 'refunds', Row[]>

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

async function countRows(shop: Shop): Promise<Counts> {
  const queues = await Promise.all(
    (['outbox', 'paypal_events', 'tracking_reports', 'payment_method_deletions'] as const).map(
      countQueue(shop),
    ),
  )
  return {
    queues: queues.flatMap(({ rows }) => rows),
    ages: queues.map(({ age }) => age),
    orders: await byState(shop, 'orders'),
    payments: await byState(shop, 'payments'),
    refunds: await byState(shop, 'refunds'),
  }
}

const AGE_OF = {
  outbox: 'created_at',
  paypal_events: 'received_at',
  tracking_reports: 'updated_at',
  payment_method_deletions: 'created_at',
} as const

/**
 * The rows of a queue that are not done, by state, and the age of the oldest waiting one in seconds. A row without an
 * attempt counts from when it is due, because an email can be queued for later.
 */
function countQueue({ db, clock }: Shop) {
  return async (queue: keyof typeof AGE_OF) => {
    const column = sql.ref<string>(AGE_OF[queue])
    const found = await sql<{ state: string; count: number; oldest: string }>`
      select state, count(*) as count,
        min(case when attempts = 0 then next_at else ${column} end) as oldest from ${sql.table(queue)}
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

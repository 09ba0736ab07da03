/**
 * Measures what orders and whole purchases cost the shop: per second, and as CPU time of the shop's process. PayPal and
 * the mail server run in a process of their own. `node bench/purchases.ts [postgres] [--count=400] [--soon]` measures
 * only them; `--soon` does not wait for the events that are handled a minute later.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectForCommand, type Database } from '#server/kernel/db/connect.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { freePort } from '#test/free-port.ts'
import { startPostgres } from '#test/postgres.ts'
import { complete, disconnect, fillCarts, type Action, type Buyer } from './orders.ts'
import { startProduct, type Product } from './server.ts'
import { startServices } from './services.ts'
import { prepareShop } from './stock.ts'

export const PAYING_BUYERS = 32
const WARM_UP = 200
const IDLE_MS = 2000

export type Kind = 'SQLite' | 'PostgreSQL'

/**
 * Per second, and ms of the shop's CPU time for one: in total, and the part that was used after the last response, mostly
 * for mails.
 */
export type Cost = { perSecond: number; cpuMs: number; laterMs: number }

type Options = {
  /** How many orders and purchases are measured. */
  count: number
  /** Whether to wait for all events, which takes a minute. */
  waitForEvents: boolean
}

/** The cost of an order and of a whole purchase, on one database. */
export async function measurePurchases(
  on: Kind,
  cache: string,
  options: Options,
): Promise<Record<Action, Cost>> {
  const postgres = on === 'PostgreSQL' ? await startPostgres() : null
  const dataDir = await mkdtemp(join(cache, 'bench-purchases-'))
  try {
    await postgres?.createDatabase('purchases')
    return await onDatabase({ dataDir, databaseUrl: postgres?.url('purchases') ?? null }, options)
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Place = { dataDir: string; databaseUrl: string | null }

async function onDatabase(place: Place, options: Options): Promise<Record<Action, Cost>> {
  const prepared = await prepareShop(place.dataDir, PAYING_BUYERS, place.databaseUrl)
  const port = await freePort()
  const services = await startServices(port)
  const { settings } = services
  const shop = await startProduct(place.dataDir, { ...place, port, settings })
  const database = await connectForCommand(place)
  try {
    const buyers = await fillCarts(port, prepared, services.paypalPort)
    await complete(buyers, 'buy', WARM_UP)
    await allDone(database.db, false)
    const costs = { buy: await costOf(shop, database, buyers, 'buy', options) }
    const ofOrder = await costOf(shop, database, buyers, 'place', { ...options, waitForEvents: false })
    disconnect(buyers)
    return { ...costs, place: ofOrder }
  } finally {
    await database.close()
    await shop.stop()
    await services.stop()
  }
}

async function costOf(
  shop: Product,
  { db }: Database,
  buyers: Buyer[],
  action: Action,
  { count, waitForEvents }: Options,
): Promise<Cost> {
  const idle = await idleLoad(shop)
  const start = performance.now()
  const before = shop.cpuMs()
  const seconds = await complete(buyers, action, count)
  const responded = shop.cpuMs()
  await allDone(db, waitForEvents)
  const after = shop.cpuMs() - idle * (performance.now() - start - seconds * 1000)
  return {
    perSecond: count / seconds,
    cpuMs: (after - before) / count,
    laterMs: (after - responded) / count,
  }
}

/** The fraction of a processor that the shop uses while it gets no requests. */
async function idleLoad(shop: Product): Promise<number> {
  const before = shop.cpuMs()
  await pause(IDLE_MS)
  return (shop.cpuMs() - before) / IDLE_MS
}

/** Waits until all mails that are due are sent and all events processed. */
async function allDone(db: Db, waitForEvents: boolean): Promise<void> {
  for (;;) {
    const soon = new Date(Date.now() + (waitForEvents ? 120_000 : 5000)).toISOString()
    // The mail about an unpaid order is due after ten minutes, so it is not waited for.
    const isDone = await Promise.all(QUEUES.map((queue) => isEmpty(db, queue, soon)))
    if (isDone.every(Boolean)) return
    await pause(200)
  }
}

const QUEUES = ['outbox', 'paypal_events'] as const

/** Whether nothing in a queue is due before `soon`. */
async function isEmpty(db: Db, queue: (typeof QUEUES)[number], soon: string): Promise<boolean> {
  const waiting = await db
    .selectFrom<(typeof QUEUES)[number]>(queue)
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<', soon)
    .limit(1)
    .execute()
  return waiting.length === 0
}

async function main(): Promise<void> {
  const cache = join(import.meta.dirname, '../.cache')
  mkdirSync(cache, { recursive: true })
  const kind: Kind = process.argv.includes('postgres') ? 'PostgreSQL' : 'SQLite'
  const count = Number(process.argv.find((one) => one.startsWith('--count='))?.slice(8) ?? 400)
  const waitForEvents = !process.argv.includes('--soon')
  const costs = await measurePurchases(kind, cache, { count, waitForEvents })
  for (const [action, { perSecond, cpuMs, laterMs }] of Object.entries(costs)) {
    const cpu = `${cpuMs.toFixed(2)} ms of CPU, ${laterMs.toFixed(2)} of them after the last response`
    process.stdout.write(`${kind} ${action}: ${perSecond.toFixed(0)}/s, ${cpu}\n`)
  }
}

if (process.argv[1] === import.meta.filename) await main()

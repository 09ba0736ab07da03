/**
 * Rolling restarts under load: each instance in turn gets SIGTERM and is restarted, and no request may fail. Before the
 * load, the instances must agree on the last bag and on sessions.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { aPicture, formOf } from '../form.ts'
import { openBehindNginx, type Cluster, type Instance } from './behind-nginx.ts'
import { newBuyer, ownerAt, placeOrder, purchase, restock } from './buying.ts'
import { caller, type Caller } from './caller.ts'
import { makePlace } from './places.ts'
import { sharedStateOnce } from './shared-state.ts'
import type { Database, Result } from './table.ts'

const INSTANCES = 2
const READERS = 6
const BUYERS = 4
/** nginx skips an instance for ten seconds after a failed connection; the next restart must not be earlier. */
const DRAIN_SECONDS = '11'

type Plan = { database: Database; count: number; postgres: string | null }

/** The number of requests by kind, and the failures. */
export type Tally = { sent: Record<string, number>; wrong: string[]; slowestMs: number }

/** @param count rounds; in each round every instance is restarted once */
export async function restartResults({ database, count, postgres }: Plan): Promise<Result[]> {
  if (postgres === null) return []
  const results: Result[] = []
  for (const keepAlive of [0, 32]) {
    const start = performance.now()
    const { wrong, note } = await restartCampaign(postgres, count, keepAlive)
    const campaign = keepAlive ? 'rolling restarts, kept connections' : 'rolling restarts, plain nginx'
    const seconds = (performance.now() - start) / 1000
    results.push({ campaign, database, trials: count, violations: wrong, seconds, note })
  }
  return results
}

async function restartCampaign(postgres: string, rounds: number, keepAlive: number) {
  const place = await makePlace(postgres)
  const env = { DRAIN_SECONDS, SEED: 'catalogue' }
  const cluster = await openBehindNginx({
    count: INSTANCES,
    databaseUrl: place.databaseUrl!,
    env,
    nginx: { keepAlive },
  })
  const tally: Tally = { sent: {}, wrong: [], slowestMs: 0 }
  try {
    tally.wrong.push(...(await sharedStateOnce(cluster)))
    const stopping = new AbortController()
    const load = await startLoad(cluster, tally, stopping.signal)
    for (let round = 0; round < rounds; round++) {
      for (const instance of cluster.instances) tally.wrong.push(...(await restart(instance)))
    }
    await pause(1000)
    stopping.abort()
    await load()
    return { wrong: tally.wrong, note: summary(tally, await cluster.nginx.errors()) }
  } finally {
    await cluster.close()
    await place.remove()
  }
}

async function restart(instance: Instance): Promise<string[]> {
  const { shop } = instance
  process.kill(shop.pid, 'SIGTERM')
  const code = await shop.code
  const wrong =
    code === 0 ? [] : [`A process that got SIGTERM ended with ${code}: ${shop.output().slice(-300)}`]
  await instance.start()
  return wrong
}

/** Starts all clients. Returns a function that waits until they have stopped after `signal`. */
export async function startLoad(
  { origin }: Pick<Cluster, 'origin'>,
  tally: Tally,
  signal: AbortSignal,
): Promise<() => Promise<unknown>> {
  const bags = await restock(origin, [1_000_000, 1_000_000])
  const owner = await ownerAt(origin)
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(origin)))
  const paths = ['/', '/shop', '/menu', ...bags.map((id) => `/product/${id}`), '/cart']
  const data = ['/api/products', '/api/products/top', ...bags.map((id) => `/api/products/${id}`)]
  const picture = formOf('image', [{ bytes: await aPicture({ width: 600, height: 400 }) }])
  const loops = [
    ...Array.from(
      { length: READERS },
      () => [20, () => readOne(caller(origin), tally, paths, 'page')] as const,
    ),
    ...Array.from(
      { length: READERS },
      () => [20, () => readOne(caller(origin), tally, data, 'data')] as const,
    ),
    ...buyers.map((buyer) => [50, () => buyOne(buyer, tally, bags)] as const),
    [2000, () => uploadOne(owner, tally, picture)] as const,
  ]
  const running = Promise.all(loops.map(([every, work]) => repeat(every, work, signal)))
  return () => running
}

async function repeat(every: number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work()
    await pause(Math.random() * 2 * every)
  }
}

async function timed(tally: Tally, kind: string, work: () => Promise<string | null>): Promise<void> {
  const start = performance.now()
  tally.sent[kind] = (tally.sent[kind] ?? 0) + 1
  const wrong = await work().catch(
    (error: Error) => `${error.message} (${(error.cause as Error | undefined)?.message ?? error.name})`,
  )
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - start)
  if (wrong !== null) tally.wrong.push(`${new Date().toISOString()} ${kind}: ${wrong}`)
}

function readOne(reader: Caller, tally: Tally, paths: string[], kind: string): Promise<void> {
  const path = paths[Math.floor(Math.random() * paths.length)]!
  return timed(tally, kind, async () => {
    const { status, text } = await reader.get(path)
    return status === 200 ? null : `${path} returned ${status} ${text.slice(0, 100)}`
  })
}

function buyOne(buyer: Caller, tally: Tally, bags: string[]): Promise<void> {
  return timed(tally, 'order', async () => {
    await placeOrder(buyer, purchase([{ _id: bags[Math.floor(Math.random() * bags.length)]!, qty: 1 }]))
    return null
  })
}

type Form = ReturnType<typeof formOf>

function uploadOne(owner: Caller, tally: Tally, { payload, headers }: Form): Promise<void> {
  return timed(tally, 'upload', async () => {
    const { status, text } = await owner.post('/api/upload/productimage', payload, headers)
    return status === 200 ? null : `returned ${status} ${text.slice(0, 100)}`
  })
}

export function summary({ sent, slowestMs }: Tally, nginxErrors: string): string {
  const counts = Object.entries(sent).map(([kind, count]) => `${count} × ${kind}`)
  const refused = nginxErrors.split('\n').filter((line) => line.includes('Connection refused')).length
  return `${counts.join(', ')}; slowest ${(slowestMs / 1000).toFixed(1)} s; nginx retried ${refused} refused connections`
}

/** Several real shop processes on one PostgreSQL database, with a plain nginx in front, for campaigns. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { startNginx, type Nginx } from './nginx.ts'
import { startShop, type RunningShop } from './running-shop.ts'
import { startStandIns, type StandIns } from './stand-ins.ts'

export type Instance = {
  /** Stays the same when the instance is started again, so that nginx finds it. */
  port: number
  dataDir: string
  /** The process started last, running or not. */
  shop: RunningShop
  /** Starts a process in the place of the one before, and waits until it is ready. Throws with its last words. */
  start: (env?: Record<string, string>) => Promise<RunningShop>
  /** Sends SIGTERM and waits until the process is gone; answers the signal that ended it, null when it left by itself. */
  stop: () => Promise<NodeJS.Signals | null>
}

export type House = {
  /** nginx's origin: what visitors use. */
  origin: string
  instances: Instance[]
  nginx: Nginx
  standIns: StandIns
  /** Holds PayPal's and Shippo's journals and the uploaded pictures, which the instances share. */
  folder: string
  /** Kills what still runs, and removes the folders. The database stays. */
  close: () => Promise<void>
}

type Options = {
  /** How many instances. */
  count: number
  /** A database that exists; the instances make its tables. */
  databaseUrl: string
  /** Settings of all instances, over those that this file chooses. */
  env?: Record<string, string>
  nginx?: { keepAlive?: number }
}

/** Starts stand-ins, nginx, and the instances one after another. Resolves when every instance is ready. */
export async function openBehindNginx({
  count,
  databaseUrl,
  env = {},
  nginx: how = {},
}: Options): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-house-'))
  const ports = await freePorts(count + 1)
  const [nginxPort = 0, ...upstreams] = ports
  const origin = `http://127.0.0.1:${nginxPort}`
  const standIns = await startStandIns(folder, origin)
  const settings = {
    ...standIns.env,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
    UPLOAD_DIR: join(folder, 'uploads'),
    ...env,
  }
  const closing: (() => Promise<unknown>)[] = [() => standIns.close()]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const nginx = await startNginx({
      port: nginxPort,
      upstreams,
      locations: { '/sandbox/paypal/': standIns.windowPort },
      ...how,
    })
    closing.push(() => nginx.stop())
    const instances: Instance[] = []
    // A fresh one may be running in the place of the first by then.
    closing.push(() => Promise.all(instances.map(({ shop }) => shop.kill())))
    for (const [index, port] of upstreams.entries()) {
      const dataDir = join(folder, `instance-${index + 1}`)
      instances.push(await startInstance({ port, databaseUrl, dataDir, env: settings }))
    }
    return { origin, instances, nginx, standIns, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Start = { port: number; dataDir: string; databaseUrl: string; env: Record<string, string> }

async function startInstance({ port, dataDir, databaseUrl, env }: Start): Promise<Instance> {
  await mkdir(dataDir, { recursive: true })
  const start = async (more: Record<string, string> = {}) => {
    const shop = await startShop({ dataDir, databaseUrl }, { ...env, ...more, PORT: String(port) })
    instance.shop = shop
    return shop
  }
  const instance: Instance = {
    port,
    dataDir,
    shop: null as never,
    start,
    stop: async () => {
      process.kill(instance.shop.pid, 'SIGTERM')
      return instance.shop.died
    },
  }
  await start()
  return instance
}

/** Different ones, though each is free again when it is told. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/**
 * Asks for a path through nginx until it answers this status.
 * @returns after how many milliseconds; throws after `within`
 */
export async function untilAnswers(
  origin: string,
  { path, status, within }: { path: string; status: number; within: number },
): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(within) }).catch(() => null)
    await answer?.body?.cancel()
    const passed = performance.now() - since
    if (answer?.status === status) return passed
    if (passed > within)
      throw new Error(`${path} answered ${answer?.status ?? 'nothing'} after ${Math.round(passed)} ms`)
    await pause(50)
  }
}

/** Several real shop processes on one PostgreSQL database behind a plain nginx, for campaigns. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startNginx, type Nginx } from './nginx.ts'
import { startShop, type RunningShop } from './running-shop.ts'
import { startSharedSandboxes, type SharedSandboxes } from './shared-sandboxes.ts'

export type Instance = {
  /** The port stays the same after a restart, because nginx's configuration contains it. */
  port: number
  dataDir: string
  /** The process started last, running or not. */
  shop: RunningShop
  /** Starts a new process for this instance and waits until it is ready. Throws with its output if it exits before. */
  start: (env?: Record<string, string>) => Promise<RunningShop>
  /** Sends SIGTERM and waits until the process has ended; returns the signal that ended it, null for a normal exit. */
  stop: () => Promise<NodeJS.Signals | null>
}

export type Cluster = {
  /** nginx's origin, for visitors. */
  origin: string
  instances: Instance[]
  nginx: Nginx
  sandboxes: SharedSandboxes
  /** The folder with PayPal's and Shippo's journals and the uploaded pictures, which the instances share. */
  folder: string
  /** Kills all processes and removes the folders. The database is not removed. */
  close: () => Promise<void>
}

type Options = {
  /** Number of instances. */
  count: number
  /** An existing database; the instances create its tables. */
  databaseUrl: string
  /** Environment variables of all instances, which override those of this file. */
  env?: Record<string, string>
  nginx?: { keepAlive?: number }
}

/** Starts the sandboxes, nginx, and the instances one after another. Resolves when every instance is ready. */
export async function openBehindNginx({
  count,
  databaseUrl,
  env = {},
  nginx: options = {},
}: Options): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-cluster-'))
  const ports = await freePorts(count + 1)
  const [nginxPort = 0, ...upstreams] = ports
  const origin = `http://127.0.0.1:${nginxPort}`
  const sandboxes = await startSharedSandboxes(folder, origin)
  const settings = {
    ...sandboxes.env,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
    UPLOAD_DIR: join(folder, 'uploads'),
    ...env,
  }
  const closing: (() => Promise<unknown>)[] = [() => sandboxes.close()]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const nginx = await startNginx({
      port: nginxPort,
      upstreams,
      locations: { '/sandbox/paypal/': sandboxes.windowPort },
      ...options,
    })
    closing.push(() => nginx.stop())
    const instances: Instance[] = []
    // Reads `shop` late, since an instance may have been restarted.
    closing.push(() => Promise.all(instances.map(({ shop }) => shop.kill())))
    for (const [index, port] of upstreams.entries()) {
      const dataDir = join(folder, `instance-${index + 1}`)
      instances.push(await startInstance({ port, databaseUrl, dataDir, env: settings }))
    }
    return { origin, instances, nginx, sandboxes, folder, close }
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
      return instance.shop.exited
    },
  }
  await start()
  return instance
}

/** Different ports; `freePort` could return the same port twice. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

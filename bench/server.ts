/** Starts the product in a separate process, as a shop owner would. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const START_WITHIN_MS = 120_000

export type Product = {
  port: number
  /** Milliseconds from the start of the process to the home page's first response with status 200. */
  firstResponseMs: number
  /** The resident memory in MB; NaN on systems without /proc. */
  residentMb: () => number
  stop: () => Promise<void>
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { serve: string }
}

/** `npm run serve`, and the command behind it: `node` with its flags. */
export const COMMANDS = {
  npm: ['npm', 'run', '--silent', 'serve'],
  node: [process.execPath, ...scripts.serve.split(' ').slice(1)],
}

/** The process groups to stop when this process ends. */
const running = new Set<number>()
process.on('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGKILL')
})

/** Starts the product with a data folder and waits for its home page. */
export async function startProduct(
  dataDir: string,
  { command = COMMANDS.node, databaseUrl = null }: { command?: string[]; databaseUrl?: string | null } = {},
): Promise<Product> {
  const port = await freePort()
  const [program = '', ...rest] = command
  const start = performance.now()
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, ...environment(dataDir, port), DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group, so that a signal to the group stops `npm` and the shop.
    detached: true,
  })
  if (child.pid) running.add(child.pid)
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  while (!(await isResponding(port))) {
    if (child.exitCode !== null || performance.now() - start > START_WITHIN_MS) {
      throw new Error(`The product does not respond. Its error output:\n${errors}`)
    }
    await pause(4)
  }
  const firstResponseMs = performance.now() - start
  return {
    port,
    firstResponseMs,
    residentMb: () => residentMb(child.pid),
    stop: () => stop(child),
  }
}

function environment(dataDir: string, port: number): Record<string, string> {
  const unset = ['PUBLIC_ORIGIN', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'SHIPPO_TOKEN']
  return {
    ...Object.fromEntries(unset.map((name) => [name, ''])),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  }
}

async function isResponding(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

/** Stops the whole group and waits for its last process, because `npm` exits before the shop has finished. */
async function stop({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  running.delete(pid)
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; signalGroup(pid, signal); signal = 0) await pause(20)
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address()
      server.close(() => resolve(typeof bound === 'object' ? (bound?.port ?? 0) : 0))
    })
  })
}

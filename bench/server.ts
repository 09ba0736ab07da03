/** Starts the product in a separate process, as a shop owner would. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
/** SQLite checks the whole file at the start, which takes a minute for a large shop on a busy machine. */
const START_WITHIN_MS = 300_000

export type Product = {
  port: number
  /** Milliseconds from the start of the process to the home page's first response with status 200. */
  firstResponseMs: number
  /** The resident memory in MB; NaN on systems without /proc. */
  residentMb: () => number
  /** CPU time in ms of all threads since the start, without child processes; NaN on systems without /proc. */
  cpuMs: () => number
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

type Starting = {
  command?: string[]
  databaseUrl?: string | null
  port?: number
  /** Further environment variables. */
  settings?: Record<string, string>
}

/** Starts the product with a data folder and waits for its home page. */
export async function startProduct(dataDir: string, starting: Starting = {}): Promise<Product> {
  const { command = COMMANDS.node, databaseUrl = null, port = await freePort(), settings } = starting
  const [program = '', ...rest] = command
  const start = performance.now()
  const child = spawn(program, rest, {
    cwd: ROOT,
    // The memory allocator is set as in `npm start`, the systemd units and the image.
    env: {
      MALLOC_ARENA_MAX: '1',
      ...process.env,
      ...environment(dataDir, port),
      DATABASE_URL: databaseUrl ?? '',
      ...settings,
    },
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
    cpuMs: () => cpuMs(child.pid),
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
    // Without demo orders, because the benchmarks fill the shop themselves.
    SEED: 'catalogue',
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

/** Linux counts CPU time in ticks of 10 ms: fields 14 (user) and 15 (system) of `/proc/PID/stat`. */
function cpuMs(pid: number | undefined): number {
  try {
    // The second field is the program's name, in parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

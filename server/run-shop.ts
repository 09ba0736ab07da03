/** Opens the shop (database, outside services, server), and stops it after finishing accepted requests. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { buildApp, type Built } from './app.ts'
import { ConfigError, type Config } from '#server/kernel/config/config.ts'
import { connectDatabase } from '#server/kernel/db/connect.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { firstStart } from '#server/start/first-start.ts'
import { startJobs } from '#server/start/jobs/jobs.ts'
import type { Pages } from '#server/site/pages/render.ts'
import { openPictures } from '#server/kernel/pictures/pictures.ts'
import { connectProviders } from '#server/providers/connect.ts'
import { unsharedSandboxes } from '#server/platform/services/follow.ts'
import { connectedServices } from '#server/platform/services/saved.ts'
import type { ConnectedService } from '#shared/platform/services.ts'
import { sandboxPages } from '#server/platform/http/sandbox-pages.ts'
import { stopOnSignals } from '#server/platform/http/stop.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import type { SandboxGate } from '#server/start/sandbox-lock.ts'
import type { SandboxProcess } from '#server/start/sandbox-process.ts'
import { shopClock } from '#server/kernel/time/clock.ts'
import { die, print, welcome } from '#server/start/welcome.ts'

const BUILD = join(import.meta.dirname, '../build')

type Running = {
  config: Config
  /** The launched process of the sandboxes; null if every service is live. */
  sandboxes: SandboxProcess | null
  /** Replaces the built site in development. */
  pages: Pages | null
}

/** Runs the shop until the process gets a signal to stop. */
export async function runShop({ config, sandboxes, pages }: Running): Promise<void> {
  const site = pages ?? builtSite()
  const database = await connectDatabase(
    config,
    (error) => die('The database is lost', error),
    () => print('  Another instance is preparing the database; waiting until it is done …\n'),
  )
  const gate = await openSandboxGate(config)
  await gate.enter(await sandboxedServices(database.db, config))
  const starting = sandboxes?.start()
  // Load the pages while the sandboxes start. The first request reports an error.
  if (!pages) site.build().catch(() => {})
  const report = (await starting) ?? null
  const clock = shopClock()
  const services = connectProviders(config, report, { payments: { now: () => clock.now().getTime() } })
  const built = await buildApp({
    db: database.db,
    poolUse: database.poolUse,
    providers: services.providers,
    connector: services.connector,
    mayUseSandboxes: gate.mayUse,
    config,
    clock,
    moveSandboxes: (ahead) => sandboxes?.setAhead(ahead),
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
      providers: built.shop.providers,
      services: built.shop.services,
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
      () => gate.release(),
      () => database.close(),
    ],
    onFailure: die,
  })
}

/**
 * If PayPal or Shippo is a sandbox, only one instance may run on a PostgreSQL database. SQLite needs no lock here, because the
 * lock of the data folder allows only one process.
 */
async function openSandboxGate({ databaseUrl }: Config): Promise<SandboxGate> {
  if (databaseUrl === null)
    return { enter: async () => {}, mayUse: async () => true, release: async () => {} }
  const { sandboxGate } = await import('#server/start/sandbox-lock.ts')
  return sandboxGate({
    databaseUrl,
    print,
    onLost: (error) => die('Another instance has taken the sandboxes', error),
  })
}

/** The services whose sandbox this shop uses now, and that instances cannot share. */
async function sandboxedServices(db: Db, config: Config): Promise<ConnectedService[]> {
  const connected = await connectedServices(db)
  return unsharedSandboxes(config).filter((service) => !connected.has(service))
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
  return config.publicOrigin ? `${config.publicOrigin}, through ${here}` : here
}

/** Follows the connections to outside services that owners make on screen, in a running server. */
import type { FastifyInstance } from 'fastify'
import type { ConnectedService } from '#shared/platform/services.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Log } from '#server/kernel/log.ts'
import { SECOND, type ShopClock } from '#server/kernel/time/clock.ts'
import type { openCaches } from '#server/platform/cache/share-changes.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { PictureStore } from '#server/platform/storage/picture-store.ts'
import type { Store } from '#server/platform/storage/store.ts'
import { openConnections } from '#server/platform/services/follow.ts'
import { servicesIn, type Connector } from '#server/providers/connect.ts'
import type { Providers } from '#server/providers/providers.ts'
import { watchProviders } from '#server/providers/watched.ts'

type Opening = {
  db: Db
  config: Config
  providers: Providers
  clock: ShopClock
  caches: Pick<ReturnType<typeof openCaches>, 'clear' | 'sendSignal'>
  log: Log
  pictureStore: PictureStore
  /** The store of the pictures that the settings select. */
  store: Store
  connector?: Connector
  mayUseSandboxes?: (services: readonly ConnectedService[]) => Promise<boolean>
}

/** The part of a shop about its outside services. After a service was connected, pages are written again. */
export function openServices({
  providers,
  clock,
  caches,
  connector = NO_CONNECTOR,
  mayUseSandboxes = async () => true,
  store: folder,
  ...rest
}: Opening): Pick<Shop, 'providers' | 'outcomes' | 'circuits' | 'services' | 'connections'> {
  const { replaceProvider, ...watched } = watchProviders(providers, clock, rest.config.conceal)
  const services = servicesIn(rest.config)
  const connections = openConnections({
    shop: { ...rest, services, realClock: clock.real },
    folder,
    connector,
    mayUseSandboxes,
    replaceProvider,
    onReplaced: () => caches.clear(),
    forgetStorage: () => {
      for (const kind of ['storage', 'storageReads'] as const) watched.outcomes.forget(kind)
    },
    announce: () => caches.sendSignal('connections'),
  })
  return { ...watched, services, connections }
}

/** Milliseconds after which an instance reads the connections again, because a message about a change can be lost. */
const READ_CONNECTIONS = 5 * SECOND

/** Uses the saved connections to outside services, and follows changes by other instances until the app is closed. */
export async function followConnections(app: FastifyInstance, shop: Shop): Promise<void> {
  await shop.connections.follow()
  app.addHook('onClose', () => shop.connections.close())
  if (shop.config.databaseUrl === null) return
  const timer = setInterval(() => followAgain(shop), READ_CONNECTIONS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Reads the connections again. */
export function followAgain({ connections, log }: Shop): void {
  connections.follow().catch((error: unknown) => {
    log.warn({ err: error }, 'the connections to services could not be read; they are read again')
  })
}

const noConnector = () => {
  throw new Error('This app was built without a connector')
}
/** For tests in which no service is connected. */
const NO_CONNECTOR: Connector = {
  payments: noConnector,
  shipping: noConnector,
  maps: noConnector,
  mail: noConnector,
}

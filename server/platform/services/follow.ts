/**
 * Uses the connections that an owner has saved: replaces the clients of the services while the shop runs, at the start and after
 * each change, also after those of other instances. Running calls end with the client that they began with.
 */
import { CONNECTED_SERVICES, type ConnectedService } from '#shared/platform/services.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { PictureCopyRow } from '#server/kernel/db/schema.ts'
import { servicesIn, type Connector } from '#server/providers/connect.ts'
import { notConnected } from '#server/providers/not-connected.ts'
import type { Payments } from '#server/providers/payments.ts'
import type { ReplaceProvider } from '#server/providers/watched.ts'
import type { Connections, ConnectionState, SavedConnection } from '../service-connections.ts'
import type { Shop } from '../shop.ts'
import { readCopy, stageOf } from './picture-copies.ts'
import { closedStore, placesWith } from '../storage/picture-store.ts'
import type { Store } from '../storage/store.ts'
import { KEEPS_FORMER, readConnections } from './saved.ts'
import { bucketOf, mailOf, mapboxOf, paypalOf, secretTexts, shippoOf } from './settings.ts'

type Options = {
  shop: Pick<Shop, 'db' | 'config' | 'realClock' | 'services' | 'log' | 'pictureStore'>
  /** The store of the pictures that the settings select. */
  folder: Store
  connector: Connector
  replaceProvider: ReplaceProvider
  /** Called after clients were replaced. */
  onReplaced: () => void
  /** The outcomes of calls of the store before do not count any more. */
  forgetStorage: () => void
  /** Tells the other instances that a connection has changed. */
  announce: () => void
  /** Whether this instance may use the sandboxes of these services, which several instances cannot share. */
  mayUseSandboxes: (services: readonly ConnectedService[]) => Promise<boolean>
}

const KEY_MISSING =
  'Not connected: the key of its credentials is missing. Set SECRETS_KEY as it was, or enter the credentials again'
const SANDBOX_TAKEN =
  'Not connected: another server of this shop uses the sandbox of this service. Connect the service, or stop the other server'

/** Begins with the services of the environment. Call `follow` before the first request. */
export function openConnections(options: Options): Connections {
  const { shop, connector, announce } = options
  const closing: Closing = { mail: async () => {} }
  const states = new Map<ConnectedService, ConnectionState>()
  /** What each client was created from. */
  const used = new Map<ConnectedService, string>()
  for (const service of CONNECTED_SERVICES) {
    states.set(service, stateIn(shop.config, service, [], null))
    used.set(service, keyOf(states.get(service)!, []))
  }

  async function read(): Promise<void> {
    const [all, copy] = [await readConnections(shop), await readCopy(shop.db)]
    const next = CONNECTED_SERVICES.map((service) => {
      const ofService = all.filter((each) => each.service === service)
      return { service, state: stateIn(shop.config, service, ofService, copy), former: formerOf(ofService) }
    })
    await refuseSandboxes(options, next)
    let isReplaced = false
    for (const { service, state, former } of next) {
      states.set(service, state)
      const key = keyOf(state, former)
      if (used.get(service) === key) continue
      used.set(service, key)
      if (service === 'storage') await replaceStore(options, state)
      else replaceClient({ ...options, closing }, service, state, former)
      shop.log.info({ service, source: state.source, problem: state.problem }, 'a service was connected anew')
      isReplaced = true
    }
    if (isReplaced) options.onReplaced()
  }

  // One after another, so that the last read wins.
  let last: Promise<void> = Promise.resolve()
  const follow = () => (last = last.catch(() => {}).then(read))
  return {
    connector,
    follow,
    changed: async () => {
      announce()
      await follow()
    },
    stateOf: (service) => states.get(service)!,
    close: () => closing.mail(),
  }
}

/** Whether the environment has the credentials of a service. */
function isInEnvironment(
  { paypal, shippo, mapbox, mail, storage }: Config,
  service: ConnectedService,
): boolean {
  const bucket = storage.kind === 's3' ? storage : null
  const found = { payments: paypal, shipping: shippo, maps: mapbox, mail: mail.smtpUrl, storage: bucket }
  return found[service] !== null
}

/** The services that call a sandbox which instances cannot share, as long as no owner has connected them. */
export function unsharedSandboxes(config: Config): ConnectedService[] {
  const services: ConnectedService[] = config.allowsSandbox ? ['payments', 'shipping'] : ['shipping']
  return services.filter((service) => !isInEnvironment(config, service))
}

function stateIn(
  config: Config,
  service: ConnectedService,
  saved: readonly SavedConnection[],
  copy: PictureCopyRow | null,
): ConnectionState {
  const current = saved.find(({ replacedAt }) => replacedAt === null) ?? null
  if (isInEnvironment(config, service)) return { source: 'environment', saved: current, problem: '' }
  if (current === null) return { source: 'none', saved: null, problem: '' }
  const problem = current.secrets === null ? KEY_MISSING : ''
  return {
    source: 'screen',
    saved: current,
    problem,
    ...(service === 'storage' ? { stage: stageOf(copy) } : {}),
  }
}

/** The connections before the current one whose webhooks are still accepted. */
function formerOf(saved: readonly SavedConnection[]): SavedConnection[] {
  return saved.filter(({ replacedAt, secrets }) => replacedAt !== null && secrets !== null)
}

function keyOf(
  { source, saved, problem, stage }: ConnectionState,
  former: readonly SavedConnection[],
): string {
  const from = source === 'screen' ? saved!.id : source
  return [from, stage ?? '', problem, ...former.map(({ id }) => id)].join(' ')
}

/** How to close the connection to the mail server that this file has opened last. */
type Closing = { mail: () => Promise<void> }

type Next = { service: ConnectedService; state: ConnectionState }

/** Marks the services whose sandbox this instance may not use. */
async function refuseSandboxes({ shop, mayUseSandboxes }: Options, next: Next[]): Promise<void> {
  const sandboxes = unsharedSandboxes(shop.config)
  const used = next.filter(({ service, state }) => sandboxes.includes(service) && state.source === 'none')
  if (await mayUseSandboxes(used.map(({ service }) => service))) return
  for (const { state } of used) state.problem = SANDBOX_TAKEN
}

function replaceClient(
  { shop, connector, replaceProvider, closing }: Options & { closing: Closing },
  service: Exclude<ConnectedService, 'storage'>,
  { source, saved, problem }: ConnectionState,
  former: readonly SavedConnection[],
): void {
  const { config, services } = shop
  const entered = source === 'screen' && saved?.secrets ? { ...saved, secrets: saved.secrets } : null
  if (entered) config.conceal.add(secretTexts(service, entered))
  const start = servicesIn(config)
  if (service === 'payments') {
    services.paypal = entered ? paypalOf(config, entered) : start.paypal
    const client = problem ? notConnected(service, problem) : connector.payments(services.paypal)
    replaceProvider(service, withFormer(shop, client, former, connector))
  } else if (service === 'shipping') {
    services.shippo = entered ? shippoOf(config, entered) : start.shippo
    services.shippoWebhookSecret = entered
      ? (entered.secrets['webhookSecret'] ?? null)
      : start.shippoWebhookSecret
    replaceProvider(service, problem ? notConnected(service, problem) : connector.shipping(services.shippo))
  } else if (service === 'maps') {
    services.mapbox = entered ? mapboxOf(config, entered) : start.mapbox
    replaceProvider(service, problem ? notConnected(service, problem) : connector.maps(services.mapbox))
  } else {
    services.mail = entered ? mailOf(config, entered) : start.mail
    const mail = problem ? null : connector.mail(services.mail)
    replaceProvider(service, mail?.client ?? notConnected(service, problem))
    // Mails that are being sent are finished.
    void closing.mail()
    closing.mail = mail?.close ?? (async () => {})
  }
}

/** Uses the bucket of an owner as far as the pictures are in it, or the store that the settings select. */
async function replaceStore(
  { shop, folder, forgetStorage }: Options,
  { saved, problem, stage }: ConnectionState,
): Promise<void> {
  const { config, pictureStore } = shop
  forgetStorage()
  if (stage === undefined || !saved) return pictureStore.use({ first: folder })
  if (problem !== '' || saved.secrets === null)
    return pictureStore.use(
      stage === 'filling' ? { first: folder } : { first: closedStore('a bucket', problem), second: folder },
    )
  const entered = { ...saved, secrets: saved.secrets }
  config.conceal.add(secretTexts('storage', entered))
  const { s3Store } = await import('../storage/s3.ts')
  pictureStore.use(placesWith(stage, folder, s3Store(bucketOf(config, entered))))
}

/** The client, which also recognizes the webhooks of the credentials before. */
function withFormer(
  { config, realClock }: Options['shop'],
  client: Payments,
  former: readonly SavedConnection[],
  connector: Connector,
): Payments {
  const others = former.map((each) => {
    const until = Date.parse(each.replacedAt!) + KEEPS_FORMER
    const payments = connector.payments(paypalOf(config, { ...each, secrets: each.secrets! }))
    return { payments, isCurrent: () => realClock.now().getTime() < until }
  })
  if (others.length === 0) return client
  const all = () => [client, ...others.filter(({ isCurrent }) => isCurrent()).map((each) => each.payments)]
  return {
    ...client,
    receivesEvents: client.receivesEvents || others.some(({ payments }) => payments.receivesEvents),
    mayBeGenuine: (delivery) => all().some((each) => each.mayBeGenuine(delivery)),
    isGenuine: async (delivery) => {
      const asked = all().filter((each) => each.mayBeGenuine(delivery))
      for (const each of asked) if (await each.isGenuine(delivery)) return true
      return false
    },
  }
}

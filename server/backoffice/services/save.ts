/** Shows, saves and removes the connections to outside services that an owner makes on screen. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { Connection, services } from '#shared/backoffice/api/services.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import {
  CONNECTED_SERVICES,
  PROVIDER_NAMES,
  SERVICE_FIELDS,
  type ConnectedService,
} from '#shared/platform/services.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { serviceChanged } from '#server/mail/kinds/service-changed.ts'
import { renderMail } from '#server/mail/kinds/template.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { canSeal, NO_MASTER, ringState } from '#server/platform/keys/ring.ts'
import {
  changed,
  connectionRow,
  readConnections,
  replaceConnection,
} from '#server/platform/services/saved.ts'
import type { SavedConnection } from '#server/platform/service-connections.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { copyAgain, startCopy } from '#server/platform/services/picture-copies.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { mailOwners } from '../mail-owners.ts'
import { enteredOf, type Entered } from './entered.ts'
import { modeOf } from './mode.ts'
import { changeBucket, mustCopyBack, picturesOf, requireChangeable } from './storage.ts'
import { tryConnection } from './try.ts'

/** All connections, without their secrets, and the state of their key. */
export async function listConnections(shop: Shop): Promise<Reply<typeof services.list>> {
  const { source, lost } = await ringState(shop)
  return {
    connections: await Promise.all(CONNECTED_SERVICES.map((service) => toConnection(shop, service))),
    key: { source, isLost: lost > 0 },
  }
}

/** Tests what was entered. Throws 400 for a wrong field, and 409 if the environment sets the service. */
export async function testConnection(
  shop: Shop,
  user: SignedIn,
  service: ConnectedService,
  { fields }: Body<typeof services.test>,
): Promise<Reply<typeof services.test>> {
  requireScreen(shop, service)
  const { current } = await currentOf(shop, service)
  return tryConnection(shop, user, service, enteredOf(shop, service, fields, current))
}

/**
 * Tests and saves a connection, and uses it at once. Throws 400 for a wrong field or if the service refuses it, 503 if the
 * service was not reached, and 409 if the connection has changed since `version`, or if it cannot be saved here.
 */
export async function saveConnection(
  shop: Shop,
  user: SignedIn,
  service: ConnectedService,
  { version, fields }: Body<typeof services.save>,
): Promise<Connection> {
  requireScreen(shop, service)
  if (!canSeal(shop)) throw conflict(NO_MASTER)
  if (service === 'payments' && shop.rehearsal.clock.ahead() > 0) throw conflict(CLOCK_AHEAD)
  const { current, last } = await currentOf(shop, service)
  if ((current?.version ?? 0) !== version) throw changed()
  const entered = enteredOf(shop, service, fields, current)
  if (service === 'storage') await requireChangeable(shop, current, entered.fields)
  const { outcome, message, field } = await tryConnection(shop, user, service, entered)
  if (outcome === 'refused')
    throw new Refusal(400, message, { outcome, field, fields: { [field ?? '']: message } })
  if (outcome === 'unreached') throw new Refusal(503, message, { outcome })
  await replace(shop, user, { service, current, next: { ...entered, version: last + 1 } })
  return toConnection(shop, service)
}

/**
 * Removes a connection. A bucket with pictures: begins to copy them back, after which the connection is removed. Throws 409 if it
 * has changed since `version`, or if the pictures cannot be copied back.
 */
export async function removeConnection(
  shop: Shop,
  user: SignedIn,
  service: ConnectedService,
  { version, withoutPictures = false }: Body<typeof services.remove>,
): Promise<Connection> {
  const { current } = await currentOf(shop, service)
  if (current === null || current.version !== version) throw changed()
  const mayForget = withoutPictures || shop.connections.stateOf(service).source === 'environment'
  if (service === 'storage' && !mayForget && (await mustCopyBack(shop)))
    await leaveBucket(shop, user, current)
  else await replace(shop, user, { service, current, next: null, mayForget })
  return toConnection(shop, service)
}

/** Begins to copy the pictures back to the folder. */
async function leaveBucket(shop: Shop, user: SignedIn, { id }: SavedConnection): Promise<void> {
  if (shop.connections.stateOf('storage').stage === 'leaving') return
  const event = `${id}-left-${isoNow(shop.realClock)}`
  const change = { service: 'storage', action: 'Pictures are copied back', changes: [], event } as const
  await store(shop, user, change, (tx) => startCopy(tx, shop, 'folder'))
}

/** Goes on with the copying of pictures that has stopped because of a problem. */
export async function copyPicturesAgain(shop: Shop): Promise<Connection> {
  await copyAgain(shop)
  return toConnection(shop, 'storage')
}

/**
 * Changes values of a saved connection that the shop has found out itself, such as the id of a webhook, without a test. Throws
 * 409 if there is no connection, or if it has changed in the meantime.
 */
export async function amendConnection(
  shop: Shop,
  user: SignedIn,
  service: ConnectedService,
  fields: Record<string, string>,
): Promise<Connection> {
  requireScreen(shop, service)
  const { current, last } = await currentOf(shop, service)
  if (current?.secrets == null) throw conflict('This service is not connected')
  const { secrets, endings } = current
  const next = { fields: { ...current.fields, ...fields }, secrets, endings, version: last + 1 }
  await replace(shop, user, { service, current, next })
  return toConnection(shop, service)
}

const CLOCK_AHEAD =
  'The clock of this shop was moved ahead in a practice run, so its orders have dates in the future. Take payments with an empty database, or restore a backup from before it'

function requireScreen({ connections, config }: Shop, service: ConnectedService): void {
  if (connections.stateOf(service).source !== 'environment') return
  throw conflict(`${config.serviceVariables[service].join(', ')} in the environment of the server sets this`)
}

/** The current connection of a service, and the highest version of those that are still stored. */
async function currentOf(
  shop: Shop,
  service: ConnectedService,
): Promise<{ current: SavedConnection | null; last: number }> {
  const all = (await readConnections(shop)).filter((each) => each.service === service)
  return {
    current: all.find(({ replacedAt }) => replacedAt === null) ?? null,
    last: Math.max(0, ...all.map(({ version }) => version)),
  }
}

type Replacing = {
  service: ConnectedService
  current: SavedConnection | null
  next: (Entered & { version: number }) | null
  /** Whether pictures may be given up that are only in a bucket that is removed. */
  mayForget?: boolean
}

/** The names of the services in the change log and in mails. */
const NAMES = { ...PROVIDER_NAMES, mail: 'Mail server', storage: 'Bucket' }

/** Stores the next connection, and uses it. */
async function replace(
  shop: Shop,
  user: SignedIn,
  { service, current, next, mayForget = false }: Replacing,
): Promise<void> {
  const row = next && (await connectionRow(shop, user.name, { service, ...next }))
  const action = next === null ? 'Disconnected' : current === null ? 'Connected' : 'Connection changed'
  const changes = changesOf(service, current, next)
  const event = row?.id ?? `${current!.id}-removed`
  await store(shop, user, { service, action, changes, event }, async (tx) => {
    await replaceConnection(tx, shop, service, current?.version ?? 0, row)
    if (service === 'storage') await changeBucket(tx, shop, { current, next: next && next.fields, mayForget })
  })
}

type Told = {
  service: ConnectedService
  action: string
  changes: readonly Change[]
  /** Identifies the change: each owner gets one mail about it. */
  event: string
}

/** Stores a change of a connection with a line in the change log and a mail to each owner. All instances follow it. */
async function store(
  shop: Shop,
  user: SignedIn,
  { service, action, changes, event }: Told,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  const name = NAMES[service]
  const what = `${name}: ${action.toLowerCase()}`
  const body = await renderMail(shop, serviceChanged({ by: user.name, email: user.email, what }))
  await transact(shop.db, async (tx) => {
    await change(tx)
    await logChange(tx, shop, user, {
      subject: 'setting',
      id: 'services',
      name,
      action,
      changes: [...changes],
    })
    shop.crash('before-connection-commit')
    await mailOwners(tx, shop, event, { kind: 'service-changed', subject: what, ...body })
  })
  shop.crash('after-connection-commit')
  shop.mailSignal.raise()
  await shop.connections.changed()
}

function changesOf(
  service: ConnectedService,
  current: SavedConnection | null,
  next: Entered | null,
): Change[] {
  return SERVICE_FIELDS[service].flatMap(({ name, label, isSecret }) => {
    if (!isSecret) {
      const [before, after] = [current?.fields[name] ?? '', next?.fields[name] ?? '']
      return before === after ? [] : [{ field: label, before, after }]
    }
    if (next !== null && current?.secrets?.[name] === next.secrets[name]) return []
    const [before, after] = [endingOf(current?.endings, name), endingOf(next?.endings, name)]
    return [{ field: label, before, after: after !== '' && after === before ? 'another one' : after }]
  })
}

/** How a secret is named where people read it. */
function endingOf(endings: Readonly<Record<string, string>> | undefined, name: string): string {
  const ending = endings?.[name]
  if (ending === undefined) return ''
  return ending === '' ? 'saved' : `ends with ${ending}`
}

async function toConnection(shop: Shop, service: ConnectedService): Promise<Connection> {
  const { source, saved, problem } = shop.connections.stateOf(service)
  return {
    service,
    source,
    mode: modeOf(shop, service),
    variables: shop.config.serviceVariables[service],
    version: saved?.version ?? 0,
    // A saved connection does not count if the environment has another one.
    fields: source === 'environment' ? fieldsOfEnvironment(shop, service) : { ...saved?.fields },
    secrets: source === 'environment' ? {} : { ...saved?.endings },
    savedBy: saved?.savedBy ?? null,
    savedAt: saved?.savedAt ?? null,
    problem,
    ...(service === 'storage' ? { pictures: await picturesOf(shop) } : {}),
  }
}

/** What the environment sets and is not secret, if the names of its variables do not say enough. */
function fieldsOfEnvironment({ config }: Shop, service: ConnectedService): Record<string, string> {
  const { storage } = config
  if (service !== 'storage' || storage.kind === 'disk') return {}
  const { endpoint, region, bucket, pathStyle } = storage
  return { endpoint, region, bucket, addressing: pathStyle ? 'path' : 'host' }
}

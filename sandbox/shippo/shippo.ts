import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  refuseLiveKey,
  parseJson,
  serveSandbox,
  type SandboxRequest,
  type Reply,
  type SandboxServer,
} from '../server.ts'
import { ShippoLabels, type TrackStatus } from './labels.ts'
import { type ShippoHook, ShippoHooks } from './hooks.ts'
import { type ShippoObjects, shippoObjects } from './objects.ts'
import { objectOf, Rejected } from './requests.ts'
import { trackOf, trackOfSold } from './tracks.ts'

type ShippoSandboxOptions = {
  /** The only token that the sandbox accepts. It should be random for each start. */
  token: string
  /** Returns the milliseconds since 1970. */
  now?: () => number
  /** The `test` field of all objects. If missing, it depends on the token's prefix, as at Shippo. */
  isTest?: boolean
  /** Returns the id of a new object. If missing, ids have 32 hexadecimal digits, as at Shippo. */
  newId?: () => string
  /** A journal file that stores labels across restarts. Without it, labels are only in memory. */
  stateFile?: string
  /** The port of 127.0.0.1 to listen on; a free port if missing. */
  port?: number | undefined
}

export type ShippoSandbox = SandboxServer & {
  /** The number of sold labels whose metadata contains this text. */
  soldFor(metadata: string): number
  /** The webhooks that the account has made; the sandbox itself sends them nothing. */
  hooks(): ShippoHook[]
  /** Sets the status of a parcel. Returns the body of Shippo's webhook about the change; null for an unknown number. */
  move(number: string, status: TrackStatus): object | null
}

/**
 * Replaces api.goshippo.com on a port of 127.0.0.1. Addresses with validation, shipments, and rates with fixed prices
 * are in memory. Labels, their refunds and their parcels are also written to the journal.
 * Some words in `street1` of an address or of the receiver are special, in upper or lower case. `INVALID`: the address
 * is not found. `NORATES` (or ZIP code 00000): no carrier delivers there. `OUTAGE`: status 503. `LABELERROR`: the label
 * is refused. `LABELQUEUED`: the label is not ready at once.
 */
export async function startShippoSandbox(options: ShippoSandboxOptions): Promise<ShippoSandbox> {
  refuseLiveKey('Shippo', options.token)
  const newId = options.newId ?? (() => randomUUID().replaceAll('-', ''))
  const now = options.now ?? Date.now
  const objects = shippoObjects(now, newId)
  let apiBase = ''
  const labels = new ShippoLabels({
    objects,
    now,
    newId,
    secret: options.token,
    apiBase: () => apiBase,
    stateFile: options.stateFile ?? null,
  })
  const hooks = new ShippoHooks(now, newId)
  const state = { objects, labels, hooks }
  const isTest = options.isTest ?? options.token.startsWith('shippo_test_')
  const sandbox = await serveSandbox({
    port: options.port,
    maxBodyBytes,
    callOf,
    answer: (request) => {
      try {
        return withTestFlag(answer(request, options.token, state), isTest)
      } catch (error) {
        if (error instanceof Rejected) return { status: error.status, body: error.body }
        throw error
      }
    },
    failure: (status) => ({ status, body: { detail: FAILURES[status] } }),
  })
  apiBase = sandbox.apiBase
  return {
    ...sandbox,
    soldFor: (metadata) =>
      labels.list(null).filter((each) => each.status !== 'ERROR' && each.metadata.includes(metadata)).length,
    hooks: () => hooks.all(),
    move(number, status) {
      const sold = labels.byNumber(number)
      return (
        sold && { event: 'track_updated', test: isTest, data: trackOfSold(labels.addEvent(sold, status)) }
      )
    },
    close: async () => {
      await sandbox.close()
      labels.close()
    },
  }
}

/** Objects are created with `test: true`. Sets the field to false if the sandbox imitates a live account. */
function withTestFlag({ body, ...reply }: Reply, isTest: boolean): Reply {
  if (isTest || Buffer.isBuffer(body)) return { ...reply, body }
  const text = JSON.stringify(body, (name, value: unknown) => (name === 'test' ? false : value))
  return { ...reply, body: JSON.parse(text) as unknown }
}

type State = { objects: ShippoObjects; labels: ShippoLabels; hooks: ShippoHooks }

const maxBodyBytes = 64_000
const notFound = new Rejected(404, { detail: 'Not found.' })

const FAILURES = {
  413: 'Request body is too large',
  429: 'Request was throttled. Expected available in 1 second.',
  500: 'Server error',
}

/**
 * The name of a call: the first part of its path, such as `addresses`. A fault affects creating, reading and listing.
 */
function callOf({ path }: SandboxRequest): string {
  return path.split('/').find(Boolean) ?? ''
}

function answer({ method, path, query, headers, body }: SandboxRequest, token: string, state: State): Reply {
  const [collection, id, part, currency] = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (method === 'GET' && collection === 'labels' && id) return labelFile(id, query, state.labels)
  authorize(headers.authorization, token)
  if (collection === 'webhooks') return state.hooks.answer(method, id, body)
  if (method === 'POST' && collection && !id) return create(collection, parse(body), state)
  if (method === 'GET' && collection && id) return read({ collection, id, part, currency }, state)
  if (method === 'GET' && collection) return list(collection, query, state)
  if (collections.has(collection ?? '')) {
    throw new Rejected(405, { detail: `Method "${method}" not allowed.` })
  }
  throw notFound
}

const collections = new Set(['addresses', 'shipments', 'rates', 'transactions', 'refunds', 'tracks'])

/** A label file. Its URL has a signature and needs no token, as at Shippo. */
function labelFile(name: string, query: URLSearchParams, labels: ShippoLabels): Reply {
  const id = name.replace(/\.pdf$/, '')
  const file = labels.file(id, query.get('expires') ?? '', query.get('signature') ?? '')
  return file
    ? { status: 200, body: file, headers: { 'content-type': 'application/pdf' } }
    : { status: 403, body: { detail: 'Request has expired' } }
}

/** Throws one of the two 401 responses in Shippo's documentation. */
function authorize(header: string | undefined, token: string): void {
  const given = /^ShippoToken (\S+)$/.exec(header ?? '')?.[1]
  if (!given) throw new Rejected(401, { detail: 'Authentication credentials were not provided.' })
  if (!timingSafeEqual(digest(given), digest(token)))
    throw new Rejected(401, { detail: 'Token does not exist' })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function create(collection: string, body: unknown, { objects, labels }: State): Reply {
  if (collection === 'addresses') {
    const address = objects.createAddress(body)
    failOnMagicWord(address.street1)
    return { status: 201, body: address }
  }
  if (collection === 'shipments') {
    const fields = objectOf(body)
    const shipment = objects.createShipment(fields)
    failOnMagicWord(shipment.address_to.street1)
    // Without async:false, the real service responds before the carriers have answered.
    const early = fields.async === false ? {} : { status: 'QUEUED', rates: [] }
    return { status: 201, body: { ...shipment, ...early } }
  }
  if (collection === 'transactions') return { status: 201, body: labels.buy(body) }
  if (collection === 'refunds') return { status: 201, body: labels.refund(body) }
  if (collection === 'tracks') {
    const { carrier, tracking_number: number } = objectOf(body)
    return { status: 201, body: trackOf(labels, String(carrier), String(number)) }
  }
  throw notFound
}

type Target = { collection: string; id: string; part: string | undefined; currency: string | undefined }

function read({ collection, id, part, currency }: Target, { objects, labels }: State): Reply {
  const address = collection === 'addresses' && objects.addresses.get(id)
  if (address && !part) return { status: 200, body: address }
  if (address && part === 'validate') return { status: 200, body: objects.revalidate(address) }

  const shipment = collection === 'shipments' && objects.shipments.get(id)
  const rates = shipment ? shipment.rates.filter((rate) => objects.isFresh(rate)) : []
  if (shipment && !part) return { status: 200, body: { ...shipment, rates } }
  if (shipment && part === 'rates') {
    if (currency && currency !== 'USD') throw notFound
    return { status: 200, body: { next: null, previous: null, results: rates } }
  }

  const rate = collection === 'rates' && objects.rates.get(id)
  if (rate && !part && objects.isFresh(rate)) return { status: 200, body: rate }

  if (collection === 'tracks' && part) return { status: 200, body: trackOf(labels, id, part) }
  const found = collection === 'transactions' && labels.get(id)
  if (found && !part) return { status: 200, body: found }
  const refund = collection === 'refunds' && labels.refunds().find(({ object_id: own }) => own === id)
  if (refund && !part) return { status: 200, body: refund }
  throw notFound
}

/** One page of the objects, newest first. */
function list(collection: string, query: URLSearchParams, { objects, labels }: State): Reply {
  const lists: Record<string, () => object[]> = {
    addresses: () => objects.addresses.newest(),
    transactions: () => labels.list(query.get('rate')),
    refunds: () => labels.refunds(),
  }
  const all = Object.hasOwn(lists, collection) ? lists[collection]!() : null
  if (!all) {
    throw collections.has(collection) ? new Rejected(405, { detail: 'Method "GET" not allowed.' }) : notFound
  }
  const results = Math.min(Math.max(Number(query.get('results')) || 25, 1), 100)
  const page = Math.max(Number(query.get('page')) || 1, 1)
  const shown = all.slice((page - 1) * results, page * results)
  return { status: 200, body: { next: null, previous: null, results: shown } }
}

function failOnMagicWord(street: string): void {
  if (/\bOUTAGE\b/i.test(street)) throw new Rejected(503, { detail: 'Service unavailable' })
}

function parse(body: string): unknown {
  const value = parseJson(body)
  if (value === undefined) throw new Rejected(400, { detail: 'JSON parse error' })
  return value
}

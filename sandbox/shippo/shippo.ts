import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { refuseLiveKey } from '../live-keys.ts'
import { serveSandbox, type Asked, type Reply, type SandboxServer } from '../server.ts'
import { ShippoLabels, type TrackStatus } from './labels.ts'
import { type ShippoObjects, shippoObjects } from './objects.ts'
import { objectOf, Rejected } from './requests.ts'
import { trackOf, trackOfSold } from './tracks.ts'

type ShippoSandboxOptions = {
  /** The token the sandbox accepts; make a random one for each start. */
  token: string
  /** Milliseconds since 1970; sets the age of rates. */
  now?: () => number
  /** Whether everything made says `test: true`; without, as the token's beginning says, like at Shippo. */
  isTest?: boolean
  /** Ids of new objects; 32 hexadecimal digits by default, as at Shippo. */
  newId?: () => string
  /** Where the labels that were sold are kept, so that a killed shop finds them again; in memory alone without. */
  stateFile?: string
  /** The port of 127.0.0.1 to listen on; a free one without. */
  port?: number | undefined
}

export type ShippoSandbox = SandboxServer & {
  /** How many labels were sold for whatever carries this in its metadata. */
  soldFor(metadata: string): number
  /** Lets the carrier see a parcel. Answers the body of the webhook that Shippo sends then; null for no such parcel. */
  move(number: string, status: TrackStatus): object | null
}

/**
 * A stand-in for api.goshippo.com on a free port of 127.0.0.1: addresses with validation, shipments and
 * rates in memory, the same prices every time; labels, their refunds and their parcels, which it remembers.
 *
 * Magic words, whole and in any case, in `street1` of the address or of the receiver:
 * `INVALID` the address is not found; `NORATES` (or ZIP code 00000) no carrier serves it;
 * `OUTAGE` the service answers 503; `LABELERROR` its label is refused, `LABELQUEUED` takes its time.
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
  const world = { objects, labels }
  const isTest = options.isTest ?? options.token.startsWith('shippo_test_')
  const sandbox = await serveSandbox({
    port: options.port,
    longestBody,
    callOf,
    answer: (asked) => {
      try {
        return inWorld(answer(asked, options.token, world), isTest)
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
    move(number, status) {
      const sold = labels.byNumber(number)
      return (
        sold && { event: 'track_updated', test: isTest, data: trackOfSold(labels.addEvent(sold, status)) }
      )
    },
  }
}

/** Objects are made as test objects, and say here whether they are. */
function inWorld({ body, ...reply }: Reply, isTest: boolean): Reply {
  if (isTest || Buffer.isBuffer(body)) return { ...reply, body }
  const text = JSON.stringify(body, (name, value: unknown) => (name === 'test' ? false : value))
  return { ...reply, body: JSON.parse(text) as unknown }
}

type World = { objects: ShippoObjects; labels: ShippoLabels }

const longestBody = 64_000
const notFound = new Rejected(404, { detail: 'Not found.' })

const FAILURES = {
  413: 'Request body is too large',
  429: 'Request was throttled. Expected available in 1 second.',
  500: 'Server error',
}

/** The collection, as in `addresses`: creating, reading and listing fail alike. */
function callOf({ path }: Asked): string {
  return path.split('/').find(Boolean) ?? ''
}

function answer({ method, path, query, headers, body }: Asked, token: string, world: World): Reply {
  const [collection, id, part, currency] = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (method === 'GET' && collection === 'labels' && id) return labelFile(id, query, world.labels)
  authorise(headers.authorization, token)
  if (method === 'POST' && collection && !id) return create(collection, parse(body), world)
  if (method === 'GET' && collection && id) return read({ collection, id, part, currency }, world)
  if (method === 'GET' && collection) return list(collection, query, world)
  if (collections.has(collection ?? '')) {
    throw new Rejected(405, { detail: `Method "${method}" not allowed.` })
  }
  throw notFound
}

const collections = new Set(['addresses', 'shipments', 'rates', 'transactions', 'refunds', 'tracks'])

/** As from the store where Shippo keeps its labels: by its signature, without the token. */
function labelFile(name: string, query: URLSearchParams, labels: ShippoLabels): Reply {
  const id = name.replace(/\.pdf$/, '')
  const file = labels.file(id, query.get('expires') ?? '', query.get('signature') ?? '')
  return file
    ? { status: 200, body: file, headers: { 'content-type': 'application/pdf' } }
    : { status: 403, body: { detail: 'Request has expired' } }
}

/** The two published 401 bodies. */
function authorise(header: string | undefined, token: string): void {
  const given = /^ShippoToken (\S+)$/.exec(header ?? '')?.[1]
  if (!given) throw new Rejected(401, { detail: 'Authentication credentials were not provided.' })
  if (!timingSafeEqual(digest(given), digest(token)))
    throw new Rejected(401, { detail: 'Token does not exist' })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function create(collection: string, body: unknown, { objects, labels }: World): Reply {
  if (collection === 'addresses') {
    const address = objects.createAddress(body)
    stopOnOutage(address.street1)
    return { status: 201, body: address }
  }
  if (collection === 'shipments') {
    const fields = objectOf(body)
    const shipment = objects.createShipment(fields)
    stopOnOutage(shipment.address_to.street1)
    // Without async:false the real service answers before the carriers do.
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

function read({ collection, id, part, currency }: Target, { objects, labels }: World): Reply {
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

/** One page of what was made, newest first. */
function list(collection: string, query: URLSearchParams, { objects, labels }: World): Reply {
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

function stopOnOutage(street: string): void {
  if (/\bOUTAGE\b/i.test(street)) throw new Rejected(503, { detail: 'Service unavailable' })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    throw new Rejected(400, { detail: 'JSON parse error' })
  }
}

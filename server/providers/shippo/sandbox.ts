import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { refuseLiveKey } from '../sandbox/live-keys.ts'
import { startSandbox, type Asked, type Reply, type Sandbox } from '../sandbox/server.ts'
import { type ShippoObjects, shippoObjects } from './sandbox-objects.ts'
import { objectOf, Rejected } from './sandbox-requests.ts'

export type ShippoSandboxOptions = {
  /** The token the sandbox accepts; make a random one for each start. */
  token: string
  /** Milliseconds since 1970; sets the age of rates. */
  now?: () => number
  /** Ids of new objects; 32 hexadecimal digits by default, as at Shippo. */
  newId?: () => string
}

export type ShippoSandbox = Sandbox

/**
 * A stand-in for api.goshippo.com on a free port of 127.0.0.1: addresses with validation, shipments and
 * rates, in memory, the same prices every time. Everything it makes says `test: true`.
 *
 * Magic words, whole and in any case, in `street1` of the address or of the receiver:
 * `INVALID` the address is not found; `NORATES` (or ZIP code 00000) no carrier serves it;
 * `OUTAGE` the service answers 503.
 */
export async function startShippoSandbox(options: ShippoSandboxOptions): Promise<ShippoSandbox> {
  refuseLiveKey('Shippo', options.token)
  const newId = options.newId ?? (() => randomUUID().replaceAll('-', ''))
  const objects = shippoObjects(options.now ?? Date.now, newId)
  return startSandbox({
    longestBody,
    callOf,
    answer: (asked) => {
      try {
        return answer(asked, options.token, objects)
      } catch (error) {
        if (error instanceof Rejected) return { status: error.status, body: error.body }
        throw error
      }
    },
    failure: (status) => ({ status, body: { detail: FAILURES[status] } }),
  })
}

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

function answer({ method, path, query, headers, body }: Asked, token: string, objects: ShippoObjects): Reply {
  authorise(headers.authorization, token)
  const [collection, id, part, currency] = path.split('/').filter(Boolean)
  if (method === 'POST' && collection && !id) return create(collection, parse(body), objects)
  if (method === 'GET' && collection && id) return read({ collection, id, part, currency }, objects)
  if (method === 'GET' && collection === 'addresses') return listAddresses(query, objects)
  if (collection === 'addresses' || collection === 'shipments' || collection === 'rates') {
    throw new Rejected(405, { detail: `Method "${method}" not allowed.` })
  }
  throw notFound
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

function create(collection: string, body: unknown, objects: ShippoObjects): Reply {
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
  throw notFound
}

type Target = { collection: string; id: string; part: string | undefined; currency: string | undefined }

function read({ collection, id, part, currency }: Target, objects: ShippoObjects): Reply {
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
  throw notFound
}

/** One page of what was made, newest first. */
function listAddresses(asked: URLSearchParams, objects: ShippoObjects): Reply {
  const results = Math.min(Math.max(Number(asked.get('results')) || 25, 1), 100)
  const page = Math.max(Number(asked.get('page')) || 1, 1)
  const shown = objects.addresses.newest().slice((page - 1) * results, page * results)
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

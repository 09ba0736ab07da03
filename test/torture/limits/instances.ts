/** Several real processes of one shop with rate limits, which use shared sandboxes. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startMapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { startPaypalSandbox, type PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { caller, type Caller } from '../caller.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'

/** Number of processes on PostgreSQL; SQLite has one. */
const INSTANCES = 3

const KEYS = { clientId: 'torture', clientSecret: 'torture-secret' }
const TOKENS = { shippo: 'shippo_test_torture', mapbox: 'pk.torture' }

export type Instances = {
  place: Place
  paypal: PaypalSandbox
  running: RunningShop[]
  /** A client that sends each call to a random instance, by default from a new address. */
  newClient: (address?: string) => Caller
  close: () => Promise<void>
}

/** Starts the instances one after another, since the first one migrates the database. */
export async function openInstances(place: Place): Promise<Instances> {
  const paypal = await startPaypalSandbox(KEYS)
  const shippo = await startShippoSandbox({ token: TOKENS.shippo })
  const mapbox = await startMapboxSandbox({ token: TOKENS.mapbox })
  const env = {
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    PAYPAL_CLIENT_ID: KEYS.clientId,
    PAYPAL_CLIENT_SECRET: KEYS.clientSecret,
    PAYPAL_ENV: 'sandbox',
    PAYPAL_API_BASE: paypal.apiBase,
    SHIPPO_TOKEN: TOKENS.shippo,
    SHIPPO_API_BASE: shippo.apiBase,
    SHIP_FROM_STREET: '965 Mission St',
    SHIP_FROM_CITY: 'San Francisco',
    SHIP_FROM_STATE: 'CA',
    SHIP_FROM_ZIP: '94103',
    SHIP_FROM_PHONE: '415 555 0100',
    MAPBOX_TOKEN: TOKENS.mapbox,
    MAPBOX_API_BASE: mapbox.apiBase,
  }
  const running: RunningShop[] = []
  for (let index = 0; index < (place.databaseUrl ? INSTANCES : 1); index++) {
    const dataDir = join(place.dataDir, `instance-${index}`)
    await mkdir(dataDir, { recursive: true })
    running.push(await startShop({ ...place, dataDir }, env))
  }
  return {
    place: place.databaseUrl ? place : { ...place, dataDir: join(place.dataDir, 'instance-0') },
    paypal,
    running,
    newClient: (address = newAddress()) =>
      randomInstanceClient(
        running.map(({ origin }) => origin),
        address,
      ),
    close: async () => {
      for (const shop of running) await shop.kill()
      await Promise.all([paypal.close(), shippo.close(), mapbox.close()])
    },
  }
}

/** A client that sends each call to a random instance. */
function randomInstanceClient(origins: string[], address: string): Caller {
  const client = caller(origins[0]!, { 'x-forwarded-for': address })
  const next = () => {
    client.origin = origins[Math.floor(Math.random() * origins.length)]!
    return client
  }
  return {
    ...client,
    get: (path, headers) => next().get(path, headers),
    post: (path, body, headers) => next().post(path, body, headers),
    put: (path, body, headers) => next().put(path, body, headers),
    delete: (path, headers) => next().delete(path, headers),
  }
}

let addresses = 0

/** An unused address: alternately IPv4, and IPv6 in a new network. */
export function newAddress(): string {
  const number = ++addresses
  if (number % 2) return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  return `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
}

/** A new address in the /64 with this number. */
export function addressIn(network: number): string {
  return `2001:db8:ffff:${network.toString(16)}::${(++addresses & 0xffff).toString(16)}`
}

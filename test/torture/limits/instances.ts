/** Real processes of one shop, with limits on, that call services outside of all of them. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startMapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { startPaypalSandbox, type PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { caller, type Caller } from '../caller.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'

/** On PostgreSQL; SQLite has one process. */
const INSTANCES = 3

const KEYS = { clientId: 'torture', clientSecret: 'torture-secret' }
const TOKENS = { shippo: 'shippo_test_torture', mapbox: 'pk.torture' }

export type Instances = {
  place: Place
  paypal: PaypalSandbox
  running: RunningShop[]
  /** Somebody who calls one of the instances at random, from an address of its own unless told. */
  somebody: (address?: string) => Caller
  close: () => Promise<void>
}

/** Starts the instances one after another: the first brings the database up to date. */
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
    somebody: (address = newAddress()) =>
      wandering(
        running.map(({ origin }) => origin),
        address,
      ),
    close: async () => {
      for (const shop of running) await shop.kill()
      await Promise.all([paypal.close(), shippo.close(), mapbox.close()])
    },
  }
}

/** A caller whose every call goes to an instance at random. */
function wandering(origins: string[], address: string): Caller {
  const somebody = caller(origins[0]!, { 'x-forwarded-for': address })
  const moved = () => {
    somebody.origin = origins[Math.floor(Math.random() * origins.length)]!
    return somebody
  }
  return {
    ...somebody,
    get: (path, headers) => moved().get(path, headers),
    post: (path, body, headers) => moved().post(path, body, headers),
    put: (path, body, headers) => moved().put(path, body, headers),
    delete: (path, headers) => moved().delete(path, headers),
  }
}

let addresses = 0

/** An address that nobody has called from: IPv4, or of an IPv6 network of its own. */
export function newAddress(): string {
  const number = ++addresses
  if (number % 2) return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  return `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
}

/** An address of the /64 with this number; every call answers another one. */
export function addressIn(network: number): string {
  return `2001:db8:ffff:${network.toString(16)}::${(++addresses & 0xffff).toString(16)}`
}

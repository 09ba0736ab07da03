/** The clients of services that are not connected. */
import { UNAVAILABLE, type Providers } from './providers.ts'
import { aboutShop } from './service.ts'
import { KIND_OF } from './watched.ts'

/** A client all of whose calls fail with this reason, which is for the owner. It never falls back to a sandbox. */
export function notConnected<S extends keyof Providers>(service: S, why: string): Providers[S] {
  const fail = async () => {
    throw aboutShop(new UNAVAILABLE[service](why))
  }
  const calls = Object.keys(KIND_OF[service]).map((name) => [name, fail])
  return { ...Object.fromEntries(calls), ...REST[service], mode: 'none' } as Providers[S]
}

/** What the clients have besides calls. */
const REST = {
  payments: {
    merchantId: null,
    browser: {
      clientId: '',
      scriptUrl: '',
      googleScriptUrl: '',
      appleScriptUrl: '',
      environment: 'production',
      currency: 'USD',
    },
    receivesEvents: false,
    mayBeGenuine: () => false,
  },
  shipping: {},
  mail: {},
  maps: { attribution: '', links: [], note: null },
} as const

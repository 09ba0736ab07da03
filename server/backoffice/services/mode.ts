/** Whether a service is real. */
import { SERVICES, type ServiceState } from '#shared/backoffice/api/admin.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Services } from '#server/providers/connect.ts'
import { isTestToken } from '#server/providers/shippo/parse.ts'

type Service = ServiceState['service']
export type ServiceMode = ServiceState['mode']

/** What an owner reads about a service that is not live. */
export const NOT_LIVE: Record<Exclude<ServiceMode, 'live'>, string> = {
  test: 'Connected to a test account',
  sandbox: 'Still a sandbox',
  none: 'Not connected',
}

/** The modes of all services. */
export function modesOf(shop: Shop): Record<Service, ServiceMode> {
  return Object.fromEntries(SERVICES.map((service) => [service, modeOf(shop, service)])) as Record<
    Service,
    ServiceMode
  >
}

/** Whether calls go to the live service, to a test account there, or to our sandbox, or whether it is not connected. */
export function modeOf({ providers, services, connections }: Shop, service: Service): ServiceMode {
  if (service === 'storage') return connections.stateOf(service).problem === '' ? 'live' : 'none'
  const { mode } = providers[service]
  return mode === 'live' ? MODES[service](services) : mode
}

/** Whether the shop's account at the provider is a test account. */
const MODES: Record<Exclude<Service, 'storage'>, (services: Services) => 'live' | 'test'> = {
  payments: ({ paypal }) => (paypal?.environment === 'sandbox' ? 'test' : 'live'),
  shipping: ({ shippo }) => (shippo && isTestToken(shippo.token) ? 'test' : 'live'),
  mail: () => 'live',
  maps: () => 'live',
}

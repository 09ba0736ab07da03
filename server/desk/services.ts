/** How the outside services are: as the last real call left them, or as a test finds them now. */
import { SERVICES, type ServiceState } from '#shared/api/desk.ts'
import type { Config } from '../config.ts'
import type { Service } from '../providers/watched.ts'
import type { Shop } from '../shop.ts'

export function servicesOf(shop: Shop): ServiceState[] {
  return SERVICES.map((service) => stateOf(shop, service))
}

/** Asks a service whether it is there and lets us in. That it does not is an answer, not an error. */
export async function testService(shop: Shop, service: Service): Promise<ServiceState> {
  try {
    await shop.providers[service].check()
  } catch (error) {
    shop.log.warn({ err: error, service }, 'a test of the connection failed')
  }
  return stateOf(shop, service)
}

function stateOf(shop: Shop, service: Service): ServiceState {
  const outcome = shop.outcomes[service]
  return {
    service,
    mode: shop.providers[service].mode === 'sandbox' ? 'sandbox' : MODES[service](shop.config),
    state: outcome === null ? 'untried' : outcome.problem === null ? 'working' : 'failing',
    at: outcome?.at ?? null,
    since: outcome?.since ?? null,
    problem: outcome?.problem?.slice(0, LONGEST) ?? '',
    nextTryAt: shop.circuits[service].nextTryAt(),
  }
}

const LONGEST = 300

/** Whether our account at the provider is one of its tests, in which nothing is real either. */
const MODES: Record<Service, (config: Config) => 'live' | 'test'> = {
  payments: ({ paypal }) => (paypal?.environment === 'sandbox' ? 'test' : 'live'),
  shipping: ({ shippo }) => (shippo?.token.startsWith('shippo_test_') ? 'test' : 'live'),
  mail: () => 'live',
  maps: () => 'live',
}

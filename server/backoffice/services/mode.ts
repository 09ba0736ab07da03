/** Whether a service is real. */
import type { ServiceState } from '#shared/backoffice/api/admin.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Services } from '#server/providers/connect.ts'

/** Whether calls go to the live service, to a test account there, or to our sandbox, or whether it is not connected. */
export function modeOf(
  { providers, services }: Shop,
  service: ServiceState['service'],
): ServiceState['mode'] {
  if (service === 'storage') return 'live'
  const { mode } = providers[service]
  return mode === 'live' ? MODES[service](services) : mode
}

/** Whether the shop's account at the provider is a test account. */
const MODES: Record<Exclude<ServiceState['service'], 'storage'>, (services: Services) => 'live' | 'test'> = {
  payments: ({ paypal }) => (paypal?.environment === 'sandbox' ? 'test' : 'live'),
  shipping: ({ shippo }) => (shippo?.token.startsWith('shippo_test_') ? 'test' : 'live'),
  mail: () => 'live',
  maps: () => 'live',
}

import type { ServiceState } from '#shared/backoffice/api/admin.ts'

/** The name of each service, who provides it, and what its sandbox does not do. */
export const SERVICE_NAMES: Record<ServiceState['service'], { name: string; by: string; sandbox: string }> = {
  payments: { name: 'Payments', by: 'PayPal', sandbox: 'no money moves' },
  shipping: { name: 'Shipping', by: 'Shippo', sandbox: 'rates are invented, no parcel moves' },
  mail: { name: 'Mail', by: 'SMTP', sandbox: 'emails stay in the shop; read them in the mail log' },
  maps: { name: 'Address search', by: 'Mapbox', sandbox: 'a small map without real streets' },
  storage: { name: 'Pictures', by: 'Storage', sandbox: '' },
}

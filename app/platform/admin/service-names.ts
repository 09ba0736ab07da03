import type { ServiceState } from '#shared/backoffice/api/admin.ts'

/** The name of each service, who provides it, what its sandbox does not do, and what an outage means. */
export const SERVICE_NAMES: Record<
  ServiceState['service'],
  { name: string; by: string; sandbox: string; outage: string }
> = {
  payments: {
    name: 'Payments',
    by: 'PayPal',
    sandbox: 'no money moves',
    outage: 'Buyers cannot pay until it answers again. If this lasts, look at PayPal’s status page.',
  },
  shipping: {
    name: 'Shipping',
    by: 'Shippo',
    sandbox: 'rates are invented, no parcel moves',
    outage: 'Buyers get no price for a parcel, and labels cannot be bought. Pickup still works.',
  },
  mail: {
    name: 'Mail',
    by: 'SMTP',
    sandbox: 'emails stay in the shop; read them in the mail log',
    outage: 'Emails wait, and are sent when it answers again. If it refuses the password, correct it.',
  },
  maps: {
    name: 'Address search',
    by: 'Mapbox',
    sandbox: 'a small map without real streets',
    outage: 'Buyers type their address without suggestions. Nothing else changes.',
  },
  storage: {
    name: 'Pictures',
    by: 'Storage',
    sandbox: '',
    outage: 'Pictures cannot be uploaded until it answers again.',
  },
}

import type { delivery } from '#shared/api/delivery.ts'
import type { Handlers } from '../http/serve.ts'
import { nextDelivery } from './delivery.ts'

export const deliveryRoutes: Handlers<typeof delivery> = { next: ({ shop }) => nextDelivery(shop) }

import type { delivery } from '#shared/api/delivery.ts'
import type { Handlers } from '../http/serve.ts'
import { nextDelivery } from './delivery.ts'

/** All but the dates of a cart, which are in quotes/routes.ts. */
export const deliveryRoutes: Omit<Handlers<typeof delivery>, 'ofCart'> = {
  next: ({ shop }) => nextDelivery(shop),
}

/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { addresses } from '#shared/checkout/api/addresses.ts'
import { discounts } from '#shared/checkout/api/discounts.ts'
import { giftCardAdmin } from '#shared/checkout/api/gift-card-admin.ts'
import { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { maps } from '#shared/checkout/api/maps.ts'
import { packing } from '#shared/checkout/api/packing.ts'
import { pickup } from '#shared/checkout/api/pickup.ts'
import { savedCarts } from '#shared/checkout/api/saved-carts.ts'
import { shippo } from '#shared/checkout/api/shippo.ts'
import { delivery } from '#shared/roastery/api/delivery.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { addressRoutes } from './addresses/routes.ts'
import { discountRoutes } from './discounts/routes.ts'
import { giftCardAdminRoutes, giftCardRoutes } from './gift-cards/routes.ts'
import { mapsRoutes } from './maps/routes.ts'
import { giftCardOrderRoutes } from './orders/gift-card-routes.ts'
import { packingRoutes, pickupRoutes } from './orders/routes.ts'
import { deliveryRoutes, shippoRoutes } from './quotes/routes.ts'
import { savedCartRoutes } from './saved-carts/routes.ts'

export function serveCheckout(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, addresses, addressRoutes)
  serve(app, serving, giftCards, { ...giftCardRoutes, ...giftCardOrderRoutes })
  serve(app, serving, giftCardAdmin, giftCardAdminRoutes)
  serve(app, serving, packing, packingRoutes)
  serve(app, serving, pickup, pickupRoutes)
  serve(app, serving, shippo, shippoRoutes)
  serve(app, serving, savedCarts, savedCartRoutes)
  serve(app, serving, maps, mapsRoutes)
  serve(app, serving, delivery, deliveryRoutes)
  serve(app, serving, discounts, discountRoutes)
}

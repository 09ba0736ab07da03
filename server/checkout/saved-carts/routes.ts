import type { savedCarts } from '#shared/checkout/api/saved-carts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { openCart, saveCart } from './saved-carts.ts'

export const savedCartRoutes: Handlers<typeof savedCarts> = {
  save: ({ shop, body }) => saveCart(shop, body),
  open: ({ shop, body }) => openCart(shop, body.link),
}

import type { shippo } from '#shared/api/shippo.ts'
import type { Handlers } from '../http/serve.ts'
import { quoteShipping, validateAddress } from './quotes.ts'

export const shippoRoutes: Handlers<typeof shippo> = {
  validate: ({ shop, user, body }) => validateAddress(shop, user, body),
  calcship: ({ shop, user, body }) => quoteShipping(shop, user, body),
}

import type { coffeeLots } from '#shared/catalog/api/coffee-lots.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { publicLot } from './read-lot.ts'
import { stickersOfBags, stickersOfDay, stickersOfLot } from './stickers.ts'

export const coffeeLotRoutes: Handlers<typeof coffeeLots> = {
  one: ({ shop, params }) => publicLot(shop, params.code),
  bagStickers: ({ shop, params, query }) => stickersOfBags(shop, params.id, query),
  lotStickers: ({ shop, params, query }) => stickersOfLot(shop, params.id, query),
  dayStickers: ({ shop, params, query }) => stickersOfDay(shop, params.day, query),
}

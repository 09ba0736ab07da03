import type { green } from '#shared/roastery/api/green.ts'
import type { toShop } from '#shared/roastery/api/to-shop.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { adjustLot, countLot, receiveLot, undoArrival } from './adjust-green.ts'
import { archiveGreenLot, createGreenLot, removeGreenLot, updateGreenLot } from './edit-green.ts'
import { addCoffeeOfLot, getToShop, skipStep } from './to-shop.ts'
import { exportGreen, getGreenLot, listGreen } from './read-green.ts'

export const greenRoutes: Handlers<typeof green> = {
  list: ({ shop }) => listGreen(shop),
  exportAll: ({ shop, user }) => exportGreen(shop, user),
  one: ({ shop, params }) => getGreenLot(shop, params.id),
  create: ({ shop, user, body }) => createGreenLot(shop, user, body),
  update: ({ shop, user, params, body }) => updateGreenLot(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeGreenLot(shop, user, params.id)
    return { message: 'Lot deleted' }
  },
  receive: ({ shop, user, params, body }) => receiveLot(shop, user, params.id, body),
  undoArrival: ({ shop, user, params }) => undoArrival(shop, user, params.id),
  adjust: ({ shop, user, params, body, http }) => adjustLot(shop, user, params.id, body, http.idempotencyKey),
  count: ({ shop, user, params, body }) => countLot(shop, user, params.id, body),
  archive: ({ shop, user, params, body }) => archiveGreenLot(shop, user, params.id, body.isArchived),
}

export const toShopRoutes: Handlers<typeof toShop> = {
  one: ({ shop, params }) => getToShop(shop, params.id),
  skip: ({ shop, user, params, body }) => skipStep(shop, user, params.id, body),
  addCoffee: ({ shop, user, params, body, http }) =>
    addCoffeeOfLot(shop, user, params.id, body, http.idempotencyKey),
}

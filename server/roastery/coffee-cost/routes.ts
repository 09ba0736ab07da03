import type { coffeeCost } from '#shared/roastery/api/coffee-cost.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { exportInventory, readInventory } from './inventory.ts'
import { exportCosts, listCosts } from './margins.ts'
import { savePackaging } from './packaging.ts'
import { listLotCosts } from './costs.ts'

export const coffeeCostRoutes: Handlers<typeof coffeeCost> = {
  coffees: ({ shop }) => listCosts(shop),
  export: ({ shop }) => exportCosts(shop),
  savePackaging: ({ shop, user, body }) => savePackaging(shop, user, body),
  lots: ({ shop, query }) => listLotCosts(shop, query),
  inventory: ({ shop, query }) => readInventory(shop, query.day),
  exportInventory: ({ shop, query }) => exportInventory(shop, query.day),
}

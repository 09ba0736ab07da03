/** Compares placing an order in a shop with years of data with placing one in an empty shop. */
import type { Place } from './filled.ts'
import { completedPerSecond, fillCarts, type Buyer } from './orders.ts'
import { startProduct, type Product } from './server.ts'
import { prepareShop } from './stock.ts'
import type { Row } from './table.ts'

const ROUNDS = 5
const BUYERS = 16
const DURATION_MS = 2000

/** Both shops run at the same time and take turns, so that a slow phase of the machine affects both. */
export async function compareOrders(full: Place, empty: Place): Promise<Row> {
  const shops = [await openForOrders(full), await openForOrders(empty)]
  const figures: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, { buyers }] of shops.entries())
        figures[index]!.push(await completedPerSecond(buyers, 'place', DURATION_MS))
  } finally {
    for (const { shop, buyers } of shops) {
      for (const { client } of buyers) client.close()
      await shop.stop()
    }
  }
  return {
    name: 'placing an order in a full shop',
    figures: figures[0],
    unit: '/s',
    reference: { name: 'empty shop', unit: '/s', figures: figures[1] },
    target: { of: 'ratio', limit: 'at least', value: 0.9 },
  }
}

async function openForOrders(place: Place): Promise<{ shop: Product; buyers: Buyer[] }> {
  const prepared = await prepareShop(place.dataDir, BUYERS, place.databaseUrl)
  const shop = await startProduct(place.dataDir, { databaseUrl: place.databaseUrl })
  return { shop, buyers: await fillCarts(shop.port, prepared) }
}

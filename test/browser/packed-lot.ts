/** Puts a packed lot into the database of this worker's shop, for tests of screens that come after the roast day. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'

type Wanted = { product: string; code: string; order: string; roastedOn: string }

const GREEN_CODE = 'ET-GUJI-26'

/** The folder with the data of the shop of this worker (playwright.config.ts). */
function dataDir(): string {
  return join(process.env.FRAME_TEST_DATA!, process.env.TEST_PARALLEL_INDEX ?? '0')
}

/**
 * Ten bags of a lot of this product from one lot of green coffee, of which the first line of the order gets one.
 * @param folder with the shop's database
 * @returns the codes by which the screens name the places
 */
export function packLot(
  { product, code, order, roastedOn }: Wanted,
  folder = dataDir(),
): { green: string; lotId: string; bagsId: string } {
  const db = new DatabaseSync(join(folder, 'shop.sqlite'))
  db.exec('pragma busy_timeout = 10000')
  const id = (what: string) => `${what}-${code}`
  const at = `${roastedOn}T15:00:00.000Z`
  const add = (table: string, row: Record<string, string | number>) =>
    void db
      .prepare(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row))
  const { id: size, grams } = db
    .prepare('select id, grams from product_sizes where product_id = ? order by position limit 1')
    .get(product) as { id: string; grams: number }
  const lotGrams = 10 * grams
  const green = {
    id: id('green'),
    code: `${GREEN_CODE}-${code}`,
    name: 'Guji Uraga, Grade 1',
    supplier: 'Harbor Imports',
  }
  db.exec('begin immediate')
  add('green_lots', {
    ...green,
    producer: 'Tabe Haro and 420 families',
    origin: 'Ethiopia, Guji, Uraga',
    process: 'Natural',
    variety: 'Kurume, Dega',
    altitude: '2,050 to 2,250 m',
    crop: '2025/26',
    story:
      'The station lies above the town of Haro Welabu. Families bring ripe cherries in the afternoon, and they dry on raised beds for three weeks.',
    arrived_on: roastedOn,
    bought_grams: 60_000,
    cost_cents: 52_000,
    grams_left: 60_000 - 2 * lotGrams,
    created_at: at,
    updated_at: at,
  })
  add('coffee_adjustments', {
    id: id('in'),
    green_lot_id: green.id,
    change: 60_000,
    reason: 'arrival',
    at,
    actor: 'Olive',
  })
  add('roasts', {
    id: id('roast'),
    name: 'Guji, light',
    loss_thousandths: 150,
    created_at: at,
    updated_at: at,
  })
  add('roast_greens', { roast_id: id('roast'), position: 0, green_lot_id: green.id, percent: 100 })
  add('batches', {
    id: id('batch'),
    code: `${code}-1`,
    roast_id: id('roast'),
    roasts_on: roastedOn,
    position: 1,
    state: 'roasted',
    green_grams: 2 * lotGrams,
    roasted_grams: lotGrams + 500,
    grams_left: 500,
    roasted_at: at,
    roasted_by: 'Ben',
    created_at: at,
    updated_at: at,
  })
  add('batch_greens', { batch_id: id('batch'), green_lot_id: green.id, grams: 2 * lotGrams })
  add('coffee_lots', {
    id: id('lot'),
    code,
    product_id: product,
    roasted_on: roastedOn,
    made_on: roastedOn,
    grams: lotGrams,
    grams_left: 0,
    made_at: at,
    made_by: 'Ben',
  })
  add('coffee_lot_batches', { coffee_lot_id: id('lot'), batch_id: id('batch'), grams: lotGrams })
  add('bags', {
    id: id('bags'),
    coffee_lot_id: id('lot'),
    product_id: product,
    size_id: size,
    grind: 'Whole bean',
    grams,
    qty: 10,
    qty_left: 9,
    made_on: roastedOn,
    made_at: at,
    made_by: 'Ben',
  })
  add('bag_uses', {
    order_id: order,
    position: 0,
    bags_id: id('bags'),
    qty: 1,
    filled_at: at,
    filled_by: 'Ben',
  })
  db.exec('commit')
  db.close()
  return { green: green.code, lotId: id('lot'), bagsId: id('bags') }
}

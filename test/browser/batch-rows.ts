/** Writes a roasted batch into the database of the worker's shop, for tests that are not about the roast day. */
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

type Row = Record<string, SQLInputValue>

/** A batch of 10 kg of green coffee for a coffee without a recipe. Returns its id and its code. */
export function addBatch(productId: string, name: string): { id: string; code: string } {
  const file = join(process.env.FRAME_TEST_DATA!, process.env.TEST_PARALLEL_INDEX ?? '0', 'shop.sqlite')
  const db = new DatabaseSync(file, { timeout: 20_000 })
  const insert = (table: string, row: Row) =>
    db
      .prepare(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row))
  const at = new Date().toISOString()
  const stamps = { created_at: at, updated_at: at }
  const unique = `${Date.now()}-${name.toLowerCase()}`
  const [lot, roast, id] = [`lot-${unique}`, `roast-${unique}`, `batch-${unique}`]
  const cost = { bought_grams: 60_000, cost_cents: 54_000, grams_left: 50_000 }
  insert('green_lots', { id: lot, code: `G-${unique}`, name, arrived_on: '2026-01-05', ...cost, ...stamps })
  const arrival = { change: 60_000, reason: 'arrival', at: '2026-01-05T15:00:00.000Z', actor: 'Olive' }
  insert('coffee_adjustments', { id: `in-${unique}`, green_lot_id: lot, ...arrival })
  insert('roasts', { id: roast, name: `Roast ${name}`, profile: 'City', loss_thousandths: 150, ...stamps })
  insert('roast_greens', { roast_id: roast, position: 0, green_lot_id: lot, percent: 100 })
  insert('recipes', { product_id: productId, ...stamps })
  insert('recipe_roasts', { product_id: productId, position: 0, roast_id: roast, percent: 100 })
  const weights = { green_grams: 10_000, roasted_grams: 8500, grams_left: 8500 }
  const steps = { weighed_at: at, weighed_by: 'Olive', roasted_at: at, roasted_by: 'Olive' }
  const code = `B-${Date.now() % 1_000_000}`
  const day = { roasts_on: '2026-01-05', position: 0 }
  insert('batches', { id, code, roast_id: roast, state: 'roasted', ...day, ...weights, ...steps, ...stamps })
  insert('batch_greens', { batch_id: id, green_lot_id: lot, grams: 10_000 })
  db.close()
  return { id, code }
}

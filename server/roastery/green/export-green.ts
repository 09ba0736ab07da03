/** The inventory of green coffee as a CSV file. */
import type { ListedGreenLot } from '#shared/roastery/api/green.ts'
import { weightNumber } from '#shared/kernel/weights.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { readLots, toListed } from './read-green.ts'

/** One line per lot, in the order of the list, with the archived ones. */
export async function exportGreen(shop: Shop, admin: SignedIn): Promise<Download> {
  const lots = await toListed(shop, await readLots(shop.db))
  await logChange(shop.db, shop, admin, { subject: 'green', name: 'Green coffee', action: 'Exported' })
  const lines = lots.map((lot) => csvLine(Object.values(COLUMNS).map((cell) => cell(lot))))
  return {
    name: `green-coffee-${nowAt(shop.clock).day}.csv`,
    content: csvHead(Object.keys(COLUMNS)) + lines.join(''),
  }
}

const COLUMNS: Record<string, (lot: ListedGreenLot) => Cell> = {
  Lot: ({ code }) => code,
  Coffee: ({ name }) => name,
  State: ({ state }) => state,
  Supplier: ({ supplier }) => supplier,
  Producer: ({ producer }) => producer,
  Origin: ({ origin }) => origin,
  Process: ({ process }) => process,
  Variety: ({ variety }) => variety,
  Altitude: ({ altitude }) => altitude,
  Crop: ({ crop }) => crop,
  Expected: ({ dueOn }) => dueOn,
  Arrived: ({ arrivedOn }) => arrivedOn,
  Bags: ({ bags }) => bags,
  'Bought (kg)': ({ boughtGrams }) => Number(weightNumber(boughtGrams, 'kg')),
  'Left (kg)': ({ gramsLeft }) => Number(weightNumber(gramsLeft, 'kg')),
  'Left (lb)': ({ gramsLeft }) => Number(weightNumber(gramsLeft, 'lb')),
  'Cost of the lot': ({ cost }) => cost,
  'Cost per lb': ({ costPerPound }) => costPerPound,
  'Value of what is left': ({ value }) => value,
  'Reorder below (kg)': ({ reorderGrams }) =>
    reorderGrams === null ? null : Number(weightNumber(reorderGrams, 'kg')),
  'In roasts': ({ roasts }) => roasts.map(({ name }) => name).join('; '),
  Notes: ({ notes }) => notes,
}

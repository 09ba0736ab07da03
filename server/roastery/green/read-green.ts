/** Lots of green coffee: their rows, the list with the supply, its file, and the page of a lot with its moves. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { green, GreenLot, GreenMove, ListedGreenLot, WholeGreenLot } from '#shared/roastery/api/green.ts'
import { costOfWeight, toDollars } from '#shared/kernel/pricing.ts'
import { greenStateOf } from '#shared/roastery/roastery.ts'
import { toGrams, weightNumber } from '#shared/kernel/weights.ts'
import type { Db, GreenLotRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { supplyOf } from './supply.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { type Cell, csvHead, csvLine } from '#server/kernel/text/csv.ts'
import { greenLotFields } from '#shared/roastery/resources/green-lot.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'

type Edited = Omit<
  GreenLotRow,
  'id' | 'arrived_on' | 'grams_left' | 'archived_at' | 'version' | 'created_at' | 'updated_at'
>
export const greenRows = describedRows<Edited>()(greenLotFields)

export const greenLots = new SavedRow('green_lots', {
  rows: greenRows,
  subject: 'green',
  label: 'Lot',
  nameOf: ({ code, name }) => `${code} ${name}`,
  unique: { field: 'code', problem: 'Another lot has this number' },
})

/** The data of a lot as its form has it. */
export function toGreenLot(row: GreenLotRow): GreenLot {
  return { _id: row.id, ...greenRows.editOf(row), version: row.version }
}

/** All lots, sorted by arrival with the latest first, and the supply of each coffee. */
export async function listGreen(shop: Shop): Promise<Reply<typeof green.list>> {
  const rows = await readLots(shop.db)
  const [lots, supply] = await Promise.all([toListed(shop, rows), supplyOf(shop, rows)])
  return { lots, supply }
}

/** The rows of all lots in the order of the list. */
function readLots(db: Db): Promise<GreenLotRow[]> {
  return db
    .selectFrom('green_lots')
    .selectAll()
    .orderBy((eb) => eb.fn.coalesce('arrived_on', 'due_on'), 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A lot with its moves. Throws 404. */
export async function getGreenLot(shop: Shop, id: string): Promise<WholeGreenLot> {
  const row = await greenLots.find(shop.db, id)
  const [[lot], moves] = await Promise.all([toListed(shop, [row]), readMoves(shop.db, row)])
  const canUndoArrival =
    row.arrived_on !== null && row.archived_at === null && moves.every(({ reason }) => reason === 'arrival')
  return { ...lot!, moves, canUndoArrival }
}

/** Lots as the list shows them. */
async function toListed(shop: Shop, rows: readonly GreenLotRow[]): Promise<ListedGreenLot[]> {
  const today = nowAt(shop.clock).day
  const uses = await shop.db
    .selectFrom('roast_greens')
    .innerJoin('roasts', 'roasts.id', 'roast_greens.roast_id')
    .where('deleted_at', 'is', null)
    .$if(rows.length === 1, (query) => query.where('green_lot_id', '=', rows[0]!.id))
    .select(['green_lot_id', 'roasts.id as _id', 'name'])
    .orderBy('name')
    .execute()
  const usesOf = Map.groupBy(uses, ({ green_lot_id: id }) => id)
  return rows.map((row) => {
    const state = greenStateOf(row)
    const cost = { costCents: row.cost_cents, grams: row.bought_grams }
    return {
      ...toGreenLot(row),
      state,
      arrivedOn: row.arrived_on,
      isOverdue: state === 'on the way' && row.due_on !== '' && row.due_on < today,
      gramsLeft: row.grams_left,
      value: toDollars(costOfWeight(cost, row.grams_left)),
      costPerKg: toDollars(costOfWeight(cost, toGrams(1, 'kg'))),
      costPerPound: toDollars(costOfWeight(cost, toGrams(1, 'lb'))),
      roasts: (usesOf.get(row.id) ?? []).map(({ _id, name }) => ({ _id, name })),
    }
  })
}

/** Every change of the weight of a lot, newest first. */
async function readMoves(db: Db, lot: GreenLotRow): Promise<GreenMove[]> {
  const adjustments = await db
    .selectFrom('coffee_adjustments')
    .where('green_lot_id', '=', lot.id)
    .select(['id as _id', 'at', 'change as grams', 'reason', 'note', 'actor as by'])
    .execute()
  const batches = await db
    .selectFrom('batch_greens')
    .innerJoin('batches', 'batches.id', 'batch_greens.batch_id')
    .innerJoin('roasts', 'roasts.id', 'batches.roast_id')
    .where('green_lot_id', '=', lot.id)
    .where('weighed_at', 'is not', null)
    .select([
      'batches.id as _id',
      'weighed_at as at',
      'grams',
      'weighed_by as by',
      'batches.code',
      'roasts.name',
    ])
    .execute()
  const oldestFirst = [
    ...adjustments.map((each) => ({ ...each, batch: null })),
    ...batches.map(({ code, name, grams, at, by, _id }) => ({
      _id,
      at: at!,
      grams: -grams,
      reason: 'batch' as const,
      note: '',
      by: by ?? '',
      batch: { _id, code, roast: name },
    })),
  ].toSorted((one, other) => compare(one.at, other.at) || compare(one._id, other._id))
  let left = 0
  return oldestFirst.map((move) => ({ ...move, left: (left += move.grams) })).toReversed()
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

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

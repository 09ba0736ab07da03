/** What the roastery has for a plan: bags, lots, batches, recipes and green coffee. */
import type { BatchState } from '#shared/roastery/api/roast-day.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/together.ts'
import { lossOfRoasts, type RoastLoss } from '../recipes/measured-loss.ts'
import { roastedOn } from '#server/kernel/time/roasted-on.ts'
import type { Shop } from '#server/platform/shop.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'

/** Packaged bags that no order has. */
export type FreeBags = { sizeId: string; grind: string; qty: number; roastedOn: string }
/** What is left of a lot of a coffee, in grams. */
export type LooseLot = { product: string; grams: number; roastedOn: string }

export type OpenBatch = {
  id: string
  code: string
  roast: string
  /** The day for which it is planned. */
  day: string
  /** The day on which it was roasted, or will be. */
  roastedOn: string
  state: BatchState
  isByHand: boolean
  green: number
  /** What is left of it, if it is roasted; otherwise what it should give. In milligrams, so that sums are exact. */
  left: number
  /** All that it gave, or should give. In milligrams. */
  yield: number
}

export type RoastInfo = {
  id: string
  name: string
  profile: string
  loss: RoastLoss
  /** Null for the limits of the settings. */
  smallest: number | null
  largest: number | null
  isDeleted: boolean
  greens: GreenShare[]
}

export type GreenShare = {
  lot: { _id: string; code: string; name: string }
  percent: number
  gramsLeft: number
  hasArrived: boolean
}

export type Stock = {
  bags: FreeBags[]
  lots: LooseLot[]
  batches: OpenBatch[]
  /** Planned batches of days that are over. */
  missed: OpenBatch[]
  /** The roasts of each coffee, in percent. */
  recipes: Map<string, { roast: string; percent: number }[]>
  roasts: Map<string, RoastInfo>
}

/**
 * @param fresh the earliest day of roasting of coffee that is still used
 * @param from planned batches of earlier days do not count
 */
export async function readStock(
  { db }: Shop,
  { fresh, from }: { fresh: string; from: string },
): Promise<Stock> {
  const { bags, lots, batches, recipes, roasts, greens } = await readRows(db, fresh, from)
  const losses = await lossOfRoasts(
    db,
    roasts.map(({ id }) => id),
  )
  const all = batches.map((row) => toBatch(row, losses.get(row.roast_id)!))
  const isMissed = ({ state, day }: OpenBatch) => state === 'planned' && day < from
  const greensOf = Map.groupBy(greens, ({ roast_id }) => roast_id)
  return {
    bags,
    lots,
    batches: all.filter((batch) => !isMissed(batch)),
    missed: all.filter(isMissed),
    recipes: Map.groupBy(recipes, ({ product }) => product),
    roasts: new Map(
      roasts.map(({ id, name, profile, ...row }) => {
        const own = (greensOf.get(id) ?? []).map((green) => ({
          lot: { _id: green.id, code: green.code, name: green.name },
          percent: green.percent,
          gramsLeft: green.grams_left,
          hasArrived: green.arrived_on !== null,
        }))
        const limits = { smallest: row.smallest_grams, largest: row.largest_grams }
        const isDeleted = row.deleted_at !== null
        return [id, { id, name, profile, loss: losses.get(id)!, ...limits, isDeleted, greens: own }]
      }),
    ),
  }
}

/** The queries are sent together. */
async function readRows(db: Db, fresh: string, from: string) {
  const [bags, lots, batches, recipes, roasts, greens] = await readTogether(
    db,
    db
      .selectFrom('bags')
      .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
      .select(['size_id as sizeId', 'grind', 'qty_left as qty', 'roasted_on as roastedOn'])
      .where('qty_left', '>', 0)
      .where('roasted_on', '>=', fresh)
      .orderBy('roasted_on'),
    db
      .selectFrom('coffee_lots')
      .select(['product_id as product', 'grams_left as grams', 'roasted_on as roastedOn'])
      .where('roasted_on', '>=', fresh)
      .where('grams_left', '>', 0)
      .orderBy('roasted_on'),
    db
      .selectFrom('batches')
      .select(['id', 'code', 'roast_id', 'roasts_on', 'state', 'is_by_hand', 'green_grams', 'roasted_grams'])
      .select(['grams_left', 'roasted_at'])
      .where((eb) =>
        eb.or([
          eb('roasts_on', '>=', fresh < from ? fresh : from),
          // Planned for an earlier day and roasted late.
          eb('grams_left', '>', 0).and('roasted_at', '>=', startOf(fresh)),
        ]),
      )
      .orderBy('roasts_on')
      .orderBy('position')
      .orderBy('code'),
    db
      .selectFrom('recipe_roasts')
      .select(['product_id as product', 'roast_id as roast', 'percent'])
      .orderBy('position'),
    db
      .selectFrom('roasts')
      .select(['id', 'name', 'profile', 'smallest_grams', 'largest_grams', 'deleted_at'])
      .orderBy('name')
      .orderBy('id'),
    db
      .selectFrom('roast_greens')
      .innerJoin('green_lots as lot', 'lot.id', 'green_lot_id')
      .select(['roast_id', 'percent', 'lot.id', 'lot.code', 'lot.name', 'lot.grams_left', 'arrived_on'])
      .orderBy('position'),
  )
  return { bags, lots, batches, recipes, roasts, greens }
}

type Row = Awaited<ReturnType<typeof readRows>>['batches'][number]

function toBatch(row: Row, { thousandths }: RoastLoss): OpenBatch {
  const { id, code, roast_id: roast, roasts_on: day, state, green_grams: green } = row
  const expected = green * (1000 - thousandths)
  const weights =
    row.roasted_grams === null
      ? { left: expected, yield: expected }
      : { left: row.grams_left * 1000, yield: row.roasted_grams * 1000 }
  const isByHand = row.is_by_hand === 1
  return { id, code, roast, day, roastedOn: roastedOn(row), state, isByHand, green, ...weights }
}

/** The limits of a batch in grams of green coffee, from the roast or from the settings. */
export function limitsOf(
  { smallest, largest }: Pick<RoastInfo, 'smallest' | 'largest'>,
  settings: { smallest: number; largest: number },
): { smallest: number; largest: number } {
  const most = largest ?? settings.largest
  return { smallest: Math.min(smallest ?? settings.smallest, most), largest: most }
}

/** The grams of each roast in some grams of a coffee, rounded up. */
export function sharesOf(
  recipe: readonly { roast: string; percent: number }[],
  grams: number,
): [roast: string, grams: number][] {
  return recipe.map(({ roast, percent }) => [roast, Math.ceil((grams * percent) / 100)])
}

/**
 * The supply of green coffee. Lots with the same name are the same coffee.
 *
 * Use per week: the larger of two weights. The first is the green coffee that was weighed in during the last 8 weeks,
 * divided by 8, or by the weeks since the coffee was first weighed in if these are less. The second is the open demand
 * (`openGreenDemand`), because it has to be roasted now.
 *
 * Weeks of supply: what is here / use per week; with contracts: (what is here + what is on the way) / use per week.
 *
 * To reorder: what is here and on the way is below the largest reorder point of the coffee's lots.
 */
import type { GreenSupply } from '#shared/roastery/api/green.ts'
import { greenFor, greenStateOf } from '#shared/roastery/roastery.ts'
import type { Db, GreenLotRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { sql } from 'kysely'
import { addDays } from '#shared/kernel/days.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { readPlannedBags } from '../delivery/planned-bags.ts'
import { scheduleOf } from '../delivery/schedule.ts'
import { openLines, openPieces } from '../open-lines/open-lines.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

const WEEK = 7 * DAY
const WEEKS = 8

/** The supply of each coffee that has a lot which is not archived, by name. */
export async function supplyOf(shop: Shop, lots: readonly GreenLotRow[]): Promise<GreenSupply[]> {
  const [weighed, demand] = await Promise.all([weighedIn(shop), openGreenDemand(shop)])
  const now = shop.clock.now().getTime()
  return coffeesOf(lots).map(({ lots: all, ...stock }) => {
    const weighings = all.flatMap(({ id }) => weighed.filter((each) => each.lotId === id))
    const recent = weighings.reduce((sum, { recentGrams }) => sum + recentGrams, 0)
    const first = Math.min(...weighings.map(({ firstAt }) => Date.parse(firstAt)))
    const weeks = Math.min(WEEKS, Math.max(1, (now - first) / WEEK))
    const open = all.reduce((sum, { id }) => sum + (demand.get(id) ?? 0), 0)
    const perWeek = Math.max(weighings.length === 0 ? 0 : Math.round(recent / weeks), Math.ceil(open))
    return {
      ...stock,
      gramsPerWeek: perWeek,
      weeks: weeksOf(stock.gramsHere, perWeek),
      weeksWithOnTheWay: weeksOf(stock.gramsHere + stock.gramsOnTheWay, perWeek),
    }
  })
}

/** The coffees to reorder, for the to-do list. */
export async function coffeesToReorder(db: Db): Promise<Stock[]> {
  const lots = await db.selectFrom('green_lots').selectAll().where('archived_at', 'is', null).execute()
  return coffeesOf(lots).filter(({ isToReorder }) => isToReorder)
}

type Stock = Pick<GreenSupply, 'name' | 'gramsHere' | 'gramsOnTheWay' | 'reorderGrams' | 'isToReorder'> & {
  lots: GreenLotRow[]
}

function coffeesOf(lots: readonly GreenLotRow[]): Stock[] {
  return [...Map.groupBy(lots, ({ name }) => name.toLowerCase().replace(/\s+/g, ' ')).values()]
    .map((all) => ({ all, current: all.filter(({ archived_at: at }) => at === null) }))
    .filter(({ current }) => current.length > 0)
    .map(({ all, current }) => {
      const points = current.flatMap(({ reorder_grams: grams }) => (grams === null ? [] : [grams]))
      const gramsHere = sumOf(current.map(({ grams_left: grams }) => grams))
      const gramsOnTheWay = sumOf(
        current.filter((lot) => greenStateOf(lot) === 'on the way').map((lot) => lot.bought_grams),
      )
      const reorderGrams = points.length === 0 ? null : Math.max(...points)
      const isToReorder = reorderGrams !== null && gramsHere + gramsOnTheWay < reorderGrams
      return { name: current[0]!.name, lots: all, gramsHere, gramsOnTheWay, reorderGrams, isToReorder }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

type Weighed = { lotId: string; firstAt: string; recentGrams: number }

/** What batches took of each lot: when first, and how much in the last weeks. */
function weighedIn({ db, clock }: Shop): Promise<Weighed[]> {
  const since = new Date(clock.now().getTime() - WEEKS * WEEK).toISOString()
  return db
    .selectFrom('batch_greens')
    .innerJoin('batches', 'batches.id', 'batch_greens.batch_id')
    .where('weighed_at', 'is not', null)
    .groupBy('green_lot_id')
    .select((eb) => [
      'green_lot_id as lotId',
      eb.fn.min<string>('weighed_at').as('firstAt'),
      eb.fn
        .sum<number>(eb.case().when('weighed_at', '>=', since).then(eb.ref('grams')).else(0).end())
        .as('recentGrams'),
    ])
    .execute()
}

function weeksOf(grams: number, perWeek: number): number | null {
  return perWeek === 0 ? null : Math.round((grams * 10) / perWeek) / 10
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, grams) => sum + grams, 0)
}

/**
 * The green coffee that open demand needs: the open lines of paid orders (open-lines), and the deliveries of subscriptions
 * that are roasted within a week. In grams by the id of the lot. Coffees without a recipe are left out.
 */
async function openGreenDemand(shop: Shop): Promise<Map<string, number>> {
  const recipes = await readRecipes(shop.db)
  if (recipes.length === 0) return new Map()
  const roasted = new Map<string, number>()
  const add = (product: string, grams: number) => roasted.set(product, (roasted.get(product) ?? 0) + grams)
  for (const { product_id: product, grams } of await orderedGrams(shop.db)) add(product, grams)
  for (const { product, grams } of await plannedGrams(shop)) add(product, grams)

  const losses = await lossOfRoasts(shop.db, [...new Set(recipes.map(({ roast_id: id }) => id))])
  const green = new Map<string, number>()
  for (const { product_id: product, roast_id: roast, green_lot_id: lot, ...part } of recipes) {
    const grams = ((roasted.get(product) ?? 0) * part.roast_percent) / 100
    const needed = (greenFor(grams, losses.get(roast)!.thousandths) * part.green_percent) / 100
    green.set(lot, (green.get(lot) ?? 0) + needed)
  }
  return green
}

/** The lots of each coffee: a row per roast and lot. */
function readRecipes(db: Db) {
  return db
    .selectFrom('recipe_roasts')
    .innerJoin('roast_greens', 'roast_greens.roast_id', 'recipe_roasts.roast_id')
    .select(['product_id', 'recipe_roasts.roast_id', 'green_lot_id'])
    .select(['recipe_roasts.percent as roast_percent', 'roast_greens.percent as green_percent'])
    .execute()
}

/** Roasted coffee of the open lines of paid orders, by product. */
function orderedGrams(db: Db): Promise<{ product_id: string; grams: number }[]> {
  return openLines(db, db.selectFrom('orders').select('id').where('state', '=', 'paid'))
    .groupBy('line.product_id')
    .select([
      'line.product_id',
      // The sum of a bigint is a numeric on PostgreSQL, which arrives as text.
      sql<number>`cast(sum(line.size_grams * ${openPieces}) as bigint)`.as('grams'),
    ])
    .execute()
}

/** Roasted coffee of the deliveries of subscriptions that have no order yet and are roasted within a week. */
async function plannedGrams(shop: Shop): Promise<{ product: string; grams: number }[]> {
  const now = nowAt(shop.clock)
  const calendar = calendarOf(await scheduleOf(shop))
  const planned = await readPlannedBags(shop.db, { calendar, now, until: addDays(now.day, 7) })
  return planned.flatMap(({ product, qty, roastDays }) =>
    product === null ? [] : { product: product.id, grams: (product.sizeGrams ?? 0) * qty * roastDays.length },
  )
}

/** Chooses the lots from which bags are packaged, and takes the coffee from them. */
import { sourcesOfBags, type BagSource, type Coffee } from '#shared/roastery/bag-sources.ts'
import { counted } from '#shared/kernel/counts.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound, type Refusal } from '#server/kernel/errors.ts'
import { roastedOn } from '#server/kernel/time/roasted-on.ts'
import type { Shop } from '#server/platform/shop.ts'
import { addLot, recipeOf } from './lots.ts'
import type { Part, Weigh } from './texts.ts'
import type { By } from './step.ts'

type Wanted = {
  product: { id: string; name: string }
  /** The weight of a bag. */
  grams: number
  qty: number
  day: string
  /** A named lot or batch; null to choose. */
  lotId: string | null
  batchId: string | null
  /** The first day of roasting of coffee that is chosen. Older coffee is taken only from a named lot or batch. */
  fresh: string
}

/** Bags from one lot. `roastedOn` is the roast date of the lot. */
type Taken = { lot: { id: string; code: string; roastedOn: string }; qty: number }

/**
 * Takes the coffee for bags: from the named lot or batch, or as `sourcesOfBags` chooses. A new lot of batches has exactly
 * the weight of its bags. Throws 404 for an unknown lot or batch, and 409 if there is too little.
 */
export async function chooseLots(tx: Tx, shop: Shop, by: By, weigh: Weigh, wanted: Wanted): Promise<Taken[]> {
  const { lotId, batchId } = wanted
  if (lotId !== null && batchId !== null) throw badRequest('Choose a lot or a batch, not both')
  const recipe = await recipeOf(tx, wanted.product.id)
  const lots = batchId === null ? await readLots(tx, wanted) : []
  const batches = lotId === null && recipe.length === 1 ? await readBatches(tx, recipe[0]!.id, batchId) : []
  if (lotId !== null && lots.length === 0) throw notFound('Lot of this coffee')
  if (batchId !== null && batches.length === 0) throw notFound('Roasted batch of this coffee')
  const fresh = lotId === null && batchId === null ? wanted.fresh : ''
  const { sources, missing } = sourcesOfBags({ ...wanted, lots, batches, fresh })
  if (missing > 0) throw tooLittle(weigh, wanted, { recipe, lots, batches, sources, missing })
  const parts: Taken[] = []
  for (const source of sources.toSorted((one, other) => (lockOf(one) < lockOf(other) ? -1 : 1))) {
    const { qty } = source
    const made =
      source.kind === 'lot'
        ? lotOf(source.coffee)
        : await addLot(tx, shop, by, weigh, {
            ...wanted,
            batches: source.takes.map(({ coffee, grams }) => ({ batchId: coffee._id, grams })),
          })
    await take(tx, made, qty * wanted.grams)
    parts.push({ lot: made, qty })
  }
  return parts
}

/** Rows are locked in the order of these keys: lots before batches, and by id. */
function lockOf(source: BagSource): string {
  return source.kind === 'lot' ? `0 ${source.coffee._id}` : '1'
}

function lotOf({ _id: id, code, roastedOn: day }: Coffee): Taken['lot'] {
  return { id, code, roastedOn: day }
}

function readLots(tx: Tx, { product, lotId }: Wanted): Promise<Coffee[]> {
  return tx
    .selectFrom('coffee_lots')
    .select(['id as _id', 'code', 'roasted_on as roastedOn', 'grams_left as gramsLeft'])
    .where('product_id', '=', product.id)
    .$if(lotId === null, (query) => query.where('grams_left', '>', 0))
    .$if(lotId !== null, (query) => query.where('id', '=', lotId))
    .execute()
}

async function readBatches(tx: Tx, roastId: string, batchId: string | null): Promise<Coffee[]> {
  const rows = await tx
    .selectFrom('batches')
    .select(['id as _id', 'code', 'roasts_on', 'roasted_at', 'grams_left as gramsLeft'])
    .where('roast_id', '=', roastId)
    .where('state', '=', 'roasted')
    .$if(batchId === null, (query) => query.where('grams_left', '>', 0))
    .$if(batchId !== null, (query) => query.where('id', '=', batchId))
    .execute()
  return rows.map((row) => ({ ...row, roastedOn: roastedOn(row) }))
}

/** Throws 409 if the lot has changed since it was read. */
async function take(tx: Tx, { id, code }: Taken['lot'], grams: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coffee_lots')
    .set((eb) => ({ grams_left: eb('grams_left', '-', grams) }))
    .where('id', '=', id)
    .where('grams_left', '>=', grams)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n)
    throw conflict(`Lot ${code} was just used by someone else. Try again`, { code: 'left' })
}

type Found = {
  recipe: readonly Part[]
  lots: readonly Coffee[]
  batches: readonly Coffee[]
  sources: readonly BagSource[]
  missing: number
}

function tooLittle(weigh: Weigh, wanted: Wanted, { recipe, lots, batches, ...found }: Found): Refusal {
  const { product, qty, grams, fresh } = wanted
  const code = { code: 'left' }
  const named = wanted.lotId !== null ? lots[0] : wanted.batchId !== null ? batches[0] : undefined
  if (named) {
    const what = wanted.lotId === null ? 'Batch' : 'Lot'
    const need = `${counted(qty, 'bag')} ${qty === 1 ? 'takes' : 'take'} ${weigh(qty * grams)}`
    return conflict(`${what} ${named.code} has ${weigh(named.gramsLeft)} left. ${need}`, code)
  }
  const fromLots = found.sources.reduce((sum, source) => sum + (source.kind === 'lot' ? source.qty : 0), 0)
  const open = qty - fromLots
  const bags = `${counted(open, 'bag')} (${weigh(open * grams)})`
  const what = open === qty ? bags : `${bags} of the ${qty}`
  if (recipe.length === 0) return conflict(`${product.name} has no lot for ${what} and no recipe`, code)
  if (recipe.length > 1) return conflict(`There is no blended coffee for ${what}. Blend a lot first`, code)
  const left = batches.reduce((sum, each) => sum + (each.roastedOn >= fresh ? each.gramsLeft : 0), 0)
  return conflict(
    `There is too little roasted coffee for ${what}: ${weigh(left)} of ${recipe[0]!.name} is left`,
    code,
  )
}

/** Chooses the lots from which bags are packaged, and takes the coffee from them. */
import { counted } from '#shared/counts.ts'
import type { Tx } from '../db/schema.ts'
import { conflict, notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { addLot, recipeOf, type Taken } from './lots.ts'
import type { Weigh } from './texts.ts'
import type { By } from './step.ts'

type Wanted = {
  product: { id: string; name: string }
  /** The weight of a bag. */
  grams: number
  qty: number
  day: string
  /** Null to choose. */
  lotId: string | null
  /** The first roast day of coffee that is chosen. Older coffee is taken only from a named lot. */
  fresh: string
}

type Lot = { id: string; code: string }
type Part = { lot: Lot; qty: number }

/**
 * The number of bags from each lot. Without a named lot: the oldest lots first, as many whole bags as each has. What is
 * missing then comes from a new lot, made of exactly this weight from the oldest batches, if the coffee has only one roast.
 * Throws 404 for an unknown lot, and 409 if there is too little.
 */
export async function chooseLots(tx: Tx, shop: Shop, by: By, weigh: Weigh, wanted: Wanted): Promise<Part[]> {
  if (wanted.lotId !== null) return [await fromLot(tx, weigh, wanted, wanted.lotId)]
  const lots = await tx
    .selectFrom('coffee_lots')
    .select(['id', 'code', 'grams_left'])
    .where('product_id', '=', wanted.product.id)
    .where('grams_left', '>=', wanted.grams)
    .where('roasted_on', '>=', wanted.fresh)
    .orderBy('roasted_on')
    .orderBy('code')
    .execute()
  const parts: Part[] = []
  let missing = wanted.qty
  for (const { grams_left: left, ...lot } of lots) {
    const qty = Math.min(missing, Math.floor(left / wanted.grams))
    if (qty > 0) parts.push({ lot, qty })
    missing -= qty
  }
  for (const { lot, qty } of parts.toSorted((one, other) => (one.lot.id < other.lot.id ? -1 : 1)))
    await take(tx, lot, qty * wanted.grams)
  if (missing === 0) return parts
  const batches = await oldestBatches(tx, weigh, wanted, missing)
  const made = await addLot(tx, shop, by, weigh, { ...wanted, batches })
  await take(tx, made, missing * wanted.grams)
  return [...parts, { lot: made, qty: missing }]
}

/** Throws 409 if the lot has changed since it was read. */
async function take(tx: Tx, { id, code }: Lot, grams: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coffee_lots')
    .set((eb) => ({ grams_left: eb('grams_left', '-', grams) }))
    .where('id', '=', id)
    .where('grams_left', '>=', grams)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n)
    throw conflict(`Lot ${code} was just used by someone else. Try again`, { code: 'left' })
}

async function fromLot(tx: Tx, weigh: Weigh, { product, grams, qty }: Wanted, id: string): Promise<Part> {
  const lot = await tx
    .selectFrom('coffee_lots')
    .select(['id', 'code', 'grams_left'])
    .where('id', '=', id)
    .where('product_id', '=', product.id)
    .executeTakeFirst()
  if (!lot) throw notFound('Lot of this coffee')
  if (lot.grams_left < qty * grams)
    throw conflict(
      `Lot ${lot.code} has ${weigh(lot.grams_left)} left. ${counted(qty, 'bag')} take ${weigh(qty * grams)}`,
      { code: 'left' },
    )
  await take(tx, lot, qty * grams)
  return { lot, qty }
}

/** The batches for the missing bags of a coffee with one roast, oldest first. */
async function oldestBatches(tx: Tx, weigh: Weigh, wanted: Wanted, missing: number): Promise<Taken[]> {
  const needed = missing * wanted.grams
  const recipe = await recipeOf(tx, wanted.product.id)
  const bags = `${counted(missing, 'bag')} (${weigh(needed)})`
  const what = missing === wanted.qty ? bags : `${bags} of the ${wanted.qty}`
  if (recipe.length === 0)
    throw conflict(`${wanted.product.name} has no lot for ${what} and no recipe`, { code: 'left' })
  if (recipe.length > 1)
    throw conflict(`There is no blended coffee for ${what}. Blend a lot first`, { code: 'left' })
  const batches = await tx
    .selectFrom('batches')
    .select(['id', 'grams_left'])
    .where('roast_id', '=', recipe[0]!.id)
    .where('state', '=', 'roasted')
    .where('grams_left', '>', 0)
    .where('roasts_on', '>=', wanted.fresh)
    .orderBy('roasts_on')
    .orderBy('code')
    .execute()
  const left = batches.reduce((sum, { grams_left }) => sum + grams_left, 0)
  if (left < needed)
    throw conflict(
      `There is too little roasted coffee for ${what}: ${weigh(left)} of ${recipe[0]!.name} is left`,
      {
        code: 'left',
      },
    )
  const taken: Taken[] = []
  let open = needed
  for (const { id, grams_left } of batches) {
    const grams = Math.min(open, grams_left)
    if (grams > 0) taken.push({ batchId: id, grams })
    open -= grams
  }
  return taken
}

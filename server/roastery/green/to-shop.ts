/** The way of a lot of green coffee to a coffee in the shop: which of its steps are done, open and skipped. */
import type { NewCoffee } from '#shared/catalog/api/product-edit.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import {
  TO_SHOP_STEPS,
  type toShop,
  type ToShopState,
  type ToShopStep,
} from '#shared/roastery/api/to-shop.ts'
import { addCoffee } from '#server/catalog/products/create.ts'
import type { Db, GreenLotRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { greenLots } from './read-green.ts'

/** Throws 404. */
export async function getToShop({ db }: Pick<Shop, 'db'>, id: string): Promise<ToShopState> {
  const lot = await greenLots.find(db, id)
  const [state] = await statesOf(db, [lot])
  return { ...state!, sameCoffee: await readSameCoffee(db, id) }
}

type State = Omit<ToShopState, 'sameCoffee'>

/** The lots that are here and have an open step, those that arrived first first. */
export async function lotsOnTheirWay({ db }: Pick<Shop, 'db'>): Promise<State[]> {
  const lots = await db
    .selectFrom('green_lots')
    .selectAll()
    .where('arrived_on', 'is not', null)
    .where('archived_at', 'is', null)
    .where('grams_left', '>', 0)
    .orderBy('arrived_on')
    .orderBy('id')
    .execute()
  return (await statesOf(db, lots)).filter(({ next }) => next !== null)
}

/** Skips a step, or takes that back. Throws 404. */
export async function skipStep(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { step, isSkipped }: Body<typeof toShop.skip>,
): Promise<ToShopState> {
  await transact(shop.db, async (tx) => {
    const lot = await lockLot(tx, shop, id)
    const before = skippedOf(await readWay(tx, id))
    if (before.includes(step) === isSkipped) return
    const others = before.filter((each) => each !== step)
    const skipped = (isSkipped ? [...others, step] : others).join(',')
    await tx
      .insertInto('lots_to_shop')
      .values({ lot_id: id, product_id: null, skipped })
      .onConflict((taken) => taken.column('lot_id').doUpdateSet({ skipped }))
      .execute()
    const change = { field: 'Skipped on the way to the shop', before: before.join(', '), after: skipped }
    await greenLots.log(tx, shop, admin, lot, 'Changed', [change])
  })
  return getToShop(shop, id)
}

/** Adds the coffee of a lot. Throws 404, 409 if the lot has one, and as `addCoffee` does. */
export async function addCoffeeOfLot(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: NewCoffee,
  key: RequestKey | null,
): Promise<Product> {
  return addCoffee(shop, admin, edit, key, async (tx, product_id) => {
    const [state] = await statesOf(tx, [await lockLot(tx, shop, id)])
    if (state!.product) throw conflict(`This lot already has a coffee: ${state!.product.name}`)
    await tx
      .insertInto('lots_to_shop')
      .values({ lot_id: id, product_id })
      .onConflict((taken) => taken.column('lot_id').doUpdateSet({ product_id }))
      .execute()
  })
}

/** Locks the lot until the end of the transaction. Throws 404. */
async function lockLot(tx: Tx, shop: Shop, id: string): Promise<GreenLotRow> {
  const stamp = { updated_at: isoNow(shop.clock) }
  await tx.updateTable('green_lots').set(stamp).where('id', '=', id).execute()
  return greenLots.find(tx, id)
}

type Way = { lot_id: string; product_id: string | null; skipped: string }

function readWay(db: Db, id: string): Promise<Way | undefined> {
  return db.selectFrom('lots_to_shop').selectAll().where('lot_id', '=', id).executeTakeFirst()
}

function skippedOf(way: Way | undefined): ToShopStep[] {
  const names = way?.skipped.split(',') ?? []
  return TO_SHOP_STEPS.filter((step) => names.includes(step))
}

async function statesOf(db: Db, lots: readonly GreenLotRow[]): Promise<State[]> {
  const ids = ['', ...lots.map(({ id }) => id)]
  const [roasts, coffees, ways] = await Promise.all([
    readRoasts(db, ids),
    readCoffees(db, ids),
    db.selectFrom('lots_to_shop').selectAll().where('lot_id', 'in', ids).execute(),
  ])
  return lots.map((lot) => {
    const way = ways.find(({ lot_id: id }) => id === lot.id)
    const roast = roasts.find(({ lot: id }) => id === lot.id)
    const ofLot = coffees.filter(({ lot: id }) => id === lot.id)
    const coffee = ofLot.find(({ id }) => id === way?.product_id) ?? ofLot[0]
    const steps = stepsOf(lot, { roast, coffee, skipped: skippedOf(way) })
    return {
      lot: { _id: lot.id, code: lot.code, name: lot.name },
      steps,
      next: steps.find(({ state }) => state === 'open')?.step ?? null,
      roast: roast ? { _id: roast.id, name: roast.name } : null,
      product: coffee
        ? {
            _id: coffee.id,
            name: coffee.name,
            version: coffee.version,
            isDraft: coffee.is_draft === 1,
          }
        : null,
    }
  })
}

type Known = {
  roast: object | undefined
  coffee: { is_draft: 0 | 1; has_recipe: 0 | 1 } | undefined
  skipped: readonly ToShopStep[]
}

function stepsOf(lot: GreenLotRow, { roast, coffee, skipped }: Known): ToShopState['steps'] {
  const done: Record<ToShopStep, boolean> = {
    arrival: lot.arrived_on !== null,
    roast: roast !== undefined,
    coffee: coffee !== undefined,
    recipe: coffee?.has_recipe === 1,
    sale: coffee?.is_draft === 0,
  }
  // A recipe is of a coffee, and names a roast.
  const needs: Partial<Record<ToShopStep, readonly ToShopStep[]>> = {
    recipe: ['roast', 'coffee'],
    sale: ['coffee'],
  }
  const isSkipped = (step: ToShopStep) => !done[step] && skipped.includes(step)
  return TO_SHOP_STEPS.map((step) => {
    if (done[step]) return { step, state: 'done', canUndo: false }
    if (needs[step]?.some(isSkipped)) return { step, state: 'skipped', canUndo: false }
    return isSkipped(step)
      ? { step, state: 'skipped', canUndo: true }
      : { step, state: 'open', canUndo: false }
  })
}

/** The roasts of these lots, those with the largest share first. */
function readRoasts(db: Db, lots: readonly string[]) {
  return db
    .selectFrom('roast_greens')
    .innerJoin('roasts', 'roasts.id', 'roast_greens.roast_id')
    .where('green_lot_id', 'in', lots)
    .where('deleted_at', 'is', null)
    .select(['green_lot_id as lot', 'roasts.id', 'roasts.name'])
    .orderBy('percent', 'desc')
    .orderBy('roasts.id')
    .execute()
}

/** The coffees that were added for these lots, and those whose recipes contain roasts of them; those on sale first. */
async function readCoffees(db: Db, lots: readonly string[]) {
  const added = db
    .selectFrom('lots_to_shop')
    .where('lot_id', 'in', lots)
    .where('product_id', 'is not', null)
    .select(['lot_id as lot', 'product_id as product'])
  const roasted = db
    .selectFrom('recipe_roasts')
    .innerJoin('roast_greens', 'roast_greens.roast_id', 'recipe_roasts.roast_id')
    .where('green_lot_id', 'in', lots)
    .select(['green_lot_id as lot', 'product_id as product'])
  return await db
    .selectFrom(added.union(roasted).as('found'))
    .innerJoin('products', 'products.id', 'found.product')
    .where('deleted_at', 'is', null)
    .select(['found.lot', 'products.id', 'products.name', 'version', 'is_draft'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.exists(eb.selectFrom('recipes').select('product_id').whereRef('product_id', '=', 'products.id')),
        )
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('has_recipe'),
    )
    .orderBy('is_draft')
    .orderBy('created_at', 'desc')
    .orderBy('products.id')
    .execute()
}

/** The roasts of other lots with the name of this lot. */
function readSameCoffee(db: Db, lot: string) {
  return db
    .selectFrom('green_lots as mine')
    .innerJoin('green_lots as other', (join) =>
      join.on((eb) => eb(eb.fn('lower', ['mine.name']), '=', eb.fn('lower', ['other.name']))),
    )
    .innerJoin('roast_greens', 'roast_greens.green_lot_id', 'other.id')
    .innerJoin('roasts', 'roasts.id', 'roast_greens.roast_id')
    .where('mine.id', '=', lot)
    .whereRef('other.id', '<>', 'mine.id')
    .where('roasts.deleted_at', 'is', null)
    .select(['roasts.id as _id', 'roasts.name'])
    .distinct()
    .orderBy('roasts.name')
    .execute()
}

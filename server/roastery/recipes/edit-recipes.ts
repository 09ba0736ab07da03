/** Recipes: which roasts are in the bag of a coffee, in percent. */
import type { ListedRecipe, Recipe, RecipeEdit } from '#shared/roastery/api/recipes.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Part } from '#shared/platform/resources/parts.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { shortened, logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { problem, RECIPES_LOCK } from './roast-greens.ts'

/** All coffees by name, those that are roasted to order and have no recipe first. */
export async function listRecipes({ db }: Pick<Shop, 'db'>): Promise<ListedRecipe[]> {
  const coffees = await selectCoffees(db).orderBy('products.name').orderBy('products.id').execute()
  const partsOf = Map.groupBy(await readParts(db), ({ product_id: id }) => id)
  const listed = coffees.map((row) => {
    const parts = (partsOf.get(row.id) ?? []).map(({ _id, name, percent }) => ({ _id, name, percent }))
    return { ...toRecipe(row, parts), parts }
  })
  return [...listed.filter(isMissing), ...listed.filter((each) => !isMissing(each))]
}

function isMissing({ isRoastedToOrder, version }: ListedRecipe): boolean {
  return isRoastedToOrder && version === 0
}

/** The recipe of a coffee. If the coffee has none, an empty recipe with version 0. Throws 404 if the product is not a coffee. */
export async function getRecipe({ db }: Pick<Shop, 'db'>, product: string): Promise<Recipe> {
  return toRecipe(await findCoffee(db, product), await readParts(db, product))
}

/** Saves a recipe. Throws 404, 400 for unknown roasts, and 409 if `version` is outdated. */
export async function saveRecipe(
  shop: Shop,
  admin: SignedIn,
  product: string,
  edit: RecipeEdit,
): Promise<Recipe> {
  await transact(shop.db, async (tx) => {
    await acquireLock(tx, RECIPES_LOCK)
    const before = await findCoffee(tx, product)
    const version = before.version ?? 0
    if (edit.version !== undefined && edit.version !== version)
      throw conflict('This recipe has changed since you opened the form')
    const roasts = await requireRoasts(tx, edit.roasts)
    const old = await readParts(tx, product)
    await writeRecipe(tx, isoNow(shop.clock), product, { ...edit, version: version + 1 })
    const now = edit.roasts.map(({ id, percent }) => ({ name: roasts.get(id)!, percent }))
    const changes = [
      { field: 'Roasts', before: partsText(old), after: partsText(now) },
      { field: 'Notes', before: shortened(before.notes ?? ''), after: shortened(edit.notes) },
    ].filter((change) => change.before !== change.after)
    if (changes.length > 0) await record(tx, shop, admin, before, 'Changed the recipe', changes)
  })
  // A recipe changes the green coffee that orders need, and so the roast days that have enough capacity for them.
  shop.changed({ tag: 'RoastDays' })
  // The page of the coffee says where its green coffee grows.
  shop.changed({ tag: 'Product', id: product })
  return getRecipe(shop, product)
}

function partsText(parts: readonly { name: string; percent: number }[]): string {
  return parts.map(({ name, percent }) => `${percent}% ${name}`).join(', ')
}

/** Deletes a recipe. Throws 404, and 409 if the coffee is roasted to order, because its orders could not be planned. */
export async function removeRecipe(shop: Shop, admin: SignedIn, product: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    await acquireLock(tx, RECIPES_LOCK)
    const coffee = await findCoffee(tx, product)
    if (coffee.version === null) throw notFound('Recipe')
    if (coffee.is_roasted_to_order)
      throw conflict(
        `${coffee.name} is roasted to order and needs a recipe. Count its stock first, in the form of the product`,
      )
    await tx.deleteFrom('recipes').where('product_id', '=', product).execute()
    await record(tx, shop, admin, coffee, 'Deleted the recipe')
  })
}

type CoffeeRow = Awaited<ReturnType<typeof findCoffee>>

function selectCoffees(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('recipes', 'recipes.product_id', 'products.id')
    .where('products.deleted_at', 'is', null)
    .where('products.category', '=', COFFEE_BEANS)
    .select(['products.id', 'products.name', 'is_roasted_to_order', 'is_draft'])
    .select(['recipes.notes', 'recipes.version'])
}

async function findCoffee(db: Db, product: string) {
  const row = await selectCoffees(db).where('products.id', '=', product).executeTakeFirst()
  if (!row) throw notFound('Coffee')
  return row
}

/** The roasts of one recipe, or of all. */
function readParts(db: Db, product?: string) {
  return db
    .selectFrom('recipe_roasts')
    .innerJoin('roasts', 'roasts.id', 'recipe_roasts.roast_id')
    .$if(product !== undefined, (query) => query.where('product_id', '=', product!))
    .select(['product_id', 'roasts.id as _id', 'name', 'percent'])
    .orderBy('position')
    .execute()
}

/** The names of the roasts. Throws 400 if one does not exist. */
async function requireRoasts(tx: Tx, parts: readonly Part[]): Promise<Map<string, string>> {
  const ids = parts.map(({ id }) => id)
  const rows = await tx
    .selectFrom('roasts')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < ids.length) throw problem('roasts', 'One of these roasts no longer exists')
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function writeRecipe(
  tx: Tx,
  at: string,
  product: string,
  { roasts, notes, version }: { roasts: readonly Part[]; notes: string; version: number },
): Promise<void> {
  const edited = { notes, version, updated_at: at }
  await tx
    .insertInto('recipes')
    .values({ product_id: product, ...edited, created_at: at })
    .onConflict((taken) => taken.column('product_id').doUpdateSet(edited))
    .execute()
  await tx.deleteFrom('recipe_roasts').where('product_id', '=', product).execute()
  const rows = roasts.map(({ id, percent }, position) => ({
    product_id: product,
    position,
    roast_id: id,
    percent,
  }))
  await tx.insertInto('recipe_roasts').values(rows).execute()
}

function toRecipe(row: CoffeeRow, parts: readonly { _id: string; percent: number }[]): Recipe {
  return {
    _id: row.id,
    name: row.name,
    isRoastedToOrder: row.is_roasted_to_order === 1,
    isHidden: row.is_draft === 1,
    roasts: parts.map(({ _id, percent }) => ({ id: _id, percent })),
    notes: row.notes ?? '',
    version: row.version ?? 0,
  }
}

function record(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  { id, name }: CoffeeRow,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  return logChange(tx, shop, admin, { subject: 'recipe', id, name, action, changes })
}

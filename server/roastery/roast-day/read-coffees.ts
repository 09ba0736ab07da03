/** The coffees of a roast day: what is blended from which batches, and the bags that orders need. */
import type { CoffeeLot, DayCoffee, Packaging } from '#shared/roastery/api/roast-day.ts'
import { promisedFirst } from '#shared/roastery/bag-sources.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/together.ts'
import { roastedOn } from '#server/kernel/time/roasted-on.ts'
import type { OrderedLine } from '../open-lines/open-lines.ts'

/** @param freshFrom older lots and batches do not count as bags for orders */
export async function readCoffees(
  db: Db,
  day: string,
  lines: readonly OrderedLine[],
  freshFrom: string,
): Promise<DayCoffee[]> {
  const needed = lines.filter((line) => line.isRoastedToOrder)
  const ids = await productsOf(db, day, needed)
  if (ids.length === 0) return []
  const rows = await readRows(db, day, ids)
  return rows.products.map(({ id, name }) => {
    const own = needed.filter((line) => line.product === id)
    const packaging = packagingOf(rows, id, own, { day, freshFrom })
    return {
      product: { _id: id, name },
      parts: partsOf(rows, id, day),
      neededGrams: packaging.reduce(
        (sum, each) => sum + Math.max(0, each.ordered - each.filled - each.free) * each.grams,
        0,
      ),
      lots: lotsOf(rows, id),
      packaging,
    }
  })
}

/** The coffees of the orders, the coffees that were worked on, and the coffees of the roasts of the day. */
async function productsOf(db: Db, day: string, lines: readonly OrderedLine[]): Promise<string[]> {
  const [lots, bags, roasts] = await readTogether(
    db,
    db.selectFrom('coffee_lots').select('product_id').distinct().where('made_on', '=', day),
    db.selectFrom('bags').select('product_id').distinct().where('made_on', '=', day),
    db
      .selectFrom('recipe_roasts')
      .innerJoin('products', 'products.id', 'product_id')
      .select('product_id')
      .distinct()
      .where('is_roasted_to_order', '=', 1)
      .where('deleted_at', 'is', null)
      .where('roast_id', 'in', db.selectFrom('batches').select('roast_id').where('roasts_on', '=', day)),
  )
  const ofLines = lines.map(({ product }) => product)
  return [...new Set([...ofLines, ...[...lots, ...bags, ...roasts].map(({ product_id }) => product_id)])]
}

type Rows = Awaited<ReturnType<typeof readRows>>

async function readRows(db: Db, day: string, ids: string[]) {
  const lotIds = db
    .selectFrom('coffee_lots')
    .select('id')
    .where('product_id', 'in', ids)
    .where((eb) => eb.or([eb('grams_left', '>', 0), eb('made_on', '=', day)]))
  const ofRecipes = db.selectFrom('recipe_roasts').select('roast_id').where('product_id', 'in', ids)
  const [products, sizes, recipes, batches, lots, lotBatches, bags] = await readTogether(
    db,
    db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).orderBy('name').orderBy('id'),
    db
      .selectFrom('product_sizes')
      .select(['id', 'product_id', 'label', 'grams', 'removed_at'])
      .where('product_id', 'in', ids)
      .orderBy('position'),
    db
      .selectFrom('recipe_roasts')
      .innerJoin('roasts', 'roasts.id', 'roast_id')
      .select(['product_id', 'roasts.id', 'roasts.name', 'percent'])
      .where('product_id', 'in', ids)
      .orderBy('position'),
    db
      .selectFrom('batches')
      .select(['id as _id', 'code', 'roast_id', 'roasts_on', 'roasted_at', 'grams_left as gramsLeft'])
      .where('grams_left', '>', 0)
      .where('roast_id', 'in', ofRecipes)
      .orderBy('roasted_at')
      .orderBy('code'),
    db
      .selectFrom('coffee_lots')
      .select([
        'id as _id',
        'product_id',
        'code',
        'roasted_on as roastedOn',
        'grams',
        'grams_left as gramsLeft',
      ])
      .select(['made_by as madeBy', 'made_at as madeAt'])
      .where('id', 'in', lotIds)
      .orderBy('roasted_on')
      .orderBy('code'),
    db
      .selectFrom('coffee_lot_batches as part')
      .innerJoin('batches', 'batches.id', 'batch_id')
      .select(['coffee_lot_id', 'batches.id as _id', 'batches.code', 'part.grams'])
      .where('coffee_lot_id', 'in', lotIds)
      .orderBy('batches.code'),
    selectBags(db, day, ids),
  )
  return { products, sizes, recipes, batches, lots, lotBatches, bags }
}

/** The free bags of coffees, and all that were packaged on the day. */
function selectBags(db: Db, day: string, ids: string[]) {
  return db
    .selectFrom('bags')
    .innerJoin('coffee_lots as lot', 'lot.id', 'coffee_lot_id')
    .select(['bags.id as _id', 'bags.product_id', 'size_id', 'grind', 'qty', 'qty_left as qtyLeft'])
    .select(['bags.made_on', 'bags.made_by as madeBy', 'bags.made_at as madeAt'])
    .select(['lot.code as lotCode', 'lot.roasted_on as roastedOn'])
    .where('bags.product_id', 'in', ids)
    .where((eb) => eb.or([eb('qty_left', '>', 0), eb('bags.made_on', '=', day)]))
    .orderBy('bags.made_at')
    .orderBy('bags.id')
}

function partsOf({ recipes, batches }: Rows, product: string, day: string): DayCoffee['parts'] {
  return recipes
    .filter(({ product_id }) => product_id === product)
    .map(({ id, name, percent }) => {
      const loose = batches.filter(({ roast_id }) => roast_id === id)
      const shown = loose.map(({ _id, code, gramsLeft, ...row }) => {
        return { _id, code, roastedOn: roastedOn(row), gramsLeft }
      })
      return { roast: { _id: id, name }, percent, batches: promisedFirst(shown, day) }
    })
}

function lotsOf({ lots, lotBatches }: Rows, product: string): CoffeeLot[] {
  return lots
    .filter(({ product_id }) => product_id === product)
    .map((lot) => ({ ...lot, batches: lotBatches.filter((part) => part.coffee_lot_id === lot._id) }))
}

type Wanted = { day: string; freshFrom: string }

/** One entry per size and grind that orders need or that is packaged; without grind, every size of the coffee. */
function packagingOf(rows: Rows, product: string, lines: OrderedLine[], wanted: Wanted): Packaging[] {
  const bags = rows.bags.filter(({ product_id }) => product_id === product)
  return rows.sizes
    .filter(({ product_id, grams }) => product_id === product && grams !== null)
    .flatMap((size) => {
      const grinds = new Set([
        ...(size.removed_at === null ? [WHOLE_BEAN] : []),
        ...[
          ...lines.filter(({ sizeId }) => sizeId === size.id),
          ...bags.filter(({ size_id }) => size_id === size.id),
        ]
          .map(({ grind }) => grind)
          .toSorted(),
      ])
      return [...grinds].map((grind) =>
        oneOf(
          size,
          grind,
          lines.filter((line) => line.sizeId === size.id && line.grind === grind),
          bags.filter((row) => row.size_id === size.id && row.grind === grind),
          wanted,
        ),
      )
    })
}

function oneOf(
  size: Rows['sizes'][number],
  grind: string,
  lines: OrderedLine[],
  bags: Rows['bags'],
  { day, freshFrom }: Wanted,
): Packaging {
  const made = bags.filter(({ made_on }) => made_on === day)
  const free = bags
    .filter((row) => row.roastedOn >= freshFrom && row.qtyLeft > 0)
    .map(({ lotCode, roastedOn: on, qtyLeft }) => ({ lotCode, roastedOn: on, qty: qtyLeft }))
  return {
    sizeId: size.id,
    sizeLabel: labelOf(size),
    grams: size.grams!,
    grind,
    ordered: lines.reduce((sum, { qty }) => sum + qty, 0),
    filled: lines.reduce((sum, { filled, qty }) => sum + Math.min(filled, qty), 0),
    free: free.reduce((sum, { qty }) => sum + qty, 0),
    freeBags: promisedFirst(free, day),
    packaged: made.reduce((sum, { qty }) => sum + qty, 0),
    bags: made,
  }
}

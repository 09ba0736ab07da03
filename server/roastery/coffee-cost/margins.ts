/** Cost of goods and margin of all coffees by size. */
import type { CoffeeCost, PackagingCost, SizeCost } from '#shared/roastery/api/coffee-cost.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { marginOf, type StandardCost, standardCosts, wholeCents } from '#server/roastery/coffee-cost/costs.ts'
import { subscriberPrice, toDollars } from '#shared/kernel/pricing.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { SUBSCRIBING } from '#server/platform/settings/groups.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { packagingCosts } from './packaging.ts'

type Margins = {
  coffees: CoffeeCost[]
  packaging: PackagingCost[]
  stamp: string
  subscriptionPercent: number
}

/** All coffees with their sizes, by name. */
export async function listCosts(shop: Shop): Promise<Margins> {
  const { percent: subscriptionPercent } = await currentSettings(shop, SUBSCRIBING)
  const [coffees, packaging] = await Promise.all([
    coffeesOf(shop.db, subscriptionPercent),
    packagingCosts(shop.db),
  ])
  return { coffees, ...packaging, subscriptionPercent }
}

const COLUMNS = [
  'Coffee',
  'Size',
  'Grams',
  'Coffee cost',
  'Packaging cost',
  'Cost of goods',
  'Price',
  'Margin',
  'Margin %',
  'Subscription price',
  'Subscription margin',
  'Subscription margin %',
  'Warnings',
]

/** The same as CSV, a row per size. Amounts in dollars. */
export async function exportCosts(shop: Shop): Promise<Download> {
  const { coffees } = await listCosts(shop)
  const rows = coffees.flatMap(({ product, warnings, sizes }) =>
    sizes.map(({ label, grams, coffee, packaging, cost, single, subscription }) =>
      csvLine([
        product.name,
        label,
        grams,
        coffee,
        packaging,
        cost,
        single.price,
        single.margin,
        single.marginPercent,
        subscription.price,
        subscription.margin,
        subscription.marginPercent,
        warnings.join('; '),
      ]),
    ),
  )
  return { name: `coffee-costs-${nowAt(shop.clock).day}.csv`, content: [csvHead(COLUMNS), ...rows].join('') }
}

type SizeRow = {
  id: string
  product_id: string
  name: string
  grams: number | null
  price_cents: number
  packaging: number | null
}

async function coffeesOf(db: Db, percent: number): Promise<CoffeeCost[]> {
  const [costs, rows] = await Promise.all([standardCosts(db), readSizes(db)])
  const byProduct = Map.groupBy(rows, ({ product_id: id }) => id)
  return [...byProduct].map(([id, sizes]) => coffeeOf(id, sizes, costs.get(id), percent))
}

/** The sizes of all coffees, by name. */
function readSizes(db: Db): Promise<SizeRow[]> {
  return db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .leftJoin('packaging_costs', 'packaging_costs.size_id', 'product_sizes.id')
    .where('category', '=', COFFEE_BEANS)
    .where('deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('grams', 'is not', null)
    .orderBy('name')
    .orderBy('products.id')
    .orderBy('product_sizes.position')
    .select([
      'product_sizes.id',
      'product_id',
      'name',
      'grams',
      'price_cents',
      'packaging_costs.cents as packaging',
    ])
    .execute()
}

function coffeeOf(
  id: string,
  sizes: readonly SizeRow[],
  cost: StandardCost | undefined,
  percent: number,
): CoffeeCost {
  const missing = sizes.filter(({ packaging }) => packaging === null).map(({ grams }) => weightLabel(grams!))
  return {
    product: { _id: id, name: sizes[0]!.name },
    perKilogram: cost ? toDollars(wholeCents(cost.perGram * 1000)) : null,
    warnings: [
      ...(cost ? [...new Set(cost.warnings)] : ['There is no recipe']),
      ...(missing.length === 0 ? [] : [`The packaging of ${missing.join(', ')} has no cost`]),
    ],
    sizes: sizes.map((size) => sizeOf(size, cost, percent)),
  }
}

function sizeOf(row: SizeRow, cost: StandardCost | undefined, percent: number): SizeCost {
  const { price_cents: price, packaging } = row
  const grams = row.grams!
  const coffee = cost ? wholeCents(cost.perGram * grams) : null
  const sum = coffee === null || packaging === null ? null : coffee + packaging
  return {
    _id: row.id,
    label: weightLabel(grams),
    grams,
    coffee: inDollars(coffee),
    packaging: inDollars(packaging),
    cost: inDollars(sum),
    single: pricedAt(price, sum),
    subscription: pricedAt(subscriberPrice(price, percent), sum),
  }
}

function pricedAt(priceCents: number, costCents: number | null): SizeCost['single'] {
  const price = toDollars(priceCents)
  if (costCents === null) return { price, margin: null, marginPercent: null }
  const { cents, percent } = marginOf(priceCents, costCents)
  return { price, margin: toDollars(cents), marginPercent: percent }
}

function inDollars(cents: number | null): number | null {
  return cents === null ? null : toDollars(cents)
}

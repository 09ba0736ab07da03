/** The goods that staff choose from when they sell at the counter or place an order by phone. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { counterGoods, CounterGoods } from '#shared/checkout/api/counter-goods.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { grindsOf } from '#shared/platform/grinds.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GRINDING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'

const MOST = 120

const COFFEE_FIRST = sql`case when category = ${COFFEE_BEANS} then 0 else 1 end`

/** The goods on sale whose names have all words of the keyword, or of which a size has it as its SKU. */
export async function listCounterGoods(
  shop: Shop,
  { keyword = '' }: Query<typeof counterGoods.list>,
): Promise<Reply<typeof counterGoods.list>> {
  return { goods: await goodsIn(shop, onSale(shop.db, keyword)) }
}

/** These products, as far as they are on sale. */
export function goodsOnSale(shop: Shop, products: string[]): Promise<CounterGoods[]> {
  return goodsIn(shop, onSale(shop.db).where('id', 'in', products))
}

async function goodsIn(shop: Shop, products: ReturnType<typeof onSale>): Promise<CounterGoods[]> {
  const [rows, grinding] = await Promise.all([readSizes(shop.db, products), currentSettings(shop, GRINDING)])
  const goods = new Map<string, CounterGoods>()
  for (const row of rows) {
    const { product_id: product, name, category, is_roasted_to_order: isToOrder } = row
    const coffee = { category, wholeBeanOnly: row.whole_bean_only === 1 }
    const isRoastedToOrder = isToOrder === 1
    const known = goods.get(product) ?? {
      product,
      name,
      category,
      grinds: grindsOf(coffee, grinding),
      isRoastedToOrder,
      sizes: [],
    }
    const size = {
      sizeId: row.id,
      label: labelOf(row),
      sku: row.sku,
      price: toDollars(row.price_cents),
      left: availableCount(row.count_in_stock, isRoastedToOrder),
    }
    goods.set(product, { ...known, sizes: [...known.sizes, size] })
  }
  return [...goods.values()]
}

/** The products on sale with all words of the keyword, or of which a size has it as its SKU. */
function onSale(db: Db, keyword = '') {
  const words = searchTerms(keyword)
  return db
    .selectFrom('products')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .$if(words.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          containsAll('search_text', words),
          eb.exists(
            eb
              .selectFrom('product_sizes as own')
              .select('own.id')
              .whereRef('own.product_id', '=', 'products.id')
              .where('own.removed_at', 'is', null)
              .where((own) => own(own.fn('lower', ['own.sku']), '=', keyword.trim().toLowerCase())),
          ),
        ]),
      ),
    )
    .orderBy(COFFEE_FIRST)
    .orderBy('category')
    .orderBy('name')
    .orderBy('id')
    .limit(MOST)
}

/** One row per size, in the order of the list. */
function readSizes(db: Db, products: ReturnType<typeof onSale>) {
  return db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .where('product_sizes.removed_at', 'is', null)
    .where('product_sizes.for_accounts', '=', 0)
    .where('products.id', 'in', products)
    .select(['products.id as product_id', 'name', 'category', 'whole_bean_only', 'is_roasted_to_order'])
    .select(['product_sizes.id', 'label', 'grams', 'sku', 'price_cents', 'count_in_stock'])
    .orderBy(COFFEE_FIRST)
    .orderBy('category')
    .orderBy('name')
    .orderBy('products.id')
    .orderBy('position')
    .orderBy('product_sizes.id')
    .execute()
}

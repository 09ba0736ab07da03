/** Adds the demo catalogue to a new shop. */
import { COFFEE_BEANS } from '#shared/categories.ts'
import { toCents } from '#shared/pricing.ts'
import { type Clock, MINUTE, newId } from '../../time/clock.ts'
import { searchText } from '../../products/catalogue.ts'
import type { Db, NewProduct } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import { GOODS } from './goods.ts'
import { shopCoffees, type ShopCoffee } from './own-coffees.ts'

const DONE = 'demo-catalogue'
/** Counts in stock of the coffees. The last count is low, to demonstrate how the shop shows low stock. */
const STOCK = [48, 60, 72, 24, 54, 36, 40, 66, 30, 8, 45, 3]

/**
 * Adds the demo products to an empty shop, once: they are not added again after they were deleted. Returns whether they
 * were added.
 */
export async function seedDemo(db: Db, clock: Clock): Promise<boolean> {
  const done = await db.selectFrom('shop_facts').select('key').where('key', '=', DONE).executeTakeFirst()
  const some = await db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (done || some) return false
  const rows = demoProducts(clock)
  await transact(db, async (tx) => {
    await tx.insertInto('products').values(rows).execute()
    await tx
      .insertInto('stock_moves')
      .values(rows.map((row) => openingMove(row, clock)))
      .execute()
    await tx.insertInto('shop_facts').values({ key: DONE, value: clock.now().toISOString() }).execute()
  })
  return true
}

/** The rows of the demo products. The first coffee is the newest product. */
export function demoProducts(clock: Clock): NewProduct[] {
  const drafts = [...shopCoffees().map(coffee), ...GOODS.map(good)]
  return drafts.map((draft, index) => {
    const created = new Date(clock.now().getTime() - index * MINUTE).toISOString()
    return {
      ...draft,
      id: newId(clock),
      user_id: null,
      is_draft: 0,
      search_text: searchText(draft),
      version: 1,
      created_at: created,
      updated_at: created,
      deleted_at: null,
    }
  })
}

type Draft = Omit<
  NewProduct,
  'id' | 'user_id' | 'is_draft' | 'search_text' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

function coffee(bean: ShopCoffee, index: number): Draft {
  const facts = [bean.process, bean.altitude && `grown at ${bean.altitude}`].filter(Boolean).join(', ')
  return {
    name: bean.name,
    price_cents: toCents(bean.price),
    image: `/pictures/bag_${bean.no}.jpg`,
    second_image: `/pictures/bag_${bean.no}_b.jpg`,
    brand: 'Frame Roasters',
    category: COFFEE_BEANS,
    description: `${bean.description}\n\n${facts}. Roasted to order in Vienna, Virginia.`,
    origin:
      bean.origin === 'House' || bean.origin === 'Night Frame'
        ? bean.region
        : `${bean.origin}, ${bean.region}`,
    cupping_note: bean.notes.join(', '),
    roasting_level: bean.roastingLevel,
    size_grams: bean.size,
    count_in_stock: STOCK[index] ?? 24,
  }
}

function good(item: (typeof GOODS)[number]): Draft {
  return {
    name: item.name,
    price_cents: toCents(item.price),
    image: `/pictures/${item.image}.jpg`,
    second_image: item.secondImage ? `/pictures/${item.secondImage}.jpg` : '',
    brand: item.brand,
    category: item.category,
    description: item.description,
    origin: '',
    cupping_note: '',
    roasting_level: 0,
    size_grams: null,
    count_in_stock: item.stock,
  }
}

function openingMove(row: NewProduct, clock: Clock) {
  return {
    id: newId(clock),
    product_id: row.id,
    order_id: null,
    qty: row.count_in_stock,
    reason: 'opening' as const,
    at: row.created_at,
  }
}

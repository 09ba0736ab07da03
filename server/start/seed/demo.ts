/** Adds the demo catalog to a new shop, and an invented history of 60 days. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import { type Clock, MINUTE, newId } from '#server/kernel/time/clock.ts'
import type { Unedited } from '#server/catalog/products/catalogue.ts'
import { searchColumnsOf } from '#server/catalog/products/search/search-text.ts'
import type { Db, NewProduct, NewSize } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { blankColumns } from '#server/platform/resources/rows.ts'
import { GOODS } from './goods.ts'
import { factsOf, shopCoffees, type ShopCoffee } from './coffee-facts.ts'
import type { Goods } from './history/rows.ts'
import { writeHistory } from './history/write.ts'
import { ROASTED_TO_ORDER } from './roastery/week.ts'
import { writeRoastery } from './roastery/write-roastery.ts'

const DONE = 'demo-catalogue'
/** Counts in stock of the coffees. The last count is low, to demonstrate how the shop shows low stock. */
const STOCK = [48, 60, 72, 24, 54, 36, 40, 66, 30, 8, 45, 3]

/**
 * Adds the demo products to an empty shop, once: they are not added again after they were deleted. Returns whether they
 * were added.
 * @param hasHistory whether to add invented orders, reviews and messages, too; all rows are marked in demo_rows
 */
export async function seedDemo(
  db: Db,
  clock: Clock,
  { hasHistory }: { hasHistory: boolean },
): Promise<boolean> {
  const done = await db.selectFrom('shop_facts').select('key').where('key', '=', DONE).executeTakeFirst()
  const some = await db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (done || some) return false
  const products = hasHistory ? withRoastedToOrder(demoProducts(clock)) : demoProducts(clock)
  const sizes = products.flatMap((each) => each.sizes)
  await transact(db, async (tx) => {
    await tx
      .insertInto('products')
      .values(products.map(({ product }) => product))
      .execute()
    await tx.insertInto('product_sizes').values(sizes).execute()
    await tx
      .insertInto('stock_moves')
      .values(products.flatMap((each) => openingMoves(each, clock)))
      .execute()
    await tx
      .insertInto('demo_rows')
      .values(products.map(({ product: { id } }) => ({ kind: 'products', id })))
      .execute()
    if (hasHistory) {
      await tx
        .updateTable('settings')
        .set({ value: JSON.stringify({ wholesale: 'on' }) })
        .where('id', '=', 'parts')
        .where('version', '=', 0)
        .execute()
      await writeHistory(tx, clock, products)
      await writeRoastery(tx, clock, products)
    }
    await tx.insertInto('shop_facts').values({ key: DONE, value: clock.now().toISOString() }).execute()
  })
  return true
}

type DemoProduct = Goods

/** Marks some coffees as roasted to order. They have no counts in stock. */
function withRoastedToOrder(products: readonly DemoProduct[]): DemoProduct[] {
  return products.map(({ product, sizes }, index) => {
    if (!ROASTED_TO_ORDER.includes(index + 1)) return { product, sizes }
    return {
      product: { ...product, is_roasted_to_order: 1 },
      sizes: sizes.map((size) => ({ ...size, count_in_stock: 0 })),
    }
  })
}

/** The rows of the demo products. The first coffee is the newest product. */
export function demoProducts(clock: Clock): DemoProduct[] {
  const drafts = [...shopCoffees().map(coffee), ...GOODS.map(good)]
  return drafts.map(({ product, sizes }, index) => {
    const created = new Date(clock.now().getTime() - index * MINUTE).toISOString()
    const id = newId(clock)
    return {
      product: {
        ...product,
        id,
        user_id: null,
        is_draft: 0,
        ...searchColumnsOf(product),
        version: 1,
        created_at: created,
        updated_at: created,
        deleted_at: null,
      },
      sizes: sizes.map((size, position) => ({
        ...size,
        id: position === 0 ? id : newId(clock),
        product_id: id,
        position,
        label: '',
        removed_at: null,
      })),
    }
  })
}

type Draft = {
  product: Omit<NewProduct, Unedited | 'is_draft'>
  sizes: Pick<NewSize, 'grams' | 'shipping_grams' | 'price_cents' | 'count_in_stock' | 'sku'>[]
}

function coffee(bean: ShopCoffee, index: number): Draft {
  const first = { size: bean.size, price: bean.price, stock: STOCK[index] ?? 24 }
  return {
    product: {
      ...blankColumns(productFields),
      name: bean.name,
      image: `/pictures/bag_${bean.no}.jpg`,
      second_image: `/pictures/bag_${bean.no}_b.jpg`,
      brand: 'Frame Roasters',
      category: COFFEE_BEANS,
      description: bean.description,
      origin: originOf(bean),
      cupping_note: bean.notes.join(', '),
      roasting_level: bean.roastingLevel,
      ...factsOf(bean),
      producer: bean.producer,
      brew_method: bean.brew.method,
      brew_dose: bean.brew.dose,
      brew_water: bean.brew.water,
      brew_seconds: bean.brew.seconds,
      accent: bean.accent,
      whole_bean_only: bean.wholeBeanOnly ? 1 : 0,
      is_roasted_to_order: 0,
    },
    sizes: [first, ...(bean.moreSizes ?? [])].map(({ size, price, stock }) => ({
      grams: size,
      price_cents: toCents(price),
      count_in_stock: stock,
      sku: `COFFEE-${bean.no}-${weightLabel(size).replace(' ', '').toUpperCase()}`,
    })),
  }
}

/** The bags of the blend and the decaf have a name in the place of a country. */
function originOf({ origin, region }: ShopCoffee): string {
  if (origin === 'House') return ''
  return origin === 'Night Frame' ? 'Colombia' : `${origin}, ${region}`
}

function good(item: (typeof GOODS)[number]): Draft {
  return {
    product: {
      ...blankColumns(productFields),
      name: item.name,
      image: `/pictures/${item.image}.jpg`,
      second_image: item.secondImage ? `/pictures/${item.secondImage}.jpg` : '',
      brand: item.brand,
      material: item.material,
      category: item.category,
      description: item.description,
    },
    sizes: [
      {
        grams: null,
        shipping_grams: item.shippingGrams,
        price_cents: toCents(item.price),
        count_in_stock: item.stock,
        sku: '',
      },
    ],
  }
}

function openingMoves({ product, sizes }: DemoProduct, clock: Clock) {
  const counted = sizes.filter(({ count_in_stock: qty }) => qty > 0)
  return counted.map(({ id, count_in_stock: qty }) => ({
    id: newId(clock),
    size_id: id,
    order_id: null,
    qty,
    reason: 'opening' as const,
    at: product.created_at,
  }))
}

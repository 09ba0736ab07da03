/** The goods of the next delivery of a subscription: its items with the current products, prices and stock. */
import { defaultGrind } from '#shared/platform/grinds.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { requireStock } from '#server/checkout/orders/stock.ts'
import { findGoods, totalsOfSizes, type Goods } from '#server/checkout/quotes/goods.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nextCoffee, packable, readRotation, type Rotation } from '#server/checkout/subscribing/choice.ts'
import { agreedCents, discountOf, readItems, type Item } from './items.ts'

/** `items` are those that are in the goods. */
export type Box = { goods: Goods[]; items: Item[] }

/** Why a delivery has to wait, as text for the subscriber. */
export type Missing = { missing: string }

/**
 * The goods of a delivery that is charged on `day`, each with its discount. An item that was added once and is sold out
 * stays for the delivery after this one.
 */
export async function boxOf(shop: Shop, row: SubscriptionRow, day: string): Promise<Box | Missing> {
  const items = await readItems(shop, [row.id])
  const lasting = items.filter((item) => !item.is_once)
  const whole = await packed(shop, row, items, day)
  return 'goods' in whole || lasting.length === items.length ? whole : packed(shop, row, lasting, day)
}

async function packed(shop: Shop, row: SubscriptionRow, items: Item[], day: string): Promise<Box | Missing> {
  const gone = items.find(({ isOnSale }) => !isOnSale)
  if (gone) return { missing: `${gone.name} is no longer sold` }
  const chosen = await withProducts(shop, row, items)
  if ('missing' in chosen) return chosen
  try {
    const goods = await findGoods(
      shop,
      chosen.lines.map(({ product, size, item }) => ({
        _id: product,
        sizeId: size,
        qty: item.qty,
        ...(item.grind ? { grind: item.grind } : {}),
      })),
    )
    requireStock(totalsOfSizes(goods))
    for (const each of goods) {
      const ofLine = chosen.lines.filter(({ size, item }) => size === each.sizeId && sameGrind(each, item))
      each.discountCents = ofLine.reduce((sum, { item }) => {
        const agreed = agreedCents(item, day)
        const percent = row.discount_percent
        return sum + discountOf(item, { priceCents: each.priceCents, agreed, percent })
      }, 0)
    }
    return { goods, items }
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return { missing: error.message }
    throw error
  }
}

function sameGrind({ grind, category }: Goods, item: Item): boolean {
  return grind === (item.grind || defaultGrind(category))
}

type Line = { item: Item; product: string; size: string }

async function withProducts(
  shop: Shop,
  row: SubscriptionRow,
  items: Item[],
): Promise<{ lines: Line[] } | Missing> {
  const hasChoice = items.some(({ taste }) => taste !== null)
  const rotation = hasChoice ? await readRotation(shop.db) : null
  const before = hasChoice ? await productsBefore(shop, row.id) : []
  const lines: Line[] = []
  for (const item of items) {
    const line = item.taste === null ? lineOf(item) : choiceOf(rotation!, item, before)
    if (!line) return { missing: `No coffee for ${item.name} is in stock` }
    lines.push(line)
  }
  return { lines }
}

function lineOf(item: Item): Line {
  return { item, product: item.product_id!, size: item.size_id! }
}

function choiceOf(rotation: Rotation, item: Item, before: string[]): Line | null {
  const coffees = packable(rotation[item.taste!], item.listCents)
  const coffee = nextCoffee(coffees, { qty: item.qty, before })
  // A second item of the same taste gets another coffee.
  if (coffee) before.unshift(coffee.productId)
  return coffee && { item, product: coffee.productId, size: coffee.sizeId }
}

/** The products of the last deliveries, newest first. */
async function productsBefore({ db }: Shop, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('order_lines', 'order_lines.order_id', 'delivery.order_id')
    .select('order_lines.product_id')
    .where('delivery.subscription_id', '=', id)
    .orderBy('delivery.number', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ product_id: product }) => product)
}

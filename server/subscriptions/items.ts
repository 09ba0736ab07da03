/** The items of subscriptions with their current products, and what they cost. */
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { subscriptionDiscount, toCents } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { PRICE_NOTICE_DAYS, nameOfTaste } from '#shared/platform/subscriptions.ts'
import { defaultGrind, WHOLE_BEAN } from '#shared/platform/grinds.ts'
import type { Db, SubscriptionItemRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { requireStock } from '#server/checkout/orders/stock.ts'
import { findGoods, totalsOfSizes, type Goods } from '#server/checkout/quotes/goods.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import { nextCoffee, packable, readRotation, type Rotation } from './rotation.ts'

/** The columns of an item without an announced price. */
export const NO_NEW_PRICE = { new_price_cents: null, new_price_from: null, new_price_announced_at: null }
/** The columns of an item with the price of the shop. */
export const SHOP_PRICE = { own_price_cents: null, ...NO_NEW_PRICE }

/** An item with its current product. `listCents` is today's price of a piece. */
export type Item = SubscriptionItemRow & {
  name: string
  slug: string
  image: string
  category: string
  sizeLabel: string
  listCents: number
  isOnSale: boolean
}

/** The items of these subscriptions, in the order in which they were added. */
export async function readItems(
  shop: Pick<Shop, 'db' | 'cached' | 'config'>,
  subscriptions: readonly string[],
  db: Db = shop.db,
): Promise<Item[]> {
  if (subscriptions.length === 0) return []
  const rows = selectItems(db).where('subscription_id', 'in', [...subscriptions])
  return withProducts(shop, await rows.execute())
}

/** The items of all subscriptions with a delivery that is planned on `until` or before. */
export async function readPlannedItems(shop: Pick<Shop, 'db' | 'cached' | 'config'>, until: string) {
  const planned = shop.db.selectFrom('subscriptions').select('id').where('next_on', '<=', until)
  return withProducts(shop, await selectItems(shop.db).where('subscription_id', 'in', planned).execute())
}

function selectItems(db: Db) {
  return db
    .selectFrom('subscription_items')
    .leftJoin('products', 'products.id', 'subscription_items.product_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'subscription_items.size_id')
    .selectAll('subscription_items')
    .select(['name', 'slug', 'image', 'category', 'deleted_at', 'is_draft', 'label', 'grams', 'removed_at'])
    .select(['product_sizes.price_cents as list_cents', 'product_sizes.for_accounts'])
    .orderBy('subscription_items.created_at')
    .orderBy('subscription_items.id')
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number]

async function withProducts(shop: Pick<Shop, 'db' | 'cached' | 'config'>, rows: ItemRow[]): Promise<Item[]> {
  const { choicePrice } = await subscribingOf(shop)
  const isRoasted = await roasts(shop)
  return rows.map((row) => {
    if (row.taste !== null) {
      const choice = {
        name: nameOfTaste(row.taste, isRoasted),
        slug: '',
        image: '',
        category: '',
        sizeLabel: '',
      }
      return { ...row, ...choice, listCents: toCents(choicePrice), isOnSale: true }
    }
    const { deleted_at, is_draft, removed_at, list_cents } = row
    return {
      ...row,
      name: row.name ?? 'A coffee that we no longer have',
      slug: row.slug ?? '',
      image: row.image ?? '',
      category: row.category ?? '',
      sizeLabel: labelOf({ label: row.label ?? '', grams: row.grams }),
      listCents: list_cents ?? row.price_cents,
      isOnSale:
        deleted_at === null &&
        is_draft === 0 &&
        removed_at === null &&
        list_cents !== null &&
        row.for_accounts === 0,
    }
  })
}

/**
 * The price of a piece to which the buyer agreed, before the discount, if it is charged on `day`: an announced price
 * applies from its day on, and only if it was announced 7 to 30 days before.
 */
export function agreedCents(item: SubscriptionItemRow, day: string): number {
  const { new_price_cents: cents, new_price_from: from } = item
  if (cents === null || from === null || day < from) return item.price_cents
  return isAnnouncedFor(item, day) ? cents : item.price_cents
}

/** Whether the new price was announced 7 to 30 days before `day`. */
export function isAnnouncedFor({ new_price_announced_at: at }: SubscriptionItemRow, day: string): boolean {
  if (at === null) return false
  const announced = dayOf(new Date(at))
  const { min, max } = PRICE_NOTICE_DAYS
  return addDays(announced, min) <= day && day <= addDays(announced, max)
}

/** What an item takes off the price of its line. An item that is added once has no percentage off. */
export function discountOf(
  item: Pick<Item, 'qty' | 'is_once'>,
  { priceCents, agreed, percent }: { priceCents: number; agreed: number; percent: number },
): number {
  return subscriptionDiscount({ priceCents, qty: item.qty }, agreed, item.is_once ? 0 : percent)
}

/** What a line of an item costs on `day`, at most today's price. */
export function lineCents(item: Item, percent: number, day: string): number {
  const priceCents = item.listCents
  const discount = discountOf(item, { priceCents, agreed: agreedCents(item, day), percent })
  return priceCents * item.qty - discount
}

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
  const chosen = await linesOf(shop, row, items)
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

async function linesOf(
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
  const isGround = item.grind !== '' && item.grind !== WHOLE_BEAN
  const coffees = packable(rotation[item.taste!], item.listCents).filter(
    ({ isWholeBeanOnly }) => !isGround || !isWholeBeanOnly,
  )
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

/** The items of subscriptions with their current products, and what they cost. */
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { subscriptionDiscount, toCents } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { PRICE_NOTICE_DAYS } from '#shared/platform/subscriptions.ts'
import type { Db, SubscriptionItemRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOfTaste } from '#server/checkout/subscribing/choice.ts'
import { subscribingOf } from '#server/checkout/subscribing/offer.ts'

/** An item with its current product. `listCents` is today's price of a piece. */
export type Item = SubscriptionItemRow & {
  name: string
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
export async function readPlannedItems(
  shop: Pick<Shop, 'db' | 'cached' | 'config'>,
  until: string,
): Promise<Item[]> {
  const planned = shop.db.selectFrom('subscriptions').select('id').where('next_on', '<=', until)
  return withProducts(shop, await selectItems(shop.db).where('subscription_id', 'in', planned).execute())
}

function selectItems(db: Db) {
  return db
    .selectFrom('subscription_items')
    .leftJoin('products', 'products.id', 'subscription_items.product_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'subscription_items.size_id')
    .selectAll('subscription_items')
    .select(['name', 'image', 'category', 'deleted_at', 'is_draft', 'label', 'grams', 'removed_at'])
    .select('product_sizes.price_cents as list_cents')
    .orderBy('subscription_items.created_at')
    .orderBy('subscription_items.id')
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number]

async function withProducts(shop: Pick<Shop, 'db' | 'cached' | 'config'>, rows: ItemRow[]): Promise<Item[]> {
  const { choicePrice } = await subscribingOf(shop)
  return rows.map((row) => {
    const { name, image, category, deleted_at, is_draft, label, grams, removed_at, list_cents, ...item } = row
    if (item.taste !== null) {
      const choice = { name: nameOfTaste(item.taste), image: '', category: '', sizeLabel: '' }
      return { ...item, ...choice, listCents: toCents(choicePrice), isOnSale: true }
    }
    return {
      ...item,
      name: name ?? 'A coffee that we no longer have',
      image: image ?? '',
      category: category ?? '',
      sizeLabel: labelOf({ label: label ?? '', grams }),
      listCents: list_cents ?? item.price_cents,
      isOnSale: deleted_at === null && is_draft === 0 && removed_at === null && list_cents !== null,
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

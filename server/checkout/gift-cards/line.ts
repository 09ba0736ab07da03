/** The line of an order that buys a gift card, and the product that a line needs. */
import { GIFT_SUBSCRIPTIONS } from '#shared/checkout/gift-cards.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { NewProduct, NewSize, OrderLineRow, OrderRow } from '#server/kernel/db/schema.ts'
import { blankColumns } from '#server/platform/resources/rows.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

/**
 * The product and the size of the line of every gift card. It is marked as deleted, so no list of the shop shows it.
 */
export const GIFT_CARD_ID = 'gift-card'
const NAME = 'Gift card'
const CATEGORY = 'Gift cards'

const PRODUCT: Omit<NewProduct, 'created_at' | 'updated_at'> = {
  id: GIFT_CARD_ID,
  ...blankColumns(productFields),
  user_id: null,
  name: NAME,
  category: CATEGORY,
  is_draft: 1,
  shop_place: null,
  featured: null,
  search_text: '',
  search_words: '',
  version: 1,
}

const SIZE: NewSize = {
  id: GIFT_CARD_ID,
  product_id: GIFT_CARD_ID,
  position: 0,
  label: '',
  grams: null,
  price_cents: 0,
  count_in_stock: 0,
  sku: '',
}

/** The steps that add the product with the first gift card. A line of an order needs a product. */
export function cardProduct({ db, clock }: Pick<Shop, 'db' | 'clock'>): Step[] {
  const now = isoNow(clock)
  const times = { created_at: now, updated_at: now, deleted_at: now }
  return [
    {
      query: db
        .insertInto('products')
        .values({ ...PRODUCT, ...times })
        .onConflict((taken) => taken.doNothing()),
    },
    {
      query: db
        .insertInto('product_sizes')
        .values({ ...SIZE, removed_at: now })
        .onConflict((taken) => taken.doNothing()),
    },
  ]
}

/**
 * The line of an order that buys a gift card, or a gift subscription.
 * @param subscription what the gift subscription delivers, in words
 */
export function cardLine(
  { id, total_cents }: Pick<OrderRow, 'id' | 'total_cents'>,
  subscription?: string,
): OrderLineRow {
  return {
    order_id: id,
    position: 0,
    product_id: GIFT_CARD_ID,
    size_id: GIFT_CARD_ID,
    name: subscription === undefined ? NAME : 'Gift subscription',
    image: '',
    category: subscription === undefined ? CATEGORY : GIFT_SUBSCRIPTIONS,
    size_label: subscription ?? '',
    size_grams: null,
    sku: '',
    grind: '',
    price_cents: total_cents,
    discount_cents: 0,
    list_cents: null,
    is_taxed: null,
    qty: 1,
  }
}

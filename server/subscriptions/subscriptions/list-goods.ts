/** What subscribers can choose from. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { subscribe } from '#shared/checkout/api/subscribe.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { matching, onSaleInOrder, toProducts } from '#server/catalog/products/catalogue.ts'
import type { Shop } from '#server/platform/shop.ts'

/** More than a list of a form can show well. */
const MOST = 300

/** The goods on sale by name, coffees first. Works of art are left out, because there is one of each. */
export async function listGoods(shop: Shop): Promise<Reply<typeof subscribe.goods>> {
  const rows = await matching(shop.db, '')
    .select('products.id')
    .where(
      'products.id',
      'not in',
      shop.db.selectFrom('works').select('product_id').where('product_id', 'is not', null),
    )
    .orderBy((eb) => eb.case().when('category', '=', COFFEE_BEANS).then(0).else(1).end())
    .orderBy('name')
    .orderBy('products.id')
    .limit(MOST)
    .execute()
  const ids = rows.map(({ id }) => id)
  const found = await toProducts(shop, await onSaleInOrder(shop.db, ids))
  return {
    goods: found.map(({ _id, name, category, sizes, grinds }) => ({
      _id,
      name,
      isCoffee: category === COFFEE_BEANS,
      sizes: sizes.map(({ id, label, price, countInStock }) => ({
        id,
        label,
        price,
        isInStock: countInStock > 0,
      })),
      grinds,
    })),
  }
}

/** What the counter can sell: the goods of the catalog, with the sizes that are on sale. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, id, keyword } from '#shared/kernel/fields.ts'

export const goodsOnSale = z.object({
  product: id,
  name: z.string(),
  category: z.string(),
  /** The grinds to choose from, whole bean first. Empty if there is nothing to choose. */
  grinds: z.array(z.string()),
  isRoastedToOrder: z.boolean(),
  sizes: z.array(
    z.object({
      sizeId: id,
      /** Empty if the product has one size without a weight. */
      label: z.string(),
      sku: z.string(),
      price: dollars,
      /** The number of items that can be sold. */
      left: z.int(),
    }),
  ),
})
export type CounterGoods = z.infer<typeof goodsOnSale>

export const counterGoods = contract({
  list: {
    method: 'GET',
    path: '/api/counter-goods',
    access: 'barista',
    summary:
      'The goods that the counter can sell, by category and name, at most 120; `keyword` is words of the name, or a whole SKU',
    query: z.strictObject({ keyword }),
    reply: z.object({ goods: z.array(goodsOnSale) }),
  },
})

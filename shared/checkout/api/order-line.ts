/** A line of an order, as part of the order in the API. */
import * as z from 'zod/mini'
import { dollars, id, pictureFacts } from '#shared/kernel/fields.ts'

/** Roasting level, days of best taste and recipe, as in shared/catalog/resources/coffee.ts. */
const coffeeOfLine = z.object({
  /** Whether it has a page in the shop. */
  isOnSale: z.boolean(),
  /** 1 (light) to 5 (dark); 0 if it is not known. */
  roastingLevel: z.int(),
  bestFilter: z._default(z.string(), ''),
  bestEspresso: z._default(z.string(), ''),
  bestFor: z._default(z.array(z.string()), []),
  brewMethod: z.string(),
  brewDose: z.nullable(z.int()),
  brewWater: z.nullable(z.int()),
  brewSeconds: z.nullable(z.int()),
})

/** A line of an order, as sold. */
export const orderLine = z.object({
  /** Identifies the line in the order. These fields have defaults for stored answers of older versions. */
  line: z._default(z.int(), 0),
  product: id,
  /** The address of the product's page today; empty if it has none. */
  slug: z._default(z.string(), ''),
  sizeId: z._default(z.string(), ''),
  name: z.string(),
  qty: z.int(),
  /** Of one piece, without the discount. */
  price: dollars,
  /** Of all pieces together. */
  discount: z._default(dollars, 0),
  image: z.string(),
  category: z.string(),
  /** The weight in grams, the label of the size, its SKU and the grind, as sold. */
  size: z.nullable(z.int()),
  sizeLabel: z._default(z.string(), ''),
  sku: z._default(z.string(), ''),
  grind: z._default(z.string(), ''),
  /** The material of goods or the artist of a work today (shared/catalog/goods-note.ts); empty if there is none. */
  note: z._default(z.string(), ''),
  /** The lots of the line's bags, the oldest roast first. Empty until coffee that is roasted to order is packed. */
  lots: z._default(z.array(z.object({ code: z.string(), roastedOn: z.string(), qty: z.int() })), []),
  /** The bags that a paid order of coffee roasted to order still needs. */
  bagsMissing: z._default(z.int(), 0),
  /** What the shop says about the coffee of a line today; null for other goods and for coffee that was deleted. */
  coffee: z._default(z.nullable(coffeeOfLine), null),
  picture: z.nullable(pictureFacts),
})

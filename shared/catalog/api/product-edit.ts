/** What a request may change of a product, and all values of a product. */
import * as z from 'zod/mini'
import { id, ownPicture } from '#shared/kernel/fields.ts'
import { productFields } from '../resources/product.ts'
import { MAX_GRAMS, sizeFields } from '../resources/product-size.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { problemsOfSizes } from '#shared/kernel/sizes.ts'
import { isForAccounts } from '../for-accounts.ts'

const productSchemas = schemasOf(productFields)
const sizeSchemas = schemasOf(sizeFields)

/** A product has at most this many sizes. Shopify allows 100 variants by default. */
export const MAX_SIZES = 100

/** A size without an id is new. A label that follows from the weight is not stored. */
export const sizeEdit = z.object({ id: z.optional(id), ...sizeSchemas.edit })
export type SizeEdit = z.infer<typeof sizeEdit>

const sizeChange = z.object({ id: z.optional(id), ...sizeSchemas.change })

const SOME_SIZES = [
  z.minLength(1, 'A product needs at least one size'),
  z.maxLength(MAX_SIZES, `A product may have ${MAX_SIZES} sizes at most`),
] as const

/** `replace`: the coffee ends today for its subscribers, who are told and get another one. */
export const forSubscribers = z.optional(z.literal('replace'))

export const productChange = z.object({
  productId: z.optional(id),
  ...productSchemas.change,
  /** Price, weight in grams and count in stock of the first size. */
  price: sizeSchemas.change.price,
  size: sizeSchemas.change.grams,
  /**
   * Without `version`, a count that the size had since it was last counted by hand does not change the stock, because
   * the client may have read it before a sale.
   */
  countInStock: sizeSchemas.change.countInStock,
  /**
   * All sizes in their order. If it is missing, only the first size is changed, and the others stay. If it is given,
   * a changed `price`, `size` or `countInStock` changes the first size too. A size without `id` is new and needs a price
   * and a count.
   */
  sizes: z.optional(z.array(sizeChange).check(...SOME_SIZES)),
  /**
   * Whether `sizes` has the sizes for accounts too, which public answers leave out. Without it, those that it does not name
   * stay.
   */
  hasEverySize: z.optional(z.boolean()),
  /**
   * The version with which the form was opened. A save with an older version is refused with 409, because it could
   * undo sales.
   */
  version: z.optional(z.int()),
  /**
   * What happens to subscribers if the product goes off sale or loses sizes. Without it, the save is refused with 409 and
   * the code `subscribers` if there are any.
   */
  subscribers: forSubscribers,
})
/** The changes of a product. A missing field stays as it is. */
export type ProductChange = z.infer<typeof productChange>

/** All values of a product and its sizes, as an import computes them. */
export const productEdit = z
  .object({
    ...productSchemas.edit,
    price: sizeSchemas.edit.price,
    size: sizeSchemas.change.grams,
    countInStock: sizeSchemas.edit.countInStock,
    sizes: z.optional(z.array(sizeEdit).check(...SOME_SIZES)),
  })
  .check(({ value: edit, issues }) => {
    const { category, sizes = [] } = edit
    for (const { index, field, message: text } of problemsOfSizes(sizes, category, isForAccounts(edit)))
      issues.push({ code: 'custom', input: edit, path: ['sizes', index, field], message: text })
  })
export type ProductEdit = z.infer<typeof productEdit>

const { category: _category, ...coffeeSchemas } = productSchemas.edit

/** A new coffee: what its short form asks, and any other field of a coffee. Each size has a weight. */
export const newCoffee = z.object({
  ...coffeeSchemas,
  image: z._default(ownPicture, ''),
  sizes: z
    .array(
      z.object({
        ...sizeSchemas.edit,
        grams: z
          .int('Enter the weight of the bag')
          .check(
            z.minimum(1, 'Enter the weight of the bag'),
            z.maximum(MAX_GRAMS, `A size weighs ${MAX_GRAMS} g at most`),
          ),
      }),
    )
    .check(...SOME_SIZES),
})
export type NewCoffee = z.infer<typeof newCoffee>

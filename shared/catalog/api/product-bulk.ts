/** Bulk changes of products. */
import * as z from 'zod/mini'
import { bulkContract, choiceOf } from '#shared/platform/api/bulk.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, MAX_DOLLARS } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { productFields } from '../resources/product.ts'
import { sizeFields } from '../resources/product-size.ts'
import { productWanted } from './product-admin.ts'

const { category } = schemasOf(productFields).edit
const { countInStock, shippingGrams } = schemasOf(sizeFields).edit

/** Prices by percent, or by dollars; negative lowers them. `ending`: the nearest price with these cents. */
const price = z.object({
  kind: z.literal('price'),
  by: z.enum(['percent', 'dollars']),
  value: z.number('Enter a number').check(
    z.minimum(-MAX_DOLLARS, 'The number is too small'),
    z.maximum(MAX_DOLLARS, 'The number is too large'),
    z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Two decimals at most'),
  ),
  ending: z._default(z.nullable(z.literal([0, 50, 95])), null),
})

/** The counted pieces of sizes. Those of products that are not chosen are ignored. */
const stock = z.object({
  kind: z.literal('stock'),
  counts: z.array(z.strictObject({ id, count: countInStock })).check(z.maxLength(10_000)),
})

const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show') }),
  z.object({ kind: z.literal('hide') }),
  z.object({ kind: z.literal('category'), category }),
  price,
  stock,
  /** The weight in the parcel of goods without a net weight; null clears it. */
  z.object({ kind: z.literal('weight'), grams: shippingGrams }),
  z.object({ kind: z.literal('roastedToOrder'), isRoastedToOrder: z.boolean() }),
])
export type ProductAction = z.infer<typeof action>

const filter = z.strictObject(productWanted)
export type WantedProducts = z.infer<typeof filter>

export const productBulk = contract({
  ...bulkContract({ path: '/api/products/bulk', access: 'admin', what: 'products', action, filter }),
  export: {
    method: 'POST',
    path: '/api/products/bulk/export',
    access: 'admin',
    summary: 'The chosen products as a CSV file that can be imported again, with a row per size',
    body: z.strictObject({ choice: choiceOf(filter) }),
    reply: { file: 'text/csv' },
  },
})

/** The way of a lot of green coffee to a coffee in the shop, in five steps. Each step is saved by itself. */
import * as z from 'zod/mini'
import { newCoffee } from '#shared/catalog/api/product-edit.ts'
import { product } from '#shared/catalog/api/products.ts'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, idParams } from '#shared/kernel/fields.ts'

/**
 * The steps in their order: the lot arrives; a roast of it; a coffee in the shop, hidden; which roasts are in its bag; it is on
 * sale. A recipe belongs to a coffee, so the coffee comes first.
 */
export const TO_SHOP_STEPS = ['arrival', 'roast', 'coffee', 'recipe', 'sale'] as const
export type ToShopStep = (typeof TO_SHOP_STEPS)[number]

const named = z.object({ _id: id, name: z.string() })

const toShopState = z.object({
  lot: z.object({ _id: id, code: z.string(), name: z.string() }),
  /** In their order. Those that need a skipped step count as skipped, with `canUndo` false. */
  steps: z.array(
    z.object({
      step: z.enum(TO_SHOP_STEPS),
      state: z.enum(['done', 'open', 'skipped']),
      canUndo: z.boolean(),
    }),
  ),
  /** The first open step; null if there is none. */
  next: z.nullable(z.enum(TO_SHOP_STEPS)),
  /** The roast with the largest share of the lot. */
  roast: z.nullable(named),
  /** Roasts of other lots of the same coffee, in which this lot may replace them. */
  sameCoffee: z.array(named),
  product: z.nullable(z.extend(named, { version: z.int(), isDraft: z.boolean() })),
})
export type ToShopState = z.infer<typeof toShopState>

export const toShop = contractOf('roastery', {
  one: {
    method: 'GET',
    path: '/api/green/:id/to-shop',
    access: 'admin',
    summary: 'Which steps from this lot to a coffee in the shop are done, open and skipped',
    params: idParams,
    reply: toShopState,
  },
  skip: {
    method: 'PUT',
    path: '/api/green/:id/to-shop/skipped',
    access: 'admin',
    summary: 'Skips a step, or takes that back',
    params: idParams,
    body: z.object({ step: z.enum(TO_SHOP_STEPS), isSkipped: z.boolean() }),
    reply: toShopState,
  },
  addCoffee: {
    method: 'POST',
    path: '/api/green/:id/to-shop/coffee',
    access: 'admin',
    status: 201,
    summary:
      'Adds the coffee of this lot. 409 if it has one. A repeated request with the same Idempotency-Key adds nothing',
    params: idParams,
    body: newCoffee,
    reply: product,
  },
})

/** Products as the owner's desk sees them: drafts and the last bags included, many at a time. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { idParams, page, pageNumber } from './fields.ts'
import { product } from './products.ts'

/** What a list of the desk may be narrowed to. `low` is on sale and nearly gone, or gone. */
export const SHELVES = ['on-sale', 'low', 'sold-out', 'draft'] as const
export type Shelf = (typeof SHELVES)[number]

const wanted = {
  keyword: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Search for 100 characters at most'))),
  show: z.optional(z.enum(SHELVES)),
  category: z.optional(z.string().check(z.maxLength(60))),
}

export const productDesk = contract({
  list: {
    method: 'GET',
    path: '/api/products/desk',
    access: 'admin',
    summary: 'All products, drafts too, newest first, ten a page; `keyword` looks at ids as well',
    query: z.strictObject({ ...wanted, pageNumber }),
    reply: z.object({
      products: z.array(product),
      page,
      pages: page,
      /** How many are wanted, on all pages. */
      total: z.int(),
      /** How many there are, whatever is wanted. */
      counts: z.object({ all: z.int(), onSale: z.int(), low: z.int(), soldOut: z.int(), draft: z.int() }),
    }),
  },
  words: {
    method: 'GET',
    path: '/api/products/words',
    access: 'admin',
    summary: 'The categories, brands and origins in use, to choose from',
    reply: z.object({
      categories: z.array(z.string()),
      brands: z.array(z.string()),
      origins: z.array(z.string()),
    }),
  },
  duplicate: {
    method: 'POST',
    path: '/api/products/:id/duplicate',
    access: 'admin',
    summary: 'Creates a draft like this product, with nothing in stock',
    params: idParams,
    reply: product,
    status: 201,
  },
})

/** Products as the owner's desk sees them: drafts and the last bags included, many at a time. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, page, pageNumber } from '../fields.ts'
import { product } from './products.ts'
import { change } from './record.ts'

/** What a list of the desk may be narrowed to. `low` is on sale and nearly gone, or gone. */
export const SHELVES = ['on-sale', 'low', 'sold-out', 'draft'] as const
export type Shelf = (typeof SHELVES)[number]

const wanted = {
  keyword: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Search for 100 characters at most'))),
  show: z.optional(z.enum(SHELVES)),
  category: z.optional(z.string().check(z.maxLength(60))),
}

/** The limits of one import: so much is read, judged and written in a moment. The browser says so before it sends. */
export const MOST_ROWS = 2000
export const MOST_SHEET_BYTES = 1_000_000

const importReport = z.object({
  created: z.int(),
  changed: z.int(),
  /** Rows that say what is so already. */
  same: z.int(),
  /** What is wrong, in the order of the rows, counted as a spreadsheet does; the first hundred. */
  problems: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), problem: z.string() })),
  problemCount: z.int(),
  /** What becomes of the rows that change something; the first two hundred. */
  rows: z.array(
    z.object({
      row: z.int(),
      /** Null where a product would be created. */
      _id: z.nullable(id),
      name: z.string(),
      changes: z.array(change),
    }),
  ),
  /** Stands for all of it: an import that brings it along does this and nothing else. */
  plan: z.string(),
})
export type ImportReport = z.infer<typeof importReport>

export const productAdmin = contract({
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
  export: {
    method: 'GET',
    path: '/api/products/export',
    access: 'admin',
    summary: 'The products that are wanted, all if nothing is, as a file that can be imported again',
    query: z.strictObject(wanted),
    reply: { file: 'text/csv' },
  },
  import: {
    method: 'POST',
    path: '/api/products/import',
    access: 'admin',
    summary:
      'Creates and changes products as a CSV file says, by ID or by name: all of it or nothing. A dry run only tells',
    body: z.object({
      csv: z
        .string('Choose a CSV file')
        .check(z.maxLength(MOST_SHEET_BYTES, 'The file is too large: 1 MB at most')),
      dryRun: z._default(z.boolean(), true),
      /** What the dry run answered: an import that would do anything else by now is refused with 409. */
      plan: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: importReport,
  },
})

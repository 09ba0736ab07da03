/** Products for admins: the list with drafts and low stock, and CSV export and import. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, keyword, page, paged, searched } from '#shared/kernel/fields.ts'
import { newCoffee } from './product-edit.ts'
import { product } from './products.ts'
import { change } from '#shared/platform/api/change-log.ts'

/**
 * The filters of the admin's list. `low`: on sale, and low in stock or sold out. `no-weight`: a size has no weight, so
 * parcels are weighed by an assumption.
 */
export const PRODUCT_FILTERS = ['on-sale', 'low', 'sold-out', 'draft', 'no-weight'] as const
export type ProductFilter = (typeof PRODUCT_FILTERS)[number]

/** The filters of the list, in its query. */
export const productWanted = {
  keyword,
  show: z.optional(z.enum(PRODUCT_FILTERS)),
  category: z.optional(searched(60)),
}

const pages = paged(['name', 'category', 'brand'])

/** The product beside another in the list; null at its end. */
const neighbor = z.nullable(z.object({ _id: id, name: z.string() }))

/** The formats of other shops. */
export const PRODUCT_FILES = ['shopify', 'woocommerce'] as const
export type ProductFile = (typeof PRODUCT_FILES)[number]

/** The limits of an import, so that an import is fast. The browser checks them before it sends the file. */
export const MAX_ROWS = 2000
export const MAX_SHEET_BYTES = 1_000_000

const importReport = z.object({
  created: z.int(),
  changed: z.int(),
  /** The number of products that the file does not change. */
  same: z.int(),
  /** The first hundred errors, in the order of the rows. Rows are numbered as in a spreadsheet. */
  problems: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), problem: z.string() })),
  problemCount: z.int(),
  /** The changes of the first two hundred products that the file changes, with the first row of each. */
  rows: z.array(
    z.object({
      row: z.int(),
      /** Null for a new product. */
      _id: z.nullable(id),
      name: z.string(),
      changes: z.array(change),
      /** Remarks, such as a cell of another shop that is left out. */
      notes: z.optional(z.array(z.string())),
    }),
  ),
  /** Identifies these changes. An import with this value either makes exactly these changes or is refused. */
  plan: z.string(),
})
export type ImportReport = z.infer<typeof importReport>

export const productAdmin = contract({
  list: {
    method: 'GET',
    path: '/api/products/desk',
    access: 'admin',
    summary:
      'All products including drafts, newest first or as `sort` says, ten per page or `pageSize`; `keyword` also searches ids',
    query: z.strictObject({
      ...productWanted,
      ...pages,
    }),
    reply: z.object({
      products: z.array(product),
      /** Those of them of which a size has no weight. */
      withoutWeight: z.array(id),
      page,
      pages: page,
      /** The number of products that match the filters, on all pages. */
      total: z.int(),
      /** The numbers of all products, without the filters. */
      counts: z.object({
        all: z.int(),
        onSale: z.int(),
        low: z.int(),
        soldOut: z.int(),
        draft: z.int(),
        noWeight: z.int(),
      }),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/products/desk/:id',
    access: 'admin',
    summary: 'One product with every size, also those for accounts only',
    params: idParams,
    reply: product,
  },
  words: {
    method: 'GET',
    path: '/api/products/words',
    access: 'admin',
    summary: 'The categories, brands, origins, processes, varieties and weights in use, as suggestions',
    reply: z.object({
      categories: z.array(z.string()),
      brands: z.array(z.string()),
      origins: z.array(z.string()),
      processes: z.array(z.string()),
      varieties: z.array(z.string()),
      /** The weights of coffee bags in grams, the most frequent first. */
      weights: z.array(z.int()),
      /** The wholesale accounts that can have a private label, by name. */
      accounts: z.array(z.object({ _id: id, name: z.string() })),
    }),
  },
  neighbors: {
    method: 'GET',
    path: '/api/products/:id/neighbors',
    access: 'admin',
    summary: 'The products before and after this one in the list with these filters and this order',
    params: idParams,
    query: z.strictObject({ ...productWanted, sort: pages.sort, order: pages.order }),
    reply: z.object({ previous: neighbor, next: neighbor }),
  },
  addCoffee: {
    method: 'POST',
    path: '/api/products/desk/coffees',
    access: 'admin',
    summary:
      'Adds a coffee with its sizes, on sale or hidden. A repeated request with the same Idempotency-Key adds nothing',
    body: newCoffee,
    reply: product,
    status: 201,
  },
  duplicate: {
    method: 'POST',
    path: '/api/products/:id/duplicate',
    access: 'admin',
    summary:
      'Creates a draft as a copy of this product, with nothing in stock. A repeated request with the same Idempotency-Key adds nothing',
    params: idParams,
    reply: product,
    status: 201,
  },
  export: {
    method: 'GET',
    path: '/api/products/export',
    access: 'admin',
    summary:
      'The products that match the filters as a CSV file that can be imported again, with a row per size; with `format`, as a file for Shopify or WooCommerce',
    query: z.strictObject({ ...productWanted, format: z.optional(z.enum(PRODUCT_FILES)) }),
    reply: { file: 'text/csv' },
  },
  import: {
    method: 'POST',
    path: '/api/products/import',
    access: 'admin',
    summary:
      'Creates and changes products from a CSV file, by ID or by name, all or nothing. Rows of the same product are its sizes. A dry run only reports the changes',
    body: z.object({
      csv: z
        .string('Choose a CSV file')
        .check(z.maxLength(MAX_SHEET_BYTES, 'The file is too large: 1 MB at most')),
      dryRun: z._default(z.boolean(), true),
      /** The `plan` of the dry run. If the import would now make other changes, it is refused with 409. */
      plan: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: importReport,
  },
})

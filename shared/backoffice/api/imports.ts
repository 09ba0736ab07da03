/** Moving in from another shop or program: files that a job reads, previews and applies in batches. */
import * as z from 'zod/mini'
import { IMPORT_SOURCES } from '#shared/platform/import-sources.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, line, page, pageNumber } from '#shared/kernel/fields.ts'
import { change } from '#shared/platform/api/change-log.ts'
import { MAX_PICTURES } from '#shared/platform/api/upload.ts'

/** The limits of a file. The browser checks the bytes before it sends the file. */
export const MAX_IMPORT_ROWS = 20_000
export const MAX_IMPORT_BYTES = 20_000_000

export const IMPORT_KINDS = ['products', 'customers', 'accounts', 'price-lists', 'open-invoices'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The kinds of which there is a sample file. */
export const SAMPLE_KINDS = ['price-lists', 'accounts', 'open-invoices'] as const

/**
 * `reading`: a job reads the file. `ready`: the preview is complete, and nothing was changed. `running`: a job applies
 * it. `failed`: the file cannot be read.
 */
const IMPORT_STATES = ['reading', 'ready', 'running', 'done', 'cancelled', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What happens to a product, a customer or an account. `broken`: nothing, because a row is not valid. */
export const IMPORT_ACTIONS = ['create', 'change', 'same', 'broken'] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

const run = z.object({
  _id: id,
  kind: z.enum(IMPORT_KINDS),
  /** Null until the file was read. */
  source: z.nullable(z.enum(IMPORT_SOURCES)),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  rows: z.int(),
  /** The numbers of products or customers by what happens to them. */
  counts: z.object({ create: z.int(), change: z.int(), same: z.int(), broken: z.int() }),
  /** The categories of another shop for which the owner has chosen nothing yet. */
  newCategories: z.int(),
  /** How many of those to create and change are applied. */
  done: z.int(),
  /** How many were left out because they were changed after the preview. */
  skipped: z.int(),
  /** Why the file cannot be read; empty otherwise. */
  problem: z.string(),
  /** What there is to say about the file as a whole, such as columns that are not used. */
  remarks: z.array(z.string()),
  by: z.string(),
  createdAt: instant,
  endedAt: z.nullable(instant),
})
export type ImportRun = z.infer<typeof run>

const item = z.object({
  /** The first row in the file, numbered as in a spreadsheet. */
  row: z.int(),
  /** The product, user, account, price list or invoice that exists already; null if there is none. */
  _id: z.nullable(id),
  name: z.string(),
  /** The email of a customer or for the bills of an account, or the account of an invoice; empty for others. */
  detail: z.string(),
  action: z.enum(IMPORT_ACTIONS),
  state: z.enum(['waiting', 'done', 'skipped']),
  changes: z.array(change),
  /** Remarks, such as an address that is left out. */
  notes: z.array(z.string()),
  problems: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), problem: z.string() })),
})
export type ImportItem = z.infer<typeof item>

/** What a category or type of another shop is here. */
const categoryChoice = {
  /** As in the file: 'Single Origin', 'Coffee > Filter'. Empty for products without a category. */
  name: z.string().check(z.maxLength(2000)),
  isCoffee: z.boolean(),
  /** The category of goods here; empty for coffee. */
  category: line('Category', 60),
  /** The department that shows the category after the import; null for none. */
  department: z.nullable(id),
}

const fileCategory = z.object({
  name: z.string(),
  isCoffee: z.boolean(),
  category: z.string(),
  department: z.nullable(id),
  /** The number of its products in the file, and the names of some. */
  products: z.int(),
  examples: z.array(z.string()),
  /** Whether the owner has chosen this, for this file or an earlier one. */
  isChosen: z.boolean(),
})
export type ImportCategory = z.infer<typeof fileCategory>

/** The parts of a preview: rows with problems, or what happens. */
export const IMPORT_PARTS = ['broken', 'create', 'change', 'same', 'skipped'] as const
export type ImportPart = (typeof IMPORT_PARTS)[number]

const csvFile = {
  field: 'file',
  maxFiles: 1,
  maxBytes: MAX_IMPORT_BYTES,
  what: 'file',
} as const

const pictureProgress = z.object({
  waiting: z.int(),
  done: z.int(),
  failedCount: z.int(),
  /** The first twenty pictures that could not be fetched. `product` is the id of the product, and `name` its name. */
  failed: z.array(z.object({ _id: id, product: id, name: z.string(), url: z.string(), problem: z.string() })),
})
export type PictureProgress = z.infer<typeof pictureProgress>

export const imports = contract({
  list: {
    method: 'GET',
    path: '/api/imports',
    access: 'owner',
    summary: 'The last ten imports, newest first',
    reply: z.object({ imports: z.array(run) }),
  },
  products: {
    method: 'POST',
    path: '/api/imports/products',
    access: 'owner',
    summary:
      'Takes a product file of Shopify, WooCommerce or this shop (20,000 rows, 20 MB at most). A job reads it; nothing is changed before `start`',
    files: csvFile,
    reply: run,
    status: 201,
    limit: 'upload',
  },
  customers: {
    method: 'POST',
    path: '/api/imports/customers',
    access: 'owner',
    summary:
      'Takes a customer file of Shopify, WooCommerce or this shop (20,000 rows, 20 MB at most). A job reads it; nothing is changed before `start`',
    files: csvFile,
    reply: run,
    status: 201,
    limit: 'upload',
  },
  accounts: {
    method: 'POST',
    path: '/api/imports/accounts',
    access: 'owner',
    part: 'wholesale',
    starts: true,
    summary:
      'Takes a file of wholesale accounts with their locations, buyers and certificates (20,000 rows, 20 MB at most). A job reads it; nothing is changed before `start`, and no mail is sent',
    files: csvFile,
    reply: run,
    status: 201,
    limit: 'upload',
  },
  priceLists: {
    method: 'POST',
    path: '/api/imports/price-lists',
    access: 'owner',
    part: 'wholesale',
    starts: true,
    summary:
      'Takes a file of price lists with a price in each row (20,000 rows, 20 MB at most). A job reads it; nothing is changed before `start`',
    files: csvFile,
    reply: run,
    status: 201,
    limit: 'upload',
  },
  openInvoices: {
    method: 'POST',
    path: '/api/imports/open-invoices',
    access: 'owner',
    part: 'wholesale',
    starts: true,
    summary:
      'Takes a file of open invoices and credits of a former system (20,000 rows, 20 MB at most). A job reads it; nothing is changed before `start`, and no mail is sent',
    files: csvFile,
    reply: run,
    status: 201,
    limit: 'upload',
  },
  sample: {
    method: 'GET',
    path: '/api/imports/sample',
    access: 'owner',
    part: 'wholesale',
    summary: 'A sample file with all columns of a kind, which can be imported',
    query: z.strictObject({ kind: z.enum(SAMPLE_KINDS) }),
    reply: { file: 'text/csv' },
  },
  pictures: {
    method: 'GET',
    path: '/api/imports/pictures',
    access: 'owner',
    summary:
      'The pictures of imported products: how many are fetched, and which of them could not be fetched',
    reply: pictureProgress,
  },
  retryPictures: {
    method: 'POST',
    path: '/api/imports/pictures/retry',
    access: 'owner',
    summary: 'Tries again to fetch the pictures that could not be fetched',
    reply: pictureProgress,
  },
  matchPictures: {
    method: 'POST',
    path: '/api/imports/pictures/files',
    access: 'owner',
    summary:
      'Stores up to twenty pictures for products without them. Finds each product by the file name of its missing picture, or by SKU or handle',
    files: { field: 'images', maxFiles: MAX_PICTURES },
    reply: z.object({ message: z.string(), stored: z.int(), unmatched: z.array(z.string()) }),
    limit: 'upload',
  },
  one: {
    method: 'GET',
    path: '/api/imports/:id',
    access: 'owner',
    summary: 'One import with its progress',
    params: idParams,
    reply: run,
  },
  items: {
    method: 'GET',
    path: '/api/imports/:id/items',
    access: 'owner',
    summary: 'What an import changes, in the order of the file, fifty products or customers per page',
    params: idParams,
    query: z.strictObject({ pageNumber, part: z._default(z.enum(IMPORT_PARTS), 'create') }),
    reply: z.object({ items: z.array(item), page, pages: page, count: z.int() }),
  },
  categories: {
    method: 'GET',
    path: '/api/imports/:id/categories',
    access: 'owner',
    summary:
      'The categories and types of another shop in a file, and what they become here; those that are new first',
    params: idParams,
    reply: z.object({ categories: z.array(fileCategory) }),
  },
  chooseCategories: {
    method: 'PUT',
    path: '/api/imports/:id/categories',
    access: 'owner',
    summary:
      'Chooses what the categories of a file become, for this file and the next ones. The file is read again. 409 if the import has started',
    params: idParams,
    body: z.object({
      categories: z
        .array(z.object(categoryChoice))
        .check(z.minLength(1, 'Choose at least one category'), z.maxLength(MAX_IMPORT_ROWS)),
    }),
    reply: run,
  },
  start: {
    method: 'POST',
    path: '/api/imports/:id/start',
    access: 'owner',
    summary: 'Applies the preview in batches. Rows with problems are left out. 409 if it is not ready',
    params: idParams,
    reply: run,
  },
  cancel: {
    method: 'POST',
    path: '/api/imports/:id/cancel',
    access: 'owner',
    summary: 'Stops an import after the current batch. Changes that were already applied stay',
    params: idParams,
    reply: run,
  },
})

/**
 * Exports products as a CSV file: our own, or one of those that Shopify and WooCommerce import (decisions/060).
 */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { productAdmin, ProductFile } from '#shared/catalog/api/product-admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { csvHead, csvLine, foreignLine, type Cell } from '#server/kernel/text/csv.ts'
import type { ProductRow, SizeRow } from '#server/kernel/db/schema.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { filterProducts } from '../admin-list.ts'
import { COLUMNS } from './sheet.ts'
import { readSizes } from '../sizes.ts'
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { Line } from '../../other-shops/rows.ts'

/** Rows per query, so that the server can answer other requests between two queries. */
const BATCH = 500

type Wanted = Query<typeof productAdmin.export> & { ids?: string[] }

/** Exports the products that match `filter`, and of those only `ids` if given, newest first: a row per size, with every column that an import reads. */
export async function exportProducts(shop: Shop, { format, ...filter }: Wanted): Promise<Download> {
  const { head, rowsOf } = format ? FOREIGN_FORMATS[format] : OWN
  const origin = shop.config.publicOrigin ?? ''
  // Other shops would read a byte order mark as part of the first column's name.
  let content = format ? foreignLine(head) : csvHead(head)
  const toLine = format ? foreignLine : csvLine
  for (let last: ProductRow | undefined, rows = await nextRows(shop, filter); rows.length > 0;) {
    const sizes = await readSizes(
      shop.db,
      rows.map(({ id }) => id),
    )
    for (const product of rows)
      content += rowsOf({ product, sizes: sizes.get(product.id)! }, origin)
        .map(toLine)
        .join('')
    last = rows.at(-1)
    rows = rows.length < BATCH ? [] : await nextRows(shop, filter, last)
  }
  return { name: `${format ?? 'products'}-${dayOf(shop.clock.now())}.csv`, content }
}

/** Our own format: a row per size, with every column that an import reads. */
const OWN: ForeignFormat = {
  head: COLUMNS.map(({ name }) => name),
  rowsOf: ({ product, sizes }) => sizes.map((size) => COLUMNS.map(({ write }) => write({ product, size }))),
}

async function nextRows(
  { db }: Shop,
  filter: Omit<Wanted, 'format'>,
  after?: ProductRow,
): Promise<ProductRow[]> {
  // PostgreSQL refuses `in ()`.
  if (filter.ids?.length === 0) return []
  return await filterProducts(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.created_at, after!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH)
    .execute()
}

type Exported = { product: ProductRow; sizes: SizeRow[] }
/** A file format: its columns, and the rows of a product. `origin` is the shop's address, or empty. */
type ForeignFormat = {
  head: readonly string[]
  rowsOf: (exported: Exported, origin: string) => Cell[][]
}

const SHOPIFY = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Image Src',
  'Image Position',
  'Status',
] as const

const WOOCOMMERCE = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Short description',
  'Description',
  'In stock?',
  'Stock',
  'Weight (kg)',
  'Regular price',
  'Categories',
  'Images',
  'Parent',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
  'Attribute 1 global',
] as const

/** Whether a product of a file is this one of ours, as our own export names it. */
export function isOwnExport(product: ProductRow, { source, id }: NonNullable<Line['external']>): boolean {
  return id === (source === 'shopify' ? handleOf(product) : ownSku(product))
}

const FOREIGN_FORMATS: Record<ProductFile, ForeignFormat> = {
  shopify: { head: SHOPIFY, rowsOf: shopifyRows },
  woocommerce: { head: WOOCOMMERCE, rowsOf: wooRows },
}

type Cells<Names extends readonly string[]> = Partial<Record<Names[number], Cell>>

function shopifyRows({ product, sizes }: Exported, origin: string): Cell[][] {
  const handle = handleOf(product)
  const pictures = picturesOf(product, origin)
  const isToOrder = product.is_roasted_to_order === 1
  const isSingle = sizes.length === 1 && labelOf(sizes[0]!) === ''
  const ofProduct: Cells<typeof SHOPIFY> = {
    Title: product.name,
    'Body (HTML)': htmlOf(product.description),
    Vendor: product.brand,
    Type: product.category,
    Published: product.is_draft === 1 ? 'false' : 'true',
    'Option1 Name': isSingle ? 'Title' : 'Size',
    Status: product.is_draft === 1 ? 'draft' : 'active',
  }
  const rows = sizes.map((size, index): Cells<typeof SHOPIFY> => ({
    ...(index === 0 ? ofProduct : {}),
    'Option1 Value': isSingle ? 'Default Title' : labelOf(size) || 'One size',
    'Variant SKU': size.sku,
    'Variant Grams': size.grams ?? size.shipping_grams ?? 0,
    // An empty tracker means that the stock is not counted.
    'Variant Inventory Tracker': isToOrder ? '' : 'shopify',
    'Variant Inventory Qty': isToOrder ? null : size.count_in_stock,
    'Variant Inventory Policy': isToOrder ? 'continue' : 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': toDollars(size.price_cents),
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
  }))
  for (const [index, src] of pictures.entries())
    rows[index] = { ...rows[index], 'Image Src': src, 'Image Position': index + 1 }
  return rows.map((row) => SHOPIFY.map((name) => (name === 'Handle' ? handle : (row[name] ?? null))))
}

function wooRows({ product, sizes }: Exported, origin: string): Cell[][] {
  const parentSku = ownSku(product)
  const isToOrder = product.is_roasted_to_order === 1
  const isSimple = sizes.length === 1
  const ofProduct: Cells<typeof WOOCOMMERCE> = {
    Name: product.name,
    Published: product.is_draft === 1 ? -1 : 1,
    Description: htmlOf(product.description),
    Categories: inList(product.category),
    Images: picturesOf(product, origin).join(', '),
  }
  const variations = sizes.map((size): Cells<typeof WOOCOMMERCE> => {
    const cells = {
      SKU: size.sku,
      'In stock?': isToOrder || size.count_in_stock > 0 ? 1 : 0,
      // Empty: the stock is not counted.
      Stock: isToOrder ? null : size.count_in_stock,
      'Weight (kg)': weightOf(size),
      'Regular price': toDollars(size.price_cents),
    }
    const option = inList(labelOf(size) || 'One size')
    if (isSimple)
      return {
        ...ofProduct,
        ...cells,
        Type: 'simple',
        // Without an SKU, nothing would tell two products with one name from each other.
        SKU: size.sku || parentSku,
        ...(size.label === '' ? {} : attribute(option)),
      }
    return {
      ...cells,
      ...attribute(option),
      Type: 'variation',
      Name: product.name,
      Published: 1,
      Parent: parentSku,
    }
  })
  const options = sizes.map((size) => inList(labelOf(size) || 'One size')).join(', ')
  const parent = { ...ofProduct, ...attribute(options), Type: 'variable', SKU: parentSku }
  const rows = isSimple ? variations : [parent, ...variations]
  return rows.map((row) => WOOCOMMERCE.map((name) => row[name] ?? null))
}

function attribute(values: string): Cells<typeof WOOCOMMERCE> {
  return {
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': values,
    'Attribute 1 visible': 1,
    'Attribute 1 global': 0,
  }
}

/** In kilograms; null if it is not known. */
function weightOf({ grams, shipping_grams: shipping }: SizeRow): number | null {
  const weight = grams ?? shipping
  return weight === null ? null : weight / 1000
}

/** The SKU of a product without one, and of the parent of its sizes. */
function ownSku({ id }: ProductRow): string {
  return `frame-${id}`
}

/** A value for a list in WooCommerce's format, which separates values by commas and escapes a comma with a backslash. */
function inList(value: string): string {
  return value.replaceAll(',', '\\,')
}

/** The name in lower-case letters and digits, with the end of the id, because two products can have one name. */
function handleOf({ name, id }: ProductRow): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return [...words, id.slice(-6)].join('-')
}

function htmlOf(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

function picturesOf({ image, second_image: second }: ProductRow, origin: string): string[] {
  return origin === '' ? [] : [image, second].filter(Boolean).map((path) => `${origin}${path}`)
}

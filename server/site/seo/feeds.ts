/** Two feeds: all products for merchant listings, and the newest coffees for feed readers. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { sizeQuery } from '#shared/catalog/size-address.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { toDecimal } from '#shared/kernel/pricing.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import type { ProductRow, SizeRow } from '#server/kernel/db/schema.ts'
import { matching } from '#server/catalog/products/catalogue.ts'
import { readSizes } from '#server/catalog/products/sizes.ts'
import type { Shop } from '#server/platform/shop.ts'
import { escapeMarkup } from '#shared/kernel/escape.ts'

const MAX_PRODUCTS = 5000
const NEWEST = 20
/** Maximum lengths in Google Merchant Center. */
const MAX_TITLE = 150
const MAX_DESCRIPTION = 5000

/** Google's category id of Food, Beverages & Tobacco > Beverages > Coffee. */
const COFFEE = '1868'

/** Every product on sale, in the format of Google Merchant Center: RSS 2.0 with its g: namespace. */
export async function merchantFeed(shop: Shop, origin: string): Promise<string> {
  const products = await matching(shop.db, '')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PRODUCTS)
    .execute()
  const sizes = await readSizes(
    shop.db,
    products.map(({ id }) => id),
    'visitors',
  )
  const { roasters, defaultDescription } = await businessOf(shop)
  return rss(
    {
      title: roasters,
      link: `${origin}/shop`,
      description: defaultDescription,
      self: `${origin}/feeds/products.xml`,
    },
    products.flatMap((product) => {
      const all = sizes.get(product.id)!
      return all.map((size) => element('item', offer(shop, origin, { product, size, all })))
    }),
    ' xmlns:g="http://base.google.com/ns/1.0"',
  )
}

/** The newest coffees, for feed readers. */
export async function coffeeFeed(shop: Shop, origin: string): Promise<string> {
  const coffees = await matching(shop.db, '')
    .selectAll()
    .where('category', '=', COFFEE_BEANS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()
  const { roasters } = await businessOf(shop)
  return rss(
    {
      title: `New coffees of ${roasters}`,
      link: `${origin}/shop`,
      description: 'Every coffee as it comes on sale',
      self: `${origin}/feeds/coffees.xml`,
    },
    coffees.map((coffee) => {
      const link = origin + pathOf(coffee)
      // Unlike the address it never changes, so that feed readers do not show the coffee again.
      const guid = `${origin}/product/${coffee.id}`
      const notes = [coffee.origin, coffee.cupping_note].filter(Boolean).join(': ')
      return element('item', [
        element('title', coffee.name),
        element('link', link),
        `<guid isPermaLink="true">${guid}</guid>`,
        element('pubDate', new Date(coffee.created_at).toUTCString()),
        element('description', [notes, coffee.description].filter(Boolean).join('\n\n')),
      ])
    }),
  )
}

type Offer = { product: ProductRow; size: SizeRow; all: readonly SizeRow[] }

/** One offer per size. The sizes of a product form a group, as Google's documentation of item_group_id requires. */
function offer(shop: Shop, origin: string, { product, size, all }: Offer): string[] {
  const isOne = all.length === 1
  const chosen = isOne ? '' : sizeQuery(labeled(size), all.map(labeled))
  const title = isOne ? product.name : [product.name, labelOf(size)].filter(Boolean).join(', ')
  const picture = pictureOf(shop, origin, product.image)
  const second = pictureOf(shop, origin, product.second_image)
  const isCoffee = product.category === COFFEE_BEANS
  const isAvailable = availableCount(size.count_in_stock, product.is_roasted_to_order === 1) > 0
  return [
    element('g:id', size.id),
    ...(isOne ? [] : [element('g:item_group_id', product.id), element('g:size', labelOf(size))]),
    element('title', truncate(title, MAX_TITLE)),
    element('description', truncate(product.description, MAX_DESCRIPTION)),
    element('link', origin + pathOf(product) + chosen),
    ...(picture ? [element('g:image_link', picture)] : []),
    ...(second ? [element('g:additional_image_link', second)] : []),
    element('g:availability', isAvailable ? 'in_stock' : 'out_of_stock'),
    element('g:price', `${toDecimal(size.price_cents)} USD`),
    element('g:brand', product.brand),
    element('g:condition', 'new'),
    element('g:product_type', product.category),
    ...(isCoffee ? [element('g:google_product_category', COFFEE)] : []),
    ...(size.grams ? [element('g:shipping_weight', `${size.grams} g`)] : []),
    // The shop's own goods have no global trade item number.
    element('g:identifier_exists', 'no'),
  ]
}

const labeled = (size: SizeRow) => ({ id: size.id, label: labelOf(size) })

const pathOf = ({ id, slug }: ProductRow) => productPath({ _id: id, slug })

/** The picture as JPEG, because every feed reader supports JPEG. */
function pictureOf(shop: Shop, origin: string, path: string): string | null {
  const src = shop.pictureOf(path)?.src
  return src ? origin + src : null
}

function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`.toWellFormed()
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An XML element with text, which is escaped, or with child elements, which are already escaped. */
export function element(name: string, content: string | string[]): string {
  return `<${name}>${typeof content === 'string' ? escapeMarkup(content) : content.join('')}</${name}>`
}

/** An RSS 2.0 document. `self` is its own URL; `namespaces` are added to the root element. */
function rss(
  { title, link, description, self }: { title: string; link: string; description: string; self: string },
  items: string[],
  namespaces = '',
): string {
  const channel = [
    element('title', title),
    element('link', link),
    element('description', description),
    element('language', 'en-us'),
    `<atom:link href="${escapeMarkup(self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]
  const root = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"${namespaces}>`
  return `${XML_HEAD}${root}\n<channel>\n${channel.join('\n')}\n</channel>\n</rss>\n`
}

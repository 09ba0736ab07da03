/** The price lists of the desk: reads, adds, saves and removes them. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { PriceList, priceLists } from '#shared/wholesale/api/price-lists.ts'
import type { Break, ListedPrice } from '#shared/wholesale/prices.ts'
import { priceListFields } from '#shared/wholesale/resources/price-list.ts'
import type { PriceListRow, Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, wrongField } from '#server/kernel/errors.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { sizesForAccounts } from './sizes.ts'

const headRows = rowsOf(priceListFields)

const saved = new SavedRow('price_lists', {
  rows: { changesOf },
  subject: 'priceList',
  label: 'Price list',
  nameOf: ({ name }) => name,
})

type Edit = Body<typeof priceLists.update>

/** All lists by name, with the number of accounts that have each. */
export async function listPriceLists({ db }: Shop): Promise<Reply<typeof priceLists.list>> {
  const rows = await db.selectFrom('price_lists').selectAll().orderBy('name').orderBy('id').execute()
  const counts = await db
    .selectFrom('companies')
    .where('price_list_id', 'is not', null)
    .groupBy('price_list_id')
    .select(['price_list_id as id', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  const accounts = new Map(counts.map(({ id, count }) => [id, count]))
  return { priceLists: rows.map((row) => ({ ...toPriceList(row), accounts: accounts.get(row.id) ?? 0 })) }
}

/** One list. Throws 404. */
export async function getPriceList({ db }: Shop, id: string): Promise<PriceList> {
  return toPriceList(await saved.find(db, id))
}

/** Adds a list. Throws 400 for a price of a size that does not exist. */
export async function createPriceList(shop: Shop, admin: SignedIn, edit: Edit): Promise<PriceList> {
  return toPriceList(await saved.create(shop, admin, (tx) => columnsOf(tx, edit)))
}

/** Saves a list. Throws 404, 400 as `createPriceList`, and 409 if `version` is outdated. */
export async function updatePriceList(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: Edit,
): Promise<PriceList> {
  const columns = (tx: Tx) => columnsOf(tx, edit)
  return toPriceList(await saved.update(shop, admin, id, { version: edit.version, columns }))
}

/** Adds a list, or saves it if `before` is given, in an open transaction. Returns its id. Throws as `updatePriceList`. */
export async function savePriceListIn(
  tx: Tx,
  shop: Shop,
  before: PriceListRow | undefined,
  edit: Edit,
): Promise<string> {
  const columns = await columnsOf(tx, edit)
  const row = before ? await saved.saveIn(tx, shop, before, columns) : await saved.createIn(tx, shop, columns)
  return row.id
}

/** Deletes a list. Throws 404, and 409 while an account has it. */
export async function removePriceList(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  const account = await shop.db
    .selectFrom('companies')
    .select('legal_name')
    .where('price_list_id', '=', id)
    .orderBy('legal_name')
    .executeTakeFirst()
  if (account) throw conflict(`${account.legal_name} has this price list. Give the account another one first`)
  await saved.remove(shop, admin, id)
}

/** The sizes for the table of prices, each with its price in the shop. */
export async function listSizes({ db }: Shop): Promise<Reply<typeof priceLists.sizes>> {
  const rows = await sizesForAccounts(db)
    .select(['product_sizes.id', 'product_sizes.product_id', 'name', 'category', 'label', 'grams'])
    .select(['price_cents', 'product_sizes.for_accounts', 'products.for_accounts as product_for_accounts'])
    .orderBy('category')
    .orderBy('name')
    .orderBy('products.id')
    .orderBy('position')
    .orderBy('product_sizes.id')
    .execute()
  return {
    sizes: rows.map((row) => ({
      _id: row.id,
      product: row.product_id,
      name: row.name,
      category: row.category,
      size: labelOf(row),
      grams: row.grams,
      price: toDollars(row.price_cents),
      forAccounts: row.for_accounts === 1 || row.product_for_accounts === 1,
    })),
  }
}

async function columnsOf(tx: Tx, { breaks, prices, version: _version, ...head }: Edit) {
  if (head.floor === 0) throw wrongField('floor', 'Enter a price of more than $0, or leave it empty')
  const listed = prices.map(({ size, from, price }): ListedPrice => ({
    size,
    from,
    cents: price === null ? null : toCents(price),
  }))
  await requireSizes(tx, listed)
  const sorted = breaks.toSorted((one, other) => one.pounds - other.pounds)
  return {
    ...headRows.columnsOf(head),
    breaks: JSON.stringify(sorted),
    prices: JSON.stringify(
      listed.toSorted((one, other) => (one.size + one.from < other.size + other.from ? -1 : 1)),
    ),
  }
}

/** Throws 400 for a size that never existed. One that is no longer sold keeps its price. */
async function requireSizes(tx: Tx, prices: readonly ListedPrice[]): Promise<void> {
  const ids = [...new Set(prices.map(({ size }) => size))]
  if (ids.length === 0) return
  const found = await tx.selectFrom('product_sizes').select('id').where('id', 'in', ids).execute()
  if (found.length < ids.length) throw badRequest('A price is for a size that does not exist')
}

/** A list as the desk sees it. */
export function toPriceList(row: PriceListRow): PriceList {
  return {
    _id: row.id,
    ...headRows.editOf(row),
    breaks: breaksOf(row),
    prices: pricesIn(row).map(({ size, from, cents }) => ({
      size,
      from,
      price: cents === null ? null : toDollars(cents),
    })),
    version: row.version,
  }
}

export function breaksOf({ breaks }: Pick<PriceListRow, 'breaks'>): Break[] {
  return JSON.parse(breaks) as Break[]
}

export function pricesIn({ prices }: Pick<PriceListRow, 'prices'>): ListedPrice[] {
  return JSON.parse(prices) as ListedPrice[]
}

const breakText = (row: PriceListRow) =>
  breaksOf(row)
    .map(({ pounds, percent }) => `${percent}% from ${pounds} lb`)
    .join(', ')

const text = (cents: number | null | undefined) =>
  cents === undefined ? '' : cents === null ? 'none' : formatCents(cents)

/** Prices are counted in the change log: their sizes have no name in the row. */
function changesOf(before: PriceListRow, after: PriceListRow): Change[] {
  const was = new Map(pricesIn(before).map(({ size, from, cents }) => [`${size} ${from}`, cents]))
  const is = new Map(pricesIn(after).map(({ size, from, cents }) => [`${size} ${from}`, cents]))
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key))
  const [first] = changed
  const one = changed.length === 1 && first !== undefined
  return [
    ...headRows.changesOf(before, after),
    ...(breakText(before) === breakText(after)
      ? []
      : [{ field: 'Breaks', before: breakText(before), after: breakText(after) }]),
    ...(changed.length === 0
      ? []
      : [
          one
            ? { field: 'Price', before: text(was.get(first)), after: text(is.get(first)) }
            : { field: 'Prices', before: '', after: `${changed.length} changed` },
        ]),
  ]
}

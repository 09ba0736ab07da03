/** Price lists for wholesale accounts. Only admins see them: accounts read only their own prices, on the order page. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { count, day, dollars, id, idParams, message } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { priceListFields } from '../resources/price-list.ts'

const fields = schemasOf(priceListFields)

export const MAX_BREAKS = 6
const MAX_PRICES = 2000

const breaks = z
  .array(
    z.object({
      /** Of all coffee of the order. */
      pounds: count('The pounds', 100_000, 1),
      percent: count('The percentage', 50, 1),
    }),
  )
  .check(
    z.maxLength(MAX_BREAKS, `${MAX_BREAKS} breaks at most`),
    z.refine(
      (all) => new Set(all.map(({ pounds }) => pounds)).size === all.length,
      'Two breaks have the same pounds',
    ),
  )

const price = z.object({
  size: id,
  /** The first day; empty for always. */
  from: z._default(z.union([z.literal(''), day]), ''),
  /** In dollars; null: from that day on it has no price of its own. */
  price: z.nullable(dollars),
})

const prices = z.array(price).check(
  z.maxLength(MAX_PRICES, `${MAX_PRICES} prices at most`),
  z.refine(
    (all) => new Set(all.map(({ size, from }) => `${size} ${from}`)).size === all.length,
    'A size has two prices from the same day',
  ),
)

const priceList = z.object({ _id: id, ...fields.reply, breaks, prices, version: z.int() })
export type PriceList = z.infer<typeof priceList>

const priceListEdit = z.object({
  ...fields.edit,
  breaks: z._default(breaks, []),
  prices: z._default(prices, []),
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type PriceListEdit = z.infer<typeof priceListEdit>

const sizeOnSale = z.object({
  _id: id,
  product: id,
  name: z.string(),
  category: z.string(),
  /** Such as 5 lb; may be empty. */
  size: z.string(),
  grams: z.nullable(z.int()),
  /** In the shop. */
  price: dollars,
  forAccounts: z.boolean(),
})
export type SizeOnSale = z.infer<typeof sizeOnSale>

export const priceLists = contractOf('wholesale', {
  list: {
    method: 'GET',
    path: '/api/price-lists',
    access: 'admin',
    summary: 'The price lists, with the number of accounts that have each',
    reply: z.object({ priceLists: z.array(z.extend(priceList, { accounts: z.int() })) }),
  },
  sizes: {
    method: 'GET',
    path: '/api/price-lists/sizes',
    access: 'admin',
    summary: 'Every size that can have a price for accounts, with its price in the shop',
    reply: z.object({ sizes: z.array(sizeOnSale) }),
  },
  one: {
    method: 'GET',
    path: '/api/price-lists/:id',
    access: 'admin',
    summary: 'One price list',
    params: idParams,
    reply: priceList,
  },
  create: {
    method: 'POST',
    path: '/api/price-lists',
    access: 'admin',
    starts: true,
    summary: 'Adds a price list',
    body: priceListEdit,
    reply: priceList,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/price-lists/:id',
    access: 'admin',
    summary: 'Saves a price list. Orders that are placed keep their prices',
    params: idParams,
    body: priceListEdit,
    reply: priceList,
  },
  remove: {
    method: 'DELETE',
    path: '/api/price-lists/:id',
    access: 'admin',
    summary: 'Deletes a price list. 409 while an account has it',
    params: idParams,
    reply: message,
  },
})

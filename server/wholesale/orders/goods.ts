/** The goods of an order of an account: found as the checkout finds them, with the prices of the account. */
import { formatCents, formatDollars, toCents, type TaxRule } from '#shared/kernel/pricing.ts'
import { MAX_DOLLARS } from '#shared/kernel/fields.ts'
import { sumOrder } from '#shared/wholesale/order-sums.ts'
import { priceOf } from '#shared/wholesale/prices.ts'
import { isLineTaxed, taxOfLines } from '#shared/wholesale/tax.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { DeliveryMethod } from '#server/checkout/orders/place/delivery-method.ts'
import type { Priced } from '#server/checkout/orders/place/price-order.ts'
import { findGoods, type Goods } from '#server/checkout/quotes/goods.ts'
import type { OrderTerms } from './terms.ts'

export type WantedLine = { _id: string; sizeId: string; grind?: string | undefined; qty: number }

/**
 * The goods with the prices of the account. Throws 409 for goods that are not sold, or not to this account, and for part of a
 * case.
 * @param breaksCases whether part of a case is possible, because staff allow it
 */
export async function accountGoods(
  shop: Shop,
  company: string,
  terms: OrderTerms,
  lines: readonly WantedLine[],
  breaksCases = false,
): Promise<Goods[]> {
  const wanted = lines.map(({ grind, ...line }) => (grind ? { ...line, grind } : line))
  const found = await findGoods(shop, wanted, company)
  const packs = await packsOf(shop, found)
  const priced = found.map((goods) => {
    const size = {
      id: goods.sizeId,
      cents: goods.priceCents,
      grams: goods.sizeGrams,
      category: goods.category,
    }
    const ownCents = goods.box === undefined ? priceOf(terms.prices, size, terms.day) : null
    if (ownCents === null) throw notInList(goods)
    const isTaxed = isLineTaxed(goods.category, terms)
    return { ...goods, grams: goods.sizeGrams, listCents: goods.priceCents, ownCents, isTaxed }
  })
  if (!breaksCases) requireCases(priced, packs)
  const { lines: summed } = sumOrder(priced, terms)
  return summed.map(({ grams: _grams, ownCents: _own, ...goods }) => goods)
}

/** Prices the goods of an account. Throws 400 for an order that costs nothing or more than the API can say. */
export function priceAccount(shippingCents: number) {
  return (goods: readonly Goods[], { address }: DeliveryMethod, tax: TaxRule): Priced => {
    const lines = goods
      .toSorted((one, other) => one.position - other.position)
      .map((line) => ({ ...line, discountCents: 0, isTaxed: line.isTaxed ?? true }))
    const itemsCents = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)
    const taxCents = taxOfLines(lines, address.state, tax)
    const totalCents = itemsCents + shippingCents + taxCents
    if (itemsCents === 0) throw badRequest('The goods of an order must cost more than $0.00')
    if (totalCents > toCents(MAX_DOLLARS))
      throw badRequest(
        `An order may cost ${formatDollars(MAX_DOLLARS)} at most, and this one costs ${formatCents(totalCents)}. Split it`,
      )
    const totals = { itemsCents, shippingCents, taxCents, totalCents, discountCents: 0 }
    return { lines, totals, used: null, savedCents: 0 }
  }
}

/** The pieces of a case of those sizes that come in cases. */
export async function packsOf({ db }: Shop, goods: readonly Goods[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('product_sizes')
    .select(['id', 'pack'])
    .where(
      'id',
      'in',
      goods.map(({ sizeId }) => sizeId),
    )
    .where('pack', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, pack }) => [id, pack!]))
}

/** All grinds of a size together make whole cases. */
function requireCases(goods: readonly Goods[], packs: ReadonlyMap<string, number>): void {
  for (const [sizeId, lines] of Map.groupBy(goods, (each) => each.sizeId)) {
    const pack = packs.get(sizeId)
    const pieces = lines.reduce((sum, { qty }) => sum + qty, 0)
    if (pack === undefined || pieces % pack === 0) continue
    const { title } = lines[0]!
    throw conflict(
      `${title} comes in cases of ${pack}: order ${pieces - (pieces % pack) || pack} or ${pieces + pack - (pieces % pack)}`,
      {
        code: 'pack',
        sizeId,
        pack,
      },
    )
  }
}

function notInList({ title, productId, sizeId }: Goods) {
  return conflict(`${title} is not in your price list`, { code: 'stock', productId, sizeId, countInStock: 0 })
}

/** The prices of an order that is being placed: goods, discount, shipping and tax, compared with what the buyer saw. */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { MAX_DOLLARS } from '#shared/kernel/fields.ts'
import { discountLines, type CartLine } from '#shared/kernel/discounts.ts'
import {
  formatDollars,
  priceCart,
  toCents,
  toDollars,
  type CartTotals,
  type TaxRule,
} from '#shared/kernel/pricing.ts'
import {
  discountFor,
  findCode,
  markCovered,
  type FoundDiscount,
  type GivenDiscount,
} from '../../discounts/find-discount.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import type { Goods } from '../../quotes/goods.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { shippingCentsOf, type Pricing } from './delivery-method.ts'

/** `used` is the discount that the order uses, and `savedCents` what the buyer saves with it, including shipping. */
export type Priced = {
  /** The goods in the order of the request, each with its discount. */
  lines: (Goods & { discountCents: number })[]
  totals: CartTotals
  used: FoundDiscount | GivenDiscount | null
  savedCents: number
}

/** The discount of the code in a request; null if there is none. Throws 409 and 429 as `discountFor` and `findCode` do. */
export async function discountOf(
  shop: Shop,
  user: Buyer,
  { discountCode }: Pick<PlaceOrder, 'discountCode'>,
  goods: readonly Goods[],
  ip: string,
  exceptOrder = '',
): Promise<FoundDiscount | null> {
  if (!discountCode) return null
  const row = await findCode(shop, discountCode, ip)
  return discountFor(shop, row, goods, { userId: user._id, email: user.email }, exceptOrder)
}

/**
 * Prices the goods. A code that saves nothing, because the shipping is free anyway, is not used. Throws 400, and 409 with
 * the code `discount`, if the order would cost nothing, and 400 if it would cost more than the API can say.
 */
export function priceGoods(
  goods: readonly Goods[],
  method: Pricing,
  tax: TaxRule,
  found: FoundDiscount | GivenDiscount | null,
): Priced {
  // In the order of the request, so that the browser spreads a discount in the same way.
  const asRequested = goods.toSorted((one, other) => one.position - other.position)
  const covers = found && 'row' in found ? found.row : ALL_GOODS
  const lines: (Goods & CartLine)[] = found ? markCovered(asRequested, covers) : asRequested
  const discount = found?.discount ?? null
  const shippingCents = shippingCentsOf(method, priceCart(lines, 0, null, tax, discount))
  const totals = priceCart(lines, shippingCents, method.address.state, tax, discount)
  // Without the code, a subscription still has its discount.
  const ownCents = discountLines(asRequested, null).reduce((sum, cents) => sum + cents, 0)
  const savedCents = totals.discountCents - ownCents + shippingCents - totals.shippingCents
  if (totals.totalCents === 0) throw costsNothing(savedCents > 0 && found)
  if (totals.totalCents + totals.discountCents > toCents(MAX_DOLLARS)) throw costsTooMuch()
  const discounts = discountLines(lines, discount)
  return {
    lines: asRequested.map((line, index) => ({ ...line, discountCents: discounts[index]! })),
    totals,
    used: savedCents > 0 ? found : null,
    savedCents,
  }
}

type Shown = Pick<PlaceOrder, 'itemsPrice' | 'discountPrice' | 'shippingPrice' | 'taxPrice' | 'totalPrice'>

/** A discount without a code is for all goods but works of art, as a code that names no goods. */
const ALL_GOODS = { categories: '[]', products: '[]' }

/** Throws 409 with the new totals if they differ from those that the buyer saw. */
export function requireSameTotals(body: Shown, totals: CartTotals): void {
  const fresh = {
    itemsPrice: toDollars(totals.itemsCents),
    discountPrice: toDollars(totals.discountCents),
    shippingPrice: toDollars(totals.shippingCents),
    taxPrice: toDollars(totals.taxCents),
    totalPrice: toDollars(totals.totalCents),
  }
  for (const [name, value] of Object.entries(fresh)) {
    const shown = body[name as keyof typeof fresh]
    if (shown !== undefined && toCents(Number(shown)) !== toCents(value)) {
      throw conflict('Prices have changed. Please check the new total', { code: 'prices', ...fresh })
    }
  }
}

function costsNothing(found: FoundDiscount | GivenDiscount | null | false) {
  if (!found) return badRequest('The total of an order must be more than $0.00')
  if (!('row' in found))
    return conflict('With this discount the order would cost nothing. Give a smaller one', {
      code: 'discount',
    })
  const message = 'With this code the order would cost nothing, and then it cannot be paid'
  return conflict(`${message}. Add something, or use another code`, { code: 'discount' })
}

function costsTooMuch() {
  return badRequest(
    `An order may cost ${formatDollars(MAX_DOLLARS)} at most. Order less at a time, or write to us about wholesale`,
  )
}

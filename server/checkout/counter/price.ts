/** What an order costs that staff place: the quote, the codes, the gift cards and the stock of the checkout. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { counter } from '#shared/checkout/api/counter.ts'
import { roundingOf } from '#shared/checkout/tenders.ts'
import { formatDollars, toCents, toDollars, type CartTotals } from '#shared/kernel/pricing.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { taxRuleOf } from '#shared/platform/settings/selling.ts'
import { wrongField, conflict } from '#server/kernel/errors.ts'
import { needOfGoods } from '#server/roastery/delivery/capacity.ts'
import { hasCoffee, noticeOf, pickupNoticeOf } from '#server/roastery/delivery/delivery.ts'
import { requireOrdersAccepted, scheduleOf, type Schedule } from '#server/roastery/delivery/schedule.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { OrderRow, QuoteRow } from '#server/kernel/db/schema.ts'
import type { GivenDiscount } from '../discounts/find-discount.ts'
import { sumOf } from '../gift-cards/spend.ts'
import { addressOf, addressOfBar } from '../orders/place/delivery-method.ts'
import { spendingOf } from '../orders/place/pay.ts'
import { discountOf, priceGoods, type Priced } from '../orders/place/price-order.ts'
import { requireStock } from '../orders/stock.ts'
import { findGoods, totalsOfSizes, type Goods } from '../quotes/goods.ts'
import { recipientOf } from '../quotes/parcel.ts'
import { quoteGoods } from '../quotes/quotes.ts'
import { buyerOf, requireMayPlace, requireNoSubscription } from './buyer.ts'

type Wanted = Body<typeof counter.quote>

/**
 * Prices an order that staff place. Stores a shipping quote if it has an address. Throws what an order of the checkout throws,
 * and 403 for what the role may not do.
 * @param ip the client address of the request
 */
export async function quoteForBuyer(
  shop: Shop,
  staff: SignedIn,
  wanted: Wanted,
  ip: string,
): Promise<Reply<typeof counter.quote>> {
  requireMayPlace(staff, wanted)
  // Only a quote of a carrier costs something: the counter asks for prices after each press.
  if (wanted.shippingAddress) await shop.limits.count('shipping', ip)
  const buyer = await buyerOf(shop, staff, wanted.via, wanted.person)
  const goods = await goodsForBuyer(shop, wanted)
  requireStock(totalsOfSizes(goods))
  const schedule = await scheduleOf(shop)
  const { shippingAddress } = wanted
  const quote = shippingAddress
    ? await quoteGoods(shop, null, {
        address: await addressOf(shop, wanted),
        recipient: recipientOf(shippingAddress, buyer),
        goods,
      })
    : null
  const method = { address: { state: await stateOf(shop, wanted) }, settings: schedule }
  const discount = givenDiscount(wanted) ?? (await discountOf(shop, buyer, wanted, goods, ip))
  const tax = taxRuleOf(await sellingOf(shop))
  const priced = priceGoods(goods, quote ? { ...method, quote } : method, tax, discount)
  const spending = await spendingOf(shop, ip, { giftCards: wanted.giftCards }, priced.totals)
  return {
    ...(await pricesOf(shop, priced.totals, priced.used?.label ?? '', sumOf(spending))),
    items: itemsOf(priced),
    quoteId: quote?.id ?? null,
    service: quote ? `${quote.provider} ${quote.service}` : '',
    ...(await datesOf(shop, schedule, wanted, goods, quote)),
  }
}

/**
 * The goods of an order that staff place. Throws 409 for goods that are not on sale or cannot be taken along, and if the shop
 * takes no orders now.
 */
export async function goodsForBuyer(shop: Shop, { orderItems, taken }: Wanted): Promise<Goods[]> {
  requireNoSubscription(orderItems)
  if (!taken) await requireOrdersAccepted(shop)
  const goods = await findGoods(shop, orderItems)
  const later = taken && goods.find(({ isRoastedToOrder }) => isRoastedToOrder)
  if (later)
    throw conflict(`${later.title} is roasted to order. Choose pickup or shipping`, {
      code: 'stock',
      productId: later.productId,
      sizeId: later.sizeId,
    })
  return goods
}

/** The discount that staff give; null if they give none. Throws 400. */
export function givenDiscount({ discount, discountCode }: Wanted): GivenDiscount | null {
  if (!discount) return null
  if (discountCode) throw wrongField('discountCode', 'Use a code or give a discount, but not both')
  const { kind, value } = discount
  if (kind === 'shipping') return { discount: { kind }, label: FREE_SHIPPING }
  if (value === 0) throw wrongField('value', 'Enter the discount')
  if (kind === 'amount')
    return { discount: { kind, cents: toCents(value) }, label: `${formatDollars(value)} off` }
  if (value > 100 || !Number.isInteger(value))
    throw wrongField('value', 'Enter a whole percentage from 1 to 100')
  return { discount: { kind, percent: value }, label: `${value}% off` }
}

const FREE_SHIPPING = 'free shipping'

/** The discount that staff gave for an order, from its label and its reason; null if they gave none. */
export function agreedDiscount({
  discount_label: label,
  discount_reason: reason,
}: Pick<OrderRow, 'discount_label' | 'discount_reason'>): NonNullable<Wanted['discount']> | null {
  if (label === '' || reason === '') return null
  if (label === FREE_SHIPPING) return { kind: 'shipping', value: 0, reason }
  return {
    kind: label.includes('%') ? 'percent' : 'amount',
    value: Number(label.replace(/[^\d.]/g, '')),
    reason,
  }
}

/** Tax is that of the address, or of the shop if the goods are picked up or taken along. */
async function stateOf(shop: Shop, wanted: Wanted): Promise<string | null> {
  if (wanted.taken || wanted.pickup) return (await addressOfBar(shop)).state
  return wanted.shippingAddress ? (await addressOf(shop, wanted)).state : null
}

export async function pricesOf(shop: Shop, totals: CartTotals, label: string, cardCents: number) {
  const due = totals.totalCents - cardCents
  const { roundsCash } = await sellingOf(shop)
  const rounding = roundingOf(due, roundsCash)
  return {
    itemsPrice: toDollars(totals.itemsCents),
    discountPrice: toDollars(totals.discountCents),
    discountLabel: label,
    shippingPrice: toDollars(totals.shippingCents),
    taxPrice: toDollars(totals.taxCents),
    totalPrice: toDollars(totals.totalCents),
    giftCardPrice: toDollars(cardCents),
    due: toDollars(due),
    rounding: toDollars(rounding),
    cash: toDollars(due + rounding),
    roundsCash,
  }
}

function itemsOf({ lines }: Priced) {
  return lines.map((line) => ({
    product: line.productId,
    sizeId: line.sizeId,
    name: lineTitle({ name: line.name, size: line.sizeGrams, sizeLabel: line.sizeLabel, grind: line.grind }),
    qty: line.qty,
    price: toDollars(line.priceCents),
    discount: toDollars(line.discountCents),
    picture: line.image,
    left: line.left,
    isRoastedToOrder: line.isRoastedToOrder,
  }))
}

async function datesOf(
  shop: Shop,
  schedule: Schedule,
  { taken }: Wanted,
  goods: Goods[],
  quote: QuoteRow | null,
) {
  if (taken) return { delivery: null, pickup: null }
  const of = { hasCoffee: hasCoffee(goods), need: await needOfGoods(shop, schedule, goods) }
  const carrierDays = quote?.estimated_days ?? null
  return {
    delivery: noticeOf(shop, schedule, { ...of, carrierDays }),
    pickup: schedule.pickup ? pickupNoticeOf(shop, schedule, of) : null,
  }
}

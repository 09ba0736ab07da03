/** Places an order: computes prices, tax and shipping, takes the stock, and writes all rows in one transaction. */
import { HORIZON } from '#shared/platform/delivery.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { TaxRule } from '#shared/kernel/pricing.ts'
import { taxRuleOf } from '#shared/platform/settings/selling.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { allOrNone, allOrNoneChecked } from '#server/kernel/db/all-or-none.ts'
import { conflict } from '#server/kernel/errors.ts'
import { answerOnce, attemptOf, saveReply, type Attempt } from '#server/platform/http/idempotency.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { tellFullDays } from '#server/roastery/delivery/bookings.ts'
import { requireOrdersAccepted } from '#server/roastery/delivery/schedule.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { type Buyer, signOrderLink } from '#server/platform/sessions/guests.ts'
import { keepUsedAddress } from '../../addresses/addresses.ts'
import type { Spending } from '../../gift-cards/spend.ts'
import { findGoods, totalsOfSizes, type Goods } from '../../quotes/goods.ts'
import { requireStock, takeStock } from '../stock.ts'
import { signUpOf, type SignUp } from '../../new-subscriptions/sign-up.ts'
import { changedOrderOf, closeChanged, freeChanged, tellChanged, withTaken } from './changed-order.ts'
import { guardHoldLimits, holderOf, requireWithinHoldLimits } from './hold-limits.ts'
import { insertOrder, newOrder, type OrderParts } from './new-order.ts'
import { afterPaid, cardSteps, requirePaypal, spendingOf } from './pay.ts'
import { addressOf, deliveryMethodOf } from './delivery-method.ts'
import {
  bookingOf,
  firstSteps,
  isMailedIfUnpaid,
  mailIfUnpaid,
  readAgain,
  tellStock,
  useDiscount,
} from './order-steps.ts'
import { discountOf, priceGoods, requireSameTotals, type Priced } from './price-order.ts'
import type { Express, OrderRequest } from './request.ts'

const REQUEST = { route: 'POST /api/orders', what: 'order' }
/** The number of attempts to write the order if other requests change the same products, or its number is taken. */
const ATTEMPTS = 5

/**
 * Places an order and holds its stock until the hold expires. The same idempotency key with the same body returns the
 * same order again; with another body it throws 422. `body` has the ids and quantities of the goods, the payment
 * method, an address with a quote id or a pickup, and a discount code if there is one. Throws 409 with the current
 * totals if the totals of `body` differ from the server's. Throws 409 or 429 for an account or network that holds too
 * much without paying (hold-limits.ts), and 429 for a network from which guests placed too many orders. An email
 * address that received too many mails about unpaid orders today gets no further mail about them. A guest gets the
 * token of a link to the order, in `guestLink`. The order that `body.changes` names is canceled in the same transaction.
 */
export async function placeOrder(
  shop: Shop,
  user: Buyer,
  body: PlaceOrder,
  http: Http,
  express: Express | null = null,
): Promise<PlacedOrder> {
  return placeOnce(shop, user, http, REQUEST, async (attempt) => {
    await requireOrdersAccepted(shop)
    if (user._id === null && !express) await shop.limits.count('guest', http.device.ip)
    const address = await addressOf(shop, body)
    const goods = await findGoods(shop, body.orderItems)
    const changed = await changedOrderOf(shop, user, body)
    const method = await deliveryMethodOf(shop, user, body, address, goods, changed?.id)
    const holder = holderOf(user, http.device.ip)
    const request = { shop, ip: http.device.ip, user, holder, body, address, method, changed, express }
    const placed = await placeRequest({ ...request, staff: null, account: null }, goods, attempt)
    await keepUsedAddress(shop, user, body)
    return placed
  })
}

export type Http = { idempotencyKey: HttpContext['idempotencyKey']; device: { ip: string } }

export type PlacedOrder = Order & { guestLink?: string }

/**
 * Places an order once per idempotency key, and adds the link of a guest's order. The link is signed for each reply, so that
 * the stored replies contain none.
 * @param request the route, and the word for its requests in the error message about a reused key
 */
export async function placeOnce(
  shop: Shop,
  user: Buyer,
  { idempotencyKey: key }: Http,
  request: Parameters<typeof attemptOf>[1],
  place: (attempt: Attempt | null) => Promise<Order>,
): Promise<PlacedOrder> {
  const attempt = attemptOf(user, request, key)
  const order = await answerOnce(shop.db, attempt, () => place(attempt))
  return user._id === null ? { ...order, guestLink: await signOrderLink(shop, order._id) } : order
}

/**
 * Prices the order from the current products and writes it. If a product has changed since it was read, reads the
 * products again, and then refuses the order or uses the new prices. If other orders have filled the roast day in the
 * meantime, uses the next roast day. A pickup order is refused instead, because its buyer has chosen the day.
 */
export async function placeRequest(
  request: OrderRequest,
  found: Goods[],
  attempt: Attempt | null,
): Promise<Order> {
  const placed = await writeRequest(request, found, attempt)
  request.shop.crash('after-order-commit')
  if (request.account) request.shop.mailSignal.raise()
  else if (placed.isPaid || request.staff?.isPaid) await afterPaid(request.shop, placed._id)
  return placed
}

async function writeRequest(request: OrderRequest, found: Goods[], attempt: Attempt | null): Promise<Order> {
  const { shop, user, holder, body, ip, express, staff, account } = request
  const selling = await sellingOf(shop)
  const tax = taxRuleOf(selling)
  let goods = found
  let { method, changed } = request
  let isMailed: boolean | undefined
  let fullDays = 0
  for (let count = 1; count <= ATTEMPTS && fullDays <= HORIZON; count++) {
    const sizes = withTaken(totalsOfSizes(goods), changed)
    requireStock(sizes)
    const discount = staff?.discount ?? (await discountOf(shop, user, body, goods, ip, changed?.id))
    const priced = (account?.price ?? priceGoods)(goods, method, tax, discount)
    requireSameTotals(body, priced.totals)
    const spending = await spendingOf(shop, ip, body, priced.totals, changed?.id)
    const signUp = await signUpOf(shop, goods, body)
    if (signUp) requirePaypal(body, spending, priced.totals)
    if (holder) await requireWithinHoldLimits(shop, holder, sizes, changed?.id)
    isMailed ??= isMailedIfUnpaid(request) ?? (await shop.limits.mayMail('order', user.email))
    const placing = { goods, priced, tax, spending, signUp, holdMinutes: selling.holdMinutes, attempt: count }
    const order = newOrder(shop, partsOf({ ...request, method }, placing))
    const booking = bookingOf(request, order, method)
    const first = [
      ...firstSteps(request, method, signUp),
      ...(changed ? closeChanged(shop, user, changed, sizes) : []),
    ]
    const then = [
      ...takeStock(shop.db, sizes),
      ...insertOrder(shop, order),
      ...(express?.stepsFor(order.row) ?? []),
      ...booking,
      ...(signUp?.stepsFor(order.row) ?? []),
      ...(changed ? freeChanged(shop, changed, { used: priced.used, spending }) : []),
      ...useDiscount(request, priced, order.row.id),
      ...cardSteps(shop, order.row, spending),
      ...(isMailed ? mailIfUnpaid(request, order.row) : []),
      ...(holder ? guardHoldLimits(shop, holder, order.row.id) : []),
      ...((await (staff ?? account)?.stepsFor(order.row)) ?? []),
      ...(attempt ? [{ query: saveReply(shop.db, shop.clock, attempt, order.reply) }] : []),
    ]
    const unmet = account
      ? await allOrNoneChecked(shop.db, [first, (tx) => account.require(tx, priced), then])
      : await allOrNone(shop.db, [...first, ...then])
    if (!unmet) {
      tellStock(shop, sizes)
      if (method.need) await tellFullDays(shop, order.roastDays, method.need)
      if (changed) await tellChanged(shop, changed)
      return order.reply
    }
    if (express && unmet === express.claim) throw conflict('This order is being placed')
    if (account && booking.includes(unmet)) throw await account.full(goods)
    ;({ changed, goods, method } = await readAgain(request, method))
    // A full roast day does not count as an attempt: it does not mean that the prices or the stock have changed.
    if (booking.includes(unmet)) {
      fullDays++
      count--
    }
  }
  throw conflict('The prices or the stock of these products are being changed. Please try again')
}

/** The arguments of `newOrder`: goods, prices, discounts, tax and delivery. */
function partsOf(
  { user, body, method, express, staff, account }: OrderRequest,
  { goods, priced, tax, spending, signUp, holdMinutes, attempt }: Placing,
): OrderParts {
  const labels = [signUp?.label, priced.used?.label]
  return {
    user,
    method,
    goods,
    lines: priced.lines,
    totals: priced.totals,
    tax,
    spending,
    discountLabel: labels.filter(Boolean).join(', '),
    savesMethod: signUp !== null,
    giftNote: body.gift ? body.gift.note.replace(/\r\n?/g, '\n') : null,
    payWith: staff?.payWith ?? body.paymentMethod,
    holdTime: (staff ?? account)?.holdTime ?? holdMinutes * MINUTE,
    staff: staff?.columns,
    account: account?.columns,
    // If the number was taken, the next attempt uses another one.
    ...(express ? { known: { id: express.id, ...(attempt === 1 ? { number: express.number } : {}) } } : {}),
  }
}

type Placing = {
  goods: Goods[]
  priced: Priced
  tax: TaxRule
  spending: Spending
  signUp: SignUp | null
  holdMinutes: number
  attempt: number
}

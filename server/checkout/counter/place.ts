/** Staff place an order for a buyer. It is an order like any other: the verbs of the checkout price it and write it. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { counter, CounterSale } from '#shared/checkout/api/counter.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { METHOD_NAMES } from '#shared/platform/pay-methods.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { changeStep } from '#server/platform/change-log/change-log.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { requirePart } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import { addressOf, addressOfBar, deliveryMethodOf } from '../orders/place/delivery-method.ts'
import { placeOnce, placeRequest, type Http } from '../orders/place/place-order.ts'
import type { ByStaff } from '../orders/place/request.ts'
import type { Goods } from '../quotes/goods.ts'
import { buyerOf, requireEmail, requireMayPlace } from './buyer.ts'
import { givenDiscount, goodsForBuyer } from './price.ts'
import { readSale } from './sale.ts'
import { nameOfTender, planTenders, takeSteps } from './tenders.ts'

type Wanted = Body<typeof counter.place>

const REQUEST = { route: 'POST /api/counter/orders', what: 'order' }
/** How long a mailed link holds the goods, if staff do not say it. */
const LINK_DAYS = 2

/**
 * Places an order for a buyer, and takes the money if it is paid at the counter, in one transaction. A repeated call with the
 * same idempotency key places no second order. Throws what the checkout throws: 409 if prices or stock have changed; and 400,
 * 403 and 404 for a buyer, a discount or a payment that is not possible.
 */
export async function placeForBuyer(
  shop: Shop,
  staff: SignedIn,
  wanted: Wanted,
  http: Http,
): Promise<CounterSale> {
  requireMayPlace(staff, wanted)
  if (wanted.via === 'counter') await requirePart(shop, { part: 'counter', starts: true, access: 'barista' })
  requireOnePlace(wanted)
  const { _id } = await placeOnce(shop, staff, http, REQUEST, async (attempt) => {
    const buyer = await buyerOf(shop, staff, wanted.via, wanted.person)
    const goods = await goodsForBuyer(shop, wanted)
    const request = await requestOf(shop, staff, buyer, wanted, goods)
    const placed = await placeRequest({ ...request, ip: http.device.ip }, goods, attempt)
    shop.mailSignal.raise()
    return placed
  })
  return readSale(shop, staff, _id)
}

function requireOnePlace({ taken, pickup, shippingAddress, shippingQuote, payment }: Wanted): void {
  const places = [taken, pickup, shippingAddress].filter(Boolean)
  if (places.length !== 1) throw badRequest('Choose one of shipping, pickup and taken along')
  if (shippingAddress && !shippingQuote) throw badRequest('A shipping quote is required')
  if (taken && payment.by === 'link') throw badRequest('Goods that are taken along are paid at once')
  if (payment.by === 'tender' && !payment.tender) throw badRequest('Choose cash or the card machine')
}

async function requestOf(shop: Shop, staff: SignedIn, buyer: Buyer, wanted: Wanted, goods: Goods[]) {
  const body = bodyOf(wanted)
  const address = wanted.taken ? await addressOfBar(shop) : await addressOf(shop, body)
  const method = wanted.taken
    ? { address, settings: await scheduleOf(shop), taken: true as const }
    : await deliveryMethodOf(shop, buyer, body, address, goods)
  const byStaff = await byStaffOf(shop, staff, buyer, wanted)
  return {
    shop,
    user: buyer,
    holder: null,
    body,
    address,
    method,
    changed: null,
    express: null,
    staff: byStaff,
    account: null,
  }
}

/** The part of the request that an order of the checkout has too. */
function bodyOf({
  via: _via,
  person: _person,
  taken: _taken,
  discount,
  payment: _payment,
  ...order
}: Wanted) {
  const { discountCode, ...rest } = order
  return {
    ...rest,
    ...(discount ? {} : { discountCode }),
    paymentMethod: METHOD_NAMES.paypal,
  } as PlaceOrder
}

async function byStaffOf(shop: Shop, staff: SignedIn, buyer: Buyer, wanted: Wanted): Promise<ByStaff> {
  const { via, person, taken, discount, payment } = wanted
  const given = givenDiscount(wanted)
  if (payment.by === 'link') requireEmail(buyer)
  return {
    columns: {
      via,
      placed_by: staff.name,
      discount_reason: discount?.reason ?? '',
      is_taken: taken ? 1 : 0,
      phone: normalPhone(person.phone ?? '') ?? '',
    },
    discount: given,
    payWith: payment.by === 'tender' ? nameOfTender(payment.tender!) : METHOD_NAMES.paypal,
    holdTime: payment.by === 'link' ? (payment.days ?? LINK_DAYS) * DAY : null,
    isPaid: payment.by !== 'link',
    stepsFor: async (row) => [
      ...(await paymentSteps(shop, staff, wanted, row)),
      recordStep(shop, staff, wanted, row),
    ],
  }
}

async function paymentSteps(
  shop: Shop,
  { name }: SignedIn,
  { payment }: Wanted,
  row: OrderRow,
): Promise<Step[]> {
  // Gift cards pay all of it, so it is paid already.
  if (row.paid_at !== null || payment.by === 'link') return []
  const cents = row.total_cents - row.gift_card_cents
  if (payment.by === 'gift-card')
    throw conflict(`${formatCents(cents)} is left to pay. Take the rest in cash or with the card machine`, {
      code: 'gift-card',
    })
  return takeSteps(shop, row, await planTenders(shop, cents, payment.tender!), name)
}

const ACTIONS = { phone: 'Placed by phone', counter: 'Placed at the counter' }

function recordStep(shop: Shop, staff: SignedIn, { via, discount }: Wanted, row: OrderRow): Step {
  const changes = [
    { field: 'Total', before: '', after: formatCents(row.total_cents) },
    { field: 'Paid with', before: '', after: row.payment_method },
    { field: 'Discount', before: '', after: discount ? row.discount_label : '' },
    { field: 'Reason', before: '', after: row.discount_reason },
  ]
  return changeStep(shop.db, shop, staff, {
    subject: 'order',
    id: row.id,
    name: `Order ${row.number} of ${row.buyer_name}`,
    action: ACTIONS[via],
    changes: changes.filter(({ after }) => after !== ''),
  })
}

/**
 * Invents two gift subscriptions: one shipped to an address, with paid deliveries, and one sent by email and not opened
 * yet. Jobs skip both (server/platform/invented.ts).
 */
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { shippingPrice, subscriberPrice, DEFAULT_TAX, toCents } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import {
  firstOpen,
  followingOf,
  nameOfTaste,
  type GiftCount,
  type Taste,
  type Weeks,
} from '#shared/platform/subscriptions.ts'
import { cardLine } from '#server/checkout/gift-cards/line.ts'
import { GIFT_SUBSCRIPTION } from '#server/platform/outbox/order-mail.ts'
import { addressColumns, giftText } from '#server/subscriptions/gifts/buy.ts'
import { divideShare } from '#server/subscriptions/gifts/price.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { inventPrepaid } from './gift-cards.ts'
import { inventOrder } from './order.ts'
import { idAt, later, type NewOrder, note, type Rows } from './rows.ts'
import { bagOf, orderOf, type Setting } from './setting.ts'
import { deliveryOf, itemRow, plan } from './subscriptions.ts'

type CardRow = Rows['gift_cards'][number]
type GiftRow = Rows['gift_subscriptions'][number]

type DemoGift = {
  from: string
  daysAgo: number
  deliveries: GiftCount
  weeks: Weeks
  /** The number of a coffee, or those of roaster's choice. */
  coffee: { no: number } | { taste: Taste; nos: readonly number[] }
  note: string
  to: { name: string } & ({ email: string } | { address: string; city: string; postalCode: string })
}

/** A person at an address in Virginia, whose state has sales tax. */
const STATE = 'VA'

const GIFTS: readonly DemoGift[] = [
  {
    from: 'Nadia Rahimi',
    daysAgo: 36,
    deliveries: 6,
    weeks: 2,
    coffee: { taste: 'chocolate', nos: [8, 2, 9] },
    note: 'A quiet cup every morning. Love, Nadia',
    to: { name: 'Tomas Reyes', address: '307 Center Street S', city: 'Vienna', postalCode: '22180' },
  },
  {
    from: 'Sofia Almeida',
    daysAgo: 12,
    deliveries: 3,
    weeks: 4,
    coffee: { no: 1 },
    note: 'Congratulations on the new kitchen!',
    to: { name: 'Maya Lindgren', email: 'maya.lindgren@demo.example' },
  },
]

const { percent, choicePrice, giftShipping } = SUBSCRIBING_DEFAULTS

/** Adds the gift subscriptions to `rows`. */
export function inventGifts(setting: Setting): void {
  for (const of of GIFTS) inventGift(setting, of)
}

function inventGift(setting: Setting, of: DemoGift): void {
  const { rows, now } = setting
  const at = new Date(now.getTime() - of.daysAgo * DAY - 2 * HOUR)
  const goods = subscriberPrice(
    'no' in of.coffee ? bagOf(setting, of.coffee.no).size.price_cents : toCents(choicePrice),
    percent,
  )
  const share = goods + shippingPrice(goods, toCents(giftShipping), null)
  const order = inventPrepaid(setting, of.from, at, share * of.deliveries)
  const card = cardOf(setting, of, order)
  const gift = giftOf(setting, of, { order, card, share, goods })
  rows.order_lines.push(cardLine({ id: order.id, total_cents: order.total_cents }, giftText(of, gift)))
  rows.gift_cards.push(card)
  rows.gift_card_moves.push({
    id: idAt(new Date(order.paid_at!), setting.random),
    card_id: card.id,
    cents: card.cents,
    kind: 'issued',
    order_id: order.id,
    refund_id: null,
    actor: of.from,
    at: order.paid_at!,
  })
  if ('address' in of.to) subscribe(setting, of, { gift, card })
  rows.gift_subscriptions.push(gift)
}

/** As server/subscriptions/gifts/buy.ts makes it. */
function cardOf({ random }: Setting, { to }: DemoGift, order: NewOrder): CardRow {
  const id = idAt(new Date(order.created_at), random)
  return {
    id,
    code_hash: `gift subscription invented for the demo ${id}`,
    sealed_code: null,
    last_four: 'GIFT',
    state: 'active',
    cents: order.total_cents,
    balance_cents: order.total_cents,
    order_id: order.id,
    recipient_name: to.name,
    send_on: '9999-12-31',
    is_subscription: 1,
    created_at: order.created_at,
    issued_at: order.paid_at!,
  }
}

type Bought = { order: NewOrder; card: CardRow; share: number; goods: number }

function giftOf(setting: Setting, of: DemoGift, { order, card, share, goods }: Bought): GiftRow {
  const { coffee, to } = of
  const bag = 'no' in coffee ? bagOf(setting, coffee.no) : null
  const paid = order.paid_at!
  const id = idAt(new Date(order.created_at), setting.random)
  const size = bag && labelOf({ label: bag.size.label, grams: bag.size.grams ?? null })
  return {
    id,
    order_id: order.id,
    card_id: card.id,
    subscription_id: null,
    deliveries: of.deliveries,
    share_cents: share,
    goods_cents: goods,
    weeks: of.weeks,
    product_id: bag?.product.id ?? null,
    size_id: bag?.size.id ?? null,
    taste: 'taste' in coffee ? coffee.taste : null,
    grind: WHOLE_BEAN,
    coffee:
      'taste' in coffee ? nameOfTaste(coffee.taste) : [bag!.product.name, size].filter(Boolean).join(', '),
    sender_name: of.from,
    note: of.note,
    recipient_name: to.name,
    ...placeOf(to),
    starts_on: null,
    code_hash: `invented for the demo ${id}`,
    sealed_code: null,
    begun_at: paid,
    sent_at: 'email' in to ? later(new Date(paid), MINUTE) : null,
    opened_at: null,
    told_at: null,
    corrections: 0,
    version: 1,
    created_at: order.created_at,
    updated_at: paid,
  }
}

function placeOf(to: DemoGift['to']) {
  if ('email' in to) return { recipient_email: to.email, ...addressColumns(null) }
  const { address, city, postalCode } = to
  const place = { address, address2: '', city, state: STATE, postalCode, country: 'US' }
  return { recipient_email: '', ...addressColumns(place) }
}

type Running = { gift: GiftRow; card: CardRow }

/** The subscription of a gift to an address, and the deliveries that its card has paid. */
function subscribe(setting: Setting, of: DemoGift, { gift, card }: Running): void {
  const { rows, random, now } = setting
  const begun = new Date(gift.begun_at!)
  const id = idAt(begun, random)
  gift.subscription_id = id
  let number = 1
  let next = firstOpen(plan, nowAt({ now: () => begun }).day, nowAt({ now: () => begun }))!
  let last: string | null = null
  for (; number < of.deliveries; number++) {
    const days = plan.daysOf(next)!
    const at = new Date(Date.parse(utcOf(days.chargeAt)) + 3 * MINUTE)
    if (at.getTime() > now.getTime() - HOUR) break
    const delivery = deliver(setting, of, { gift, card, at, number })
    rows.subscription_deliveries.push(deliveryOf(setting, id, number, days, delivery))
    last = days.plannedOn
    next = followingOf(plan, days, of.weeks)!
  }
  const { address = '', address2 = '', city = '', ship_state = '', postal_code = '', country = '' } = gift
  const place = { address, address2, city, ship_state, postal_code, country, recipient: null, phone: '' }
  rows.subscriptions.push({
    user_id: null,
    is_guest: 0,
    buyer_name: gift.recipient_name,
    buyer_email: '',
    ...place,
    is_pickup: 0,
    gift_note: of.note,
    id,
    next_on: next,
    canceled_at: null,
    cancel_reason: '',
    status: 'gift',
    weeks: of.weeks,
    discount_percent: 0,
    payment_method_id: null,
    next_number: number,
    last_on: last,
    charge_after: null,
    announced_shipping_cents: null,
    consent_text: '',
    consented_at: gift.begun_at!,
    reminded_at: gift.begun_at!,
    created_at: gift.begun_at!,
    updated_at: gift.begun_at!,
  })
  const { product_id, size_id, taste, grind, goods_cents: price_cents } = gift
  const what = { product_id, size_id, taste, grind, qty: 1, price_cents }
  rows.subscription_items.push(itemRow(setting, id, gift.begun_at!, what))
}

type Delivery = { gift: GiftRow; card: CardRow; at: Date; number: number }

/** The order of a delivery, whose bag and shipping cost together what was paid for it. */
function deliver(setting: Setting, of: DemoGift, { gift, card, at, number }: Delivery): NewOrder {
  const { share_cents: share } = gift
  const { goods, shipping } = divideShare(gift, STATE, DEFAULT_TAX)
  const no = 'no' in of.coffee ? of.coffee.no : of.coffee.nos[(number - 1) % of.coffee.nos.length]!
  const bag = bagOf(setting, no)
  const price_cents = Math.max(bag.size.price_cents, goods)
  const bought = [{ ...bag, size: { ...bag.size, price_cents }, discountCents: price_cents - goods }]
  const { address, city, postal_code } = gift
  const columns = {
    address: address!,
    city: city!,
    ship_state: STATE,
    postal_code: postal_code!,
    recipient: gift.recipient_name,
    phone: '',
    gift_note: of.note,
    payment_method: GIFT_SUBSCRIPTION,
    quoted_cents: shipping,
  }
  const cardPart = { cardId: card.id, cents: share }
  const inventing = orderOf(setting, of.from, at, {
    bought,
    course: 'as planned',
    columns,
    card: cardPart,
    by: 'The shop',
  })
  // Sales tax and shipping are those of the receiver's address.
  const order = inventOrder({ ...inventing, person: { ...inventing.person, state: STATE } })
  note(setting, order, 'The shop', 'Paid by a gift subscription', order.paid_at!)
  card.balance_cents = (card.balance_cents ?? 0) - share
  return order
}

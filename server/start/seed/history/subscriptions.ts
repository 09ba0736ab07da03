/**
 * Invents subscriptions with the orders of their deliveries: running, paused, canceled, and two with failed payments. Jobs
 * do nothing for them (server/platform/invented.ts), because there is no payment method that could be charged.
 */
import { agreementOf, consentText, termsText } from '#shared/checkout/subscription-terms.ts'
import { brand } from '#shared/kernel/brand.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { listPriceOf } from '#shared/kernel/discounts.ts'
import { subscriptionDiscount, toCents } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { calendarOf, SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import {
  followingOf,
  nameOfTaste,
  planner,
  RETRY_DAYS,
  upcoming,
  type DeliveryDays,
  type Taste,
  type Weeks,
} from '#shared/platform/subscriptions.ts'
import { addDays } from '#shared/kernel/days.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { utcOf } from '#server/kernel/time/shop-days.ts'
import { pricedLines } from './lines.ts'
import { inventOrder } from './order.ts'
import { type Bought, idAt, later, type NewOrder, note, type Rows } from './rows.ts'
import { bagOf, orderOf, personOf, type Setting } from './setting.ts'

type Item = { no: number; qty?: number; grind?: string }

type DemoSubscription = {
  name: string
  /** When it began. */
  daysAgo: number
  weeks: Weeks
  /** The coffees; those of one delivery after the other if the roaster chooses. */
  items: readonly Item[]
  taste?: Taste
  /** `declined`: the last charge failed, and is tried again. `failed`: paused by the shop after the last retry. */
  status?: 'paused' | 'canceled' | 'declined' | 'failed'
  reason?: string
}

const SUBSCRIPTIONS: readonly DemoSubscription[] = [
  { name: 'Elena Marchetti', daysAgo: 57, weeks: 2, items: [{ no: 3, grind: 'Espresso' }] },
  {
    name: 'Keiko Tanabe',
    daysAgo: 56,
    weeks: 2,
    items: [{ no: 11 }],
    status: 'canceled',
    reason: 'too much coffee',
  },
  { name: 'Grace Oyelaran', daysAgo: 50, weeks: 4, items: [{ no: 1 }, { no: 6, grind: 'Drip' }] },
  { name: 'Mara Jovanović', daysAgo: 45, weeks: 2, items: [{ no: 9 }], status: 'failed' },
  { name: 'Imani Brooks', daysAgo: 38, weeks: 3, items: [{ no: 2, qty: 2 }], status: 'paused' },
  { name: 'Jonas Feld', daysAgo: 33, weeks: 1, items: [{ no: 8, grind: 'Drip' }], status: 'declined' },
  {
    name: 'Hugo Lindqvist',
    daysAgo: 24,
    weeks: 2,
    taste: 'surprise',
    items: [{ no: 1 }, { no: 7 }, { no: 6 }],
  },
  { name: 'Tess Brandt', daysAgo: 3, weeks: 4, items: [{ no: 12 }] },
]

export const plan = planner(calendarOf(SHIPPING_DEFAULTS))
const { percent: PERCENT, choicePrice, noticeDays } = SUBSCRIBING_DEFAULTS
/** The goods of an unpaid delivery are held a day longer than the last retry. */
const HOLD = (RETRY_DAYS.at(-1)! + 1) * DAY

/** The number of a coffee that ends, and the days until its last roast day. One of the subscriptions has it. */
const ENDING = { no: 6, days: 24 }

/** Adds the subscriptions, and the end of a coffee, to `rows`. */
export function inventSubscriptions(setting: Setting): void {
  for (const each of SUBSCRIPTIONS) inventSubscription(setting, each)
  const { rows, now, goods } = setting
  rows.coffee_endings.push({
    product_id: goods[ENDING.no - 1]!.product.id,
    ends_on: addDays(dayOf(now), ENDING.days),
    replacement_id: null,
    created_at: later(now, -2 * DAY),
  })
}

type DeliveryRow = Rows['subscription_deliveries'][number]

function inventSubscription(setting: Setting, of: DemoSubscription): void {
  const { rows, random, now } = setting
  const at = new Date(now.getTime() - of.daysAgo * DAY - random.int(1, 9) * HOUR)
  const id = idAt(at, random)
  const order = inventOrder(
    orderOf(setting, of.name, at, {
      ...goodsOf(setting, of, 0),
      course: 'as planned',
      columns: { saves_method: 1 },
    }),
  )
  const first: DeliveryDays = { ...plan.daysOf(order.roasts_on!)!, plannedOn: order.roasts_on! }
  const deliveries = [deliveryOf(setting, id, 1, first, order)]
  const last = lastCharge(setting, of)
  let days = first
  for (;;) {
    const next = plan.daysOf(followingOf(plan, days, of.weeks)!)!
    if (Date.parse(utcOf(next.chargeAt)) > last) break
    const isLast = Date.parse(utcOf(plan.daysOf(followingOf(plan, next, of.weeks)!)!.chargeAt)) > last
    deliveries.push(deliver(setting, { id, of, days: next, number: deliveries.length + 1, isLast }))
    days = next
  }
  rows.subscriptions.push({
    ...sameAs(order),
    id,
    ...stateOf(setting, of, days),
    weeks: of.weeks,
    discount_percent: PERCENT,
    payment_method_id: null,
    next_number: deliveries.length + 1,
    last_on: days.plannedOn,
    charge_after: null,
    announced_shipping_cents: null,
    consent_text: consentOf(setting, of, first),
    consented_at: order.created_at,
    reminded_at: order.created_at,
    created_at: order.created_at,
    updated_at: deliveries.at(-1)!.updated_at,
  })
  rows.subscription_items.push(...itemsOf(setting, of, id, order.created_at))
  rows.subscription_deliveries.push(...deliveries)
  rows.payment_methods.push(methodOf(setting, order))
}

/** The goods of a delivery, at the subscriber's price. @param count the deliveries before it */
function goodsOf(setting: Setting, { items, taste }: DemoSubscription, count: number) {
  const chosen = taste ? [items[count % items.length]!] : items
  const bought = chosen.map(({ no, qty, grind }): Bought => {
    const bag = bagOf(setting, no, qty, grind)
    const [line] = pricedLines([bag])
    const agreed = taste ? toCents(choicePrice) : line!.priceCents
    return { ...bag, discountCents: subscriptionDiscount(line!, agreed, PERCENT) }
  })
  return { bought, saving: { discount: null, label: `Subscription (${PERCENT}% off)` } }
}

/** The latest time at which a delivery was charged. */
function lastCharge({ now }: Setting, { status }: DemoSubscription): number {
  // All retries of the last charge are over, or the subscription ended some time ago.
  const days = status === 'failed' ? 9 : status === 'canceled' ? 14 : status === 'paused' ? 5 : 0
  return now.getTime() - days * DAY - HOUR
}

type Delivering = { id: string; of: DemoSubscription; days: DeliveryDays; number: number; isLast: boolean }

/** A delivery after the first one, with its order, which the shop has placed and charged. */
function deliver(setting: Setting, { id, of, days, number, isLast }: Delivering): DeliveryRow {
  const at = new Date(Date.parse(utcOf(days.chargeAt)) + number * MINUTE)
  const unpaid =
    isLast && of.status === 'declined' ? 'pending' : isLast && of.status === 'failed' ? 'cancelled' : null
  const goods = { ...goodsOf(setting, of, number - 1), by: 'The shop' }
  if (unpaid === null) {
    const order = inventOrder(orderOf(setting, of.name, at, { ...goods, course: 'as planned' }))
    return deliveryOf(setting, id, number, days, order)
  }
  const columns = {
    state: unpaid,
    paid_at: null,
    closed_at: unpaid === 'cancelled' ? later(at, HOLD - DAY) : null,
    reserved_until: later(at, HOLD),
  } as const
  const order = inventOrder(orderOf(setting, of.name, at, { ...goods, course: 'open', columns }))
  note(setting, order, 'PayPal', 'Payment declined by PayPal', later(at, MINUTE))
  const row = deliveryOf(setting, id, number, days, order)
  if (unpaid === 'cancelled')
    return { ...row, state: 'unpaid', attempts: RETRY_DAYS.length, updated_at: order.closed_at! }
  const tried = RETRY_DAYS.filter((day) => later(at, day * DAY) < setting.now.toISOString()).length
  const next = later(at, (RETRY_DAYS[tried] ?? RETRY_DAYS.at(-1)!) * DAY)
  return { ...row, state: 'charging', attempts: tried + 1, next_at: next }
}

/** The row of a paid delivery. */
export function deliveryOf(
  { random }: Setting,
  id: string,
  number: number,
  { plannedOn }: DeliveryDays,
  order: NewOrder,
): DeliveryRow {
  return {
    id: idAt(new Date(order.created_at), random),
    subscription_id: id,
    number,
    state: 'paid',
    planned_on: plannedOn,
    reason: '',
    order_id: order.id,
    attempts: 0,
    next_at: null,
    created_at: order.created_at,
    updated_at: order.paid_at ?? order.created_at,
  }
}

function stateOf({ now }: Setting, { status, weeks, reason = '' }: DemoSubscription, last: DeliveryDays) {
  const ended = { next_on: null, canceled_at: null, cancel_reason: '' }
  if (status === 'canceled')
    return { ...ended, status, canceled_at: later(now, -13 * DAY), cancel_reason: reason }
  if (status === 'paused' || status === 'failed') return { ...ended, status }
  return { ...ended, status: 'active' as const, next_on: followingOf(plan, last, weeks) }
}

/** The buyer, and where the deliveries go. */
function sameAs(order: NewOrder) {
  const { user_id, is_guest, buyer_name, buyer_email, recipient = null } = order
  const { address, address2, city, ship_state, postal_code, country, phone } = order
  const place = { address, address2, city, ship_state, postal_code, country, recipient, phone }
  return { user_id, is_guest, buyer_name, buyer_email, ...place, is_pickup: 0 as const, gift_note: null }
}

function itemsOf(setting: Setting, { items, taste }: DemoSubscription, id: string, at: string) {
  const chosen = taste ? items.slice(0, 1) : items
  return chosen.map(({ no, qty, grind }): ItemRow => {
    const bag = bagOf(setting, no, qty, grind)
    const what = taste
      ? { product_id: null, size_id: null, taste, price_cents: toCents(choicePrice) }
      : { product_id: bag.product.id, size_id: bag.size.id, taste: null, price_cents: bag.size.price_cents }
    return itemRow(setting, id, at, { ...what, grind: bag.grind, qty: bag.qty })
  })
}

type ItemRow = Rows['subscription_items'][number]
type What = Pick<ItemRow, 'product_id' | 'size_id' | 'taste' | 'grind' | 'qty' | 'price_cents'>

/** The row of an item of a subscription. */
export function itemRow({ random }: Setting, id: string, at: string, what: What): ItemRow {
  return {
    ...what,
    id: idAt(new Date(at), random),
    subscription_id: id,
    is_once: 0,
    new_price_cents: null,
    new_price_from: null,
    new_price_announced_at: null,
    created_at: at,
  }
}

/** The text that the subscriber agreed to. */
function consentOf(setting: Setting, of: DemoSubscription, first: DeliveryDays): string {
  const { bought } = goodsOf(setting, of, 0)
  const lines = bought.map(({ product, size, grind, qty }) =>
    of.taste
      ? { qty, name: nameOfTaste(of.taste), sizeLabel: '', grind, taste: of.taste }
      : {
          qty,
          name: product.name,
          sizeLabel: labelOf({ label: size.label, grams: size.grams ?? null }),
          grind,
        },
  )
  const itemsCents = pricedLines(bought).reduce(
    (sum, line) => sum + listPriceOf(line) - (line.discountCents ?? 0),
    0,
  )
  const next = upcoming(plan, followingOf(plan, first, of.weeks)!, of.weeks, 3)
  const terms = {
    weeks: of.weeks,
    lines,
    itemsCents,
    discount: PERCENT,
    next,
    noticeDays,
    isPickup: false,
    roasts: true,
  }
  const subscriptions = [{ weeks: of.weeks, text: termsText(terms) }]
  return agreementOf({ subscriptions, consent: consentText(brand.name, [terms]) })
}

/** Without a token, so that nothing can be charged, and nothing is deleted at PayPal. */
function methodOf({ random }: Setting, order: NewOrder): Rows['payment_methods'][number] {
  const { user_id, buyer_email, id } = order
  return {
    id: idAt(new Date(order.created_at), random),
    user_id,
    buyer_email,
    provider: 'paypal',
    state: 'waiting',
    token: null,
    customer_id: null,
    label: personOf(order.buyer_name).email,
    order_id: id,
    setup_token: null,
    created_at: order.created_at,
    deleted_at: null,
    deleted_by: null,
  }
}

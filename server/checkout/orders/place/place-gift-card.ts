/**
 * Places the order of a gift card. It is paid, canceled, refunded and billed like any order. It takes no stock, has no
 * address, shipping and tax, and is delivered when it is paid (decisions/062-gift-cards.md).
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDollars, toCents } from '#shared/kernel/pricing.ts'
import type { PartId } from '#shared/platform/parts.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { GiftCardRow, OrderLineRow, OrderRow } from '#server/kernel/db/schema.ts'
import { conflict, wrongField } from '#server/kernel/errors.ts'
import { newCode } from '../../gift-cards/codes.ts'
import { cardLine, cardProduct } from '../../gift-cards/line.ts'
import { giftCardOffer } from '../../gift-cards/offer.ts'
import { saveReply, type Attempt } from '#server/platform/http/idempotency.ts'
import { receivedMail } from '#server/platform/outbox/order-mail.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import { stepIfOn } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MINUTE, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { buyerSearchText } from '../buyers.ts'
import { searchedTexts } from '../searched.ts'
import { guardHoldLimits, holderOf, lockHolder, type Holder, requireWithinHoldLimits } from './hold-limits.ts'
import { toOrder } from '../read/order.ts'
import { type Http, type PlacedOrder, placeOnce } from './place-order.ts'
import { newOrderNumber } from '../order-numbers.ts'
import { BY_BUYER } from './new-order.ts'

type Wanted = Body<typeof giftCards.buy>

const REQUEST = { route: 'POST /api/giftcards/orders', what: 'gift card' }

/** The number of attempts to find an order number that is not taken. */
const ATTEMPTS = 5

/** The latest day on which a card can be mailed, in days from today. */
const LATEST = 365

/**
 * Places the order of a gift card, unpaid. The same idempotency key with the same body returns the same order again. A
 * guest gets the token of a link to the order. Throws 400 for an amount or a day that is not offered, and 409 or 429 as
 * `placeOrder` does.
 */
export function buyGiftCard(shop: Shop, user: Buyer, wanted: Wanted, http: Http): Promise<PlacedOrder> {
  return placeOnce(shop, user, http, REQUEST, async (attempt) => {
    if (user._id === null) await shop.limits.count('guest', http.device.ip)
    await requireOffered(shop, wanted)
    const holder = await prepaidHolder(shop, user, http.device.ip)
    return placeCard(shop, { user, wanted, holder, attempt })
  })
}

/** Who holds unpaid orders. Throws 409 or 429 for an account or network that holds too much without paying. */
export async function prepaidHolder(shop: Shop, user: Buyer, ip: string): Promise<Holder> {
  const holder = holderOf(user, ip)
  await requireWithinHoldLimits(shop, holder, [])
  return holder
}

async function requireOffered(shop: Shop, { amount, sendOn }: Wanted): Promise<void> {
  const { isOffered, least, most } = await giftCardOffer(shop)
  if (!isOffered) throw conflict('We do not sell gift cards at the moment')
  if (amount < least || amount > most)
    throw wrongField('amount', `Choose an amount from ${formatDollars(least)} to ${formatDollars(most)}`)
  requireSoon(shop, 'sendOn', sendOn)
}

/** Throws 400 for a day that has passed or is more than a year ahead. @param day empty for at once */
export function requireSoon(shop: Shop, field: string, day: string): void {
  if (day === '') return
  const { day: today } = nowAt(shop.clock)
  const last = Temporal.PlainDate.from(today).add({ days: LATEST }).toString()
  if (day < today) throw wrongField(field, 'This day has passed')
  if (day > last) throw wrongField(field, 'Choose a day within the next twelve months')
}

type Placing = { user: Buyer; holder: Holder; attempt: Attempt | null }

/** What is paid now and delivered later: its part of the shop, its price in cents, the line of its order, and the other rows of its order. */
export type Prepaid = {
  part: PartId
  cents: number
  /** Whether it pays invoices of a wholesale account. Then it has mails of its own. */
  paysInvoices?: true
  lineOf: (order: OrderRow) => OrderLineRow
  rowsOf: (order: OrderRow) => Promise<Step[]>
}

async function placeCard(shop: Shop, { wanted, ...placing }: Placing & { wanted: Wanted }): Promise<Order> {
  return placePrepaid(shop, placing, {
    part: 'giftCards',
    cents: toCents(wanted.amount),
    lineOf: (order) => cardLine(order),
    rowsOf: async (order) => [
      { query: shop.db.insertInto('gift_cards').values(await cardOf(shop, placing.user, wanted, order)) },
    ],
  })
}

/** Places an order without a place, unpaid. Throws 409 if it cannot be placed, and 429 as `placeOrder` does. */
export async function placePrepaid(
  shop: Shop,
  { user, holder, attempt }: Placing,
  { part, cents, paysInvoices, lineOf, rowsOf }: Prepaid,
): Promise<Order> {
  const { holdMinutes } = await sellingOf(shop)
  const isMailed = !paysInvoices && (await shop.limits.mayMail('order', user.email))
  for (let count = 1; count <= ATTEMPTS; count++) {
    const row: OrderRow = { ...orderOf(shop, user, cents, holdMinutes), pays_invoices: paysInvoices ? 1 : 0 }
    const line = lineOf(row)
    const placed = {
      id: newId(shop.clock),
      order_id: row.id,
      at: row.created_at,
      actor: user.name,
      event: 'Order placed',
    }
    const reply = toOrder(shop, row, [line], [placed], null)
    const isOn = stepIfOn(shop.db, part)
    const unmet = await allOrNone(shop.db, [
      isOn,
      ...lockHolder(shop, holder),
      ...cardProduct(shop),
      {
        query: shop.db
          .insertInto('orders')
          .values(row)
          .onConflict((taken) => taken.column('number').doNothing()),
        rows: 1,
      },
      { query: shop.db.insertInto('order_lines').values(line) },
      ...(await rowsOf(row)),
      { query: shop.db.insertInto('order_history').values(placed) },
      ...(row.is_guest ? [{ query: buyerSearchText(shop.db, [row]) }] : []),
      ...searchedTexts(shop.db, [row], [line.name]).map((query) => ({ query })),
      ...(isMailed ? [{ query: receivedMail(shop.db, shop, row) }] : []),
      ...guardHoldLimits(shop, holder, row.id),
      ...(attempt ? [{ query: saveReply(shop.db, shop.clock, attempt, reply) }] : []),
    ])
    if (!unmet) {
      shop.crash('after-order-commit')
      return reply
    }
    if (unmet === isOn) throw conflict('We do not sell this at the moment')
    await requireWithinHoldLimits(shop, holder, [])
  }
  throw conflict('The order could not be placed. Please try again')
}

async function cardOf(shop: Shop, user: Buyer, wanted: Wanted, order: OrderRow): Promise<GiftCardRow> {
  const id = newId(shop.clock)
  const { code: _, ...code } = await newCode(shop, id)
  const to = wanted.to ?? { name: user.name, email: user.email }
  return {
    id,
    ...code,
    state: 'ordered',
    cents: order.total_cents,
    balance_cents: 0,
    order_id: order.id,
    replaced_by: null,
    recipient_name: to.name,
    recipient_email: to.email,
    sender_name: wanted.from || user.name,
    note: wanted.note.replace(/\r\n?/g, '\n'),
    design: wanted.design,
    send_on: wanted.sendOn || null,
    mailed_at: null,
    sold_by: null,
    is_subscription: 0,
    created_at: order.created_at,
    issued_at: null,
  }
}

/** The columns of an order that is not delivered to a place: no address, no shipping, no tax. */
export const NO_DELIVERY = {
  address: '',
  address2: '',
  city: '',
  ship_state: '',
  postal_code: '',
  country: '',
  recipient: null,
  phone: '',
  gift_note: null,
  shipment_id: '',
  rate_id: '',
  shipping_service: '',
  shipping_cents: 0,
  tax_cents: 0,
  tax_thousandths: 0,
  quoted_cents: 0,
  roasts_on: null,
  ships_on: null,
  arrives_from: null,
  arrives_to: null,
  is_pickup: 0,
  pickup_from: null,
  pickup_to: null,
  ready_at: null,
  kept_until: null,
  pickup_reminded_at: null,
} satisfies Partial<OrderRow>

function orderOf(shop: Shop, user: Buyer, cents: number, holdMinutes: number): OrderRow {
  const now = shop.clock.now()
  return {
    ...NO_DELIVERY,
    ...BY_BUYER,
    id: newId(shop.clock),
    number: newOrderNumber(),
    user_id: user._id,
    buyer_name: user.name,
    buyer_email: user.email,
    state: 'pending',
    payment_method: 'PayPal',
    items_cents: cents,
    total_cents: cents,
    discount_cents: 0,
    discount_label: '',
    saves_method: 0,
    gift_card_cents: 0,
    is_gift_card: 1,
    pays_invoices: 0,
    refunded_cents: 0,
    created_at: now.toISOString(),
    reserved_until: new Date(now.getTime() + holdMinutes * MINUTE).toISOString(),
    hold_extended_at: null,
    split_version: 0,
    paid_at: null,
    shipped_at: null,
    delivered_at: null,
    closed_at: null,
    is_guest: user._id === null ? 1 : 0,
    // There is nothing to review.
    review_requested_at: now.toISOString(),
    replaces_order_id: null,
  }
}

/** Invented data for previews of mails: one order, and one sign-up for an event. */
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { OrderMail } from '#shared/platform/mails/orders.ts'
import { METHOD_NAMES, type PaidWith } from '#shared/platform/pay-methods.ts'
import { DAY, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { allGuides } from '#server/content/brew-guides/brew-guides.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { barOf } from '#server/roastery/delivery/schedule.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import { partsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { EventContext } from './events.ts'
import type { Introductions } from './introduction.ts'
import type { OrderContext } from './order-parts.ts'

export const SAMPLE_NUMBER = '4GX-7QM'
export const SAMPLE_EVENT = 'Cupping: four coffees from Ethiopia'

/** What an invented order is like: `which` is the case of the introduction (shared/platform/mails). */
type Sample = { kind: OrderMail; texts: Introductions; which: string; isPickup: boolean }

export async function sampleOrder(
  shop: Shop,
  { kind, texts, which, isPickup }: Sample,
): Promise<OrderContext> {
  const origin = originOf(shop.config)
  const bar = await barOf(shop)
  const business = await businessOf(shop)
  const parts = await partsOf(shop)
  const roasts = parts.roastery === 'on'
  const to = isPickup ? business.place : OTHER_PLACE
  return {
    texts,
    business,
    bar,
    origin,
    link: `${origin}/profile`,
    inbox: (await inboxOf(shop)).replyTo,
    isTrial: shop.providers.payments.mode === 'sandbox',
    cents: which === 'part' ? 1900 : TOTALS.total_cents,
    refund: null,
    moved: {
      before: `It ships ${formatDate(nowAt(shop.clock).day, 'shortWeekday')}`,
      message: 'Our roaster needs a new part.',
    },
    today: nowAt(shop.clock).day,
    guides: await shop.cached('BrewGuide', allGuides),
    parts,
    unreviewed: [{ id: 'sample', slug: 'guji-highlands', name: 'Guji Highlands' }],
    row: {
      ...TOTALS,
      buyer_name: 'Ann Lee',
      buyer_email: 'ann.lee@mail.example',
      address: to.street,
      address2: '',
      city: to.city,
      ship_state: to.state,
      postal_code: to.postalCode,
      gift_note: null,
      is_gift_card: 0,
      gift_card_cents: 0,
      is_pickup: isPickup ? 1 : 0,
      is_taken: 0,
      paid_at: isoIn(shop.clock, 0),
      recipient: which === 'recipient' ? 'Sam Rivera' : null,
      shipping_service: 'USPS Ground Advantage',
      shipping_cents: isPickup ? 0 : TOTALS.shipping_cents,
      total_cents: isPickup ? TOTALS.total_cents - TOTALS.shipping_cents : TOTALS.total_cents,
      reserved_until: isoIn(shop.clock, 30 * MINUTE),
      ready_at: isoIn(shop.clock, -2 * DAY),
      kept_until: addDays(nowAt(shop.clock).day, 7),
    },
    order: { ...sampleJson(shop, which, isPickup, roasts), ...samplePayment(kind) },
  }
}

const OTHER_PLACE = { street: '12 Oak Street', city: 'Vienna', state: 'VA', postalCode: '22180' }

const SAMPLE_COFFEE = {
  isOnSale: true,
  roastingLevel: 2,
  bestFilter: '',
  bestEspresso: '',
  bestFor: [],
  brewMethod: 'Pour over',
  brewDose: null,
  brewWater: null,
  brewSeconds: null,
}

const TOTALS = { shipping_cents: 650, tax_cents: 38, total_cents: 4488 }

const NO_CARD = { brand: '', lastDigits: '' }

/** With what the order of a mail is paid, so that each way to pay can be seen. The orders of the other mails are not paid. */
const PAID: Partial<Record<OrderMail, PaidWith>> = {
  'order-paid': { method: 'apple_pay', brand: 'Visa', lastDigits: '4242' },
  'order-to-ship': { method: 'google_pay', brand: 'Mastercard', lastDigits: '0005' },
  'order-moved': { method: 'paypal', ...NO_CARD },
  'order-shipped': { method: 'card', brand: 'Visa', lastDigits: '1881' },
  'order-ready': { method: 'venmo', ...NO_CARD },
  'order-delivered': { method: 'pay_later', ...NO_CARD },
  'order-refunded': { method: 'card', brand: 'American Express', lastDigits: '1009' },
}

type Payment = Pick<OrderContext['order'], 'isPaid' | 'paymentMethod' | 'paidWith' | 'tendered'>

function samplePayment(kind: OrderMail): Payment {
  const paid = PAID[kind] ?? null
  const paymentMethod = METHOD_NAMES[paid?.method ?? 'paypal']
  return { isPaid: paid !== null, paymentMethod, paidWith: paid, tendered: [] }
}

function sampleJson(
  { clock, pictureOf }: Shop,
  which: string,
  isPickup: boolean,
  roasts: boolean,
): Omit<OrderContext['order'], keyof Payment> {
  const { day } = nowAt(clock)
  const [roastsOn, readyOn] = [roasts ? addDays(day, 1) : null, addDays(day, 2)]
  const line = {
    qty: 2,
    price: 19,
    name: 'Guji Highlands',
    picture: pictureOf('/pictures/bag_01.jpg'),
    size: 340,
    sizeLabel: '12 oz',
    grind: '',
    lots: [],
    coffee: SAMPLE_COFFEE,
  }
  return {
    number: SAMPLE_NUMBER,
    state: 'paid',
    awaitsBags: false,
    recipient: which === 'recipient' ? 'Sam Rivera' : 'Ann Lee',
    orderItems: [{ ...line, line: 0 }],
    discount: 0,
    discountLabel: '',
    isReplacement: which === 'replacement',
    replaces: which === 'replacement' ? { _id: 'sample', number: '3KM-2XD' } : null,
    delivery: { roastsOn, shipsOn: readyOn, arrivesFrom: addDays(day, 5), arrivesTo: addDays(day, 7) },
    pickup: isPickup ? { roastsOn, readyOn, from: '14:00', to: '17:00' } : null,
    tracking: { number: '9400 1000 0000 0000 0000 00', url: '' },
    parcel: which === 'announced' ? { state: 'announced', words: '', at: null } : null,
    parcels: [],
    refunds: [],
    dueBack: [],
  }
}

export async function sampleSignup(
  shop: Shop,
  { texts, which }: Pick<Sample, 'texts' | 'which'>,
): Promise<EventContext> {
  const origin = originOf(shop.config)
  const day = addDays(nowAt(shop.clock).day, 1)
  return {
    texts,
    origin,
    event: {
      title: SAMPLE_EVENT,
      starts: `${day}T18:30`,
      ends: `${day}T20:00`,
      place: '',
      price_cents: 1500,
    },
    signup: { name: 'Ann Lee', seats: 2, state: which === 'waiting' ? 'waiting' : 'seated' },
    link: `${origin}/events`,
    cancelLink: `${origin}/events`,
    inbox: (await inboxOf(shop)).replyTo,
    business: await businessOf(shop),
  }
}

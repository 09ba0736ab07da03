/**
 * Buys a gift subscription: an order like that of a gift card, whose money is a card without a code. Its deliveries begin, or
 * it is mailed, when it is paid (begin.ts).
 */
import { randomBytes } from 'node:crypto'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { gifts } from '#shared/subscriptions/api/gifts.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { MAX_DOLLARS } from '#shared/kernel/fields.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import type { Address } from '#shared/platform/address.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { weeksOf } from '#shared/platform/settings/subscribing.ts'
import { frequencyText, nameOfChoice, nameOfTaste } from '#shared/platform/subscriptions.ts'
import { DESIGN_KEYS } from '#shared/checkout/gift-cards.ts'
import type { GiftCardRow, GiftSubscriptionRow, OrderRow } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, wrongField } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { newCode } from '#server/checkout/gift-cards/codes.ts'
import { cardLine } from '#server/checkout/gift-cards/line.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { placePrepaid, prepaidHolder, requireSoon } from '#server/checkout/orders/place/place-gift-card.ts'
import { placeOnce, type Http, type PlacedOrder } from '#server/checkout/orders/place/place-order.ts'
import { findGoods } from '#server/checkout/quotes/goods.ts'
import { requireShippable } from '#server/checkout/quotes/parcel.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import { anyGrinds } from './offer.ts'
import { shareOf, type Share } from './price.ts'

type Wanted = Body<typeof gifts.buy>

const REQUEST = { route: 'POST /api/gift-subscriptions/orders', what: 'gift subscription' }

/** What each delivery contains. */
type Chosen = Pick<GiftSubscriptionRow, 'product_id' | 'size_id' | 'taste' | 'grind' | 'coffee'> & Share

/**
 * Places the order of a gift subscription, unpaid. A guest gets the token of a link to the order. Throws 400 for a day or an
 * address that is not possible, 409 for a coffee that is not offered and for another price than the giver saw, and 409 or 429
 * as `placeOrder` does.
 */
export function buyGift(shop: Shop, user: Buyer, wanted: Wanted, http: Http): Promise<PlacedOrder> {
  return placeOnce(shop, user, http, REQUEST, async (attempt) => {
    if (user._id === null) await shop.limits.count('guest', http.device.ip)
    await requireOffered(shop, wanted)
    requireSoon(shop, 'startsOn', wanted.startsOn)
    const address = wanted.shippingAddress ? await requireShippable(shop, wanted.shippingAddress) : null
    const chosen = await chosenOf(shop, wanted)
    const cents = chosen.share * wanted.deliveries
    requirePrice(wanted, cents)
    const holder = await prepaidHolder(shop, user, http.device.ip)
    const placing = { user, holder, attempt }
    return placePrepaid(shop, placing, {
      part: 'subscriptions',
      cents,
      lineOf: (order) => cardLine(order, giftText(wanted, chosen)),
      rowsOf: async (order) => {
        const card = cardOf(shop, wanted, order)
        const gift = await giftOf(shop, { user, wanted, chosen, address }, order, card.id)
        return [
          { query: shop.db.insertInto('gift_cards').values(card) },
          { query: shop.db.insertInto('gift_subscriptions').values(gift) },
        ]
      },
    })
  })
}

async function requireOffered(shop: Shop, { weeks }: Wanted): Promise<void> {
  const settings = await subscribingOf(shop)
  if (!settings.isOffered) throw conflict('We do not sell gift subscriptions at the moment')
  if (!weeksOf(settings).includes(weeks)) throw wrongField('weeks', 'Choose how often')
}

function requirePrice({ total }: Wanted, cents: number): void {
  if (cents > toCents(MAX_DOLLARS)) throw badRequest('This is more than an order may cost')
  if (toCents(total) !== cents)
    throw conflict('The price has changed. Please check it, and continue if you agree', {
      code: 'prices',
      total: toDollars(cents),
    })
}

async function chosenOf(shop: Shop, { taste, product, sizeId, grind }: Wanted): Promise<Chosen> {
  const share = await shareOf(shop)
  if (taste !== undefined) {
    const { hasChoice, choicePrice } = await subscribingOf(shop)
    const isRoasted = await roasts(shop)
    if (!hasChoice) throw conflict(`${nameOfChoice(isRoasted)} is no longer offered`)
    const ground = grind === '' ? WHOLE_BEAN : grind
    if (ground !== WHOLE_BEAN && !(await anyGrinds(shop)).includes(ground))
      throw wrongField('grind', 'Choose one of our grinds')
    const coffee = nameOfTaste(taste, isRoasted)
    return { product_id: null, size_id: null, taste, grind: ground, coffee, ...share(toCents(choicePrice)) }
  }
  const line = { _id: product!, qty: 1, ...(sizeId ? { sizeId } : {}), ...(grind ? { grind } : {}) }
  const [bag] = await findGoods(shop, [line])
  if (!bag || bag.category !== COFFEE_BEANS) throw wrongField('product', 'Choose one of our coffees')
  return {
    product_id: bag.productId,
    size_id: bag.sizeId,
    taste: null,
    grind: bag.grind,
    coffee: [bag.name, bag.sizeLabel].filter(Boolean).join(', '),
    ...share(bag.priceCents),
  }
}

/** What a gift subscription delivers: '6 deliveries, every 2 weeks: Guji, 12 oz, Espresso' */
export function giftText(
  { deliveries, weeks }: Pick<Wanted, 'deliveries' | 'weeks'>,
  { coffee, grind }: Pick<Chosen, 'coffee' | 'grind'>,
): string {
  const what = [coffee, variantText({ size: '', grind })].filter(Boolean).join(', ')
  return `${deliveries} deliveries, ${frequencyText(weeks).toLowerCase()}: ${what}`
}

/** The card with the money of the gift. Its hash is random and belongs to no code, so no code can spend it. */
function cardOf(shop: Shop, wanted: Wanted, order: OrderRow): GiftCardRow {
  return {
    id: newId(shop.clock),
    code_hash: `gift subscription ${randomBytes(24).toString('base64url')}`,
    sealed_code: null,
    last_four: 'GIFT',
    state: 'ordered',
    cents: order.total_cents,
    balance_cents: 0,
    order_id: order.id,
    replaced_by: null,
    recipient_name: wanted.to.name,
    recipient_email: '',
    sender_name: '',
    note: '',
    design: DESIGN_KEYS[0],
    // A previous release that runs at the same time does not mail it.
    send_on: '9999-12-31',
    mailed_at: null,
    sold_by: null,
    is_subscription: 1,
    created_at: order.created_at,
    issued_at: null,
  }
}

type Buying = { user: Buyer; wanted: Wanted; chosen: Chosen; address: Address | null }

async function giftOf(
  shop: Shop,
  { user, wanted, chosen, address }: Buying,
  order: OrderRow,
  card_id: string,
): Promise<GiftSubscriptionRow> {
  const id = newId(shop.clock)
  const { code_hash, sealed_code } = await newCode(shop, id)
  const { share: share_cents, goods: goods_cents, ...coffee } = chosen
  return {
    id,
    order_id: order.id,
    card_id,
    subscription_id: null,
    deliveries: wanted.deliveries,
    share_cents,
    goods_cents,
    weeks: wanted.weeks,
    ...coffee,
    sender_name: user.name,
    note: wanted.note.replace(/\r\n?/g, '\n'),
    recipient_name: wanted.to.name,
    recipient_email: wanted.to.email ?? '',
    ...addressColumns(address),
    starts_on: wanted.startsOn || null,
    code_hash,
    sealed_code,
    begun_at: null,
    sent_at: null,
    opened_at: null,
    told_at: null,
    corrections: 0,
    version: 1,
    created_at: order.created_at,
    updated_at: order.created_at,
  }
}

/** The columns of an address; empty without one. */
export function addressColumns(of: Address | null) {
  return {
    address: of?.address ?? '',
    address2: of?.address2 ?? '',
    city: of?.city ?? '',
    ship_state: of?.state ?? '',
    postal_code: of?.postalCode ?? '',
    country: of?.country ?? '',
  }
}

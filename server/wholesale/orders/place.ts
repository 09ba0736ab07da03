/** Places an order for an account: an order like any other, which the writer of the checkout's orders writes. */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { METHOD_NAMES } from '#shared/platform/pay-methods.ts'
import { conflict, wrongField } from '#server/kernel/errors.ts'
import type { LocationRow } from '#server/kernel/db/schema.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { utcOf } from '#server/kernel/time/shop-days.ts'
import type { RequestKey } from '#server/platform/http/idempotency.ts'
import { requirePart } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { requireOrdersAccepted } from '#server/roastery/delivery/schedule.ts'
import { returnBags } from '#server/roastery/roast-day/fill.ts'
import type { ForAccount } from '#server/checkout/orders/place/for-account.ts'
import { placeOnce, placeRequest } from '#server/checkout/orders/place/place-order.ts'
import type { OrderRequest } from '#server/checkout/orders/place/request.ts'
import { changedOf } from './change.ts'
import type { PlannedOrder, Wanted } from './planned-order.ts'
import { handoverOf } from './handover.ts'
import { accountGoods, priceAccount } from './goods.ts'
import { fullDay } from './full-day.ts'
import { requireDelivery } from './days.ts'
import { requireStillAllowed, warnOfSamePo } from './rules.ts'
import { stepsOf } from './steps.ts'
import { termsOf } from './terms.ts'
import { isFreeOf, locationIn, ordererOf, type Orderer, type Who } from './who.ts'

export type WholesaleHttp = { idempotencyKey: RequestKey | null; device: { ip: string } }

const REQUEST = { route: 'POST /api/account-orders', what: 'order' }

/**
 * Places an order for an account, once per idempotency key. It counts from now on in the roast plan, the stock and the capacity:
 * paid or not. Throws 404 for a stranger, a removed buyer and another account's location; 403 without the right to order; 400
 * for a missing PO number; 409 with a code for what has changed or is not possible: `prices`, `stock`, `pack`, `day`, `full`,
 * `minimum`, `po`, `prepaid`, `hold`, `closed`, `locked`.
 */
export async function placeWholesale(
  shop: Shop,
  who: Who,
  wanted: Wanted,
  http: WholesaleHttp,
): Promise<Order> {
  // A standing order that has begun is written also while the owner wants nothing new.
  const starts = who.by === 'standing' ? {} : { starts: true as const }
  await requirePart(shop, { part: 'wholesale', access: 'user', ...starts })
  const orderer = await ordererOf(shop, who, wanted.company)
  return placeOnce(shop, orderer.staff ?? orderer.user, http, REQUEST, async (attempt) => {
    if (!isFreeOf(orderer)) await requireOrdersAccepted(shop)
    const location = await locationIn(shop.db, orderer.company.id, wanted.location)
    if (orderer.company.po_required === 1 && !wanted.poNumber?.trim())
      throw wrongField('poNumber', 'Enter the number of your purchase order')
    await warnOfSamePo(shop, orderer.company.id, wanted)
    const planned = await planOrder(shop, orderer, location, wanted)
    return placeRequest(requestOf(shop, planned, http.device.ip), planned.goods, attempt)
  })
}

/** Reads what an order is computed from. Throws as `placeWholesale`. */
export async function planOrder(
  shop: Shop,
  orderer: Orderer,
  location: LocationRow,
  wanted: Wanted,
): Promise<PlannedOrder> {
  const isFree = isFreeOf(orderer)
  const terms = await termsOf(shop, orderer.company, location)
  const goods = await accountGoods(shop, orderer.company.id, terms, wanted.lines, orderer.staff !== null)
  const delivery = await requireDelivery(shop, location, wanted.deliversOn, isFree)
  const changed = await changedOf(shop, orderer, wanted.changes)
  const handover = await handoverOf(shop, {
    location,
    delivery,
    goods,
    isAllowed: isFree,
    except: changed?.id ?? '',
  })
  const planned = { orderer, location, wanted, terms, delivery, goods, handover, changed }
  const { need } = handover.method
  const isFull = need && delivery.roastsOn !== null && need.freeOn(delivery.roastsOn) < need.grams
  if (isFull) throw await fullDay(shop, planned)
  return planned
}

function requestOf(shop: Shop, planned: PlannedOrder, ip: string): OrderRequest {
  const { orderer, wanted, handover, changed } = planned
  const body = {
    orderItems: wanted.lines.map(({ _id, sizeId, qty }) => ({ _id, sizeId, qty })),
    paymentMethod: METHOD_NAMES.paypal,
    ...(wanted.shownCents === undefined ? {} : { totalPrice: toDollars(wanted.shownCents) }),
  } as PlaceOrder
  const { method } = handover
  return {
    shop,
    ip,
    user: orderer.user,
    holder: null,
    body,
    address: method.address,
    method,
    changed,
    express: null,
    staff: null,
    account: accountOf(shop, planned),
  }
}

function accountOf(shop: Shop, planned: PlannedOrder): ForAccount {
  const { orderer, location, wanted, delivery, handover } = planned
  const { company, staff } = orderer
  const cutOff = utcOf(delivery.orderBy)
  const left = Date.parse(cutOff) - shop.clock.now().getTime()
  return {
    columns: {
      company_id: company.id,
      location_id: location.id,
      po_number: wanted.poNumber?.trim() ?? '',
      buyer_note: wanted.note?.trim() ?? '',
      on_account: wanted.payBy === 'account' ? 1 : 0,
      delivers_on: delivery.deliversOn,
      changeable_until: cutOff,
      handover: location.handover,
      standing_date_id: wanted.standingDate ?? null,
      via: staff ? 'phone' : 'web',
      placed_by: orderer.by === 'buyer' ? null : orderer.name,
      discount_reason: orderer.reason.trim(),
    },
    // Staff may enter an order after the cut-off. Then its buyer has an hour to pay.
    holdTime: Math.max(left, HOUR),
    isMailed: orderer.by !== 'buyer',
    price: priceAccount(handover.shippingCents),
    require: async (tx, priced) => {
      await requireStillAllowed(tx, shop, planned, priced)
      // The order that it replaces may be packed.
      if (planned.changed) await returnBags(tx, [planned.changed.id])
    },
    stepsFor: (row) => stepsOf(shop, planned, row),
    again: async () => {
      const again = await planOrder(shop, orderer, location, wanted)
      // The writer goes on with the plan of its request: its checks compare with what was read first.
      if (again.handover.shippingCents !== handover.shippingCents)
        throw conflict('The price of shipping has changed. Please check the new total', { code: 'prices' })
      return { goods: again.goods, method: again.handover.method, changed: again.changed }
    },
    full: (goods) => fullDay(shop, { ...planned, goods: [...goods] }),
  }
}

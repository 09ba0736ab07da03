/** How the goods of an order get to a location: by the van of the shop, by pickup, or in a parcel of a carrier. */
import { addDays } from '#shared/kernel/days.ts'
import type { Address } from '#shared/platform/address.ts'
import type { DeliveryDay } from '#shared/wholesale/delivery-days.ts'
import type { LocationRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Need } from '#server/roastery/delivery/capacity.ts'
import { hasCoffee } from '#server/roastery/delivery/delivery.ts'
import { scheduleOf, type Schedule } from '#server/roastery/delivery/schedule.ts'
import {
  addressOfBar,
  PICKUP_SERVICE,
  type DeliveryColumns,
  type DeliveryMethod,
} from '#server/checkout/orders/place/delivery-method.ts'
import type { Goods } from '#server/checkout/quotes/goods.ts'
import { requireShippable } from '#server/checkout/quotes/parcel.ts'
import { quoteGoods } from '#server/checkout/quotes/quotes.ts'
import { wholesaleNeed } from '../capacity/wholesale-need.ts'

/** What shipping costs the account, and how the writer of orders stores the delivery. */
export type Handover = { shippingCents: number; method: DeliveryMethod & { need: Need | null } }

type Wanted = {
  location: LocationRow
  delivery: DeliveryDay
  goods: Goods[]
  /** An order whose capacity is free. */
  except: string
  /** Whether it may exceed the capacity: staff allow it, or a standing order has booked it ahead. */
  isAllowed: boolean
}

/** The `shipping_service` of an order that the van of the shop delivers. */
export const VAN_SERVICE = 'Our van'

/** Asks the carrier for the price of a parcel. Throws 400 and 503 as a quote of the checkout. */
export async function handoverOf(shop: Shop, wanted: Wanted): Promise<Handover> {
  const settings = await scheduleOf(shop)
  const { except: exceptOrder, isAllowed } = wanted
  const need = await wholesaleNeed(shop, settings, wanted.goods, { exceptOrder, isAllowed })
  const isPickup = wanted.location.handover === 'pickup'
  const address = isPickup ? await addressOfBar(shop) : addressOf(wanted.location)
  const parcel =
    wanted.location.handover === 'parcel' ? await parcelOf(shop, wanted.location, wanted.goods) : null
  const columns = columnsOf(wanted, parcel)
  const { roastsOn } = wanted.delivery
  const roastDays = need && roastsOn !== null && need.grams > 0 ? [{ day: roastsOn, grams: need.grams }] : []
  const method = { address, settings: settings satisfies Schedule, need, handed: columns, roastDays }
  return { shippingCents: parcel?.quoted_cents ?? 0, method }
}

type Parcel = Pick<DeliveryColumns, 'shipment_id' | 'rate_id' | 'shipping_service'> & {
  quoted_cents: number
  days: number
}

/** The carrier's rate for goods in parcels, which the account pays. Throws 400 and 503 as a quote of the checkout. */
export async function parcelOf(shop: Shop, location: LocationRow, goods: Goods[]): Promise<Parcel> {
  const recipient = { name: location.recipient || location.name, phone: location.phone }
  const quote = await quoteGoods(shop, null, {
    address: await requireShippable(shop, addressOf(location)),
    recipient,
    goods,
  })
  return {
    shipment_id: quote.shipment_id,
    rate_id: quote.rate_id,
    shipping_service: `${quote.provider} ${quote.service}`,
    quoted_cents: quote.cents,
    days: quote.estimated_days ?? DAYS,
  }
}

/** The days of a parcel for which the carrier gives none. */
const DAYS = 3

function columnsOf({ location, delivery, goods }: Wanted, parcel: Parcel | null): DeliveryColumns {
  const { deliversOn, roastsOn } = delivery
  const arrives = addDays(deliversOn, parcel?.days ?? 0)
  const isPickup = location.handover === 'pickup'
  const from = location.receives_from || '00:00'
  return {
    shipment_id: parcel?.shipment_id ?? '',
    rate_id: parcel?.rate_id ?? '',
    shipping_service: parcel?.shipping_service ?? (isPickup ? PICKUP_SERVICE : VAN_SERVICE),
    recipient: location.recipient || location.name,
    phone: location.phone,
    quoted_cents: parcel?.quoted_cents ?? 0,
    roasts_on: hasCoffee(goods) ? roastsOn : null,
    ships_on: deliversOn,
    arrives_from: isPickup ? null : arrives,
    arrives_to: isPickup ? null : arrives,
    is_pickup: isPickup ? 1 : 0,
    pickup_from: isPickup ? from : null,
    pickup_to: isPickup ? location.receives_to || '23:59' : null,
  }
}

function addressOf({ address, address2, city, state, postal_code, country }: LocationRow): Address {
  return { address, address2, city, state, postalCode: postal_code, country }
}

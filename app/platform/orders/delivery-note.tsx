import { useQuery } from '@tanstack/react-query'
import { delivery, type PickupNotice } from '#shared/roastery/api/delivery.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { call } from '../api/call.ts'
import styles from './delivery-note.module.css'
import { nextDelivery } from './next-delivery.ts'
import { useOrdersPaused, VacationNote } from './vacation-note.tsx'

type OrderLines = PlaceOrder['orderItems']

/**
 * A day in milliseconds. It is enough, because the dates change at midnight; timers of browsers are limited to 24 days.
 */
const LONGEST_PAUSE = 86_400_000

/** Fetches the dates again at the next cut-off and at midnight, so that an open page does not show old ones. */
function useNextDelivery() {
  return useQuery({
    ...nextDelivery,
    refetchInterval: ({ state: { data } }) => {
      const left = data ? Date.parse(data.until) - Date.now() : LONGEST_PAUSE
      return Math.min(Math.max(left + 1000, 5000), LONGEST_PAUSE)
    },
  }).data
}

/** The properties of goods on which the dates depend. */
export type DatedGoods = { category: string; isRoastedToOrder?: boolean; isPickupOnly?: boolean }

/** Any coffee, if the product is not known. */
export const ANY_COFFEE: readonly DatedGoods[] = [{ category: COFFEE_BEANS }]

const KINDS = ['toOrder', 'coffee', 'goods'] as const

function kindOf(goods: readonly DatedGoods[]): (typeof KINDS)[number] {
  if (goods.some(({ isRoastedToOrder }) => isRoastedToOrder)) return 'toOrder'
  return goods.some(({ category }) => category === COFFEE_BEANS) ? 'coffee' : 'goods'
}

/**
 * The dates of a whole cart, if they depend on its quantities, because it has coffee roasted to order and roast days
 * have a capacity. Otherwise undefined, and until the dates are loaded.
 */
function useCartDates(goods: readonly DatedGoods[], lines: OrderLines | undefined) {
  const isLimited = useNextDelivery()?.isLimited === true
  return useQuery({
    queryKey: ['delivery', 'of cart', lines],
    queryFn: () => call(delivery.ofCart, { body: { orderItems: lines! } }),
    enabled: isLimited && lines !== undefined && lines.length > 0 && kindOf(goods) === 'toOrder',
    // If a product of the cart is no longer for sale, this fails, and the cart itself says so.
    retry: false,
    placeholderData: (before) => before,
  }).data
}

/**
 * When an order of these goods that is placed now can be picked up. Null if the shop does not offer pickup; undefined
 * until it is loaded.
 * @param lines the lines of a cart, as for an order; left out for one bag of a product
 */
export function usePickup(goods: readonly DatedGoods[], lines?: OrderLines): PickupNotice | null | undefined {
  const pickup = useNextDelivery()?.pickup
  const own = useCartDates(goods, lines)?.pickup
  return pickup && (own ?? pickup[kindOf(goods)])
}

/** The day on which coffee that is ordered now is roasted: '2026-12-02'. Undefined until it is loaded, and if there is none. */
export function useRoastDay(goods: readonly DatedGoods[]): string | undefined {
  const next = useNextDelivery()
  const pickup = next?.pickup?.[kindOf(goods)].promise?.roastsOn
  return next?.[kindOf(goods)].dates?.roastsOn ?? pickup ?? undefined
}

/** When an order of these goods arrives, as a sentence; undefined until it is loaded. See `usePickup`. */
export function useDeliveryText(goods: readonly DatedGoods[], lines?: OrderLines): string | undefined {
  const next = useNextDelivery()
  const own = useCartDates(goods, lines)?.delivery
  return (own ?? next?.[kindOf(goods)])?.text
}

/** The dates of an order of one piece that is placed now, and from which amount shipping is free; null if unknown. */
export function useShippingFacts(goods: DatedGoods) {
  const next = useNextDelivery()
  return { dates: next?.[kindOf([goods])].dates ?? null, freeFrom: next?.freeFrom ?? null }
}

/** Why these goods are not shipped, and what the buyer does instead; null if they are shipped. */
export function tooLargeText(goods: readonly DatedGoods[], isPickupOffered = true): string | null {
  if (!goods.some(({ isPickupOnly }) => isPickupOnly)) return null
  const isOne = goods.length === 1
  const reason = `${isOne ? 'This work' : 'A work of art in your cart'} is too large to ship.`
  if (!isPickupOffered) return `${reason} Please write to us if you want it.`
  return `${reason} You pick ${isOne ? 'it up' : 'up the order'} at the bar.`
}

/**
 * When an order of these goods arrives, when it can be picked up, and from which amount shipping is free. The height of
 * the text is reserved until it is loaded, so nothing moves.
 * @param lines see `usePickup`
 * @param itemsPrice the price of the items in the cart, in dollars; left out for a product
 * @param isPickup whether the buyer has chosen pickup; then the note does not mention shipping
 * @param isShippingFree whether a discount code makes the shipping free
 */
export function DeliveryNote({ goods, lines, itemsPrice, isPickup = false, isShippingFree }: NoteProps) {
  const free = useNextDelivery()?.freeFrom ?? null
  const text = useDeliveryText(goods, lines)
  const pickup = usePickup(goods, lines)
  const canPickUp = pickup?.promise ? pickup : null
  if (useOrdersPaused()) return <VacationNote />
  const unshipped = tooLargeText(goods, pickup !== null)
  if (unshipped || (isPickup && canPickUp)) {
    return (
      <div className={`stack-1 ${styles.note}`}>
        {unshipped ? <p>{unshipped}</p> : null}
        <p>{pickup?.note ?? '\u00a0'}</p>
      </div>
    )
  }
  return (
    <div className={`stack-1 ${styles.note}`}>
      <VacationNote />
      <p>{text ?? '\u00a0'}</p>
      {canPickUp ? <p>{canPickUp.note}</p> : null}
      {free === null || isShippingFree ? null : <p>{freeText(free, itemsPrice)}</p>}
    </div>
  )
}

type NoteProps = {
  goods: readonly DatedGoods[]
  lines?: OrderLines | undefined
  itemsPrice?: number
  isPickup?: boolean
  isShippingFree?: boolean
}

function freeText(freeFrom: number, itemsPrice: number | undefined): string {
  if (itemsPrice === undefined) return `Free shipping from ${formatDollars(freeFrom)}.`
  const missing = toCents(freeFrom) - toCents(itemsPrice)
  return missing > 0
    ? `Add ${formatDollars(toDollars(missing))} for free shipping.`
    : 'Shipping is free for this order.'
}

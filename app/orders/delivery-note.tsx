import { useQuery } from '@tanstack/react-query'
import { delivery, type PickupNotice } from '#shared/api/delivery.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { formatDollars, toCents, toDollars } from '#shared/pricing.ts'
import { ask } from '../api/query.ts'
import styles from './delivery-note.module.css'
import { useOrdersPaused, VacationNote } from './vacation-note.tsx'

/** The query for the dates of an order that is placed now, for loaders too. */
export const nextDelivery = ask(delivery.next, {})

/** The longest pause of a browser's timer is 24 days; a day is enough, because the dates change at midnight. */
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

/**
 * When an order of these goods that is placed now can be picked up. Null if the shop does not offer pickup; undefined
 * until it is loaded.
 */
export function usePickup(categories: string[]): PickupNotice | null | undefined {
  const pickup = useNextDelivery()?.pickup
  return pickup && (categories.includes(COFFEE_BEANS) ? pickup.coffee : pickup.goods)
}

/** When an order of these goods arrives, as a sentence; undefined until it is loaded. */
export function useDeliveryText(categories: string[]): string | undefined {
  const next = useNextDelivery()
  return (categories.includes(COFFEE_BEANS) ? next?.coffee : next?.goods)?.text
}

/**
 * When an order of these goods arrives, when it can be picked up, and from which amount shipping is free. The height of
 * the text is reserved until it is loaded, so nothing moves.
 * @param itemsPrice the items in the cart, in dollars; left out for a product
 * @param isPickup whether the buyer has chosen pickup; then the note does not mention shipping
 * @param isShippingFree whether a discount code makes the shipping free
 */
export function DeliveryNote({ categories, itemsPrice, isPickup = false, isShippingFree }: NoteProps) {
  const free = useNextDelivery()?.freeFrom ?? null
  const text = useDeliveryText(categories)
  const pickup = usePickup(categories)
  const canPickUp = pickup?.promise ? pickup : null
  if (useOrdersPaused()) return <VacationNote />
  if (isPickup && canPickUp) {
    return (
      <div className={styles.note}>
        <p>{canPickUp.note}</p>
      </div>
    )
  }
  return (
    <div className={styles.note}>
      <VacationNote />
      <p>{text ?? '\u00a0'}</p>
      {canPickUp ? <p>{canPickUp.note}</p> : null}
      {free === null || isShippingFree ? null : <p>{freeText(free, itemsPrice)}</p>}
    </div>
  )
}

type NoteProps = {
  categories: string[]
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

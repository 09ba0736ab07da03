/** An order of an account: as it is wanted, and as it is about to be written. */
import type { DeliveryDay } from '#shared/wholesale/delivery-days.ts'
import type { LocationRow } from '#server/kernel/db/schema.ts'
import type { ChangedOrder } from '#server/checkout/orders/place/changed-order.ts'
import type { Goods } from '#server/checkout/quotes/goods.ts'
import type { WantedLine } from './goods.ts'
import type { Handover } from './handover.ts'
import type { OrderTerms } from './terms.ts'
import type { Orderer } from './who.ts'

export type Wanted = {
  company: string
  location: string
  lines: readonly WantedLine[]
  deliversOn: string
  /** `now`: with the methods of the checkout, on the page of the order. */
  payBy: 'account' | 'now'
  poNumber?: string
  note?: string
  /** The total that the buyer saw, in cents. */
  shownCents?: number
  /** The order that this one replaces, until its cut-off. */
  changes?: string
  /** Whether the buyer has been told that another order has the same PO number. */
  repeatsPo?: boolean
  /** The date of the standing order that writes it. */
  standingDate?: string
  /** The link of a weekly mail with which it is ordered. It orders once, and then changes that order. */
  weekLink?: string
}

/** An order that is about to be written, with everything that it is computed from. */
export type PlannedOrder = {
  orderer: Orderer
  location: LocationRow
  wanted: Wanted
  terms: OrderTerms
  delivery: DeliveryDay
  goods: Goods[]
  handover: Handover
  changed: ChangedOrder | null
}

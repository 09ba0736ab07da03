/** The request for an order, by its buyer, by staff, or for a wholesale account. */
import type { Address } from '#shared/platform/address.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { GivenDiscount } from '../../discounts/find-discount.ts'
import type { ChangedOrder } from './changed-order.ts'
import type { DeliveryMethod } from './delivery-method.ts'
import type { ForAccount } from './for-account.ts'
import type { Holder } from './hold-limits.ts'
import type { ByStaffColumns } from './new-order.ts'

export type OrderRequest = {
  shop: Shop
  /** The client address of the request. */
  ip: string
  user: Buyer
  /** Null if no limit on unpaid goods applies. */
  holder: Holder | null
  body: PlaceOrder
  address: Address
  method: DeliveryMethod
  changed: ChangedOrder | null
  express: Express | null
  staff: ByStaff | null
  /** Set for an order of a wholesale account. */
  account: ForAccount | null
}

/**
 * An order whose payment the buyer has approved before it was placed: its id and number, which the payment has, and the steps
 * with which it takes the payment, in the transaction of the order. `claim` must change one row: if it changes none, the order
 * is placed by another request, or cannot be placed any more. Throws 409 then.
 */
export type Express = { id: string; number: string; claim: Step; stepsFor: (order: OrderRow) => Step[] }

/**
 * An order that staff place for a buyer. Its steps run last in the transaction of the order, such as those with which staff
 * take the money. It has no limit on unpaid goods: staff decide how long goods are held.
 */
export type ByStaff = {
  columns: ByStaffColumns
  discount: GivenDiscount | null
  payWith: string
  /** In milliseconds; null for the shop's usual hold. */
  holdTime: number | null
  /** Whether it is paid when it is placed. Otherwise the buyer gets a mail with the link that pays it. */
  isPaid: boolean
  stepsFor: (order: OrderRow) => Promise<Step[]>
}

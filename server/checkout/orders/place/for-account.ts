/** What the order of a wholesale account has of its own. Wholesale hands it to the writer of the checkout's orders. */
import type { TaxRule } from '#shared/kernel/pricing.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, Tx } from '#server/kernel/db/schema.ts'
import type { Goods } from '../../quotes/goods.ts'
import type { ChangedOrder } from './changed-order.ts'
import type { DeliveryMethod } from './delivery-method.ts'
import type { AccountColumns } from './new-order.ts'
import type { Priced } from './price-order.ts'

export type ForAccount = {
  columns: AccountColumns
  /** Until when goods that are not paid yet are held, in milliseconds from now. */
  holdTime: number
  /** Whether the buyer gets a mail with the link to pay, because others ordered. */
  isMailed: boolean
  /** Goods of an account have their prices; no code and no free shipping applies. */
  price: (goods: readonly Goods[], method: DeliveryMethod, tax: TaxRule) => Priced
  /**
   * Throws if the account may not order this now, and frees the bags of the order that it changes: in the transaction, after
   * that order is closed.
   */
  require: (tx: Tx, priced: Priced) => Promise<void>
  /** The last steps of the transaction: history, mails. */
  stepsFor: (row: OrderRow) => Promise<Step[]>
  /** The goods with their prices, the delivery and the changed order, read again after another request changed something. */
  again: () => Promise<{ goods: Goods[]; method: DeliveryMethod; changed: ChangedOrder | null }>
  /** The refusal if the roast day is full, with what is possible instead. */
  full: (goods: readonly Goods[]) => Promise<Error>
}

/** A change of a subscription in progress, for all files that change it. */
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Planner } from '#shared/platform/subscriptions.ts'
import type { SubscriptionRow, Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { ShopNow } from '#server/kernel/time/shop-days.ts'

/** A change in progress: the locked row, and the calendar. */
export type Changing = { tx: Tx; shop: Shop; row: SubscriptionRow; plan: Planner; now: ShopNow }

/**
 * The columns that change, and what happened. `isMailed`: the change has a mail of its own. `logged`: what the change
 * log says besides, if staff made the change.
 */
export type Outcome = {
  patch: Partial<SubscriptionRow>
  message: string
  isMailed?: boolean
  logged?: Change[]
}

/** Makes a change in the transaction that has locked the row. */
export type Work = (changing: Changing) => Promise<Outcome>

/** Completes the express payments of buyers who closed the page after their approval, and deletes old ones. */
import { DAY, HOUR, MINUTE, SECOND, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { isPast } from '#server/kernel/db/due.ts'
import type { ExpressRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { oneByOne } from '../checks/one-by-one.ts'
import { completeExpress } from './pay.ts'

/** For a newer one, the buyer's browser may still be calling the shop. */
const MIN_AGE = 30 * SECOND
const FIRST_MINUTE = MINUTE
/** Most buyers approve within this time. Later, PayPal is asked less often. */
const SOON = 30 * MINUTE
const LATER_INTERVAL = 10 * MINUTE
/** PayPal allows 3 hours to approve and 3 hours to capture. */
const CAPTURABLE = 6 * HOUR
const BATCH = 200

/**
 * Reads open express payments at PayPal, and completes those that are approved.
 * @param all true also reads the newest ones; only at start
 */
export async function finishExpress(shop: Shop, all = false): Promise<void> {
  await oneByOne(shop, 'express payments', await open(shop, all), async (row) => {
    // To the end of the order in which rows are read, so that a payment without an answer does not block the others.
    await shop.db
      .updateTable('express_checkouts')
      .set({ updated_at: isoNow(shop.clock) })
      .where('id', '=', row.id)
      .where('state', '=', 'open')
      .execute()
    await completeExpress(shop, row)
  })
}

/**
 * Completes the express payment with this id at PayPal, if it is approved. Returns false if there is none. Throws
 * PaymentUnavailable.
 */
export async function completeApproved(shop: Shop, providerOrderId: string): Promise<boolean> {
  const row = await shop.db
    .selectFrom('express_checkouts')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (row) await completeExpress(shop, row)
  return row !== undefined
}

function open({ db, clock }: Shop, all: boolean): Promise<ExpressRow[]> {
  return db
    .selectFrom('express_checkouts')
    .selectAll()
    .where('state', '=', 'open')
    .where('provider_order_id', 'is not', null)
    .where('created_at', '>', isoIn(clock, -CAPTURABLE))
    .$if(!all, (query) =>
      query
        .where(isPast('updated_at', clock, MIN_AGE))
        .where(isPast('created_at', clock, FIRST_MINUTE))
        .where((eb) =>
          eb.or([
            eb('created_at', '>', isoIn(clock, -SOON)),
            eb('updated_at', '<', isoIn(clock, -LATER_INTERVAL)),
          ]),
        ),
    )
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
}

/** Deletes what has become an order, or can no longer become one. */
export async function sweepExpress({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('express_checkouts').where('created_at', '<', isoIn(clock, -DAY)).execute()
}

import { DAY, HOUR, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import type { Shop } from '#server/platform/shop.ts'
import { sealCodesAgain } from './gift-cards/codes.ts'
import { updateAllFrozen } from './gift-cards/freeze.ts'
import { issueForgotten, mailDueCards, sweepCards } from './gift-cards/issue.ts'
import { assignNumbers } from './orders/order-numbers.ts'
import { fillNewlySearched } from './orders/searched.ts'
import { expireOrders } from './orders/close.ts'
import { remindPickups } from './orders/fulfill/pickup-list.ts'
import { remindOfCarts, sweepSavedCarts } from './saved-carts/saved-carts.ts'

export const checkoutJobs: GroupJobs = {
  jobs: [
    { every: MINUTE / 4, once: 'expire orders', run: expireOrders },
    { every: MINUTE, once: 'assign order numbers', run: assignNumbers },
    { every: MINUTE, once: 'make orders found', run: fillNewlySearched },
    { every: HOUR, once: 'remind of pickups', run: remindPickups },
    { every: MINUTE, once: 'remind of carts', run: remindOfCarts },
    { every: MINUTE, once: 'mail gift cards', run: mailCards },
    { every: HOUR, once: 'seal gift cards again', run: sealCodesAgain },
  ],
  sweeps: [sweepQuotes, sweepSavedCarts, sweepCards, updateAllFrozen],
}

async function mailCards(shop: Shop): Promise<void> {
  await issueForgotten(shop)
  await mailDueCards(shop)
}

async function sweepQuotes({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('shipping_quotes').where('expires_at', '<', isoIn(clock, -DAY)).execute()
}

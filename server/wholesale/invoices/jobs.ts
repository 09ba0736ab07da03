import { HOUR } from '#server/kernel/time/clock.ts'
import type { Job } from '#server/platform/jobs.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { billPeriods } from './bill.ts'
import { remindOfInvoices, tellHolds } from '../ledger/reminders.ts'
import { mailStatements } from '../ledger/statements.ts'

/** Bills, reminders, statements and holds. What is owed stays owed while the part is being closed. */
export const ledgerJobs: Job[] = [
  { every: HOUR / 4, once: 'bill wholesale', run: (shop) => unlessOff(shop, billPeriods) },
  { every: HOUR / 2, once: 'remind of invoices', run: (shop) => unlessOff(shop, remindOfInvoices) },
  { every: HOUR, once: 'mail statements', run: (shop) => unlessOff(shop, mailStatements) },
  { every: HOUR / 4, once: 'tell holds', run: (shop) => unlessOff(shop, tellHolds) },
]

async function unlessOff(shop: Shop, run: (shop: Shop) => Promise<unknown>): Promise<void> {
  if ((await partOf(shop, 'wholesale')) !== 'off') await run(shop)
}

/** Finishes labels left open by a crash or a lost response. Runs at start and every ten seconds. */
import { sql } from 'kysely'
import { SECOND, isoIn } from '#server/kernel/time/clock.ts'
import { endFuture, hasCome } from '#server/kernel/db/due.ts'
import type { LabelRow } from '#server/kernel/db/schema.ts'
import { isOutage } from '#server/providers/outage.ts'
import type { Shop } from '#server/platform/shop.ts'
import { storeFile } from './label-file.ts'
import { noteFailure, recordBought, referenceOf } from './label-rows.ts'
import { CHECK_EVERY, requestRefund, settleVoid } from './void-label.ts'

/** The first check comes after this time: by then, the buying request usually has its response. */
const FIRST_CHECK = 5 * SECOND
/**
 * If Shippo does not have a purchase after this time, the purchase was never made: a call to Shippo cannot last that
 * long.
 */
const MAX_WAIT = 25 * SECOND
/** After this many unanswered calls, Shippo counts as down until the next run. */
const MAX_UNANSWERED = 3
const BATCH = 20

export async function finishLabels(shop: Shop): Promise<void> {
  await endFuture(shop.db, shop.clock, 'labels', ['buying'])
  const open = await shop.db
    .selectFrom('labels')
    .selectAll()
    // Literals, so that SQLite uses the partial index and does not scan all labels.
    .where(sql<boolean>`state in ('buying', 'voiding')`)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'buying'), eb('updated_at', '<', isoIn(shop.clock, -FIRST_CHECK))]),
        eb.and([eb('state', '=', 'voiding'), hasCome('next_look_at', shop.clock, CHECK_EVERY)]),
      ]),
    )
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  let unanswered = 0
  for (const label of open) {
    try {
      if (label.state === 'buying') await finishPurchase(shop, label)
      else await finishVoid(shop, label)
    } catch (error) {
      shop.log.warn({ err: error, label: label.id }, 'a label could not be finished; it is tried again')
      if (isOutage(error) && ++unanswered === MAX_UNANSWERED) return
    }
  }
}

async function finishPurchase(shop: Shop, label: LabelRow): Promise<void> {
  const purchase = { rateId: label.rate_id, reference: referenceOf(label) }
  const found = await shop.providers.shipping.findLabel(purchase)
  if (found?.state === 'pending') return
  if (found?.state === 'bought') {
    if (await recordBought(shop, label, found)) await storeFile(shop, label.id, found)
  } else if (found) await noteFailure(shop, label, found.problem || 'The label was returned at Shippo')
  else if (label.updated_at < isoIn(shop.clock, -MAX_WAIT))
    await noteFailure(shop, label, 'Shippo has no such purchase: nothing was bought. Please try again')
}

async function finishVoid(shop: Shop, label: LabelRow): Promise<void> {
  const current = await shop.providers.shipping.getLabel(label.transaction_id!)
  if (current?.state === 'bought') await requestRefund(shop, label)
  else if (current?.state === 'voided' || current?.state === 'refused')
    await settleVoid(shop, label, current.state)
  else await settleVoid(shop, label, 'voiding')
}

/** Brings labels to their end that a crash or a lost answer left open: runs at boot and every ten seconds. */
import { sql } from 'kysely'
import { SECOND, isoIn, isoNow } from '../time/clock.ts'
import type { LabelRow } from '../db/schema.ts'
import { ShippingUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { keepFile } from './label-file.ts'
import { recordBought } from './label-outcome.ts'
import { noteFailure, referenceOf } from './label-rows.ts'
import { askForRefund, settleVoid } from './void-label.ts'

/** Whoever buys usually has the answer by then. */
const FIRST_LOOK = 5 * SECOND
/** Longer than Shippo may take: what it does not know by then was never asked for. */
const PATIENCE = 25 * SECOND
/** So many questions without an answer, and Shippo is taken to be down until the next run. */
const SILENCE = 3
const MOST = 20

export async function finishLabels(shop: Shop): Promise<void> {
  const open = await shop.db
    .selectFrom('labels')
    .selectAll()
    // In literals, by its own small index: else all labels of all times are gone through.
    .where(sql<boolean>`state in ('buying', 'voiding')`)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'buying'), eb('updated_at', '<', isoIn(shop.clock, -FIRST_LOOK))]),
        eb.and([eb('state', '=', 'voiding'), eb('next_look_at', '<', isoNow(shop.clock))]),
      ]),
    )
    .orderBy('updated_at')
    .limit(MOST)
    .execute()
  let unanswered = 0
  for (const label of open) {
    try {
      if (label.state === 'buying') await finishPurchase(shop, label)
      else await finishVoid(shop, label)
    } catch (error) {
      shop.log.warn({ err: error, label: label.id }, 'a label stays open')
      if (error instanceof ShippingUnavailable && ++unanswered === SILENCE) return
    }
  }
}

async function finishPurchase(shop: Shop, label: LabelRow): Promise<void> {
  const wanted = { rateId: label.rate_id, reference: referenceOf(label) }
  const found = await shop.providers.shipping.findLabel(wanted)
  if (found?.state === 'pending') return
  if (found?.state === 'bought') {
    if (await recordBought(shop, label, found)) await keepFile(shop, label.id, found)
  } else if (found) await noteFailure(shop, label, found.problem || 'The label was given back at Shippo')
  else if (label.updated_at < isoIn(shop.clock, -PATIENCE))
    await noteFailure(shop, label, 'Shippo never heard of it: nothing was bought. Please try again')
}

async function finishVoid(shop: Shop, label: LabelRow): Promise<void> {
  const known = await shop.providers.shipping.getLabel(label.transaction_id!)
  if (known?.state === 'bought') await askForRefund(shop, label)
  else if (known?.state === 'voided' || known?.state === 'refused') await settleVoid(shop, label, known.state)
  else await settleVoid(shop, label, 'voiding')
}

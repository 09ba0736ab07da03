/** Corrections of stock by hand on a roast day, each with a reason: samples, spills, counts. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { ADJUSTMENT_TEXTS, type AdjustmentReason } from '#shared/roastery/roastery.ts'
import type { Shop } from '#server/platform/shop.ts'
import { amountsOf, correct } from './correct.ts'
import { wrongField } from './texts.ts'
import { runStep, type By, type Done } from './step.ts'

type Correction = Body<typeof roastDay.adjust>

/** Reasons that only take coffee away. */
const TAKING: ReadonlySet<AdjustmentReason> = new Set(['sample', 'bar', 'waste', 'sold'])

/** Corrects a place as `correct` does. Throws 400 for a change that does not fit its reason, and otherwise like `correct`. */
export async function adjust(shop: Shop, by: By, correction: Correction): Promise<Done> {
  requireReason(correction)
  const amountOf = await amountsOf(shop, correction.of)
  return runStep(shop, by, roastDay.adjust, async (tx) => {
    const { id, name, left } = await correct(tx, shop, by.user, correction, amountOf)
    return { _id: id, message: `${name}: ${amountOf(left)} left` }
  })
}

function requireReason({ of, change, reason }: Correction): void {
  if (reason === 'arrival' && of !== 'green') throw wrongField('reason', 'Only green coffee arrives')
  if (reason === 'arrival' && change < 0) throw wrongField('change', 'An arrival must be more than 0')
  if (TAKING.has(reason) && change > 0)
    throw wrongField('change', `“${ADJUSTMENT_TEXTS[reason]}” takes coffee away. Enter a negative number`)
}

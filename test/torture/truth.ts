/** Somebody who looks at an order from the moment the shop is back, and notes every word that is not true. */
import { setTimeout as pause } from 'node:timers/promises'
import { NoAnswer, type Caller } from './caller.ts'
import { readPaypalJournal, type Journal } from './journal.ts'
import { soldFor } from './labels-sold.ts'

const EVERY = 40

type Knowledge = { paypal: Journal; labels: number }

/**
 * Looks until told to stop; answers one sentence per kind of untruth.
 * @param dataDir where "PayPal" and "Shippo" write down what they have done
 */
export function watchOrder(buyer: Caller, order: string, dataDir: string): () => Promise<string[]> {
  const wrong = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping
  const know = () => ({ paypal: readPaypalJournal(dataDir), labels: soldFor(dataDir, order).length })
  const looking = (async () => {
    while (!signal.aborted) {
      const before = know()
      const { body } = await buyer.get(`/api/orders/${order}`)
      for (const sentence of untrue(body, order, before, know())) wrong.add(sentence)
      await pause(EVERY)
    }
  })().catch((error: unknown) => {
    if (!(error instanceof NoAnswer && signal.aborted))
      wrong.add(`The order cannot be looked at: ${String(error)}`)
  })
  return async () => {
    stopping.abort()
    await looking
    return [...wrong]
  }
}

type Seen = {
  state: string
  isPaid: boolean
  refunds: { state: string }[]
  tracking: object | null
}

/** What happened before the look must be told by then; what is told must have happened by its end. */
function untrue(seen: Seen, order: string, before: Knowledge, after: Knowledge): string[] {
  const wrong: string[] = []
  const isTaken = before.paypal.captures.has(order)
  if (seen.isPaid && !after.paypal.captures.has(order))
    wrong.push('It is said to be paid, and nothing was taken')
  if (isTaken && ['pending', 'expired', 'cancelled'].includes(seen.state))
    wrong.push(`Its money was taken, and the buyer reads ${seen.state}`)
  const backTold = seen.refunds.filter(({ state }) => state === 'completed').length
  if (backTold > (after.paypal.refunds.get(order)?.size ?? 0))
    wrong.push('Money is said to be back that PayPal still has')
  const alive = seen.refunds.filter(({ state }) => state !== 'failed').length
  if (alive < (before.paypal.refunds.get(order)?.size ?? 0))
    wrong.push('Nothing is said of money that went back')
  if ((seen.tracking || seen.state === 'shipped') && after.labels === 0)
    wrong.push('A parcel is announced that has no label')
  return wrong
}

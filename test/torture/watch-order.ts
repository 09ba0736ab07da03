/** Polls an order after a restart of the shop and reports every state that contradicts PayPal or Shippo. */
import { setTimeout as pause } from 'node:timers/promises'
import { NoResponse, type Caller } from './caller.ts'
import { readPaypalJournal, type Journal } from './paypal-journal.ts'
import { soldLabels } from './shippo-journal.ts'

const INTERVAL_MS = 40
/** After five seconds: some shops wait half a minute before they continue. */
const LONG_INTERVAL_MS = 150

type Facts = { paypal: Journal; labels: number }

/**
 * Polls until the returned function is called, which returns one sentence per kind of contradiction.
 * @param dataDir the folder with the journals of the PayPal and Shippo sandboxes
 */
export function watchOrder(buyer: Caller, order: string, dataDir: string): () => Promise<string[]> {
  const wrong = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping
  const readFacts = () => ({ paypal: readPaypalJournal(dataDir), labels: soldLabels(dataDir, order).length })
  const since = performance.now()
  const polling = (async () => {
    while (!signal.aborted) {
      const before = readFacts()
      const { body } = await buyer.get(`/api/orders/${order}`)
      for (const sentence of contradictions(body, order, before, readFacts())) wrong.add(sentence)
      await pause(performance.now() - since < 5000 ? INTERVAL_MS : LONG_INTERVAL_MS)
    }
  })().catch((error: unknown) => {
    if (!(error instanceof NoResponse && signal.aborted))
      wrong.add(`The order cannot be read: ${String(error)}`)
  })
  return async () => {
    stopping.abort()
    await polling
    return [...wrong]
  }
}

type ShownOrder = {
  state: string
  isPaid: boolean
  refunds: { state: string }[]
  tracking: object | null
}

/**
 * Compares the shown order with the facts: what happened before the request must be shown; what is shown must have
 * happened by its end.
 */
function contradictions(shown: ShownOrder, order: string, before: Facts, after: Facts): string[] {
  const wrong: string[] = []
  const isCaptured = before.paypal.captures.has(order)
  if (shown.isPaid && !after.paypal.captures.has(order))
    wrong.push('It is shown as paid, but was not captured')
  if (isCaptured && ['pending', 'expired', 'cancelled'].includes(shown.state))
    wrong.push(`It was captured, but is shown as ${shown.state}`)
  const completed = shown.refunds.filter(({ state }) => state === 'completed').length
  if (completed > (after.paypal.refunds.get(order)?.size ?? 0))
    wrong.push('A refund is shown as completed that PayPal has not completed')
  const notFailed = shown.refunds.filter(({ state }) => state !== 'failed').length
  if (notFailed < (before.paypal.refunds.get(order)?.size ?? 0))
    wrong.push('A refund that PayPal has completed is not shown')
  if ((shown.tracking || shown.state === 'shipped') && after.labels === 0)
    wrong.push('It is shown as shipped, but has no label')
  return wrong
}

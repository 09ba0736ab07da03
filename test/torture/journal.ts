/** What "PayPal" knows: the sandbox's journal, read while the shop is dead or alive. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Journal = {
  /** Ids of the completed captures, by our order's id. More than one is money taken twice. */
  captures: Map<string, Set<string>>
  /** PayPal's orders, by our order's id. */
  payments: Map<string, Set<string>>
  /** The refunds that went through and what each came to, in cents, by our order's id. */
  refunds: Map<string, Map<string, number>>
  /** What our orders were to pay, in cents. */
  totals: Map<string, number>
}

type Line = {
  id: string
  request?: string
  capture?: { ids: string[]; state: string } | null
  refunds?: { id: string; cents: number; state: string }[]
}

export function readPaypalJournal(dataDir: string): Journal {
  const file = join(dataDir, 'paypal-sandbox.jsonl')
  const journal: Journal = {
    captures: new Map(),
    payments: new Map(),
    refunds: new Map(),
    totals: new Map(),
  }
  const orderOf = new Map<string, string>()
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const { id, request, capture, refunds = [] } of text.split('\n').flatMap(parse)) {
    if (request) {
      const { order, cents } = ourOrder(request)
      orderOf.set(id, order)
      journal.totals.set(order, cents)
    }
    const order = orderOf.get(id) ?? 'unknown'
    add(journal.payments, order, id)
    for (const refund of refunds) {
      const back = journal.refunds.get(order) ?? new Map<string, number>()
      if (refund.state === 'COMPLETED') back.set(refund.id, refund.cents)
      // A refund can fail after it was completed.
      else back.delete(refund.id)
      journal.refunds.set(order, back)
    }
    if (capture?.state === 'COMPLETED') for (const taken of capture.ids) add(journal.captures, order, taken)
  }
  return journal
}

/** A kill may have cut the last line off. */
function parse(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line]
  } catch {
    return []
  }
}

function ourOrder(request: string): { order: string; cents: number } {
  const { purchase_units: units } = JSON.parse(request) as {
    purchase_units: { custom_id?: string; amount: { value: string } }[]
  }
  return { order: units[0]?.custom_id ?? 'unknown', cents: Math.round(Number(units[0]?.amount.value) * 100) }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

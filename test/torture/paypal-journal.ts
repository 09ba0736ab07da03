/** Reads the journal of the PayPal sandbox, whether or not the shop is running. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Journal = {
  /** Ids of the completed captures by the shop's order id. More than one is a double charge. */
  captures: Map<string, Set<string>>
  /** PayPal's orders by the shop's order id. */
  payments: Map<string, Set<string>>
  /** Amounts of the completed refunds in cents, by the shop's order id and the refund id. */
  refunds: Map<string, Map<string, number>>
  /** Totals in cents by the shop's order id. */
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
      const { order, cents } = shopOrder(request)
      orderOf.set(id, order)
      journal.totals.set(order, cents)
    }
    const order = orderOf.get(id) ?? 'unknown'
    add(journal.payments, order, id)
    for (const refund of refunds) {
      const completed = journal.refunds.get(order) ?? new Map<string, number>()
      if (refund.state === 'COMPLETED') completed.set(refund.id, refund.cents)
      // A refund can fail after it was completed.
      else completed.delete(refund.id)
      journal.refunds.set(order, completed)
    }
    if (capture?.state === 'COMPLETED')
      for (const captured of capture.ids) add(journal.captures, order, captured)
  }
  return journal
}

/** Skips a line that a kill has truncated. */
function parse(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line]
  } catch {
    return []
  }
}

function shopOrder(request: string): { order: string; cents: number } {
  const { purchase_units: units } = JSON.parse(request) as {
    purchase_units: { custom_id?: string; amount: { value: string } }[]
  }
  return { order: units[0]?.custom_id ?? 'unknown', cents: Math.round(Number(units[0]?.amount.value) * 100) }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

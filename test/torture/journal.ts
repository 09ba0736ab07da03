/** What "PayPal" knows: the sandbox's journal, read while the shop is dead or alive. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Journal = {
  /** Ids of the completed captures, by our order's id. More than one is money taken twice. */
  captures: Map<string, Set<string>>
  /** PayPal's orders, by our order's id. */
  payments: Map<string, Set<string>>
}

type Line = { id: string; request?: string; capture?: { ids: string[]; state: string } | null }

export function readPaypalJournal(dataDir: string): Journal {
  const file = join(dataDir, 'paypal-sandbox.jsonl')
  const journal: Journal = { captures: new Map(), payments: new Map() }
  const orderOf = new Map<string, string>()
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const { id, request, capture } of text.split('\n').flatMap(parse)) {
    if (request) orderOf.set(id, ourOrder(request))
    const order = orderOf.get(id) ?? 'unknown'
    add(journal.payments, order, id)
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

function ourOrder(request: string): string {
  const { purchase_units: units } = JSON.parse(request) as { purchase_units: { custom_id?: string }[] }
  return units[0]?.custom_id ?? 'unknown'
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

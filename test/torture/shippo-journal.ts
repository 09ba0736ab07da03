/** Reads an order's labels from the journal of the Shippo sandbox, whether or not the shop is running. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Sold = { id: string; metadata: string; refund: object | null }

/** The labels that were sold for an order, in their current state. */
export function soldLabels(dataDir: string, order: string): { isVoided: boolean }[] {
  const file = join(dataDir, 'shippo-sandbox.jsonl')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const last = new Map<string, Sold>()
  for (const line of text.split('\n')) {
    const sold = parse(line)
    // After the order's number: its id and the number of the attempt.
    if (sold?.metadata.includes(` ${order} `)) last.set(sold.id, sold)
  }
  return [...last.values()].map(({ refund }) => ({ isVoided: refund !== null }))
}

/** Null for a line that a kill has truncated. */
function parse(line: string): Sold | null {
  try {
    return JSON.parse(line) as Sold
  } catch {
    return null
  }
}

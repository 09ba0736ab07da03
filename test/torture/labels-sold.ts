/** What "Shippo" knows of an order's labels: the sandbox's journal, read while the shop is dead or alive. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Sold = { id: string; metadata: string; refund: object | null }

/** The labels that were sold for an order, each as it is now. */
export function soldFor(dataDir: string, order: string): { isGivenBack: boolean }[] {
  const file = join(dataDir, 'shippo-sandbox.jsonl')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const last = new Map<string, Sold>()
  for (const line of text.split('\n')) {
    const sold = parse(line)
    if (sold?.metadata.startsWith(`${order} `)) last.set(sold.id, sold)
  }
  return [...last.values()].map(({ refund }) => ({ isGivenBack: refund !== null }))
}

/** A kill may have cut the last line off. */
function parse(line: string): Sold | null {
  try {
    return JSON.parse(line) as Sold
  } catch {
    return null
  }
}

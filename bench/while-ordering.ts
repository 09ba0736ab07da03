/**
 * Measures how much orders slow down pages, at several order rates and at the maximum rate: `node
 * bench/while-ordering.ts`. Prints a line of JSON: orders and purchases per second, and the 99th percentile of a page's
 * latency in ms. Decision 003 describes how to slow down the disk and how to measure the plain SQLite dialect.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fdatasyncRate } from './disk.ts'
import { completedPerSecond, disconnect, fillCarts, whilePlacing, type Buyer } from './orders.ts'
import { p99Of } from './probe.ts'
import { startProduct } from './server.ts'
import { prepareShop } from './stock.ts'

const CACHE = join(import.meta.dirname, '../.cache')
/** Orders per second. */
const RATES = [5, 20, 50]
const [seconds = '4'] = process.argv.slice(2)
const DURATION_MS = Number(seconds) * 1000

async function measure(port: number, buyers: Buyer[]): Promise<Record<string, number>> {
  const p99 = (milliseconds: number) => p99Of({ port, paths: ['/', '/shop'], perSecond: 200, milliseconds })
  const found: Record<string, number> = {}
  // A warm-up, because the first second is slower.
  await p99(1000)
  await completedPerSecond(buyers, 'place', 500)
  found['p99 idle'] = await p99(DURATION_MS / 2)
  for (const rate of RATES) {
    const { result, rate: reached } = await whilePlacing(buyers, rate, () => p99(DURATION_MS))
    found[`p99 at ${rate} orders/s`] = result
    if (reached < rate * 0.95) found[`reached instead of ${rate}`] = reached
  }
  found['orders/s'] = await completedPerSecond(buyers, 'place', DURATION_MS / 2)
  const [saturated] = await Promise.all([
    p99(DURATION_MS / 2),
    completedPerSecond(buyers, 'place', DURATION_MS / 2),
  ])
  found['p99 at the maximum rate'] = saturated
  found['purchases/s'] = await completedPerSecond(buyers.slice(0, 32), 'buy', DURATION_MS / 2)
  return found
}

mkdirSync(CACHE, { recursive: true })
const dataDir = mkdtempSync(join(CACHE, 'ordering-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const prepared = await prepareShop(dataDir, 64)
const shop = await startProduct(dataDir)
try {
  const buyers = await fillCarts(shop.port, prepared)
  const flushes = fdatasyncRate(dataDir, 500)
  const found = { 'flushes/s': flushes, ...(await measure(shop.port, buyers)) }
  const rounded = Object.entries(found).map(([name, value]) => [name, Number(value.toPrecision(4))])
  process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`)
  disconnect(buyers)
} finally {
  await shop.stop()
}

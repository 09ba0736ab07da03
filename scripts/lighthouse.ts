/**
 * `npm run lighthouse`: measures a first visit to the built shop on a phone, and compares it with the targets.
 *
 *   npm run lighthouse                        every kind of public page, then the tap on Add to cart
 *   npm run lighthouse -- / /product          only these pages
 *   npm run lighthouse -- tap                 only the tap (lighthouse/tap.ts)
 *   npm run lighthouse -- --reports FOLDER    saves Lighthouse's reports there
 *
 * Each page is measured three times with Lighthouse's own settings, each time in a new browser with an empty profile.
 * The results are medians. Other load on the machine makes them worse. Exits with 1 if a target is missed.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startShop } from '../test/torture/running-shop.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { measure } from './lighthouse/measure.ts'
import { PAGE_KINDS, PRODUCT, type PageKind } from './lighthouse/page-kinds.ts'
import { measureTap, type Tap } from './lighthouse/tap.ts'
import { isTapSlow, medianOf, misses, tapLine, toTable, type Row } from './lighthouse/targets.ts'
import { isBuilt } from './stamps.mjs'

const RUNS = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reports: { type: 'string' } },
})
const isAll = positionals.length === 0
const kinds = PAGE_KINDS.filter(({ path }) => isAll || positionals.includes(path))
if (values.reports) mkdirSync(values.reports, { recursive: true })
if (!isBuilt()) {
  const build = join(import.meta.dirname, 'build.ts')
  if (spawnSync(process.execPath, [build], { stdio: 'inherit' }).status !== 0) process.exit(1)
}

raisePriority()
const dataDir = mkdtempSync(join(tmpdir(), 'frame-lighthouse-'))
const shop = await startShop({ dataDir, databaseUrl: null })
const rows: Row[] = []
let tap: Tap | null = null
try {
  const product = await firstProduct()
  for (const kind of kinds) rows.push(await measureKind(kind, kind.path === PRODUCT ? product : kind.path))
  if (isAll || positionals.includes('tap')) {
    process.stdout.write('  Add to cart …\n')
    tap = medianOf(await repeat(() => measureTap(shop.origin + product)))
  }
} finally {
  await shop.kill()
  rmSync(dataDir, { recursive: true, force: true })
}
process.stdout.write(`\n${rows.length > 0 ? toTable(rows) : ''}${tap ? `\n${tapLine(tap)}` : ''}\n`)
process.exit(rows.some((row) => misses(row).length > 0) || (tap && isTapSlow(tap)) ? 1 : 0)

/** Raises the priority, if allowed, so that other load on the machine affects the measurement less. */
function raisePriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    // Only root may raise the priority.
  }
}

async function measureKind(kind: PageKind, address: string): Promise<Row> {
  process.stdout.write(`  ${kind.path} …\n`)
  let run = 0
  const measurements = await repeat(async () => {
    const { report, measurement } = await measure(shop.origin + address)
    run++
    if (values.reports) {
      const name = `${kind.path === '/' ? 'home' : kind.path.slice(1).replaceAll('/', '-')}-${run}`
      writeFileSync(join(values.reports, `${name}.html`), report.html)
      writeFileSync(join(values.reports, `${name}.json`), report.json)
    }
    return measurement
  })
  return { kind, measurement: medianOf(measurements) }
}

async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < RUNS) results.push(await work())
  return results
}

async function firstProduct(): Promise<string> {
  const answer = await fetch(`${shop.origin}/api/products`)
  const { products } = (await answer.json()) as { products: { _id: string; slug: string }[] }
  return productPath(products[0]!)
}

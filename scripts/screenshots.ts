/**
 * `npm run screenshots`: takes a screenshot of every page of the built shop at 390, 820 and 1440 px, into screenshots/.
 *
 *   npm run screenshots                    every page
 *   npm run screenshots -- home cart       only pages whose name begins with one of these texts
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startShop } from '../test/torture/running-shop.ts'
import { findChromium } from './chromium.mjs'
import { screenshotTaker } from './screenshots/take.ts'
import { PUBLIC, productScenes } from './screenshots/public.ts'
import { takeBuyer } from './screenshots/buyer.ts'
import { takeOwner } from './screenshots/owner.ts'
import { isBuilt } from './stamps.mjs'

// oxlint-disable-next-line import/no-unassigned-import -- importing the script runs the build
if (!isBuilt()) await import('./build.ts')
const folder = join(import.meta.dirname, '../screenshots')
const dataDir = mkdtempSync(join(tmpdir(), 'frame-screenshots-'))
mkdirSync(folder, { recursive: true })

const shop = await startShop({ dataDir, databaseUrl: null })
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  const taker = screenshotTaker({ browser, origin: shop.origin, folder, names: process.argv.slice(2) })
  await taker.takeScenes([...PUBLIC, ...(await productScenes(shop.origin))])
  await takeBuyer(taker)
  await takeOwner(taker)
  process.stdout.write(`\n  ${taker.count()} pictures in screenshots/\n`)
} finally {
  await browser.close()
  await shop.kill()
  rmSync(dataDir, { recursive: true, force: true })
}

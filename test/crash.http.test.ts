// Slow, not in `npm run check`: servers in child processes.
/**
 * The server is killed once at each crash point: at six of them on PostgreSQL, at the others on SQLite.
 * `npm run torture -- suite` does it at every point on both, `npm run torture -- crashes` twenty times at each.
 */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { newPlace, onPostgres } from './database.ts'
import { EVERYTHING } from './where-tests-run.ts'
import { CRASH_POINTS, crashOnce, openSite } from './torture/crash-points.ts'
import { stopSite, type Site } from './torture/crash.ts'
import { ownPlace } from './torture/own-place.ts'

/**
 * After a crash at these points the shop waits half a minute, because the request may not have reached Shippo. These
 * tests run in parallel.
 */
const WAITING: CrashPoint[] = ['after-label-intent', 'after-void-intent', 'after-void-answer']

/** One crash point for a payment, one for a charge of a saved payment method, one for a delivery of a subscription, one
 * for a label, one for a committed refund, one inside a transaction. */
const ON_POSTGRES: ReadonlySet<CrashPoint> = new Set([
  'after-capture-answer',
  'after-charge-answer',
  'after-delivery-commit',
  'after-label-answer',
  'after-refund-commit',
  'within-product-save',
])
const POINTS = CRASH_POINTS.filter((one) => EVERYTHING || onPostgres === ON_POSTGRES.has(one))

const place = ownPlace()
let site: Site
beforeAll(async () => {
  site = await openSite(place)
}, 300_000)
afterAll(() => stopSite(site))

const testName = (point: CrashPoint) => `a shop killed at “${point}” recovers at its next start`

for (const point of WAITING.filter((one) => POINTS.includes(one))) {
  test.concurrent(testName(point), { timeout: 180_000 }, async () => {
    const own = await openSite(await newPlace())
    try {
      expect(await crashOnce(own, point)).toEqual([])
    } finally {
      await stopSite(own)
      await rm(own.place.dataDir, { recursive: true, force: true })
    }
  })
}

// The other crashes happen one after another in one shop, in parallel with the tests above.
describe.concurrent('in one shop', () => {
  describe('one crash after another', { concurrent: false }, () => {
    for (const point of POINTS.filter((one) => !WAITING.includes(one))) {
      test(testName(point), async () => {
        expect(await crashOnce(site, point)).toEqual([])
      })
    }
  })
})

/** The server dies at each named point once; `npm run torture` lets it die there twenty times. */
import { rm } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { CrashPoint } from '#server/crash-points.ts'
import { newPlace } from './database.ts'
import { CRASH_POINTS, crashOnce, openSite, type Site } from './torture/crash-points.ts'
import { ownPlace } from './torture/own-place.ts'

/** What Shippo may never have heard of is waited for half a minute, since it might yet: these wait side by side. */
const WAITING: CrashPoint[] = ['after-label-intent', 'after-void-intent', 'after-void-answer']

const place = ownPlace()
let site: Site
beforeAll(async () => {
  site = await openSite(place)
}, 300_000)

const promise = (point: CrashPoint) => `a shop killed at “${point}” heals at its next start`

for (const point of WAITING) {
  test.concurrent(promise(point), { timeout: 180_000 }, async () => {
    const own = await newPlace()
    try {
      expect(await crashOnce(await openSite(own), point)).toEqual([])
    } finally {
      await rm(own.dataDir, { recursive: true, force: true })
    }
  })
}

for (const point of CRASH_POINTS.filter((one) => !WAITING.includes(one))) {
  test(promise(point), { timeout: 120_000 }, async () => {
    expect(await crashOnce(site, point)).toEqual([])
  })
}

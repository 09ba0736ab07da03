/** The server dies at each named point once; `npm run torture` lets it die there twenty times. */
import { beforeAll, expect, test } from 'vitest'
import { CRASH_POINTS, crashOnce, openSite, type Site } from './torture/crash-points.ts'
import { ownPlace } from './torture/own-place.ts'

const place = ownPlace()
let site: Site
beforeAll(async () => {
  site = await openSite(place)
}, 300_000)

for (const point of CRASH_POINTS) {
  // A label that was never asked for is waited for, since Shippo might yet hear of it.
  test(`a shop killed at “${point}” heals at its next start`, { timeout: 120_000 }, async () => {
    expect(await crashOnce(site, point)).toEqual([])
  })
}

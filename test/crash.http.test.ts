/** The server dies at each named point once; `npm run torture` lets it die there twenty times. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onPostgres } from './database.ts'
import { CRASH_POINTS, crashOnce, openSite, type Site } from './torture/crash-points.ts'
import { makePlace } from './torture/places.ts'
import { ensureBuilt } from './torture/running-shop.ts'

let place: Awaited<ReturnType<typeof makePlace>>
let site: Site
beforeAll(async () => {
  ensureBuilt()
  place = await makePlace(onPostgres ? inject('postgresUrl') : null)
  site = await openSite(place)
}, 300_000)
afterAll(() => place.remove())

for (const point of CRASH_POINTS) {
  // A label that was never asked for is waited for, since Shippo might yet hear of it.
  test(`a shop killed at “${point}” heals at its next start`, { timeout: 120_000 }, async () => {
    expect(await crashOnce(site, point)).toEqual([])
  })
}

/** The server is killed under load; `npm run torture` kills it a hundred times. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onPostgres } from './database.ts'
import { killCampaign } from './torture/kills.ts'
import { makePlace } from './torture/places.ts'
import { ensureBuilt } from './torture/running-shop.ts'

let place: Awaited<ReturnType<typeof makePlace>>
beforeAll(async () => {
  ensureBuilt()
  place = await makePlace(onPostgres ? inject('postgresUrl') : null)
}, 300_000)
afterAll(() => place.remove())

test(
  'a shop killed under load loses nothing it acknowledged and takes nobody’s money twice',
  { timeout: 90_000 },
  async () => {
    const { violations } = await killCampaign(place, 2)
    expect(violations).toEqual([])
  },
)

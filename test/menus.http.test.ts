/** The server is killed while menus change; `npm run torture -- menus` kills it fifty times. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onPostgres } from './database.ts'
import { hangingCampaign } from './torture/pictures/hang-menus.ts'
import { makePlace } from './torture/places.ts'
import { ensureBuilt } from './torture/running-shop.ts'

let place: Awaited<ReturnType<typeof makePlace>>
beforeAll(async () => {
  ensureBuilt()
  place = await makePlace(onPostgres ? inject('postgresUrl') : null)
}, 300_000)
afterAll(() => place.remove())

test(
  'a shop killed while its menu is replaced and pictures come in shows a whole menu at any moment',
  { timeout: 120_000 },
  async () => {
    const { violations } = await hangingCampaign(place, 3)
    expect(violations).toEqual([])
  },
)

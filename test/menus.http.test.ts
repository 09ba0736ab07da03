/** Kills the server while menus change; `npm run torture -- menus` kills it fifty times. */
import { expect, test } from 'vitest'
import { hangingCampaign } from './torture/pictures/hang-menus.ts'
import { ownPlace } from './torture/own-place.ts'

const place = ownPlace()

test(
  'a shop killed while its menu is replaced always shows a complete menu',
  { timeout: 120_000 },
  async () => {
    const { violations } = await hangingCampaign(place, 3)
    expect(violations).toEqual([])
  },
)

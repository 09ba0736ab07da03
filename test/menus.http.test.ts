// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** Kills the server while menus change; `npm run torture -- menus` kills it fifty times. */
import { expect, test } from 'vitest'
import { menuCampaign } from './torture/pictures/replace-menus.ts'
import { ownPlace } from './torture/own-place.ts'

const place = ownPlace()

test('a shop killed while its menu is replaced always shows a complete menu', async () => {
  const { violations } = await menuCampaign(place, 3)
  expect(violations).toEqual([])
})

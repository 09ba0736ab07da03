// On PostgreSQL only: killed saves, where several writers are the harder case.
// Slow, not in `npm run check`: servers in child processes.
/** Kills the server under load; `npm run torture -- kills` kills it a hundred times. */
import { expect, test } from 'vitest'
import { killCampaign } from './torture/kills.ts'
import { ownPlace } from './torture/own-place.ts'

const place = ownPlace()

test(
  'a shop killed under load loses nothing that it confirmed and charges no buyer twice',
  { timeout: 180_000 },
  async () => {
    const { violations } = await killCampaign(place, 2)
    expect(violations).toEqual([])
  },
)

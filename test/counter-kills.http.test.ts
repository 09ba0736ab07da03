// Slow, not in `npm run check`: servers in child processes.
/** Kills instances during days of the counter; `npm run torture -- counter` does it for forty days. */
import { expect, test } from 'vitest'
import { counterCampaign } from './torture/counter/days.ts'
import { ownPlace } from './torture/own-place.ts'

const place = ownPlace()

test(
  'on days of the counter with kills, stock, money and books agree, and each close is the sum of its sales',
  { timeout: 180_000 },
  async () => {
    const { violations } = await counterCampaign(place, 2)
    expect(violations).toEqual([])
  },
)

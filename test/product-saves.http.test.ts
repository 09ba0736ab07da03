// On PostgreSQL only: killed saves, where several writers are the harder case.
// Slow, not in `npm run check`: servers in child processes.
/** Kills the server while products are saved; `npm run torture -- products` kills it fifty times. */
import { expect, test } from 'vitest'
import { ownPlace } from './torture/own-place.ts'
import { savingCampaign } from './torture/products/save-products.ts'

const place = ownPlace()

test(
  'a shop killed while a product is saved always shows a complete product',
  { timeout: 180_000 },
  async () => {
    const { violations } = await savingCampaign(place, 3)
    expect(violations).toEqual([])
  },
)

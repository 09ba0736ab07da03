// On SQLite only: files and streams, the same code on both databases.
// Slow, not in `npm run check`: many or large pictures.
/** Uploads two hundred damaged pictures; `npm run torture -- pictures` uploads two thousand. */
import { expect, test } from 'vitest'
import { openShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { sendMutants } from './torture/pictures/send-mutants.ts'

test('no damaged picture stops the shop, and only pictures are stored', async () => {
  const shop = await openShop()
  const admin = await signedIn(shop, { isAdmin: true })
  const { violations } = await sendMutants(admin, shop.shop.config, { count: 200, seed: 20_261_121 })
  expect(violations).toEqual([])
  await shop.close()
})

/** Sends damaged pictures and huge uploads to a real server; returns lines of the result table. */
import type { Campaign } from '../campaigns.ts'
import { caller } from '../caller.ts'
import { makePlace } from '../places.ts'
import { OWNER, startShop } from '../running-shop.ts'
import { sendGigabytes } from './gigabytes.ts'
import { sendMutants } from './send-mutants.ts'

const GB = 1024 ** 3

export const pictureResults: Campaign['run'] = async ({ database, count, postgres }) => {
  const place = await makePlace(postgres)
  const shop = await startShop(place)
  try {
    const owner = caller(shop.origin)
    await owner.post('/api/users/auth', OWNER)
    const damaged = await timed(async () => {
      const { violations, accepted, refused } = await sendMutants(owner, place, { count, seed: Date.now() })
      return { violations, note: `${accepted} accepted, ${refused} refused` }
    })
    const huge = await timed(async () => {
      const site = { place, shop, owner }
      const violations = [
        ...(await sendGigabytes(site, { path: '/api/upload/productimage', field: 'image', size: 2 * GB })),
        ...(await sendGigabytes(site, { path: '/api/upload/menu', field: 'images', size: 2 * GB })),
      ]
      return { violations }
    })
    return [
      { campaign: 'damaged pictures', database, trials: count, ...damaged },
      { campaign: 'two gigabytes', database, trials: 2, ...huge },
    ]
  } finally {
    await shop.kill()
    await place.remove()
  }
}

async function timed<T extends object>(work: () => Promise<T>): Promise<T & { seconds: number }> {
  const start = performance.now()
  const result = await work()
  return { ...result, seconds: (performance.now() - start) / 1000 }
}

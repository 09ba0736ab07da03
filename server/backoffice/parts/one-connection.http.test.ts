// On PostgreSQL only: SQLite has no pool of connections.
/** A transaction reads the state of a part by its own connection: with a full pool, it must not wait for a second one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ connections: 1 })
  owner = await signedIn(shop, { role: 'owner' })
})
afterAll(() => shop.close())

/** The parts are not in memory any more. */
const forgetParts = () => shop.shop.changed({ tag: 'Settings' })

test.runIf(onPostgres)(
  'with a single connection, products and works of art are saved right after parts were switched',
  async () => {
    const coffee = await shop.sell({ name: 'Sidamo' })
    forgetParts()
    expect((await owner.put(`/api/products/${coffee}`, { name: 'Guji' })).status).toBe(200)
    const artist = await createFeaturedArtist(shop, { is_feat: 1 })
    const work = {
      artist,
      title: 'Ridge',
      price: 400,
      notForSale: false,
      image: '',
      medium: 'Oil',
      slug: 'ridge',
    }
    forgetParts()
    expect((await owner.post('/api/works', work)).status).toBe(201)
  },
)

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let id: string
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  id = await shop.sell()
})
afterAll(() => shop.close())

const product = async () => (await shop.visitor().get(`/api/products/${id}`)).body

test.each([0, 6, -1, 4.5, 1e9, '5', null, true, [5], undefined])(
  'a rating that is not a whole number from 1 to 5 is refused with 400: %j',
  async (rating) => {
    const buyer = await signedIn(shop)
    const changed = await changedBy(shop.db, async () => {
      const { status } = await buyer.post(`/api/products/${id}/reviews`, { rating, comment: 'Good' })
      expect(status).toBe(400)
    })
    expect(changed).toEqual([])
  },
)

test.each([7, null, 'x'.repeat(2001), 'a\u0000b', '\u202eevil'])(
  'a comment that cannot be displayed is refused with 400: %j',
  async (comment) => {
    const buyer = await signedIn(shop)
    expect((await buyer.post(`/api/products/${id}/reviews`, { rating: 5, comment })).status).toBe(400)
  },
)

test('a second review by the same user is refused with 400, even among twenty concurrent requests', async () => {
  const buyer = await signedIn(shop)
  const write = () => buyer.post(`/api/products/${id}/reviews`, { rating: 5, comment: 'Good' })
  const answers = await Promise.all(Array.from({ length: 20 }, write))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(19)
  for (const { body } of refused) expect(body).toEqual({ message: 'Product already reviewed' })
  expect((await product()).numReviews).toBe(1)
})

test('after fifty concurrent reviews the rating is the mean of all reviews', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => signedIn(shop, { name: `Buyer ${n}` })),
  )
  const ratings = buyers.map((_, n) => ((n * 7) % 5) + 1)
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      buyer.post(`/api/products/${id}/reviews`, { rating: ratings[n], comment: 'Good' }),
    ),
  )
  for (const { status } of answers) expect(status).toBe(201)
  const { rating, numReviews, reviews } = await product()
  const mean = ratings.reduce((sum, each) => sum + each, 0) / 50
  expect([rating, numReviews, reviews.length]).toEqual([Math.round(mean * 100) / 100, 50, 50])
})

test('a review has the name of its author, even if the body has another name', async () => {
  const buyer = await signedIn(shop, { name: 'Real Name' })
  const forged = { rating: 5, comment: 'Good', name: 'The Owner', user: 'other', createdAt: '1999' }
  await buyer.post(`/api/products/${id}/reviews`, forged)
  expect((await product()).reviews[0]).toMatchObject({ name: 'Real Name', comment: 'Good' })
})

test('a draft cannot be reviewed', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const { body: draft } = await admin.post('/api/products')
  expect(
    (await admin.post(`/api/products/${draft._id}/reviews`, { rating: 5, comment: 'Mine' })).status,
  ).toBe(404)
})

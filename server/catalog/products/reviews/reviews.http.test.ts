// On SQLite only: rules for reviews, the same code on both databases.
import { beforeEach, expect, test } from 'vitest'
import { bought, placed } from '#test/purchase.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()
let id: string
beforeEach(async () => {
  id = await shop.sell({ stock: 100 })
})

/** A customer who has bought the product. */
async function buyerOf(options: Parameters<typeof signedIn>[1] = {}) {
  const buyer = await signedIn(shop, options)
  await bought(shop, buyer, [{ _id: id, qty: 1 }])
  return buyer
}

const product = async () => (await shop.visitor().get(`/api/products/${id}`)).body

test.each([0, 6, -1, 4.5, 1e9, '5', null, true, [5], undefined])(
  'a rating that is not a whole number from 1 to 5 is refused with 400: %j',
  async (rating) => {
    const buyer = await buyerOf()
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
    const buyer = await buyerOf()
    expect((await buyer.post(`/api/products/${id}/reviews`, { rating: 5, comment })).status).toBe(400)
  },
)

test('a second review by the same user is refused with 400, even among twenty concurrent requests', async () => {
  const buyer = await buyerOf()
  const write = () => buyer.post(`/api/products/${id}/reviews`, { rating: 5, comment: 'Good' })
  const answers = await Promise.all(Array.from({ length: 20 }, write))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(19)
  for (const { body } of refused) expect(body).toEqual({ message: 'Product already reviewed' })
  expect((await product()).numReviews).toBe(1)
})

test('after twenty concurrent reviews the rating is the mean of all reviews', async () => {
  const buyers: SignedInVisitor[] = []
  for (let n = 0; n < 20; n++) buyers.push(await buyerOf({ name: `Buyer ${n}` }))
  const ratings = buyers.map((_, n) => ((n * 7) % 5) + 1)
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      buyer.post(`/api/products/${id}/reviews`, { rating: ratings[n], comment: 'Good' }),
    ),
  )
  for (const { status } of answers) expect(status).toBe(201)
  const { rating, numReviews, reviews } = await product()
  const mean = ratings.reduce((sum, each) => sum + each, 0) / 20
  expect([rating, numReviews, reviews.length]).toEqual([Math.round(mean * 100) / 100, 20, 20])
})

test('a review has the name of its author, even if the body has another name', async () => {
  const buyer = await buyerOf({ name: 'Real Name' })
  const forged = { rating: 5, comment: 'Good', name: 'The Owner', user: 'other', createdAt: '1999' }
  await buyer.post(`/api/products/${id}/reviews`, forged)
  expect((await product()).reviews[0]).toMatchObject({ name: 'Real Name', comment: 'Good' })
})

test('a draft cannot be reviewed', async () => {
  const { body: draft } = await admin.post('/api/products')
  expect(
    (await admin.post(`/api/products/${draft._id}/reviews`, { rating: 5, comment: 'Mine' })).status,
  ).toBe(404)
})

const review = (body: object = { rating: 5, comment: 'Good' }) =>
  [`/api/products/${id}/reviews`, body] as const

test('only a customer who has paid for the product can review it', async () => {
  const visitor = await signedIn(shop)
  const refused = await visitor.post(...review())
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Only customers who bought it in this shop can review it',
  ])
  await placed(visitor, [{ _id: id, qty: 1 }])
  expect((await visitor.post(...review())).status).toBe(409)
  await bought(shop, visitor, [{ _id: await shop.sell(), qty: 1 }])
  expect((await visitor.post(...review())).status).toBe(409)
  expect((await visitor.get(`/api/products/${id}/reviews/mine`)).body).toEqual({
    review: null,
    hasBought: false,
  })
  expect((await product()).numReviews).toBe(0)
  await bought(shop, visitor, [{ _id: id, qty: 1 }])
  expect((await visitor.get(`/api/products/${id}/reviews/mine`)).body.hasBought).toBe(true)
  expect((await visitor.post(...review())).status).toBe(201)
  expect((await product()).reviews).toMatchObject([{ isVerified: true, editedAt: null, reply: null }])
})

test('a review from before this rule stays, without the mark of a verified purchase', async () => {
  const old = { name: 'Ann', rating: 4, comment: 'Good', user_id: null }
  const row = { ...old, id: 'old-review', product_id: id, created_at: '2026-01-01T00:00:00.000Z' }
  await shop.db.insertInto('reviews').values(row).execute()
  expect((await product()).reviews).toMatchObject([{ name: 'Ann', isVerified: false }])
})

test('buyers can change their own review, and everyone sees the new text, its rating and when it was edited', async () => {
  const buyer = await buyerOf()
  await buyer.post(...review({ rating: 2, comment: 'Too dark' }))
  shop.clock.advance(60_000)
  const mine = `/api/products/${id}/reviews/mine`
  const edited = await buyer.put(mine, { rating: 5, comment: 'It needed a finer grind' })
  expect(edited.status).toBe(200)
  expect(edited.body.review).toMatchObject({ rating: 5, comment: 'It needed a finer grind' })
  const { rating, numReviews, reviews } = await product()
  expect([rating, numReviews]).toEqual([5, 1])
  expect(reviews[0]).toMatchObject({ comment: 'It needed a finer grind', isVerified: true })
  expect(reviews[0].editedAt > reviews[0].createdAt).toBe(true)
})

test('an invalid change of a review is refused, and changes nothing', async () => {
  const buyer = await buyerOf()
  await buyer.post(...review())
  const mine = `/api/products/${id}/reviews/mine`
  const changed = await changedBy(shop.db, async () => {
    for (const body of [{ rating: 0, comment: 'x' }, { rating: 5, comment: 7 }, { comment: 'x' }]) {
      expect((await buyer.put(mine, body)).status).toBe(400)
    }
    expect((await (await buyerOf()).put(mine, { rating: 1, comment: 'Mine?' })).status).toBe(409)
    expect((await shop.visitor().put(mine, { rating: 1, comment: 'Mine?' })).status).toBe(401)
  })
  expect(changed).not.toContain('reviews')
})

// On SQLite only: rules for reviews, the same code on both databases.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { SECOND, isoNow, newId } from '#server/kernel/time/clock.ts'
import { bought, placed } from '#test/purchase.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { listen, sendRequest } from '#test/wire.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()
let port: number
let id: string
beforeAll(async () => {
  port = await listen(shop)
})
beforeEach(async () => {
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
  id = await shop.sell({ name: 'Harrar' })
})

/** Reads over HTTP, so that the response cache is part of the test. */
const read = async (path: string) => (await sendRequest(port, path)).body
const product = () => read(`/api/products/${id}`)
const top = async () => (await read('/api/products/top')).map(({ _id }: { _id: string }) => _id)

/** Writes a review, after buying the product. */
async function review(writer: SignedInVisitor, rating = 5, comment = 'Lovely', of = id) {
  await bought(shop, writer, [{ _id: of, qty: 1 }])
  const { status } = await writer.post(`/api/products/${of}/reviews`, { rating, comment })
  expect(status).toBe(201)
}

/** A review from before only buyers could write one. */
async function oldReview({ id: userId }: SignedInVisitor, name = 'Passing Pat', rating = 5) {
  const row = { id: newId(shop.clock), product_id: id, user_id: userId, name, rating, comment: 'Lovely' }
  await shop.db
    .insertInto('reviews')
    .values({ ...row, created_at: isoNow(shop.clock) })
    .execute()
}

const list = async (query = '') => (await admin.get(`/api/reviews?keyword=Harrar${query}`)).body
const newest = async () => (await list()).reviews[0]
const hide = (of: string, reason = 'Advertises another shop') =>
  admin.put(`/api/reviews/${of}/hidden`, { reason })

test('a five-star review by an account that never bought the product does not make it a top product', async () => {
  // Products of the same millisecond have no order.
  shop.clock.advance(SECOND)
  const newer = await Promise.all([1, 2, 3].map((number) => shop.sell({ name: `Newer ${number}` })))
  const before = await top()
  expect(before.toSorted()).toEqual(newer.toSorted())
  await oldReview(await signedIn(shop))
  expect(await top()).toEqual(before)
})

test('a review counts for the top products once its author has paid for the product, until it is hidden', async () => {
  shop.clock.advance(SECOND)
  for (const number of [1, 2, 3]) await shop.sell({ name: `Newer ${number}` })
  const buyer = await signedIn(shop)
  const other = await shop.sell({ name: 'Another' })
  await bought(shop, buyer, [{ _id: other, qty: 1 }])
  await oldReview(buyer)
  expect(await top()).not.toContain(id)
  await placed(buyer, [{ _id: id, qty: 1 }])
  expect(await top()).not.toContain(id)
  await bought(shop, buyer, [{ _id: id, qty: 1 }])
  expect((await top())[0]).toBe(id)
  await hide((await newest())._id)
  expect(await top()).not.toContain(id)
})

test('the review of a deleted account stays, but no longer counts for the top products', async () => {
  // Products of the same millisecond have no order.
  shop.clock.advance(SECOND)
  for (const number of [1, 2, 3]) await shop.sell({ name: `Newer ${number}` })
  const buyer = await signedIn(shop)
  await review(buyer)
  expect((await top())[0]).toBe(id)
  expect((await admin.delete(`/api/users/${buyer.id}`)).status).toBe(200)
  expect(await top()).not.toContain(id)
  expect(await product()).toMatchObject({ numReviews: 1, rating: 5 })
})

test('a hidden review is not in any public response, and is back in all of them when it is shown again', async () => {
  await review(await signedIn(shop, { name: 'Kind Kim' }), 4)
  await review(await signedIn(shop, { name: 'Rude Ron' }), 1, 'Buy at bad.example')
  const before = await product()
  expect(before).toMatchObject({ numReviews: 2, rating: 2.5 })
  await read('/api/products')
  const { _id } = await newest()

  const hidden = await hide(_id)
  expect(hidden.status).toBe(200)
  expect(hidden.body).toMatchObject({ hidden: { by: 'Olive Owner', reason: 'Advertises another shop' } })
  const without = await product()
  expect(without).toMatchObject({ numReviews: 1, rating: 4, reviews: [{ name: 'Kind Kim' }] })
  expect(without.reviews).toHaveLength(1)
  const { products } = await read('/api/products')
  expect(products.find((each: { _id: string }) => each._id === id)).toMatchObject({
    numReviews: 1,
    rating: 4,
  })

  expect((await admin.delete(`/api/reviews/${_id}/hidden`)).body).toMatchObject({ _id, hidden: null })
  expect(await product()).toEqual(before)
})

test('the change log shows who hid a review of which product and why, and who showed it again', async () => {
  await review(await signedIn(shop, { name: 'Rude Ron' }), 1)
  const { _id } = await newest()
  await hide(_id, 'Insults a guest')
  await admin.delete(`/api/reviews/${_id}/hidden`)
  const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${id}`)).body
  expect(lines).toEqual([
    expect.objectContaining({
      by: 'Olive Owner',
      subjectName: 'Harrar',
      action: 'Review by Rude Ron shown again',
      changes: [{ field: 'Hidden because', before: 'Insults a guest', after: '' }],
    }),
    expect.objectContaining({
      by: 'Olive Owner',
      subjectName: 'Harrar',
      action: 'Review by Rude Ron hidden',
      changes: [{ field: 'Hidden because', before: '', after: 'Insults a guest' }],
    }),
  ])
})

test('hiding a review requires a reason', async () => {
  await review(await signedIn(shop))
  const { _id } = await newest()
  for (const reason of [undefined, '', '   ', 'x'.repeat(501), 7]) {
    const changed = await changedBy(shop.db, async () => {
      expect((await admin.put(`/api/reviews/${_id}/hidden`, { reason })).status).toBe(400)
    })
    expect(changed).toEqual([])
  }
})

test('if two admins hide a review concurrently, one gets 409 with the reason that the other admin entered', async () => {
  await review(await signedIn(shop))
  const { _id } = await newest()
  const answers = await Promise.all([hide(_id, 'First'), hide(_id, 'Second')])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  const done = answers.find(({ status }) => status === 200)!
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body.review.hidden.reason).toBe(done.body.hidden.reason)
  const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${id}`)).body
  expect(lines).toHaveLength(1)
})

test('showing a visible review changes nothing, and an unknown review is not found', async () => {
  await review(await signedIn(shop))
  const { _id } = await newest()
  const changed = await changedBy(shop.db, async () => {
    expect((await admin.delete(`/api/reviews/${_id}/hidden`)).status).toBe(200)
    expect((await admin.delete('/api/reviews/unknown/hidden')).status).toBe(404)
    expect((await hide('unknown')).status).toBe(404)
  })
  expect(changed).toEqual([])
})

test('the list of reviews is newest first, and can be filtered by shown, hidden, buyers and others', async () => {
  const buyer = await signedIn(shop, { name: 'Buying Bea' })
  await review(buyer, 5)
  shop.clock.advance(1000)
  await oldReview(await signedIn(shop), 'Passing Pat', 3)
  const names = async (query: string) => (await list(query)).reviews.map(({ name }: { name: string }) => name)
  await hide((await newest())._id)
  expect(await names(`&productId=${id}`)).toEqual(['Passing Pat', 'Buying Bea'])
  expect(await names(`&productId=${id}&show=hidden`)).toEqual(['Passing Pat'])
  expect(await names(`&productId=${id}&show=shown`)).toEqual(['Buying Bea'])
  expect(await names(`&productId=${id}&by=buyers`)).toEqual(['Buying Bea'])
  expect(await names(`&productId=${id}&by=others`)).toEqual(['Passing Pat'])
  expect((await list(`&productId=${id}`)).reviews[1]).toMatchObject({
    productId: id,
    productName: 'Harrar',
    rating: 5,
    comment: 'Lovely',
    isVerified: true,
    hidden: null,
  })
  expect((await admin.get('/api/reviews?keyword=no-such-product')).body).toMatchObject({
    reviews: [],
    page: 1,
    pages: 0,
  })
})

test('authors can read only their own review, with the reason if it is hidden', async () => {
  const writer = await signedIn(shop, { name: 'Rude Ron' })
  const mine = async () => (await writer.get(`/api/products/${id}/reviews/mine`)).body
  expect(await mine()).toEqual({ review: null, hasBought: false })
  await review(writer, 2, 'Not for me')
  expect(await mine()).toEqual({
    hasBought: true,
    review: expect.objectContaining({ rating: 2, comment: 'Not for me', hiddenBecause: null }),
  })
  await hide((await newest())._id, 'Names a guest')
  expect((await mine()).review).toMatchObject({ rating: 2, hiddenBecause: 'Names a guest' })
  const again = await writer.post(`/api/products/${id}/reviews`, { rating: 5, comment: 'Again' })
  expect([again.status, again.body.message]).toEqual([400, 'Product already reviewed'])
  const other = await signedIn(shop)
  expect((await other.get(`/api/products/${id}/reviews/mine`)).body).toEqual({
    review: null,
    hasBought: false,
  })
})

test('an edited review stays hidden', async () => {
  const writer = await signedIn(shop, { name: 'Rude Ron' })
  await review(writer, 1, 'Insults')
  await hide((await newest())._id, 'Insults a guest')
  const edit = await writer.put(`/api/products/${id}/reviews/mine`, { rating: 3, comment: 'Polite now' })
  expect(edit.body.review).toMatchObject({ comment: 'Polite now', hiddenBecause: 'Insults a guest' })
  expect(await product()).toMatchObject({ numReviews: 0, reviews: [] })
  expect(await newest()).toMatchObject({ comment: 'Polite now', hidden: { reason: 'Insults a guest' } })
})

test('the owner’s reply is public, can be changed and removed, and is in the change log', async () => {
  await review(await signedIn(shop, { name: 'Asking Ann' }), 4, 'Which grind?')
  const { _id } = await newest()
  const reply = `/api/reviews/${_id}/reply`
  const written = await admin.put(reply, { text: 'Medium, like sea salt.' })
  expect(written.status).toBe(200)
  expect(written.body.reply.text).toBe('Medium, like sea salt.')
  expect((await product()).reviews[0].reply).toMatchObject({ text: 'Medium, like sea salt.' })
  await admin.put(reply, { text: 'Medium.' })
  await admin.put(reply, { text: 'Medium.' })
  expect((await product()).reviews[0].reply).toMatchObject({ text: 'Medium.' })
  expect((await admin.delete(reply)).body).toMatchObject({ _id, reply: null })
  expect((await product()).reviews[0].reply).toBeNull()
  const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${id}`)).body
  expect(lines.map(({ action }: { action: string }) => action)).toEqual([
    'Reply to the review by Asking Ann removed',
    'Reply to the review by Asking Ann written',
    'Reply to the review by Asking Ann written',
  ])
})

test('a reply that is empty, too long or to an unknown review changes nothing', async () => {
  await review(await signedIn(shop))
  const { _id } = await newest()
  const changed = await changedBy(shop.db, async () => {
    for (const text of [undefined, '', ' ', 'x'.repeat(2001), 7]) {
      expect((await admin.put(`/api/reviews/${_id}/reply`, { text })).status).toBe(400)
    }
    expect((await admin.put('/api/reviews/unknown/reply', { text: 'Hello' })).status).toBe(404)
    expect((await admin.delete('/api/reviews/unknown/reply')).status).toBe(404)
    expect((await admin.delete(`/api/reviews/${_id}/reply`)).status).toBe(200)
  })
  expect(changed).toEqual([])
})

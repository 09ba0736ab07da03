import { beforeEach, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { bought } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop, signInAgain } from '../../catalog.testing.ts'

openCatalog()
beforeEach(async () => {
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
})

const LONG = 'It tastes of apricot, every morning.'

const praise = async () => (await shop.visitor().get('/api/products/praise')).body
const comments = async () => (await praise()).map(({ comment }: { comment: string }) => comment)

/** Writes a review of a product, by a buyer; of a new product unless `of` is given. */
async function review({ rating = 5, comment = LONG, of = '' } = {}) {
  const id = of || (await shop.sell({ name: 'Harrar' }))
  const buyer = await signedIn(shop, { name: 'Kind Kim' })
  await bought(shop, buyer, [{ _id: id, qty: 1 }])
  const { status } = await buyer.post(`/api/products/${id}/reviews`, { rating, comment })
  expect(status).toBe(201)
  shop.clock.advance(1000)
  return id
}

test('the home page shows three good reviews of different products, the best and then the newest first', async () => {
  expect(await praise()).toEqual([])
  const first = await review({ comment: `${LONG} One.` })
  await review({ comment: `${LONG} Two.`, rating: 4 })
  await review({ comment: `${LONG} Three.`, rating: 4 })
  await review({ comment: `${LONG} Again one.`, of: first })
  await review({ comment: `${LONG} Four.` })
  expect(await comments()).toEqual([`${LONG} Four.`, `${LONG} Again one.`, `${LONG} Three.`])
  expect((await praise())[1]).toMatchObject({
    name: 'Kind Kim',
    rating: 5,
    isVerified: true,
    product: { _id: first, name: 'Harrar', slug: '' },
  })
})

test('the home page shows no review that is bad, short, long, hidden, old, by others, or of a product not on sale', async () => {
  await review({ rating: 3 })
  await review({ comment: 'Nice' })
  await review({ comment: 'x'.repeat(281) })
  const byOther = await review()
  await shop.db.updateTable('reviews').set({ is_by_buyer: 0 }).where('product_id', '=', byOther).execute()
  const removed = await review()
  await signInAgain()
  expect((await admin.delete(`/api/products/${removed}`)).status).toBe(200)
  const hidden = await review()
  expect(await praise()).toHaveLength(1)
  const { reviews } = (await admin.get(`/api/reviews?productId=${hidden}`)).body
  await admin.put(`/api/reviews/${reviews[0]._id}/hidden`, { reason: 'Insults a guest' })
  expect(await praise()).toEqual([])

  const good = await review()
  expect(await praise()).toHaveLength(1)
  shop.clock.advance(366 * DAY)
  await signInAgain()
  const { body } = await shop.visitor().get(`/api/products/${good}`)
  await admin.put(`/api/products/${good}`, { ...body, name: 'Harrar again' })
  expect(await praise()).toEqual([])
})

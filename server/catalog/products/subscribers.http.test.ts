/** Coffees that people subscribe to leave the shop only with a plan for their subscribers. */
import { addDays } from '#shared/kernel/days.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replaceCoffees } from '#server/subscriptions/replace-coffees.ts'
import {
  mailsAbout,
  offerSubscriptions,
  passDays,
  subscribed,
  toMorning,
} from '#server/subscriptions/subscriptions.testing.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { openCatalog, shop } from '../catalog.testing.ts'

openCatalog()
let buyer: SignedInVisitor
let coffee: string
let close: string
let id: string
beforeAll(async () => {
  toMorning(shop)
  await offerSubscriptions(shop)
})
beforeEach(async () => {
  await shop.db.updateTable('products').set({ is_draft: 1 }).execute()
  buyer = await signedIn(shop)
  coffee = await shop.sell({ name: 'Guji', priceCents: 2000, stock: 500 })
  close = await shop.sell({ name: 'Sidama', priceCents: 2100, stock: 500 })
  id = (await subscribed(shop, buyer, [{ _id: coffee, qty: 1, subscribe: { weeks: 2 } }])).id
})

const owner = () => shop.admin()
const remove = async (query = '') => (await owner()).delete(`/api/products/${coffee}${query}`)
const onSale = async () => (await shop.visitor().get(`/api/products/${coffee}`)).status === 200
const items = async () =>
  (await buyer.get(`/api/subscriptions/${id}`)).body.items.map(({ product }: { product: string }) => product)

/** Saves the product with changes. */
async function save(changes: object) {
  const admin = await owner()
  const { body } = await admin.get(`/api/products/${coffee}`)
  return admin.put(`/api/products/${coffee}`, { ...body, productId: coffee, ...changes })
}

const WARNED = [
  409,
  'subscribers',
  expect.stringMatching(/^1 subscription contains this coffee\. Plan its end/),
]

describe('a coffee with subscribers', () => {
  test('is not deleted or taken off sale without a plan', async () => {
    const deleted = await remove()
    expect([deleted.status, deleted.body.code, deleted.body.message]).toEqual(WARNED)
    const hidden = await save({ isDraft: true })
    expect([hidden.status, hidden.body.code, hidden.body.message]).toEqual(WARNED)
    expect([await onSale(), await items()]).toEqual([true, [coffee]])
  })

  test('ends today for them if the owner says so: they are told, and get the closest coffee', async () => {
    expect((await remove('?subscribers=replace')).status).toBe(200)
    expect(await onSale()).toBe(false)
    await replaceCoffees(shop.shop)
    expect(await mailsAbout(shop, id)).toContain('ending')
    await passDays(shop, 1)
    await replaceCoffees(shop.shop)
    expect(await items()).toEqual([close])
  })

  test('is taken off sale in the same way', async () => {
    expect((await save({ isDraft: true, subscribers: 'replace' })).status).toBe(200)
    await replaceCoffees(shop.shop)
    expect(await mailsAbout(shop, id)).toContain('ending')
  })

  test('is deleted after the day of its planned end, and not before', async () => {
    const endsOn = addDays(nowAt(shop.clock).day, 3)
    await (await owner()).post('/api/subscriptions/endings', { product: coffee, endsOn })
    const early = await remove()
    expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/It ends on /)])
    for (let day = 0; day < 4; day++) {
      await replaceCoffees(shop.shop)
      await passDays(shop, 1)
    }
    await replaceCoffees(shop.shop)
    expect((await remove()).status).toBe(200)
  })

  test('keeps a size that they get, unless the owner says so', async () => {
    const admin = await owner()
    const { body } = await admin.get(`/api/products/${coffee}`)
    const [{ id: _id, ...size }] = body.sizes
    const sizes = [{ ...size, grams: 1000, label: '', sku: '' }]
    const refused = await save({ sizes, price: size.price, size: 1000 })
    expect([refused.status, refused.body.code]).toEqual([409, 'subscribers'])
    expect((await save({ sizes, price: size.price, size: 1000, subscribers: 'replace' })).status).toBe(200)
  })

  test('is removed as before once nobody subscribes to it', async () => {
    await shop.db
      .updateTable('subscriptions')
      .set({ status: 'canceled', canceled_at: '2026-01-01', next_on: null })
      .where('id', '=', id)
      .execute()
    expect((await remove()).status).toBe(200)
  })
})

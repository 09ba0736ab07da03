// On SQLite only: plans, which the same code computes on both databases.
/** Seasonal coffees that end: who is told, and what they get instead. */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { endAll, passDays, mailsAbout, openSubscriptionShop, subscribed } from './subscriptions.testing.ts'
import { replaceCoffees } from './replace-coffees.ts'

const shop = await openSubscriptionShop()

let buyer: SignedInVisitor
let ended: string
let close: string
let dear: string
let id: string

afterAll(() => shop.close())
afterEach(async () => {
  await endAll(shop)
  await shop.db.deleteFrom('coffee_endings').execute()
  await shop.db.updateTable('products').set({ is_draft: 1 }).execute()
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  ended = await shop.sell({ name: 'Guji', priceCents: 2000, stock: 500 })
  close = await shop.sell({ name: 'Sidama', priceCents: 2100, stock: 500 })
  dear = await shop.sell({ name: 'Gesha', priceCents: 4500, stock: 500 })
  id = (await subscribed(shop, buyer, [{ _id: ended, qty: 1, subscribe: { weeks: 2 } }])).id
})

const inDays = (days: number) => addDays(nowAt(shop.clock).day, days)
const endings = '/api/subscriptions/endings'
const end = async (body: object) => (await shop.admin()).post(endings, body)
const one = async () => (await buyer.get(`/api/subscriptions/${id}`)).body
const told = async () => (await mailsAbout(shop, id)).filter((kind) => kind === 'ending').length

async function lives(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await passDays(shop, 1)
    await replaceCoffees(shop.shop)
  }
}

test('the owner sees who is affected, and the closest coffee that costs at most $1 more', async () => {
  const { status, body } = await end({ product: ended, endsOn: inDays(40) })
  expect(status).toBe(201)
  expect(body.endings).toEqual([
    expect.objectContaining({
      name: 'Guji',
      mailsOn: inDays(12),
      affected: [
        expect.objectContaining({
          _id: id,
          replacement: expect.stringContaining('Sidama'),
          announcedAt: null,
        }),
      ],
    }),
  ])
})

test('subscribers are told four weeks ahead, once, and get the replacement after the last day at the agreed price', async () => {
  await end({ product: ended, endsOn: inDays(33) })
  await lives(4)
  expect(await told()).toBe(0)
  await lives(3)
  expect(await told()).toBe(1)
  expect((await one()).items[0].product).toBe(ended)
  await lives(40)
  expect(await told()).toBe(1)
  const { items } = await one()
  expect(items[0]).toMatchObject({ product: close, name: 'Sidama', price: 20 })
})

test('a coffee that the owner chooses may cost more, and the agreed price stays', async () => {
  await end({ product: ended, endsOn: inDays(1), replacement: dear })
  await lives(3)
  expect((await one()).items[0]).toMatchObject({ product: dear, price: 20 })
})

test('without a coffee that fits, the subscriber is told and keeps the choice', async () => {
  await shop.db.updateTable('products').set({ is_draft: 1 }).where('id', '=', close).execute()
  const { body } = await end({ product: ended, endsOn: inDays(1) })
  expect(body.endings[0].affected[0].replacement).toBeNull()
  await lives(3)
  expect(await told()).toBe(1)
  expect((await one()).items[0].product).toBe(ended)
})

test('a coffee that is kept after all stays in the subscriptions', async () => {
  await end({ product: ended, endsOn: inDays(3) })
  await lives(1)
  const admin = await shop.admin()
  expect((await admin.delete(`${endings}/${ended}`)).body.endings).toEqual([])
  await lives(6)
  expect((await one()).items[0].product).toBe(ended)
  expect((await admin.delete(`${endings}/${ended}`)).status).toBe(404)
})

test('a past day, and a replacement that is the coffee itself, are refused', async () => {
  expect((await end({ product: ended, endsOn: inDays(0) })).status).toBe(400)
  expect((await end({ product: ended, endsOn: inDays(9), replacement: ended })).status).toBe(400)
})

/** The life of a subscription, from the sign-up to the cancellation, with a clock that moves day by day. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { mailboxOf } from '#test/mailbox.ts'
import { signedIn } from '#test/signed-in.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { BUSINESS_DEFAULTS } from '#shared/platform/settings/business.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { ShippoRefused } from '#server/providers/shippo/http.ts'
import { announceVacation } from './notices.ts'
import { announcePrices } from './prices.ts'
import { renew } from './renew.ts'
import {
  deliveriesOf,
  endAll,
  passDays,
  mailsAbout,
  coffeeEvery,
  openSubscriptionShop,
  subscribed,
  subscriptionOrder,
} from './subscriptions.testing.ts'

/** The carrier refuses addresses with this ZIP code each time. */
const REFUSED_ZIP = '22185'

const shop = await openSubscriptionShop({
  providers: (real) => ({
    ...real,
    shipping: {
      ...real.shipping,
      quoteGround: (request) =>
        request.to.zip === REFUSED_ZIP
          ? Promise.reject(new ShippoRefused(400, { detail: 'Invalid address' }))
          : real.shipping.quoteGround(request),
    },
  }),
})

afterEach(() => endAll(shop))
afterAll(() => shop.close())

const weekly = () => coffeeEvery(shop, 1)
const paid = async (id: string) => (await states(id)).filter((state) => state === 'paid').length
const states = async (id: string) => (await deliveriesOf(shop, id)).map(({ state }) => state)

test('three renewals are made, charged and dated, each once, at the price of the terms', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  await passDays(shop, 24)
  const made = await deliveriesOf(shop, id)
  expect(made.slice(0, 4).map(({ number, state, order_state }) => [number, state, order_state])).toEqual([
    [1, 'paid', 'paid'],
    [2, 'paid', 'paid'],
    [3, 'paid', 'paid'],
    [4, 'paid', 'paid'],
  ])
  for (const each of made)
    expect(each).toMatchObject({ items_cents: 1665, discount_cents: 185, tax_cents: 17 })
  const days = made.map(({ roasts_on: on }) => Date.parse(on!) / 86_400_000)
  const gaps = days.slice(1).map((day, index) => day - days[index]!)
  expect(gaps.every((gap) => gap >= 4 && gap <= 10)).toBe(true)
  const packed = await (await shop.admin()).get(`/api/orders/${made[2]!.order_id}/packing`)
  expect(packed.body.deliveryOf).toEqual(['Every week, delivery 3'])
  const mails = await mailsAbout(shop, id)
  expect(mails[0]).toBe('started')
  expect(mails.filter((kind) => kind === 'notice').length).toBeGreaterThanOrEqual(3)
  const [from, to] = [-30, 0].map((ahead) => dayOf(new Date(shop.clock.now().getTime() + ahead * DAY)))
  const { text } = await (await shop.admin()).get(`/api/orders/export?from=${from}&to=${to}`)
  expect(text.split('\r\n').find((row) => row.includes(made[2]!.order_id!))).toMatch(/,yes,PayPal,,web,,$/)
})

test('without consent to the current terms, no order is placed', async () => {
  const buyer = await signedIn(shop)
  const body = await subscriptionOrder(buyer, await weekly())
  const { consent, ...without } = body
  for (const sent of [without, { ...body, consent: `${consent} And more.` }]) {
    const refused = await buyer.post('/api/orders', sent)
    expect([refused.status, refused.body.code]).toEqual([409, 'terms'])
  }
  const placed = await buyer.post('/api/orders', body)
  expect([placed.status, placed.body.discount]).toEqual([201, 1.85])
})

test('an unpaid sign-up leaves no subscription', async () => {
  const buyer = await signedIn(shop)
  const { body } = await buyer.post('/api/orders', await subscriptionOrder(buyer, await weekly()))
  expect((await buyer.get('/api/subscriptions/mine')).body.subscriptions).toMatchObject([
    { status: 'starting' },
  ])
  await buyer.delete(`/api/orders/${body._id}`)
  await renew(shop.shop)
  expect((await buyer.get('/api/subscriptions/mine')).body.subscriptions).toEqual([])
})

test('a skipped delivery is left out once, and a second request skips no other delivery', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  const { next } = (await buyer.get(`/api/subscriptions/${id}`)).body
  const [first, second] = [
    await buyer.post(`/api/subscriptions/${id}/skip`, { number: next.number }),
    await buyer.post(`/api/subscriptions/${id}/skip`, { number: next.number }),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.subscription.next.plannedOn).toBe(addDays(next.plannedOn, 7))
  expect((await buyer.post(`/api/subscriptions/${id}/skip`, { number: 99 })).body.code).toBe('next')
  await passDays(shop, 16)
  expect((await states(id)).slice(0, 3)).toEqual(['paid', 'skipped', 'paid'])
})

test('the coffee, size and quantity change, the discount stays, and an item can be added for one delivery', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  const other = await shop.sell({ name: 'Other Beans', priceCents: 2000, stock: 50 })
  const mug = await shop.sell({ name: 'Mug', priceCents: 1200, stock: 5, sizeGrams: null })
  const { items } = (await buyer.get(`/api/subscriptions/${id}`)).body
  const changed = await buyer.put(`/api/subscriptions/${id}/items/${items[0]._id}`, {
    product: other,
    qty: 2,
  })
  expect(changed.body.message).toMatch(/Changed to Other Beans\. It applies from the delivery of/)
  expect(changed.body.subscription.items).toMatchObject([{ name: 'Other Beans', qty: 2, discounted: 18 }])
  const always = await buyer.post(`/api/subscriptions/${id}/items`, { product: mug, qty: 1, isOnce: false })
  expect(always.status).toBe(409)
  const once = await buyer.post(`/api/subscriptions/${id}/items`, { product: mug, qty: 1, isOnce: true })
  expect(once.status).toBe(200)
  expect((await buyer.delete(`/api/subscriptions/${id}/items/${items[0]._id}`)).status).toBe(409)
  await passDays(shop, 16)
  const [, second, third] = await deliveriesOf(shop, id)
  expect(second).toMatchObject({ items_cents: 2 * 1800 + 1200, discount_cents: 400 })
  expect(third).toMatchObject({ items_cents: 3600, discount_cents: 400 })
})

test('a pause, a move and a new frequency plan the next delivery, and never two at once', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  const paused = await buyer.post(`/api/subscriptions/${id}/pause`, { until: null })
  expect(paused.body.subscription).toMatchObject({ status: 'paused', next: null })
  await passDays(shop, 14)
  expect(await states(id)).toEqual(['paid'])
  const resumed = await buyer.post(`/api/subscriptions/${id}/resume`, {})
  expect(resumed.body.subscription.status).toBe('active')
  const { number, plannedOn } = resumed.body.subscription.next
  const on = resumed.body.subscription.movableTo.find((day: string) => day > addDays(plannedOn, 9))
  const moved = await buyer.post(`/api/subscriptions/${id}/move`, { number, on })
  expect(moved.body.subscription.next.roastsOn).toBe(on)
  expect((await buyer.post(`/api/subscriptions/${id}/move`, { number, on: '2020-01-01' })).status).toBe(400)
  const slower = await buyer.put(`/api/subscriptions/${id}/rhythm`, { weeks: 4 })
  expect(slower.body.message).toMatch(/^Every 4 weeks from now on\./)
  const until = addDays(nowAt(shop.clock).day, 40)
  const later = await buyer.post(`/api/subscriptions/${id}/pause`, { until })
  expect(later.body.subscription).toMatchObject({ status: 'paused', resumes: true })
  await passDays(shop, 50)
  expect((await deliveriesOf(shop, id)).map(({ state }) => state)).toEqual(['paid', 'paid'])
})

test('a coffee that is sold out makes the delivery wait, with mails to subscriber and owner, and is sent when it is in stock', async () => {
  const buyer = await signedIn(shop)
  const lines = await coffeeEvery(shop, 2, 1)
  const { id } = await subscribed(shop, buyer, lines)
  // How many days it takes depends on today's weekday.
  for (let day = 0; day < 21 && (await states(id)).length === 1; day++) await passDays(shop, 1)
  expect(await states(id)).toEqual(['paid', 'waiting'])
  expect(await mailsAbout(shop, id)).toEqual(expect.arrayContaining(['waiting', 'sold-out']))
  const { next } = (await buyer.get(`/api/subscriptions/${id}`)).body
  expect(next).toMatchObject({ isWaiting: true, changeUntil: null, reason: 'Test Beans is out of stock' })
  // The owner has corrected the inbox since the mail was queued.
  const inbox = 'desk@shop.example'
  const admin = await shop.admin()
  await admin.put('/api/settings/business', { ...BUSINESS_DEFAULTS, inbox, version: 0 })
  const toShop = await mailboxOf(shop).newMailsTo(inbox)
  expect(toShop.map(({ subject }) => subject)).toContain('A subscription waits for coffee')
  await shop.db
    .updateTable('product_sizes')
    .set({ count_in_stock: 9 })
    .where('id', '=', lines[0]!._id)
    .execute()
  await passDays(shop, 1)
  expect((await states(id)).slice(0, 2)).toEqual(['paid', 'paid'])
})

test('while the server is down nothing is charged, and afterwards one box comes, not three', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  shop.clock.advance(24 * 86_400_000)
  for (let run = 0; run < 6; run++) await renew(shop.shop)
  // The subscriber is told first.
  expect((await states(id)).filter((state) => state === 'paid')).toHaveLength(1)
  await passDays(shop, 3)
  const made = await deliveriesOf(shop, id)
  expect(made.filter(({ state }) => state === 'paid').length).toBeLessThanOrEqual(2)
  expect(made.filter(({ state }) => state === 'skipped').length).toBeGreaterThanOrEqual(2)
  expect(await mailsAbout(shop, id)).toContain('missed')
})

test('a higher price is announced 7 to 30 days before it is charged, and a lower one applies at once', async () => {
  const buyer = await signedIn(shop)
  const lines = await coffeeEvery(shop, 2)
  const { id } = await subscribed(shop, buyer, lines)
  const setPrice = (price_cents: number) =>
    shop.db.updateTable('product_sizes').set({ price_cents }).where('id', '=', lines[0]!._id).execute()
  await passDays(shop, 10)
  await setPrice(2000)
  await announcePrices(shop.shop)
  expect(await mailsAbout(shop, id)).toContain('price')
  const { items, next } = (await buyer.get(`/api/subscriptions/${id}`)).body
  expect(items[0]).toMatchObject({ price: 18.5, newPrice: { price: 20 } })
  expect(items[0].newPrice.from > next.chargesOn).toBe(true)
  for (let day = 0; day < 24; day++) {
    await passDays(shop, 1)
    await announcePrices(shop.shop)
  }
  const [, second, third] = await deliveriesOf(shop, id)
  expect([second?.items_cents, third?.items_cents]).toEqual([1665, 1800])
  await setPrice(1500)
  await announcePrices(shop.shop)
  expect((await buyer.get(`/api/subscriptions/${id}`)).body.items[0].price).toBe(15)
})

test('roaster’s choice has another coffee in each box, at most at its price', async () => {
  const buyer = await signedIn(shop)
  const dear = await shop.sell({ name: 'Dear Beans', priceCents: 2600, stock: 50 })
  const fair = await shop.sell({ name: 'Fair Beans', priceCents: 1800, stock: 50 })
  const admin = await shop.admin()
  const saved = await admin.put('/api/subscriptions/rotation', { taste: 'fruity', coffees: [dear, fair] })
  expect(saved.body.tastes[0]).toMatchObject({ isOwn: true, coffees: [{ product: dear }, { product: fair }] })
  const line = { _id: dear, qty: 1, subscribe: { weeks: 1 as const, taste: 'fruity' as const } }
  const { id } = await subscribed(shop, buyer, [line])
  await passDays(shop, 16)
  const made = await deliveriesOf(shop, id)
  expect(made.slice(0, 3).map(({ items_cents: cents }) => cents)).toEqual([1800, 1620, 1800])
})

test('subscribers whose delivery a vacation moves get one mail, and nothing is charged on its days', async () => {
  const buyer = await signedIn(shop)
  const { id } = await subscribed(shop, buyer, await weekly())
  const later = await subscribed(shop, buyer, await coffeeEvery(shop, 8))
  const admin = await shop.admin()
  const { body: before } = await admin.get('/api/settings/vacation')
  const { next } = (await buyer.get(`/api/subscriptions/${id}`)).body
  const days = { from: addDays(next.roastsOn, -1), to: addDays(next.roastsOn, 12) }
  const saved = await admin.put('/api/settings/vacation', { ...before, isOn: true, ...days })
  expect(saved.status, saved.text).toBe(200)
  await announceVacation(shop.shop)
  await announceVacation(shop.shop)
  expect((await mailsAbout(shop, id)).filter((kind) => kind === 'moved')).toEqual(['moved'])
  expect(await mailsAbout(shop, later.id)).not.toContain('moved')
  const { body: moved } = await buyer.get(`/api/subscriptions/${id}`)
  expect(moved.next.roastsOn > days.to).toBe(true)
  const off = await admin.put('/api/settings/vacation', {
    ...before,
    version: saved.body.version,
    isOn: false,
  })
  expect(off.status, off.text).toBe(200)
})

test('an address for which the carrier always fails does not keep others from their delivery', async () => {
  const refused = await subscribed(shop, await signedIn(shop), await weekly())
  await shop.db.updateTable('subscriptions').set({ postal_code: REFUSED_ZIP }).execute()
  const other = await subscribed(shop, await signedIn(shop), await weekly())
  await passDays(shop, 12)
  expect([await paid(refused.id), await paid(other.id)]).toEqual([1, 2])
})

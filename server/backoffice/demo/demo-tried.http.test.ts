/** What a newcomer tries at the desk of a demo shop: it offers nothing that it refuses, and its pages agree. */
import { expect, test } from 'vitest'
import { openDemoShop } from './demo.testing.ts'

const { shop, owner, get } = await openDemoShop()

test('an order says that it was invented exactly if its refund is refused', async () => {
  const { orders } = await get('/api/orders?state=delivered&pageSize=50')
  const answers = new Set<string>()
  for (const { _id } of orders.slice(0, 20)) {
    const { isInvented, refundable } = await get(`/api/orders/${_id}`)
    if (refundable === 0) continue
    const { status, body } = await owner.post(
      `/api/orders/${_id}/refund`,
      { amount: refundable, reason: '', stock: [] },
      { 'idempotency-key': `try-${_id}` },
    )
    answers.add(`${isInvented} ${status} ${/invented/.test(body.message)}`)
  }
  expect([...answers]).toContain('true 409 true')
  expect([...answers].filter((each) => each !== 'true 409 true' && !each.startsWith('false 20'))).toEqual([])
})

test('troubles of invented subscriptions say that nothing can be charged', async () => {
  const { troubles } = await get('/api/subscriptions/troubles')
  expect(troubles.length).toBeGreaterThan(0)
  for (const { isInvented } of troubles) expect(isInvented).toBe(true)
})

test('parcels have invented phone numbers, and orders are found by them', async () => {
  const phones = await shop.db
    .selectFrom('orders')
    .select(['number', 'phone', 'is_pickup', 'is_gift_card', 'recipient'])
    .execute()
  for (const { phone, is_pickup: isPickup, is_gift_card: isCard, recipient } of phones)
    expect(phone).toMatch(isPickup || isCard || recipient ? /^$/ : /^\d{3}55501\d\d$/)
  const wanted = phones.find(({ phone }) => phone !== '')!
  const { orders } = await get(`/api/orders?keyword=${wanted.phone}&pageSize=50`)
  expect(orders.map(({ number }: { number: string }) => number)).toContain(wanted.number)
})

test('the books agree with Gift cards, Today and the payments check', async () => {
  const [{ month }] = (await get('/api/accounting/months')).months
  const { giftCardsOwed, giftSubscriptionsOwed, open } = await get(`/api/accounting/months/${month}`)
  const { outstanding } = await get('/api/giftcards')
  expect(giftSubscriptionsOwed).toBeGreaterThan(0)
  expect(Math.round((giftCardsOwed - giftSubscriptionsOwed) * 100)).toBe(Math.round(outstanding * 100))
  const { todo } = await get('/api/desk')
  const { findings } = await get('/api/money')
  const disputed = findings.filter(({ kind }: { kind: string }) => kind === 'disputed')
  expect([open.disputesToAnswer, disputed.length]).toEqual([todo.disputes.count, todo.disputes.count])
  expect(open.disputes).toBeGreaterThan(open.disputesToAnswer)
})

test('an invented gift card says that it has no code, and its replacement has one', async () => {
  const { cards } = await get('/api/giftcards')
  const { _id } = cards.find(({ state }: { state: string }) => state === 'active')
  expect(await get(`/api/giftcards/${_id}`)).toMatchObject({ isInvented: true, canPrint: false })
  const { body } = await owner.post(`/api/giftcards/${_id}/replacement`, { reason: 'Lost' })
  expect(await get(`/api/giftcards/${body._id}`)).toMatchObject({ isInvented: false, canPrint: true })
})

test('the next delivery of an invented subscription moves on when its day has passed', async () => {
  const { renew } = await import('#server/subscriptions/renew.ts')
  const planned = () =>
    shop.db
      .selectFrom('subscriptions')
      .select(['id', 'status', 'next_on', 'next_number', 'charge_after'])
      .where('next_on', 'is not', null)
      .orderBy('id')
      .execute()
  const before = await planned()
  const day = '2099-01-01'
  const clock = { ...shop.shop.clock, now: () => new Date(`${day}T17:00:00Z`) }
  await renew({ ...shop.shop, clock })
  const after = await planned()
  expect(before.some(({ next_on: on }) => on! < day)).toBe(true)
  expect(after.filter(({ next_on: on }) => on! < day)).toEqual([])
  const others = (row: (typeof before)[number]) => ({ ...row, next_on: '' })
  expect(after.map(others)).toEqual(before.map(others))
})

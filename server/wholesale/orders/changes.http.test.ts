/** Orders of wholesale accounts that are changed and canceled, by their buyers and by staff. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { violations } from '#test/invariants.ts'
import { mailboxOf, signedTokenIn } from '#test/mailbox.ts'
import { packaged } from '#test/roastery/bags.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { rowOf } from '#test/table-rows.ts'
import { account, order, orderOf } from '../wholesale.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let coffee: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  coffee = await shop.sell({
    name: 'House',
    priceCents: 1801,
    stock: 500,
    sizes: [{ priceCents: 9000, stock: 500, sizeGrams: 2268 }],
  })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const stockOf = async (size: string) => (await rowOf(shop.db, 'product_sizes', size)).count_in_stock

test('until the cut-off a buyer changes and cancels an order, and its stock comes back once', async () => {
  const cafe = await account(shop)
  const before = await stockOf(coffee)
  const first = (await order(cafe, [{ product: coffee, qty: 5 }])).body
  const changed = await order(cafe, [{ product: coffee, qty: 2 }], { changes: first._id })
  expect(changed.status).toBe(201)
  expect((await rowOf(shop.db, 'orders', first._id)).state).toBe('cancelled')
  expect(await stockOf(coffee)).toBe(before - 2)
  const again = await order(cafe, [{ product: coffee, qty: 9 }], { changes: first._id })
  expect([again.status, again.body.code]).toEqual([409, 'locked'])
  const cancels = await Promise.all(
    Array.from({ length: 5 }, () => cafe.buyer.post(`/api/account-orders/${changed.body._id}/cancel`)),
  )
  expect(cancels.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(await stockOf(coffee)).toBe(before)
})

test('two buyers who change one order at once: one wins, the other is told, and nothing is counted twice', async () => {
  const cafe = await account(shop)
  const before = await stockOf(coffee)
  const first = (await order(cafe, [{ product: coffee, qty: 5 }])).body
  const body = await orderOf(cafe, [{ product: coffee, qty: 3 }], { changes: first._id })
  const answers = await Promise.all([
    cafe.buyer.post('/api/account-orders', body),
    cafe.buyer.post('/api/account-orders', { ...body, lines: [{ ...body.lines[0], qty: 4 }] }),
  ])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  const won = answers.find(({ status }) => status === 201)!
  expect(await stockOf(coffee)).toBe(before - won.body.pieces)
})

test('the bags of a packed order are free again when it is changed or canceled', async () => {
  const cafe = await account(shop)
  const fresh = await shop.sell({ name: 'Fresh', isRoastedToOrder: true })
  const { bags } = await packaged(shop, { product: fresh, qty: 10 })
  const free = async () => (await rowOf(shop.db, 'bags', bags)).qty_left
  const first = (await order(cafe, [{ product: fresh, grind: WHOLE_BEAN, qty: 4 }])).body
  expect((await admin.post(`/api/roastery/orders/${first._id}/fill`, {})).status).toBe(200)
  expect(await free()).toBe(6)
  const changes = { changes: first._id }
  const second = (await order(cafe, [{ product: fresh, grind: WHOLE_BEAN, qty: 7 }], changes)).body
  expect(await free()).toBe(10)
  expect((await admin.post(`/api/roastery/orders/${second._id}/fill`, {})).status).toBe(200)
  expect(await free()).toBe(3)
  const canceled = await admin.post(`/api/account-orders/desk/${second._id}/cancel`, { reason: 'Called' })
  expect([canceled.status, await free()]).toEqual([200, 10])
})

test('after the cut-off only staff order and change, and say why', async () => {
  const cafe = await account(shop, { company: { minimum: 'cents', minimum_value: 100_000 } })
  const body = await orderOf(cafe, [{ product: coffee, qty: 1 }])
  expect((await admin.post('/api/account-orders/desk', { ...body, reason: '' })).status).toBe(400)
  const { status, body: placed } = await admin.post('/api/account-orders/desk', {
    ...body,
    reason: 'Called at noon',
  })
  expect([status, placed.by]).toEqual([201, 'Olive Owner'])
  expect(await rowOf(shop.db, 'orders', placed._id)).toMatchObject({
    via: 'phone',
    placed_by: 'Olive Owner',
    discount_reason: 'Called at noon',
  })
  await shop.db
    .updateTable('orders')
    .set({ changeable_until: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', placed._id)
    .execute()
  const late = await cafe.buyer.post(`/api/account-orders/${placed._id}/cancel`)
  expect([late.status, late.body.code]).toEqual([409, 'locked'])
  expect(
    (await admin.post(`/api/account-orders/desk/${placed._id}/cancel`, { reason: 'Closed today' })).body
      .state,
  ).toBe('cancelled')
  const { lines } = (await admin.get(`/api/record?subject=order&subjectId=${placed._id}`)).body
  expect(lines.map(({ action }: { action: string }) => action)).toEqual([
    'Canceled for an account',
    'Entered for an account',
  ])
})

test('the mailed link opens an order to a person who has not joined, until that person is removed', async () => {
  const cafe = await account(shop, { company: { terms: 'prepaid' } })
  const wanted = await orderOf(cafe, [{ product: coffee, qty: 3 }], { payBy: 'now', reason: 'By phone' })
  const change = (values: object) =>
    shop.db.updateTable('buyers').set(values).where('id', '=', cafe.buyerId).execute()
  await change({ user_id: null, email: 'nova@cafe.example' })
  const { body } = await admin.post('/api/account-orders/desk', wanted)
  const [mail] = await mailboxOf(shop).newMailsTo('nova@cafe.example')
  const guest = { 'x-guest-link': signedTokenIn(mail, `/order/${body._id}`) }
  const opened = () => shop.visitor().get(`/api/orders/${body._id}`, guest)
  expect((await opened()).body).toMatchObject({ _id: body._id, state: 'pending' })
  await change({ removed_at: '2026-11-01T00:00:00.000Z' })
  expect((await opened()).status).toBe(404)
})

test('a buyer cancels the unpaid order of another buyer of the account', async () => {
  const cafe = await account(shop, { company: { terms: 'prepaid' } })
  const { body } = await order(cafe, [{ product: coffee, qty: 2 }], { payBy: 'now' })
  await shop.db.updateTable('buyers').set({ user_id: null }).where('id', '=', cafe.buyerId).execute()
  const colleague = await signedIn(shop)
  const path = `/api/account-orders/${body._id}/cancel`
  expect((await colleague.post(path)).status).toBe(404)
  await shop.db.updateTable('buyers').set({ user_id: colleague.id }).where('id', '=', cafe.buyerId).execute()
  expect((await colleague.post(path)).body).toMatchObject({ state: 'cancelled', canChange: false })
})

test('an order that staff entered for an account is not placed again as a retail order', async () => {
  const cafe = await account(shop)
  const body = { ...(await orderOf(cafe, [{ product: coffee, qty: 1 }])), reason: 'Called' }
  const { status, body: placed } = await admin.post('/api/account-orders/desk', body)
  expect(status).toBe(201)
  expect((await admin.get(`/api/counter/orders/${placed._id}/again`)).status).toBe(404)
})

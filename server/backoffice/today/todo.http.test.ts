import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { addDays } from '#shared/kernel/days.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { brand } from '#shared/kernel/brand.ts'
import { sendInquiry, createFailedMail, sendContactMessage } from '#test/messages.ts'
import { approve, pay, placed } from '#test/purchase.ts'
import { addArrivedLot, addRoast } from '#test/roastery/by-admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let buyer: SignedInVisitor
beforeEach(async () => {
  shop = await openShop()
  buyer = await signedIn(shop, { name: 'Ada Byron' })
})
afterEach(() => shop.close())

/** The to-do list, read by a new admin each time, because an hour that passes in a test ends an admin's session. */
async function todo() {
  const answer = await (await signedIn(shop, { isAdmin: true })).get('/api/desk')
  expect(answer.status).toBe(200)
  return answer.body.todo
}

const order = async () => placed(buyer, [{ _id: await shop.sell(), qty: 1 }])

test('with nothing to do all counts are zero', async () => {
  const nothing = { count: 0, first: [] }
  expect(await todo()).toEqual({
    toShip: nothing,
    toHandOver: nothing,
    lowStock: { ...nothing, threshold: brand.lowStock },
    greenToReorder: nothing,
    unanswered: nothing,
    payments: nothing,
    failedMail: nothing,
  })
})

test('lots that are here and not in the shop yet are listed with their next step, the earliest first', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const first = await addArrivedLot(shop, admin, 1000, { code: 'A-1', name: 'Guji' })
  const second = await addArrivedLot(shop, admin, 1000, { code: 'A-2', name: 'Huila' })
  await addRoast(admin, [{ id: second, percent: 100 }])
  expect((await todo()).lotsToShop).toEqual({
    count: 2,
    first: [
      { _id: first, code: 'A-1', name: 'Guji', step: 'roast' },
      { _id: second, code: 'A-2', name: 'Huila', step: 'coffee' },
    ],
  })
  for (const id of [first, second])
    await admin.put(`/api/green/${id}/to-shop/skipped`, { step: 'coffee', isSkipped: true })
  await admin.put(`/api/green/${first}/to-shop/skipped`, { step: 'roast', isSkipped: true })
  expect(await todo()).not.toHaveProperty('lotsToShop')
})

test('a counter day that is still open after midnight is a task until it is closed', async () => {
  const noon = `${addDays(nowAt(shop.clock).day, 1)}T12:00:00-05:00`
  shop.clock.advance(Date.parse(noon) - shop.clock.now().getTime())
  const bo = () => signedIn(shop, { name: 'Bo Barista', role: 'barista' })
  expect((await (await bo()).post('/api/counter-day/start', { start: 100 })).status).toBe(201)
  const { day } = nowAt(shop.clock)
  expect(await todo()).not.toHaveProperty('counterDay')
  shop.clock.advance(13 * 60 * MINUTE)
  const task = { count: 1, first: [{ day, by: 'Bo Barista' }] }
  expect((await todo()).counterDay).toEqual(task)
  const staff = await bo()
  expect((await staff.get('/api/desk/work')).body.todo.counterDay).toEqual(task)
  const { _id, version } = (await staff.get('/api/counter-day')).body.open
  expect((await staff.post('/api/counter-day/close', { _id, version, counted: 100 })).status).toBe(200)
  expect(await todo()).not.toHaveProperty('counterDay')
})

test('orders to ship are paid and not sent, oldest first', async () => {
  const unpaid = await order()
  expect((await todo()).toShip.count).toBe(0)
  const paid: string[] = []
  for (let index = 0; index < 4; index++) {
    const id = await order()
    await pay(shop, buyer, id)
    paid.push(id)
  }
  const { toShip } = await todo()
  expect(toShip.count).toBe(4)
  expect(toShip.first.map(({ _id }: { _id: string }) => _id)).toEqual(paid.slice(0, 3))
  const { totalPrice, paidAt } = (await buyer.get(`/api/orders/${paid[0]}`)).body
  expect(toShip.first[0]).toMatchObject({ name: 'Ada Byron', total: totalPrice, paidAt })

  const admin = await signedIn(shop, { isAdmin: true })
  // The Shipping page, to which the count links, shows the same orders in the same order.
  const queue = (await admin.get('/api/shippo/queue')).body
  expect(queue.count).toBe(4)
  expect(queue.orders.map(({ _id }: { _id: string }) => _id)).toEqual(paid)
  await admin.put(`/api/orders/${paid[0]}/deliver`)
  await buyer.delete(`/api/orders/${unpaid}`)
  expect((await todo()).toShip).toMatchObject({ count: 3, first: [{ _id: paid[1] }, {}, {}] })
  expect((await admin.get('/api/shippo/queue')).body.count).toBe(3)
  await sendContactMessage(shop)
  expect((await admin.get('/api/desk/waiting')).body.tasks).toEqual({ toShip: 3, unanswered: 1 })
})

test('stock is low at the threshold, for products on sale only', async () => {
  const low = brand.lowStock
  await shop.sell({ name: 'Plenty', stock: low + 1 })
  const last = await shop.sell({ name: 'Last Bags', stock: low })
  const none = await shop.sell({ name: 'Sold Out', stock: 0 })
  const draft = await shop.sell({ name: 'Draft', stock: 1 })
  const gone = await shop.sell({ name: 'Gone', stock: 1 })
  await shop.db.updateTable('products').set({ is_draft: 1 }).where('id', '=', draft).execute()
  await (await signedIn(shop, { isAdmin: true })).delete(`/api/products/${gone}`)
  expect((await todo()).lowStock).toEqual({
    count: 2,
    threshold: low,
    first: [
      { _id: none, name: 'Sold Out', size: '12 oz', left: 0 },
      { _id: last, name: 'Last Bags', size: '12 oz', left: low },
    ],
  })
})

test('an order that takes the last bags makes stock low, and canceling it restores the stock', async () => {
  const id = await shop.sell({ stock: brand.lowStock + 2 })
  const taken = await placed(buyer, [{ _id: id, qty: 2 }])
  expect((await todo()).lowStock.first).toEqual([
    { _id: id, name: 'Test Beans', size: '12 oz', left: brand.lowStock },
  ])
  await buyer.delete(`/api/orders/${taken}`)
  expect((await todo()).lowStock.count).toBe(0)
})

test('messages are unanswered until they are marked answered or closed', async () => {
  const first = await sendContactMessage(shop, { name: 'Ann Visitor', message: 'x'.repeat(400) })
  const second = await sendInquiry(shop)
  const { unanswered } = await todo()
  expect(unanswered).toMatchObject({
    count: 2,
    first: [
      { _id: first, kind: 'contact', name: 'Ann Visitor', text: 'x'.repeat(140) },
      { _id: second, kind: 'wholesale', name: 'Corner Café', text: 'Espresso, please.' },
    ],
  })
  const admin = await signedIn(shop, { isAdmin: true })
  await admin.put(`/api/messages/${first}/status`, { status: 'answered', was: 'new' })
  await admin.put(`/api/messages/${second}/status`, { status: 'closed', was: 'new' })
  expect((await todo()).unanswered).toEqual({ count: 0, first: [] })
})

test('a payment under review is listed after an hour, until it is decided', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id, 'pending')
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  expect((await todo()).payments.count).toBe(0)
  shop.clock.advance(61 * MINUTE)
  // The reconciler updates the payment every minute, which must not change its age here.
  await reconcile(shop.shop)
  expect((await todo()).payments).toMatchObject({
    count: 1,
    first: [{ order: id, name: 'Ada Byron', why: 'review' }],
  })
  shop.paypal.review(payment, 'COMPLETED')
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect((await todo()).payments).toEqual({ count: 0, first: [] })
})

test('a capture without a response for an hour is listed, and so is a payment that must be refunded', async () => {
  const unclear = await order()
  const payment = await approve(shop, buyer, unclear)
  shop.paypal.addFault({ call: 'capture', kind: 'error', times: 3 })
  expect((await buyer.put(`/api/orders/${unclear}/pay`, { id: payment })).status).toBe(503)
  shop.clock.advance(61 * MINUTE)
  const back = await order()
  await approve(shop, buyer, back)
  const due = {
    state: 'refund_due',
    capture_id: 'CAPTURED',
    problem: 'The payment does not match the order',
  } as const
  await shop.db.updateTable('payments').set(due).where('order_id', '=', back).execute()
  const { payments } = await todo()
  expect(payments.count).toBe(2)
  expect(payments.first).toMatchObject([
    { order: unclear, why: 'confirming' },
    { order: back, why: 'due', amount: (await buyer.get(`/api/orders/${back}`)).body.totalPrice },
  ])
})

test('failed mail is counted, with its reason, until it is sent again', async () => {
  const id = await createFailedMail(shop, '550 no such mailbox')
  expect((await todo()).failedMail).toMatchObject({
    count: 1,
    first: [{ _id: id, to: shop.shop.config.mail.inbox, problem: '550 no such mailbox' }],
  })
  await (await signedIn(shop, { isAdmin: true })).post(`/api/mail/${id}/resend`)
  expect((await todo()).failedMail).toEqual({ count: 0, first: [] })
})

test('the admin home is for admins only', async () => {
  expect((await shop.visitor().get('/api/desk')).status).toBe(401)
  expect((await buyer.get('/api/desk')).status).toBe(403)
})

/** Orders whose whole money is on its way back to the buyer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPickupShop, openStaff, type PickupShop } from '#server/checkout/orders/fulfill/pickup.testing.ts'
import { remindPickups } from '#server/checkout/orders/fulfill/pickup-list.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { bought } from '#test/purchase.ts'
import { DAY as ROAST_DAY, refusal, roastWork } from '#test/roastery/work.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: PickupShop
let staff: Awaited<ReturnType<typeof openStaff>>
let buyer: SignedInVisitor
beforeAll(async () => {
  shop = await openPickupShop()
  staff = await openStaff(shop)
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(() => shop.close())

/** Refunds an order; PayPal does not complete it. */
async function refundSlowly(id: string, body: object = {}): Promise<void> {
  shop.paypal.setRefundOutcomes('pending')
  const answer = await staff.post(`/api/orders/${id}/refund`, body)
  expect(answer.body).toMatchObject({ isPaid: true, refunds: [{ state: 'pending' }] })
}

/** PayPal reports the refund of the order as failed. */
async function failRefund(id: string): Promise<void> {
  const { provider_refund_id: refund } = await shop.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('provider_refund_id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  shop.paypal.endRefund(refund!, 'FAILED')
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
}

const paidOrder = async () => (await bought(shop, buyer, shop.items(1))).id
const refused = (answer: { status: number; body: { message: string } }) =>
  expect([answer.status, answer.body.message]).toEqual([
    409,
    expect.stringMatching(/^All money of order .* is on its way back to the buyer, so it is not sent/),
  ])
const ship = (id: string) => staff.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
const buyLabel = (id: string) => staff.post('/api/shippo', { orderId: id })

describe('While a refund of the whole order is under way', () => {
  test('it gets no label and is not shipped or delivered, and afterwards it is, if the refund fails', async () => {
    const id = await paidOrder()
    await refundSlowly(id)
    refused(await buyLabel(id))
    refused(await ship(id))
    refused(await staff.put(`/api/orders/${id}/deliver`))
    expect(await staff.read(id)).toMatchObject({ state: 'paid', shippedAt: null })
    expect(shop.shippo.soldFor(id)).toBe(0)
    const row = (await staff.get('/api/shippo/queue')).body.orders.find(
      (each: { _id: string }) => each._id === id,
    )
    expect(row.returnsAll).toBe(true)
    await failRefund(id)
    expect((await buyLabel(id)).body.label.state).toBe('bought')
    expect((await ship(id)).body.state).toBe('shipped')
  })

  test('so is an order of which two refunds together leave nothing, until PayPal has answered', async () => {
    const id = await paidOrder()
    const { totalPrice } = await staff.read(id)
    await staff.post(`/api/orders/${id}/refund`, { amount: 1 })
    shop.paypal.addFault({ call: 'refund', kind: 'error', times: 9 })
    const answer = await staff.post(`/api/orders/${id}/refund`, { amount: totalPrice - 1 })
    expect(answer.body.refunds.at(-1).state).toBe('started')
    refused(await buyLabel(id))
    refused(await ship(id))
    shop.paypal.clearFaults()
  })

  test('an order with a cent that stays is shipped', async () => {
    const id = await paidOrder()
    const { totalPrice } = await staff.read(id)
    await refundSlowly(id, { amount: totalPrice - 0.01 })
    expect((await ship(id)).body.state).toBe('shipped')
  })

  test('a shipped order gets no second label, but it is marked delivered', async () => {
    const id = await paidOrder()
    await ship(id)
    await refundSlowly(id)
    refused(await buyLabel(id))
    expect((await staff.put(`/api/orders/${id}/deliver`)).body.state).toBe('delivered')
  })

  test('the tracking of a shipped order can still be corrected, and a repeated call changes nothing', async () => {
    const id = await paidOrder()
    await ship(id)
    await refundSlowly(id)
    expect([(await ship(id)).status, (await staff.read(id)).state]).toEqual([200, 'shipped'])
    const { status, body } = await staff.put(`/api/orders/${id}/ship`, { trackingNumber: '9400 7' })
    expect([status, body.tracking.number]).toEqual([200, '9400 7'])
  })

  test('no goods of a shipped order are sent again for free, until the refund has failed', async () => {
    const id = await paidOrder()
    await ship(id)
    await refundSlowly(id)
    const [{ line }] = (await staff.read(id)).orderItems
    const replace = () => staff.post(`/api/orders/${id}/replacement`, { lines: [{ line, qty: 1 }], seen: 0 })
    refused(await replace())
    await failRefund(id)
    expect((await replace()).body).toMatchObject({ state: 'paid', isReplacement: true })
  })

  test('an order for pickup is not marked ready and not handed over, and its buyer gets no reminder', async () => {
    const id = await shop.bought(buyer)
    const ready = await shop.bought(buyer)
    await staff.ready(ready)
    await refundSlowly(id)
    await refundSlowly(ready)
    refused(await staff.ready(id))
    refused(await staff.handOver(id))
    refused(await staff.handOver(ready))
    refused(await staff.put(`/api/orders/${ready}/deliver`))
    const rows = (await staff.list()).orders as { _id: string; returnsAll: boolean }[]
    expect(rows.filter(({ _id }) => [id, ready].includes(_id)).map((row) => row.returnsAll)).toEqual([
      true,
      true,
    ])
    shop.clock.advance(8 * DAY)
    staff = await openStaff(shop)
    await remindPickups(shop.shop)
    expect((await staff.list()).orders).not.toContainEqual(
      expect.objectContaining({ _id: ready, remindedAt: expect.any(String) }),
    )
    await failRefund(ready)
    expect((await staff.handOver(ready)).body.state).toBe('delivered')
  })

  test('no bags are put in and no coffee is roasted for it', async () => {
    const work = roastWork(shop, staff)
    const { product } = await work.straight()
    await work.pack(product, 4)
    const id = await work.paidOrder(product, 2)
    await shop.db.updateTable('orders').set({ roasts_on: ROAST_DAY }).where('id', '=', id).execute()
    const orders = async () =>
      (await staff.get(`/api/roastery/days/${ROAST_DAY}`)).body.orders.map(({ _id }: { _id: string }) => _id)
    expect(await orders()).toContain(id)
    await refundSlowly(id)
    expect(refusal(await work.fill(id))[1]).toMatch(/is on its way back to the buyer/)
    expect(await orders()).not.toContain(id)
    await failRefund(id)
    expect((await work.fill(id)).status).toBe(200)
  })
})

/** Webhooks: what they tell, in which order, and what owners do with them. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isoIn, MINUTE } from '#server/kernel/time/clock.ts'
import {
  coffeeEvery,
  offerSubscriptions,
  passDays,
  setNextCharges,
  subscribed,
  toMorning,
} from '#server/subscriptions/subscriptions.testing.ts'
import { bought } from '#test/purchase.ts'
import { openShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { openReceiver, verify } from './receiver.testing.ts'
import { sweepWebhooks } from './send.ts'
import { webhooksOf } from './webhooks.testing.ts'

const shop = await openShop({ env: { ALLOW_PRIVATE_HOSTS: '1' } })
const { asOwner, webhookTo, write, send, one, log, receiver, forget } = webhooksOf(shop)
afterAll(() => shop.close())
beforeEach(forget)

describe('a receiver', () => {
  test('verifies each message with the library of the standard, and a changed one fails', async () => {
    const { secret } = await webhookTo(receiver().at(), ['message.received'])
    await write('Hello')
    await send()
    const [got] = receiver().received
    expect(verify(secret, got!)).toEqual({
      type: 'message.received',
      timestamp: expect.any(String),
      data: { id: expect.any(String), kind: 'contact', order: null, receivedAt: expect.any(String) },
    })
    expect(got!.headers['content-type']).toBe('application/json')
    expect(() => verify(secret, { ...got!, text: got!.text.replace('contact', 'wholesale') })).toThrow(
      'No matching signature',
    )
    expect(() => verify(`whsec_${'A'.repeat(43)}=`, got!)).toThrow('No matching signature')
    expect(got!.text).not.toContain('ann@example.com')
  })

  test('gets the events that it wants, each once, in the order in which they happened', async () => {
    const { _id } = await webhookTo(receiver().at(), [
      'product.updated',
      'stock.changed',
      'order.paid',
      'order.shipped',
      'order.refunded',
    ])
    const id = await shop.sell({ name: 'Guji', stock: 5 })
    await (await asOwner()).put(`/api/products/${id}`, { name: 'Guji Highlands' })
    const sale = await bought(shop, await signedIn(shop), [{ _id: id, qty: 1 }])
    await (await asOwner()).put(`/api/orders/${sale.id}/ship`, { trackingNumber: '9400 1' })
    await (await asOwner()).post(`/api/orders/${sale.id}/refund`, { amount: 2, reason: 'Late' })
    await send()
    await send()
    expect(receiver().received.map(({ body }) => body.type)).toEqual([
      'product.updated',
      'stock.changed',
      'order.paid',
      'order.shipped',
      'order.refunded',
    ])
    const [product, stock, paid, shipped, refunded] = receiver().received.map(({ body }) => body.data)
    expect(product.products).toEqual([
      expect.objectContaining({ id, name: 'Guji Highlands', isOnSale: true, isDeleted: false }),
    ])
    expect(stock.sizes).toEqual([expect.objectContaining({ product: id, countInStock: 4 })])
    expect(paid).toMatchObject({ id: sale.id, currency: 'USD', isPickup: false })
    expect(shipped.trackingNumber).toBe('9400 1')
    expect(refunded.refund).toEqual({ id: expect.any(String), amount: 2 })
    expect(new Set(receiver().received.map((each) => each.id)).size).toBe(5)
    expect((await one(_id)).failingSince).toBe(null)
  })

  test('gets nothing while no change happens, of other events, or of a change that was rolled back', async () => {
    await webhookTo(receiver().at(), ['order.paid'])
    await write('Hello')
    const id = await shop.sell()
    await (await asOwner()).put(`/api/products/${id}`, { name: 'Other', version: 99 })
    expect(await shop.db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
    await send()
    expect(receiver().received).toEqual([])
  })

  test('verifies with the old secret for a day after a new one is made, and then only with the new one', async () => {
    const { _id, secret } = await webhookTo(receiver().at(), ['message.received'])
    const { secret: next } = (await (await asOwner()).post(`/api/webhooks/${_id}/secret`)).body
    await write('Hello')
    await send()
    for (const each of [secret, next]) expect(verify(each, receiver().received[0]!)).toBeTruthy()
    await shop.db.updateTable('webhooks').set({ former_until: '2020-01-01T00:00:00.000Z' }).execute()
    await write('Again')
    await send()
    expect(verify(next, receiver().received[1]!)).toBeTruthy()
    expect(() => verify(secret, receiver().received[1]!)).toThrow('No matching signature')
  })

  test('gets an event once if two instances send at the same time', async () => {
    await webhookTo(receiver().at(), ['message.received'])
    for (const text of ['One', 'Two', 'Three', 'Four']) await write(text)
    await Promise.all([send(), send(), send()])
    await send()
    expect(receiver().received).toHaveLength(4)
    expect(receiver().received.map((each) => each.id)).toEqual(
      receiver()
        .received.map((each) => each.id)
        .toSorted(),
    )
  })

  test('gets the event again, with the same id, after a crash between the answer and its record', async () => {
    await webhookTo(receiver().at(), ['message.received'])
    await write('Hello')
    await send()
    // As the crash leaves the rows: claimed, and without the attempt.
    await shop.db
      .updateTable('webhooks')
      .set({ next_at: isoIn(shop.clock, 2 * MINUTE) })
      .execute()
    await shop.db.updateTable('webhook_deliveries').set({ state: 'waiting', attempts: 0 }).execute()
    await send()
    expect(receiver().received).toHaveLength(1)
    shop.clock.advance(2 * MINUTE)
    await send()
    expect(receiver().received.map((each) => each.id)).toEqual(Array(2).fill(receiver().received[0]!.id))
  })
})

describe('an owner', () => {
  test('sends a test event to one webhook only, and an event again', async () => {
    const other = await openReceiver()
    const { _id, secret } = await webhookTo(receiver().at())
    await webhookTo(other.at())
    expect((await (await asOwner()).post(`/api/webhooks/${_id}/test`)).status).toBe(200)
    await send()
    expect(receiver().received[0]!.body.type).toBe('webhook.test')
    expect(verify(secret, receiver().received[0]!)).toBeTruthy()
    expect(other.received).toEqual([])
    const [{ _id: delivery }] = await log(_id)
    expect((await (await asOwner()).post(`/api/webhooks/${_id}/deliveries/${delivery}/resend`)).status).toBe(
      200,
    )
    await send()
    expect(receiver().received[1]!.id).toBe(receiver().received[0]!.id)
    expect((await (await asOwner()).post(`/api/webhooks/${_id}/deliveries/none/resend`)).status).toBe(404)
    await other.close()
  })

  test('adds an address once, and two who change a webhook at the same time do not overwrite each other', async () => {
    const { _id } = await webhookTo(receiver().at())
    expect(
      (await (await asOwner()).post('/api/webhooks', { url: receiver().at(), events: ['order.paid'] }))
        .status,
    ).toBe(409)
    const body = { url: receiver().at('/other'), events: ['order.paid'], isOn: true, version: 1 }
    expect((await (await asOwner()).put(`/api/webhooks/${_id}`, body)).status).toBe(200)
    expect((await (await asOwner()).put(`/api/webhooks/${_id}`, { ...body, isOn: false })).status).toBe(409)
    expect(
      (await (await asOwner()).post('/api/webhooks', { url: receiver().at('/x'), events: [] })).status,
    ).toBe(400)
    expect((await (await asOwner()).delete(`/api/webhooks/${_id}`)).status).toBe(200)
    expect((await (await asOwner()).get(`/api/webhooks/${_id}`)).status).toBe(404)
  })

  test('never sees a secret again, no table has it in clear, and without its key nothing is sent', async () => {
    const { _id, secret } = await webhookTo(receiver().at(), ['message.received'])
    const texts = [
      (await (await asOwner()).get('/api/webhooks')).text,
      JSON.stringify(await shop.db.selectFrom('webhooks').selectAll().execute()),
    ]
    const lines = JSON.stringify(await shop.db.selectFrom('record_lines').selectAll().execute())
    expect(texts.join('') + lines).not.toContain(secret.slice(6))
    await shop.db.updateTable('webhooks').set({ secret: 'k1.lost.x.y.z' }).where('id', '=', _id).execute()
    await write('Hello')
    await send()
    expect(receiver().received).toEqual([])
    expect((await one(_id)).offReason).toContain('key is missing')
  })

  test('finds what was sent for 30 days', async () => {
    const { _id } = await webhookTo(receiver().at(), ['message.received'])
    await write('Hello')
    await send()
    await shop.db.updateTable('webhook_events').set({ occurred_at: '2020-01-01T00:00:00.000Z' }).execute()
    await sweepWebhooks(shop.shop)
    expect(await log(_id)).toEqual([])
  })
})

test('a subscription tells when a charge succeeds, and each time that one fails', async () => {
  toMorning(shop)
  await offerSubscriptions(shop)
  await webhookTo(receiver().at(), ['subscription.charged', 'subscription.charge_failed'])
  const { id, order } = await subscribed(shop, await signedIn(shop), await coffeeEvery(shop, 4))
  await send()
  expect(receiver().received[0]!.body).toMatchObject({ type: 'subscription.charged', data: { id, order } })
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  for (let day = 0; day < 45; day++) await passDays(shop, 1)
  await send()
  const failed = receiver()
    .received.slice(1)
    .map(({ body }) => body)
  expect(failed.map(({ type, data }) => [type, data.attempt])).toEqual(
    [1, 2, 3, 4, 5].map((attempt) => ['subscription.charge_failed', attempt]),
  )
})

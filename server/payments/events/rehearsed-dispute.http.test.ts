// On SQLite only: calls of outside services, the same code on both databases.
/** A dispute that the owner rehearses in PayPal's sandbox, from the button to Today and the order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paypalPages } from '#sandbox/paypal/browser.ts'
import { webService } from '#sandbox/web.ts'
import { bought } from '#test/purchase.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { processEvents } from './events.ts'

let shop: TestShop
let admin: SignedInVisitor
let bean: string
const types: string[] = []
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  bean = await shop.sell({ stock: 100 })
  shop.paypal.webhooks.deliver = async (delivery) => {
    const answer = await deliverTo(shop, delivery)
    types.push((JSON.parse(delivery.body.toString()) as { event_type: string }).event_type)
    return answer
  }
})
afterAll(() => shop.close())

/** Presses the button of a step, as the page of the order does, and waits for PayPal's events. */
async function press(captureId: string, step: string, events = 1) {
  types.length = 0
  const path = `/sandbox/paypal/disputes/${captureId}/${step}`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const request = { method: 'POST', path, query: new URLSearchParams(), headers, body: '' }
  const { status, body } = await webService(paypalPages(shop.paypal)).answer(request)
  if (status === 200) {
    await expect.poll(() => types.length).toBeGreaterThanOrEqual(events)
    await processEvents(shop.shop)
  }
  return { status, message: (body as { message?: string }).message, types: [...types] }
}

async function sale() {
  const buyer = await signedIn(shop, { name: 'Ann Buyer' })
  types.length = 0
  const { id, paypalId } = await bought(shop, buyer, [{ _id: bean, qty: 1 }])
  await expect.poll(() => types).toContain('PAYMENT.CAPTURE.COMPLETED')
  await processEvents(shop.shop)
  return {
    id,
    captureId: shop.paypal.captureOf(paypalId),
    read: async () => (await admin.get(`/api/orders/${id}`)).body,
  }
}

const disputedOn = async (id: string) => {
  const { todo } = (await admin.get('/api/desk')).body
  return (todo.disputes?.first ?? []).filter(({ order }: { order: string }) => order === id)
}

test('a dispute is opened, waits for the shop’s answer on Today and on the order, and is decided for the shop', async () => {
  const { id, captureId, read } = await sale()
  expect(await press(captureId, 'open')).toMatchObject({ status: 200, types: ['CUSTOMER.DISPUTE.CREATED'] })
  expect((await read()).dispute).toMatchObject({ state: 'open', amount: (await read()).totalPrice })
  expect(await disputedOn(id)).toHaveLength(1)
  expect(await press(captureId, 'ask')).toMatchObject({ types: ['CUSTOMER.DISPUTE.UPDATED'] })
  expect((await read()).dispute.state).toBe('waiting_for_us')
  expect(await press(captureId, 'won')).toMatchObject({ types: ['CUSTOMER.DISPUTE.RESOLVED'] })
  expect(await read()).toMatchObject({ state: 'paid', dispute: { state: 'won' } })
  expect(await disputedOn(id)).toEqual([])
  expect(await press(captureId, 'open')).toMatchObject({ status: 409, message: 'The dispute is over' })
})

test('a dispute that is decided for the buyer takes the money back', async () => {
  const { captureId, read } = await sale()
  await press(captureId, 'open')
  const { types: sent } = await press(captureId, 'lost', 2)
  expect(sent.toSorted()).toEqual(['CUSTOMER.DISPUTE.RESOLVED', 'PAYMENT.CAPTURE.REVERSED'])
  expect(await read()).toMatchObject({ state: 'refunded', dispute: { state: 'lost' } })
})

test.each([
  ['NOBODYKNOWS', 'open', 409, 'PayPal has no such payment'],
  ['', 'won', 409, 'There is no dispute'],
  ['', 'explode', 404, 'There is no such step'],
])('a step that is not possible is refused (%s %s)', async (capture, step, status, message) => {
  const { captureId } = await sale()
  expect(await press(capture || captureId, step)).toMatchObject({ status, message })
})

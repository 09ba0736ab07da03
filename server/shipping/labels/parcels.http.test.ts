// On SQLite only: calls of outside services, the same code on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pay, placed } from '#test/purchase.ts'
import { SENDER } from '#test/sender.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { updateParcels } from './parcels.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ stock: 1000 })
})
beforeEach(async () => {
  // Each test has only its own parcel to check.
  await shop.db.updateTable('labels').set({ next_look_at: null }).execute()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(() => shop.close())

/** A paid order with a label; returns the id of the order and the tracking number. */
async function labelled(ship = false): Promise<{ id: string; number: string }> {
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  await pay(shop, buyer, id)
  const { body } = await admin.post('/api/shippo', { orderId: id, ship })
  return { id, number: body.label.trackingNumber }
}

const secret = () => shop.shop.config.shippoWebhookSecret
const sendWebhook = (body: unknown, at = `/api/shippo/webhook/${secret()}`) => shop.visitor().post(at, body)
const sendTrackingUpdate = (number: string) =>
  sendWebhook({ event: 'track_updated', test: true, data: { tracking_number: number } })
const readOrder = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body
const historyOf = async (id: string) =>
  (await readOrder(id)).history
    .slice(4)
    .map(({ event, by }: { event: string; by: string }) => `${event}, ${by}`)
const dueAt = async (id: string) =>
  (
    await shop.db
      .selectFrom('labels')
      .select('next_look_at')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
  ).next_look_at

describe('a webhook', () => {
  test('sets an order to shipped at the first scan and to delivered at the last, once', async () => {
    const { id, number } = await labelled()
    shop.shippo.move(number, 'TRANSIT')
    expect(await sendTrackingUpdate(number)).toMatchObject({ status: 200, body: { received: true } })
    await updateParcels(shop.shop)
    expect(await readOrder(id)).toMatchObject({
      state: 'shipped',
      shippedAt: expect.any(String),
      tracking: { number },
      parcel: { state: 'transit', words: expect.stringContaining('on its way') },
    })
    shop.shippo.move(number, 'DELIVERED')
    await sendTrackingUpdate(number)
    await updateParcels(shop.shop)
    expect(await readOrder(id)).toMatchObject({ state: 'delivered', parcel: { state: 'delivered' } })
    expect(await historyOf(id)).toEqual(['Shipped, USPS', 'Delivered, USPS'])
    // The buyer gets one mail about each change.
    const mail = await shop.db
      .selectFrom('outbox')
      .select('kind')
      .where('recipient', '=', buyer.email)
      .where('kind', 'in', ['order-shipped', 'order-delivered'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    expect(mail.map(({ kind }) => kind)).toEqual(['order-shipped', 'order-delivered'])
    // The change log has actions of people only.
    const { body } = await admin.get(`/api/record?subject=order&subjectId=${id}`)
    expect(body.lines.map(({ action }: { action: string }) => action)).toEqual(['Bought a label'])
  })

  test('sent ten times, in any order, has one effect', async () => {
    const { id, number } = await labelled()
    shop.shippo.move(number, 'TRANSIT')
    shop.shippo.move(number, 'DELIVERED')
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 10 }, () => sendTrackingUpdate(number)))
      await Promise.all([updateParcels(shop.shop), updateParcels(shop.shop)])
    }
    expect(await historyOf(id)).toEqual(['Delivered, USPS'])
  })

  test('is not trusted: the status of the parcel is read from Shippo', async () => {
    const { id, number } = await labelled()
    await sendWebhook({
      event: 'track_updated',
      data: { tracking_number: number, tracking_status: { status: 'DELIVERED' } },
    })
    await updateParcels(shop.shop)
    expect(await readOrder(id)).toMatchObject({ state: 'paid', parcel: { state: 'announced' } })
  })

  test('with a wrong secret changes nothing and gets 404; a webhook about an unknown parcel gets 200', async () => {
    const { number } = await labelled()
    const changed = await changedBy(shop.db, async () => {
      const body = { event: 'track_updated', data: { tracking_number: number } }
      for (const wrong of ['x', `${secret()}x`, secret()!.slice(1), '%00'])
        expect((await sendWebhook(body, `/api/shippo/webhook/${wrong}`)).status).toBe(404)
      expect((await sendTrackingUpdate('9400000000000000000000')).status).toBe(200)
      expect((await sendWebhook({ event: 'transaction_created', data: {} })).status).toBe(200)
      expect((await sendWebhook({})).status).toBe(200)
    })
    expect(changed).toEqual([])
  })

  test('is refused if no secret is configured', async () => {
    const live = { ...SENDER, SHIPPO_TOKEN: 'shippo_test_x', SHIPPO_API_BASE: 'http://127.0.0.1:9' }
    const other = await openShop({ env: live })
    try {
      expect(other.shop.config.shippoWebhookSecret).toBeNull()
      expect((await other.visitor().post('/api/shippo/webhook/null', {})).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})

describe('the regular check', () => {
  test('reads parcels under way, less and less often, until they are delivered', async () => {
    const { id, number } = await labelled()
    const waits: number[] = []
    for (let round = 0; round < 6; round++) {
      const due = Date.parse((await dueAt(id))!)
      shop.clock.advance(Math.max(0, due - shop.clock.now().getTime()) + 1)
      await updateParcels(shop.shop)
      waits.push(Math.round((Date.parse((await dueAt(id))!) - shop.clock.now().getTime()) / HOUR))
    }
    expect(waits).toEqual([2, 4, 8, 12, 12, 12])
    shop.shippo.move(number, 'TRANSIT')
    shop.clock.advance(12 * HOUR + 1)
    await updateParcels(shop.shop)
    shop.shippo.move(number, 'DELIVERED')
    shop.clock.advance(12 * HOUR + 1)
    await updateParcels(shop.shop)
    buyer = await signedIn(shop)
    expect(await dueAt(id)).toBeNull()
  })

  test('stops checking a parcel without a new status for a month', async () => {
    const { id } = await labelled()
    shop.clock.advance(31 * DAY)
    await updateParcels(shop.shop)
    expect(await dueAt(id)).toBeNull()
  })

  test('delivers orders that an admin marked shipped, and does not change those marked delivered', async () => {
    const [one, two] = [await labelled(true), await labelled()]
    await admin.put(`/api/orders/${two.id}/deliver`)
    for (const { number } of [one, two]) {
      shop.shippo.move(number, 'DELIVERED')
      await sendTrackingUpdate(number)
    }
    await updateParcels(shop.shop)
    expect(await historyOf(one.id)).toEqual(['Shipped, Olive Owner', 'Delivered, USPS'])
    expect(await historyOf(two.id)).toEqual(['Delivered, Olive Owner'])
  })

  test.each([
    ['RETURNED', 'returned', 'The parcel is on its way back to us, USPS'],
    ['FAILURE', 'failure', 'The parcel could not be delivered, USPS'],
  ] as const)('notes once in the history that a parcel is %s', async (status, state, line) => {
    const { id, number } = await labelled()
    shop.shippo.move(number, status)
    for (let round = 0; round < 2; round++) {
      await sendTrackingUpdate(number)
      await updateParcels(shop.shop)
    }
    expect(await readOrder(id)).toMatchObject({ state: 'shipped', parcel: { state } })
    expect(await historyOf(id)).toEqual(['Shipped, USPS', line])
    // The Shipping page shows it until the order has another label.
    const strays = async () =>
      (await admin.get('/api/shippo/queue')).body.strays.filter((each: { _id: string }) => each._id === id)
    expect(await strays()).toEqual([expect.objectContaining({ name: 'Ann Buyer', state })])
    await shop.db.updateTable('labels').set({ state: 'voided' }).where('order_id', '=', id).execute()
    await admin.post('/api/shippo', { orderId: id })
    expect(await strays()).toEqual([])
  })
})

test('the status of a sandbox parcel is changed by hand, with the webhook that Shippo would send', async () => {
  const { id, number } = await labelled()
  const moved = await shop.visitor().post(`/sandbox/shippo/parcels/${number}/TRANSIT`)
  expect(moved.status).toBe(200)
  await updateParcels(shop.shop)
  expect((await readOrder(id)).state).toBe('shipped')
  for (const path of [`${number}/LOST`, '94001/TRANSIT'])
    expect((await shop.visitor().post(`/sandbox/shippo/parcels/${path}`)).status).toBe(404)
})

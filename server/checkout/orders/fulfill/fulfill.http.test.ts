import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { numberOf, approve, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let id: string
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
})
afterAll(() => shop.close())

const NUMBER = '9400 1000 0000 0000 0000 00'
const TRACKING = { trackingNumber: NUMBER, trackingUrl: '' }
const USPS = 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000'

async function recorded(): Promise<{ action: string; by: string; changes: unknown[] }[]> {
  return (await admin.get(`/api/record?subject=order&subjectId=${id}`)).body.lines
}

async function history(): Promise<[string, string][]> {
  const { body } = await admin.get(`/api/orders/${id}`)
  return body.history.map(({ event, by }: { event: string; by: string }) => [event, by])
}

describe('an order is marked shipped', () => {
  test('after it is paid, with a number that links to the carrier', async () => {
    await pay(shop, buyer, id)
    const { status, body } = await admin.put(`/api/orders/${id}/ship`, TRACKING)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'shipped',
      shippedAt: expect.any(String),
      isDelivered: false,
      tracking: { number: NUMBER, url: USPS },
    })
    expect((await history()).at(-1)).toEqual(['Shipped', 'Olive Owner'])
    expect(await recorded()).toEqual([
      expect.objectContaining({
        action: 'Marked shipped',
        by: 'Olive Owner',
        subjectName: `Order ${await numberOf(shop, id)} of Ann Buyer`,
        changes: [{ field: 'Tracking number', before: '', after: NUMBER }],
      }),
    ])
    // The buyer sees the tracking.
    expect((await buyer.get(`/api/orders/${id}`)).body.tracking).toEqual({ number: NUMBER, url: USPS })
  })

  test('without a number, if the parcel has no tracking', async () => {
    await pay(shop, buyer, id)
    const { body } = await admin.put(`/api/orders/${id}/ship`, {})
    expect(body).toMatchObject({ state: 'shipped', tracking: null })
  })

  test('and a later call without tracking, or with one field of it, keeps what it does not name', async () => {
    await pay(shop, buyer, id)
    const tracking = { trackingNumber: 'X1', trackingUrl: 'https://carrier.example/X1' }
    await admin.put(`/api/orders/${id}/ship`, tracking)
    const trackingAfter = async (body: object) =>
      (await admin.put(`/api/orders/${id}/ship`, body)).body.tracking
    expect(await trackingAfter({})).toEqual({ number: 'X1', url: 'https://carrier.example/X1' })
    expect(await trackingAfter({ trackingNumber: 'X2' })).toEqual({
      number: 'X2',
      url: 'https://carrier.example/X1',
    })
    expect(await trackingAfter({ trackingNumber: '', trackingUrl: '' })).toBeNull()
  })

  test('and its tracking can be corrected later; repeating the call changes nothing', async () => {
    await pay(shop, buyer, id)
    await admin.put(`/api/orders/${id}/ship`, TRACKING)
    const first = (await admin.get(`/api/orders/${id}`)).body.shippedAt
    const changed = await changedBy(shop.db, () => admin.put(`/api/orders/${id}/ship`, TRACKING))
    expect(changed).toEqual([])
    const other = { trackingNumber: 'X1', trackingUrl: 'https://carrier.example/X1' }
    const { body } = await admin.put(`/api/orders/${id}/ship`, other)
    expect(body).toMatchObject({
      state: 'shipped',
      shippedAt: first,
      tracking: { number: 'X1', url: 'https://carrier.example/X1' },
    })
    expect((await history()).slice(-2).map(([event]) => event)).toEqual(['Shipped', 'Tracking changed'])
    await admin.put(`/api/orders/${id}/deliver`)
    const late = await admin.put(`/api/orders/${id}/ship`, TRACKING)
    expect([late.status, late.body.state, late.body.tracking.number]).toEqual([200, 'delivered', NUMBER])
  })

  test('once when two admins do it at the same time, and both get the order', async () => {
    await pay(shop, buyer, id)
    const second = await signedIn(shop, { isAdmin: true })
    const answers = await Promise.all(
      [admin, second].map((caller) => caller.put(`/api/orders/${id}/ship`, TRACKING)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await history()).filter(([event]) => event === 'Shipped')).toHaveLength(1)
  })

  test('not before it is paid, and not after it is canceled', async () => {
    const changed = await changedBy(shop.db, async () => {
      const { status, body } = await admin.put(`/api/orders/${id}/ship`, TRACKING)
      expect([status, body.message]).toEqual([409, 'Only a paid order can be marked shipped'])
    })
    expect(changed).toEqual([])
    await buyer.delete(`/api/orders/${id}`)
    expect((await admin.put(`/api/orders/${id}/ship`, TRACKING)).status).toBe(409)
  })

  test.each([
    { trackingUrl: 'javascript:alert(1)' },
    { trackingUrl: 'data:text/html,x' },
    { trackingUrl: '//carrier.example' },
    { trackingUrl: 'https://' },
    { trackingNumber: 'x'.repeat(61) },
    { trackingNumber: 7 },
  ])('not with invalid tracking: %j', async (tracking) => {
    await pay(shop, buyer, id)
    const changed = await changedBy(shop.db, async () => {
      expect((await admin.put(`/api/orders/${id}/ship`, tracking)).status).toBe(400)
    })
    expect(changed).toEqual([])
  })
})

test('a delivery appears once in the history and in the change log', async () => {
  await pay(shop, buyer, id)
  expect((await admin.put(`/api/orders/${id}/deliver`)).body.isDelivered).toBe(true)
  const changed = await changedBy(shop.db, () => admin.put(`/api/orders/${id}/deliver`))
  expect(changed).toEqual([])
  expect((await history()).at(-1)).toEqual(['Delivered', 'Olive Owner'])
  expect((await recorded()).map(({ action }) => action)).toEqual(['Marked delivered'])
})

test('an unpaid order cannot be marked delivered', async () => {
  const changed = await changedBy(shop.db, async () => {
    expect((await admin.put(`/api/orders/${id}/deliver`)).status).toBe(409)
  })
  expect(changed).toEqual([])
})

test('canceling an unpaid order is recorded for an admin and not for the buyer', async () => {
  expect((await admin.delete(`/api/orders/${id}`)).status).toBe(200)
  expect((await history()).at(-1)).toEqual(['Canceled', 'Olive Owner'])
  expect((await recorded()).map(({ action }) => action)).toEqual(['Canceled'])
  id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  await buyer.delete(`/api/orders/${id}`)
  expect((await history()).at(-1)).toEqual(['Canceled', 'Ann Buyer'])
  expect(await recorded()).toEqual([])
})

test('an admin cannot cancel a paid order', async () => {
  await pay(shop, buyer, id)
  const changed = await changedBy(shop.db, async () => {
    const { status, body } = await admin.delete(`/api/orders/${id}`)
    expect([status, body.message]).toEqual([409, 'A paid order cannot be removed'])
  })
  expect(changed).toEqual([])
})

test('an order under review at PayPal can be neither shipped nor canceled', async () => {
  const paypalId = await approve(shop, buyer, id, 'pending')
  await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
  expect((await admin.get(`/api/orders/${id}`)).body.state).toBe('capturing')
  expect((await admin.put(`/api/orders/${id}/ship`, TRACKING)).status).toBe(409)
  const { status, body } = await admin.delete(`/api/orders/${id}`)
  expect([status, body.message]).toEqual([409, 'The payment of this order is being confirmed'])
})

const notes = async () => (await admin.get(`/api/orders/${id}/notes`)).body.notes

describe('a private note', () => {
  test('is stored with author and time, listed newest first, and can be removed', async () => {
    const first = await admin.post(`/api/orders/${id}/notes`, { text: 'Ring twice\r\nand wait' })
    expect(first.status).toBe(201)
    await admin.post(`/api/orders/${id}/notes`, { text: 'Paid in person' })
    expect(await notes()).toEqual([
      expect.objectContaining({ text: 'Paid in person', by: 'Olive Owner' }),
      { _id: first.body._id, at: expect.any(String), by: 'Olive Owner', text: 'Ring twice\nand wait' },
    ])
    expect((await admin.delete(`/api/orders/${id}/notes/${first.body._id}`)).status).toBe(200)
    expect(await notes()).toHaveLength(1)
    expect((await admin.delete(`/api/orders/${id}/notes/${first.body._id}`)).status).toBe(404)
    const lines = await recorded()
    expect(lines.map(({ action }) => action)).toEqual(['Removed a note', 'Added a note', 'Added a note'])
    expect(JSON.stringify(lines)).not.toContain('Ring twice')
  })

  test('appears in no response for its buyer', async () => {
    const secret = 'Suspected fraud, call the bank'
    const note = await admin.post(`/api/orders/${id}/notes`, { text: secret })
    const answers = [
      await buyer.get(`/api/orders/${id}`),
      await buyer.get('/api/orders/mine'),
      await buyer.get(`/api/orders/${id}/notes`),
      await buyer.post(`/api/orders/${id}/notes`, { text: 'Mine' }),
      await buyer.delete(`/api/orders/${id}/notes/${note.body._id}`),
      await pay(shop, buyer, id),
      await admin.get(`/api/orders/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403, 200, 200])
    for (const { text } of answers) expect(text).not.toMatch(/fraud|note/i)
    expect(await notes()).toHaveLength(1)
  })

  test.each(['', '   ', 'x'.repeat(2001), 7, null])(
    'that is empty or too long is refused: %j',
    async (text) => {
      const changed = await changedBy(shop.db, async () => {
        expect((await admin.post(`/api/orders/${id}/notes`, { text })).status).toBe(400)
      })
      expect(changed).toEqual([])
    },
  )

  test('of an order that does not exist, or of another order, is 404', async () => {
    const note = await admin.post(`/api/orders/${id}/notes`, { text: 'Here' })
    const other = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
    expect((await admin.get('/api/orders/nothing/notes')).status).toBe(404)
    expect((await admin.post('/api/orders/nothing/notes', { text: 'There' })).status).toBe(404)
    expect((await admin.delete(`/api/orders/${other}/notes/${note.body._id}`)).status).toBe(404)
    expect(await notes()).toHaveLength(1)
  })
})

test('a request of an admin who was demoted is refused and changes nothing', async () => {
  await pay(shop, buyer, id)
  const second = await signedIn(shop, { isAdmin: true })
  await shop.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', second.id).execute()
  const changed = await changedBy(shop.db, async () => {
    const answers = [
      await second.put(`/api/orders/${id}/ship`, TRACKING),
      await second.put(`/api/orders/${id}/deliver`),
      await second.post(`/api/orders/${id}/notes`, { text: 'Still here' }),
      await second.get('/api/orders'),
      await second.get('/api/orders/export?from=2026-01-01&to=2026-12-31'),
      await second.get('/api/orders/sales?from=2026-01-01&to=2026-12-31'),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([403, { message: expect.stringMatching(/^Only .* may do this$/) }])
    // For a user who is no longer an admin, the orders of others are 404.
    expect((await second.get(`/api/orders/${id}`)).status).toBe(404)
    expect((await second.delete(`/api/orders/${id}`)).status).toBe(404)
  })
  expect(changed).toEqual([])
})

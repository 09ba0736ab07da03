// On SQLite only: calls of outside services, the same code on both databases.
/** In test mode Shippo sells sample labels. A shop with a live token must never send a parcel with a sample label. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { shippoShipping } from '#server/providers/shippo/client.ts'
import { startShippoSandbox, type ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { finishLabels } from './finish-labels.ts'

const TOKEN = 'shippo_live_1'

let shop: TestShop
let shippo: ShippoSandbox
let admin: SignedInVisitor
/** If true, labels from Shippo have `test: true`, although their rates did not. */
let sellsSamples: boolean
beforeEach(async () => {
  sellsSamples = true
  shippo = await startShippoSandbox({ token: TOKEN })
  const onWire: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const isSold = new Request(input).url.includes('/transactions/') && sellsSamples
    if (!isSold) return answer
    const text = (await answer.text()).replaceAll('"test":false', '"test":true')
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }
  shop = await openShop({
    providers: (real) => ({
      ...real,
      shipping: shippoShipping({
        token: TOKEN,
        apiBase: shippo.apiBase,
        from: {
          name: 'Frame',
          street1: '145 Church St NW',
          street2: '',
          city: 'Vienna',
          state: 'VA',
          zip: '22180',
          country: 'US',
        },
        mode: 'live',
        timeoutMs: 1500,
        fetch: onWire,
      }),
    }),
  })
  admin = await signedIn(shop, { isAdmin: true })
})
afterEach(async () => {
  await shop.close()
  await shippo.close()
})

const sold = async () => (await bought(shop, await signedIn(shop), [{ _id: await shop.sell(), qty: 1 }])).id
const labelOf = async (id: string) => (await admin.get(`/api/orders/${id}/label`)).body.label
const orderOf = async (id: string) => (await admin.get(`/api/orders/${id}`)).body

test('a sample label is refused with a message, and the order is not shipped', async () => {
  const id = await sold()
  const answer = await admin.post('/api/shippo', { orderId: id, ship: true })
  expect([answer.status, answer.body.code]).toEqual([502, 'label'])
  expect(answer.body.message).toMatch(/SHIPPO_TOKEN is live, but Shippo answers with test objects/)
  expect(await labelOf(id)).toMatchObject({ state: 'failed' })
  expect(await orderOf(id)).toMatchObject({ state: 'paid' })
  // The second attempt finds the sample again, and does not accept it either.
  expect((await admin.post('/api/shippo', { orderId: id, ship: true })).status).toBe(502)
  expect(await orderOf(id)).toMatchObject({ state: 'paid' })
  const [, shipping] = (await admin.get('/api/desk')).body.services
  expect(shipping.alsoFailing).toMatchObject([
    { calls: 'labels', problem: expect.stringMatching(/^SHIPPO_TOKEN is live/), nextTryAt: null },
  ])
})

test('a sample whose response was lost is not recorded as a label afterwards', async () => {
  const id = await sold()
  shippo.addFault({ call: 'transactions', kind: 'drop' })
  expect((await admin.post('/api/shippo', { orderId: id, ship: true })).body.code).toBe('buying')
  shop.clock.advance(MINUTE)
  await finishLabels(shop.shop)
  expect(await labelOf(id)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^SHIPPO_TOKEN is live/),
  })
  expect(await orderOf(id)).toMatchObject({ state: 'paid' })
})

test('when Shippo sells real labels again, the order gets one', async () => {
  const id = await sold()
  await admin.post('/api/shippo', { orderId: id, ship: true })
  sellsSamples = false
  expect((await admin.post('/api/shippo', { orderId: id, ship: true })).status).toBe(200)
  expect(await labelOf(id)).toMatchObject({ state: 'bought' })
  expect(await orderOf(id)).toMatchObject({ state: 'shipped' })
})

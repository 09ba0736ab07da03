import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import { MINUTE } from '../clock.ts'
import type { FaultKind } from '../providers/sandbox/faults.ts'
import { finishLabels } from './finish-labels.ts'
import { openLabelShop, type LabelShop } from './labels.testing.ts'
import { followParcels } from './parcels.ts'

let shop: LabelShop
let admin: SomebodySignedIn
let buyer: SomebodySignedIn
beforeAll(async () => {
  shop = await openLabelShop(1500)
})
beforeEach(async () => {
  shop.shippo.heal()
  // What an earlier test has done to the circuit is forgotten by then.
  shop.clock.advance(10 * MINUTE)
  admin = await signedIn(shop, { isAdmin: true })
  buyer = await signedIn(shop)
})
afterAll(() => shop.close())

const buy = (orderId: string) => admin.post('/api/shippo', { orderId })
const labelOf = async (id: string) => (await admin.get(`/api/orders/${id}/label`)).body.label

test.each<[FaultKind, 'bought' | 'failed']>([
  ['refuse', 'failed'],
  ['error', 'failed'],
  ['busy', 'failed'],
  ['lie', 'failed'],
  ['drop', 'bought'],
  ['garbage', 'bought'],
  ['hang', 'bought'],
])('when Shippo answers a purchase with “%s”, one label is sold in the end', async (kind, becomes) => {
  const id = await shop.paid(buyer)
  shop.shippo.misbehave({ kind, call: 'transactions' })
  const answer = await buy(id)
  expect([answer.status, answer.body.code]).toEqual([503, 'buying'])
  expect((await labelOf(id)).state).toBe('buying')
  shop.clock.advance(MINUTE)
  await finishLabels(shop.shop)
  expect((await labelOf(id)).state).toBe(becomes)
  expect((await buy(id)).body.label?.state).toBe('bought')
  expect(shop.shippo.soldFor(id)).toBe(1)
})

test('once Shippo is known to be away, nothing is begun', async () => {
  const id = await shop.paid(buyer)
  for (let outage = 0; outage < 5; outage++) shop.shop.circuits.shipping.silent()
  const { status, body } = await buy(id)
  expect([status, body.message]).toEqual([
    503,
    'Shippo does not answer just now. Nothing was bought; please try again later',
  ])
  expect(await labelOf(id)).toBeNull()
  shop.clock.advance(MINUTE)
  expect((await buy(id)).body.label.state).toBe('bought')
})

test('while Shippo is away a label stays open, and a parcel is looked at again later', async () => {
  const [open, sent] = [await shop.paid(buyer), await shop.paid(buyer)]
  const { label } = (await buy(sent)).body
  shop.shippo.misbehave({ kind: 'drop', call: 'transactions' })
  await buy(open)
  shop.shippo.move(label.trackingNumber, 'TRANSIT')
  await shop.visitor().post(`/api/shippo/webhook/${shop.shop.config.shippoWebhookSecret}`, {
    data: { tracking_number: label.trackingNumber },
  })
  shop.shippo.misbehave({ kind: 'error', times: Infinity })
  shop.clock.advance(MINUTE)
  await finishLabels(shop.shop)
  await followParcels(shop.shop)
  expect((await labelOf(open)).state).toBe('buying')
  expect((await admin.get(`/api/orders/${sent}`)).body.state).toBe('paid')
  shop.shippo.heal()
  shop.clock.advance(20 * MINUTE)
  await finishLabels(shop.shop)
  await followParcels(shop.shop)
  expect((await labelOf(open)).state).toBe('bought')
  expect((await admin.get(`/api/orders/${sent}`)).body.state).toBe('shipped')
})

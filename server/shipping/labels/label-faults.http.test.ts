// On SQLite only: calls of outside services, the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import type { FaultKind } from '#sandbox/faults.ts'
import { finishLabels } from './finish-labels.ts'
import { openLabelActors, openLabelShop, type LabelActors, type LabelShop } from './labels.testing.ts'
import { updateParcels } from './parcels.ts'

let shop: LabelShop
let actors: LabelActors
beforeAll(async () => {
  shop = await openLabelShop(1500)
})
beforeEach(async () => {
  shop.shippo.clearFaults()
  // By then the circuit is closed again after an earlier test.
  shop.clock.advance(10 * MINUTE)
  actors = await openLabelActors(shop)
})
afterAll(() => shop.close())

test.each<[FaultKind, 'bought' | 'failed']>([
  ['refuse', 'failed'],
  ['error', 'failed'],
  ['busy', 'failed'],
  ['wrong-page', 'failed'],
  ['drop', 'bought'],
  ['garbage', 'bought'],
  ['hang', 'bought'],
])('when Shippo answers a purchase with “%s”, at most one label is bought', async (kind, becomes) => {
  const id = await actors.paid()
  shop.shippo.addFault({ kind, call: 'transactions' })
  const answer = await actors.buy(id)
  expect([answer.status, answer.body.code]).toEqual([503, 'buying'])
  expect((await actors.labelOf(id)).state).toBe('buying')
  shop.clock.advance(MINUTE)
  await finishLabels(shop.shop)
  expect((await actors.labelOf(id)).state).toBe(becomes)
  expect((await actors.buy(id)).body.label?.state).toBe('bought')
  expect(shop.shippo.soldFor(id)).toBe(1)
})

test('while the circuit breaker for Shippo is open, no purchase starts', async () => {
  const id = await actors.paid()
  for (let outage = 0; outage < 5; outage++) shop.shop.circuits.labels.recordOutage()
  const { status, body } = await actors.buy(id)
  expect([status, body.message]).toEqual([
    503,
    'Shippo does not answer right now. Nothing was bought; please try again later',
  ])
  expect(await actors.labelOf(id)).toBeNull()
  shop.clock.advance(MINUTE)
  expect((await actors.buy(id)).body.label.state).toBe('bought')
})

test('while Shippo is unavailable a label stays open, and a parcel is checked again later', async () => {
  const [open, sent] = [await actors.paid(), await actors.paid()]
  const { label } = (await actors.buy(sent)).body
  shop.shippo.addFault({ kind: 'drop', call: 'transactions' })
  await actors.buy(open)
  shop.shippo.move(label.trackingNumber, 'TRANSIT')
  await shop.visitor().post(`/api/shippo/webhook/${shop.shop.config.shippoWebhookSecret}`, {
    data: { tracking_number: label.trackingNumber },
  })
  shop.shippo.addFault({ kind: 'error', times: Infinity })
  shop.clock.advance(MINUTE)
  await finishLabels(shop.shop)
  await updateParcels(shop.shop)
  expect((await actors.labelOf(open)).state).toBe('buying')
  expect((await actors.admin.get(`/api/orders/${sent}`)).body.state).toBe('paid')
  shop.shippo.clearFaults()
  shop.clock.advance(20 * MINUTE)
  await finishLabels(shop.shop)
  await updateParcels(shop.shop)
  expect((await actors.labelOf(open)).state).toBe('bought')
  expect((await actors.admin.get(`/api/orders/${sent}`)).body.state).toBe('shipped')
})

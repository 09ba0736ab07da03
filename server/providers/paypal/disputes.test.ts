import { expect, test } from 'vitest'
import { PaymentUnavailable } from '../payments.ts'
import { purchase, sandboxAndClient } from './client.testing.ts'

const DAY = 86_400_000
const START = Date.parse('2026-03-01T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

/** Opens this many disputes, one per hour. */
async function withDisputes(count: number, options: { mayReadDisputes?: boolean } = {}) {
  let now = START
  const shop = await sandboxAndClient({ now: () => now, ...options })
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const { id } = await shop.payments.createPayment(
      purchase({ requestId: `create-${number}`, orderId: `order-${number}`, invoiceId: `order-${number}-1` }),
    )
    shop.sandbox.choose(id, 'approve')
    await shop.payments.capturePayment(id, `capture-${number}`)
    ids.push(shop.sandbox.dispute(id))
    now += DAY / 24
  }
  return { ...shop, ids }
}

test('all disputes since a time are listed over several pages, newest first', async () => {
  await using shop = await withDisputes(120)
  expect(await shop.payments.listDisputes(iso(START - DAY))).toEqual(shop.ids.toReversed())
  expect(await shop.payments.listDisputes(iso(START + 4 * DAY))).toEqual(shop.ids.slice(96).toReversed())
  expect(await shop.payments.listDisputes(iso(START + 30 * DAY))).toEqual([])
})

test('missing permission is distinguished from an outage', async () => {
  await using shop = await withDisputes(1, { mayReadDisputes: false })
  await expect(shop.payments.listDisputes(iso(START))).resolves.toBeNull()
  shop.sandbox.addFault({ call: 'list disputes', kind: 'garbage' })
  await expect(shop.payments.listDisputes(iso(START))).rejects.toThrow(PaymentUnavailable)
})

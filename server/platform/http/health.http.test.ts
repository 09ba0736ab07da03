/** What monitoring reads: /readyz and /metrics. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ env: { VERSION: 'release-7' } })
})
afterAll(() => shop.close())

/** The value of a line of /metrics. */
const valueOf = (text: string, line: string) => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return found === undefined ? null : Number(found.slice(line.length))
}

test('/readyz reports the version, the role, the database and the storage', async () => {
  const { status, body } = await shop.visitor().get('/readyz')
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok', version: 'release-7', role: 'all', database: 'ok', storage: 'ok' })
})

test('a storage that fails is reported by /readyz, and the shop stays in service', async () => {
  const failing = await openShop({ env: { UPLOAD_DIR: '/dev/null/uploads' } })
  const { status, body } = await failing.visitor().get('/readyz')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'ok', storage: 'failing' })
  await failing.close()
})

test('/metrics reports orders, payments, queues, and calls of the outside services', async () => {
  const bag = await shop.sell({ stock: 10 })
  const buyer = await shop.customer()
  await placed(buyer, [{ _id: bag, qty: 1 }])
  await pay(shop, buyer, await placed(buyer, [{ _id: bag, qty: 1 }]))
  const { text } = await shop.visitor().get('/metrics')
  expect(valueOf(text, 'frame_orders{state="pending"}')).toBe(1)
  expect(valueOf(text, 'frame_orders{state="paid"}')).toBe(1)
  expect(valueOf(text, 'frame_payments{state="completed"}')).toBe(1)
  // Two mails about orders placed and one about the payment; no job sends them in this test.
  expect(valueOf(text, 'frame_queue_rows{queue="outbox",state="waiting"}')).toBeGreaterThanOrEqual(3)
  expect(valueOf(text, 'frame_queue_rows{queue="outbox",state="failed"}')).toBe(0)
  expect(valueOf(text, 'frame_queue_oldest_seconds{queue="outbox"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'frame_service_calls_total{kind="payments",result="answered"}')).toBeGreaterThan(1)
  expect(valueOf(text, 'frame_info{version="release-7",role="all"}')).toBe(1)
})

test('/metrics reports what the cache contains, and how many requests it answered', async () => {
  const before = valueOf(
    (await shop.visitor().get('/metrics')).text,
    'frame_cache_requests_total{result="miss"}',
  )
  expect(before).not.toBeNull()
  const { text } = await shop.visitor().get('/metrics')
  expect(valueOf(text, 'frame_cache_requests_total{result="hit"}')).not.toBeNull()
  expect(valueOf(text, 'frame_cache_entries')).not.toBeNull()
  expect(valueOf(text, 'frame_cache_bytes')).not.toBeNull()
})

test.runIf(onPostgres)('/metrics reports the connections of the pool', async () => {
  const { text } = await shop.visitor().get('/metrics')
  expect(valueOf(text, 'frame_database_connections{state="total"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'frame_database_connections{state="waiting"}')).toBe(0)
})

test('a failed call of a service is counted as failed', async () => {
  shop.shop.outcomes.note('maps', 'No answer')
  const { text } = await shop.visitor().get('/metrics')
  expect(valueOf(text, 'frame_service_calls_total{kind="maps",result="failed"}')).toBe(1)
})

// On PostgreSQL only: a NUL character, which SQLite accepts in a text.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/kernel/time/clock.ts'
import { endpoints } from './inputs.ts'
import { openShop, type TestShop } from './shop.ts'
import { type SignedInVisitor, signedIn } from './signed-in.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
afterAll(() => shop.close())

test('no list fails for a NUL character in a field of its query', async () => {
  const failed: string[] = []
  let asked = 0
  for (const { endpoint } of endpoints) {
    if (endpoint.method !== 'GET' || !endpoint.query) continue
    const { shape } = endpoint.query as unknown as { shape: object }
    for (const field of Object.keys(shape)) {
      const path = `${endpoint.path.replace(':id', 'abc')}?${field}=a%00b`
      if ((await admin.get(path)).status >= 500) failed.push(path)
      asked++
    }
  }
  expect(asked).toBeGreaterThan(50)
  expect(failed).toEqual([])
})

test('no bulk change fails for a NUL character in its filters and in the time of its preview', async () => {
  const price = { kind: 'price', by: 'percent', value: 10, ending: null }
  const choice = { filter: { keyword: '\0', category: 'a\0b' } }
  const id = newId(shop.clock)
  const rows = [{ _id: await shop.sell({}), version: '1' }]
  const answers = [
    await admin.post('/api/products/bulk/preview', { choice, action: price }),
    await admin.post('/api/orders/bulk/preview', {
      choice: { filter: { keyword: '\0' } },
      action: { kind: 'delivered' },
    }),
    await admin.post('/api/products/bulk/apply', { id, since: '\0', action: price, rows }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
})

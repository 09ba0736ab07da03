/** Two instances on one PostgreSQL: a change at one is visible at the other. On SQLite there is only one instance. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openDatabaseLine, type DatabaseLine } from '#test/database-line.ts'
import { openInstance } from '#test/instance.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

/** Milliseconds after which cached responses expire. A change that is visible earlier was sent by a message. */
const EXPIRY = 5000
const FORM = { price: 20, image: '', category: 'Coffee Beans', countInStock: 10 }

/** Waits until the message of the last change of the previous test has arrived. */
const waitForMessages = () => pause(300)

describe.runIf(onPostgres)('a change at one instance', () => {
  let here: TestShop
  let line: DatabaseLine
  let there: Awaited<ReturnType<typeof openInstance>>
  let admin: SignedInVisitor
  let id: string
  beforeAll(async () => {
    here = await openShop()
    line = await openDatabaseLine(here.shop.config.databaseUrl!)
    there = await openInstance(here, line.url)
    admin = await signedIn(here, { isAdmin: true })
  })
  afterAll(async () => {
    await there.close()
    await line.close()
    await here.close()
  })
  beforeEach(async () => {
    id = await here.sell({ name: 'Old Name', stock: 10 })
    await waitForMessages()
  })

  const rename = (name: string) =>
    here.db.updateTable('products').set({ name }).where('id', '=', id).execute()

  /**
   * Requests a path of the other instance until the response has the text or status; returns the milliseconds it took.
   */
  async function timeUntilShown(path: string, text: string | number): Promise<number> {
    const since = performance.now()
    for (;;) {
      const answer = await there.read(path)
      if (typeof text === 'number' ? answer.status === text : answer.text.includes(text)) break
      if (performance.now() - since > 3 * EXPIRY) throw new Error(`${path} never showed ${text}`)
      await pause(20)
    }
    return performance.now() - since
  }

  const paths = () => [`/api/products/${id}`, `/product/${id}`, '/api/products', '/shop']

  test('is visible at the other instance before cached responses expire, in data and in pages', async () => {
    for (const path of paths()) expect((await there.read(path)).text).toContain('Old Name')
    await admin.put(`/api/products/${id}`, { ...FORM, name: 'New Name' })
    for (const path of paths()) expect(await timeUntilShown(path, 'New Name')).toBeLessThan(EXPIRY / 2)
  })

  test('removes a deleted product at the other instance', async () => {
    expect((await there.read(`/product/${id}`)).status).toBe(200)
    await admin.delete(`/api/products/${id}`)
    expect(await timeUntilShown(`/product/${id}`, 404)).toBeLessThan(EXPIRY / 2)
  })

  test('that reduces the stock by an order is visible in the data of the other instance', async () => {
    expect((await there.read(`/api/products/${id}`)).body.countInStock).toBe(10)
    await placed(await signedIn(here), [{ _id: id, qty: 3 }])
    expect(await timeUntilShown(`/api/products/${id}`, '"countInStock":7')).toBeLessThan(EXPIRY / 2)
  })

  test('is visible within five seconds without a message, even in a page rendered from cached data', async () => {
    const read = performance.now()
    await there.read(`/api/products/${id}`)
    await rename('Silent Name')
    await pause(4000)
    await there.read(`/product/${id}`)
    await pause(read + EXPIRY + 500 - performance.now())
    expect((await there.read(`/product/${id}`)).text).toContain('Silent Name')
  })

  test('is visible at a disconnected instance as soon as it has reconnected', async () => {
    await there.read(`/product/${id}`)
    await line.cut()
    await rename('Missed Name')
    await line.mend()
    expect(await timeUntilShown(`/product/${id}`, 'Missed Name')).toBeLessThan(EXPIRY / 2)
    // Messages arrive again.
    await admin.put(`/api/products/${id}`, { ...FORM, name: 'Next Name' })
    expect(await timeUntilShown(`/product/${id}`, 'Next Name')).toBeLessThan(EXPIRY / 2)
  })

  test('of hundreds of rows arrives completely', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Bean ${n},18,Coffee Beans,5`)
    const head = 'Name,Price,Category,Count in stock'
    await there.read('/api/products/top')
    const { status } = await admin.post('/api/products/import', {
      csv: [head, ...rows].join('\n'),
      dryRun: false,
    })
    expect(status).toBe(200)
    expect(await timeUntilShown('/api/products', 'Bean 0')).toBeLessThan(EXPIRY / 2)
  })
})

// On PostgreSQL only: several instances, which only a database server can have.
/** Two instances on one PostgreSQL: a change at one is visible at the other. On SQLite there is only one instance. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openDatabaseLine, type DatabaseLine } from '#test/database-line.ts'
import { openInstance } from '#test/instance.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

/** Milliseconds after which cached responses expire in production. */
const EXPIRY = 5000
const FORM = { price: 20, image: '', category: 'Coffee Beans', countInStock: 10 }

describe.runIf(onPostgres)('a change at one instance', () => {
  let here: TestShop
  let line: DatabaseLine
  let there: Awaited<ReturnType<typeof openInstance>>
  let admin: SignedInVisitor
  let id: string
  beforeAll(async () => {
    here = await openShop()
    line = await openDatabaseLine(here.shop.config.databaseUrl!)
    // Its responses never expire, so a change that is visible came by a message.
    there = await openInstance(here, line.url, { maxAge: Infinity })
    admin = await signedIn(here, { isAdmin: true })
  })
  afterAll(async () => {
    await there.close()
    await line.close()
    await here.close()
  })
  beforeEach(async () => {
    await there.hears(async () => (id = await here.sell({ name: 'Old Name', stock: 10 })))
    await here.db
      .updateTable('products')
      .set({ slug: `at-${id}` })
      .where('id', '=', id)
      .execute()
  })
  const page = () => `/product/at-${id}`

  const rename = (name: string) =>
    here.db.updateTable('products').set({ name }).where('id', '=', id).execute()

  const textAt = async (path: string) => (await there.read(path)).text

  const paths = () => [`/api/products/${id}`, page(), '/api/products', '/shop']

  test('is visible at the other instance before cached responses expire, in data and in pages', async () => {
    for (const path of paths()) expect(await textAt(path)).toContain('Old Name')
    await there.hears(() => admin.put(`/api/products/${id}`, { ...FORM, name: 'New Name' }))
    for (const path of paths()) expect(await textAt(path)).toContain('New Name')
  })

  test('that publishes the texts of a page is visible at the other instance within a second', async () => {
    const shown = ['/api/pages/about/content', '/about']
    for (const path of shown) expect(await textAt(path)).not.toContain('Who roasts here')
    const { version } = (await admin.get('/api/pages/about')).body
    const values = { title: 'Who roasts here' }
    const { body: saved } = await admin.put('/api/pages/about', { values, version })
    await admin.post('/api/pages/about/publish', { version: saved.version })
    for (const path of shown)
      await expect.poll(() => textAt(path), { timeout: 1000, interval: 50 }).toContain('Who roasts here')
  })

  test('removes a deleted product at the other instance', async () => {
    expect((await there.read(page())).status).toBe(200)
    await there.hears(() => admin.delete(`/api/products/${id}`))
    expect((await there.read(page())).status).toBe(404)
  })

  test('that reduces the stock by an order is visible in the data of the other instance', async () => {
    expect((await there.read(`/api/products/${id}`)).body.countInStock).toBe(10)
    await placed(await signedIn(here), [{ _id: id, qty: 3 }])
    await expect.poll(() => textAt(`/api/products/${id}`)).toContain('"countInStock":7')
  })

  test('is visible within five seconds without a message, even in a page rendered from cached data', async () => {
    const expiring = await openInstance(here, line.url)
    onTestFinished(() => expiring.close())
    const read = performance.now()
    await expiring.read(`/api/products/${id}`)
    await rename('Silent Name')
    await pause(4000)
    await expiring.read(page())
    await pause(read + EXPIRY + 500 - performance.now())
    expect((await expiring.read(page())).text).toContain('Silent Name')
  })

  test('is visible at a disconnected instance as soon as it has reconnected', async () => {
    expect(await textAt(page())).toContain('Old Name')
    await line.cut()
    await rename('Missed Name')
    await there.hears(() => line.mend())
    expect(await textAt(page())).toContain('Missed Name')
    // Messages arrive again.
    await there.hears(() => admin.put(`/api/products/${id}`, { ...FORM, name: 'Next Name' }))
    expect(await textAt(page())).toContain('Next Name')
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
    await expect.poll(() => textAt('/api/products')).toContain('Bean 0')
  })
})

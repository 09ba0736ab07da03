/** Two instances on one PostgreSQL: what is changed at one is shown by the other. On SQLite there is one alone. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openDatabaseLine, type DatabaseLine } from '#test/database-line.ts'
import { openInstance } from '#test/instance.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'

/** Milliseconds after which kept answers run out by themselves: what is shown sooner came by a message. */
const BY_ITSELF = 5000
const FORM = { price: 20, image: '', category: 'Coffee Beans', countInStock: 10 }

/** The message of the last change of a test before has come by then. */
const settled = () => pause(300)

describe.runIf(onPostgres)('what was changed at one instance', () => {
  let here: TestShop
  let line: DatabaseLine
  let there: Awaited<ReturnType<typeof openInstance>>
  let admin: SomebodySignedIn
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
    await settled()
  })

  const rename = (name: string) =>
    here.db.updateTable('products').set({ name }).where('id', '=', id).execute()

  /** Asks the other instance until it answers with the text, or the status; answers how many milliseconds it took. */
  async function until(path: string, text: string | number): Promise<number> {
    const since = performance.now()
    for (;;) {
      const answer = await there.read(path)
      if (typeof text === 'number' ? answer.status === text : answer.text.includes(text)) break
      if (performance.now() - since > 3 * BY_ITSELF) throw new Error(`${path} never showed ${text}`)
      await pause(20)
    }
    return performance.now() - since
  }

  const paths = () => [`/api/products/${id}`, `/product/${id}`, '/api/products', '/shop']

  test('is shown by the other before its kept answers run out, in data and in pages', async () => {
    for (const path of paths()) expect((await there.read(path)).text).toContain('Old Name')
    await admin.put(`/api/products/${id}`, { ...FORM, name: 'New Name' })
    for (const path of paths()) expect(await until(path, 'New Name')).toBeLessThan(BY_ITSELF / 2)
  })

  test('is gone from the other when it was deleted', async () => {
    expect((await there.read(`/product/${id}`)).status).toBe(200)
    await admin.delete(`/api/products/${id}`)
    expect(await until(`/product/${id}`, 404)).toBeLessThan(BY_ITSELF / 2)
  })

  test('is the stock that an order took: the other shows it in data', async () => {
    expect((await there.read(`/api/products/${id}`)).body.countInStock).toBe(10)
    await placed(await signedIn(here), [{ _id: id, qty: 3 }])
    expect(await until(`/api/products/${id}`, '"countInStock":7')).toBeLessThan(BY_ITSELF / 2)
  })

  test('without a message: a page is no older than five seconds, even where it was made from kept data', async () => {
    const read = performance.now()
    await there.read(`/api/products/${id}`)
    await rename('Silent Name')
    await pause(4000)
    await there.read(`/product/${id}`)
    await pause(read + BY_ITSELF + 500 - performance.now())
    expect((await there.read(`/product/${id}`)).text).toContain('Silent Name')
  })

  test('while the other was cut off: it shows it as soon as it is connected again', async () => {
    await there.read(`/product/${id}`)
    await line.cut()
    await rename('Missed Name')
    await line.mend()
    expect(await until(`/product/${id}`, 'Missed Name')).toBeLessThan(BY_ITSELF / 2)
    // And messages come again.
    await admin.put(`/api/products/${id}`, { ...FORM, name: 'Next Name' })
    expect(await until(`/product/${id}`, 'Next Name')).toBeLessThan(BY_ITSELF / 2)
  })

  test('hundreds at once arrive, each', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Bean ${n},18,Coffee Beans,5`)
    const head = 'Name,Price,Category,Count in stock'
    await there.read('/api/products/top')
    const { status } = await admin.post('/api/products/import', {
      csv: [head, ...rows].join('\n'),
      dryRun: false,
    })
    expect(status).toBe(200)
    expect(await until('/api/products', 'Bean 0')).toBeLessThan(BY_ITSELF / 2)
  })
})

// On PostgreSQL only: several instances, which only a database server can have.
import { afterEach, describe, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openInstance } from '#test/instance.ts'
import { visitor } from '#test/visitor.ts'
import { LIVE, MAPBOX, modesOf, openPayment, openWithServices } from './services.testing.ts'

describe.runIf(onPostgres)('two instances', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function openTwo() {
    // Instances share no folder, so the key is in the environment.
    const SECRETS_KEY = 'the key of all instances of this shop'
    const { shop, owner } = await openWithServices(closing, { SECRETS_KEY })
    const other = await openInstance(shop, shop.shop.config.databaseUrl!)
    closing.push(() => other.close())
    const there = visitor(other.app)
    there.cookie = owner.cookie
    return { shop, owner, other, there }
  }

  const SECOND = { timeout: 1000, interval: 20 }

  test('use what an owner has connected or removed at one of them within a second', async () => {
    const { shop, owner, other, there } = await openTwo()
    expect((await owner.put('/api/services/payments', { version: 0, fields: LIVE })).status).toBe(200)
    await expect.poll(async () => (await modesOf(there)).payments, SECOND).toBe('live')
    expect((await there.get('/api/config/paypal')).body.clientId).toBe(LIVE.clientId)
    expect((await openPayment({ ...shop, ...other, visitor: () => visitor(other.app) })).status).toBe(200)
    await there.post('/api/services/payments/remove', { version: 1 })
    await expect.poll(async () => (await modesOf(owner)).payments, SECOND).toBe('sandbox')
  })

  test('and of two owners who save at two of them at once, one gets 409', async () => {
    const { owner, there } = await openTwo()
    const body = { version: 0, fields: { token: MAPBOX } }
    const both = await Promise.all([owner, there].map((each) => each.put('/api/services/maps', body)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const each of [owner, there])
      await expect.poll(async () => (await modesOf(each)).maps, SECOND).toBe('live')
  })

  test('a page that was cached before has the new policy after it', async () => {
    const { owner, other } = await openTwo()
    const policyOf = async () => (await other.read('/checkout')).headers['content-security-policy']
    expect(await policyOf()).not.toContain('paypal.com')
    await owner.put('/api/services/payments', { version: 0, fields: LIVE })
    await expect.poll(policyOf, SECOND).toContain('paypal.com')
  })
})

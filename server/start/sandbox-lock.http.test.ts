// On PostgreSQL only: several instances, which only a database server can have.
// Slow, not in `npm run check`: servers in child processes.
/**
 * Several instances on one PostgreSQL database: refused with sandboxes, and allowed without sandboxes of PayPal and
 * Shippo.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPlace, onPostgres } from '#test/database.ts'
import { SENDER } from '#test/sender.ts'
import { newBuyer, openPayment, ownerAt, payOrder, placeOrder, purchase } from '#test/torture/buying.ts'
import type { Caller } from '#test/torture/caller.ts'
import { ensureBuilt, startShop, type Place, type RunningShop } from '#test/torture/running-shop.ts'
import { startPaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'

describe.runIf(onPostgres)('a second instance on the same database', () => {
  let here: Place
  let there: Place
  const closing: (() => unknown)[] = []
  beforeAll(ensureBuilt, 300_000)
  beforeEach(async () => {
    here = await newPlace()
    there = { ...here, dataDir: await mkdtemp(join(tmpdir(), 'frame-other-')) }
    closing.push(() => Promise.all([here, there].map(({ dataDir }) => rm(dataDir, { recursive: true }))))
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function start(place: Place, env: Record<string, string> = {}): Promise<RunningShop> {
    const shop = await startShop(place, env)
    closing.push(() => shop.kill())
    return shop
  }

  test('does not start with sandboxes, prints why and what to set, and the first one keeps working', async () => {
    const first = await start(here)
    const output = await start(there).catch((error: Error) => error.message)
    expect(output).toContain('Another instance of this shop is open on the same DATABASE_URL')
    expect(output).toContain('PayPal and Shippo are sandboxes')
    expect(output).toContain('PAYPAL_CLIENT_ID')
    expect(output).not.toMatch(/\n\s+at /)
    const buyer = await newBuyer(first.origin)
    const { body } = await buyer.get('/api/products')
    const bought = purchase([{ _id: body.products[0]._id, qty: 1 }])
    await placeOrder(buyer, bought)
    await openPayment(buyer, bought)
    await payOrder(buyer, bought)
    expect(bought.paidAt).not.toBeNull()
  }, 120_000)

  test('waits until the first one has stopped, as at a restart, and starts at once after a kill -9', async () => {
    const first = await start(here)
    process.kill(first.pid, 'SIGTERM')
    const second = await start(here)
    expect(await first.exited).toBeNull()
    await second.kill()
    const client = new pg.Client({ connectionString: here.databaseUrl! })
    await client.connect()
    closing.push(() => client.end())
    // The database ends the connection of the killed process.
    await expect.poll(() => holders(client)).toEqual([])
    const third = await start(there)
    expect(third.output()).not.toContain('Waiting for it to stop')
  }, 120_000)

  test('is still refused after the database has closed the connection of the first one', async () => {
    const first = await start(here)
    const client = new pg.Client({ connectionString: here.databaseUrl! })
    await client.connect()
    closing.push(() => client.end())
    const [holder] = await holders(client)
    await client.query('select pg_terminate_backend($1)', [holder])
    const other = expect.toSatisfy((pid: number) => pid !== holder)
    await expect.poll(() => holders(client)).toEqual([other])
    await expect(start(there)).rejects.toThrow(
      'Another instance of this shop is open on the same DATABASE_URL',
    )
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  }, 120_000)

  test('runs together with the first one if both use the same PayPal and Shippo', async () => {
    const keys = { clientId: 'several', clientSecret: 'instances' }
    const paypal = await startPaypalSandbox(keys)
    const shippo = await startShippoSandbox({ token: 'shippo_test_several' })
    closing.push(
      () => paypal.close(),
      () => shippo.close(),
    )
    const env = {
      ...SENDER,
      PAYPAL_CLIENT_ID: keys.clientId,
      PAYPAL_CLIENT_SECRET: keys.clientSecret,
      PAYPAL_ENV: 'sandbox',
      PAYPAL_API_BASE: paypal.apiBase,
      SHIPPO_TOKEN: 'shippo_test_several',
      SHIPPO_API_BASE: shippo.apiBase,
    }
    const [first, second] = [await start(here, env), await start(there, env)]
    const answer = await buy(first, second, (payment) => void paypal.choose(payment, 'approve'))
    expect(answer.body, answer.text).toMatchObject({ isPaid: true })
  }, 120_000)

  test('starts once an owner has connected PayPal and Shippo at the first one, and only one uses a sandbox after that', async () => {
    const account = { clientId: 'AX-of-the-owner', clientSecret: 'EL-of-the-owner' }
    const token = 'shippo_live_of_the_owner'
    const paypal = await startPaypalSandbox(account)
    const shippo = await startShippoSandbox({ token })
    closing.push(
      () => paypal.close(),
      () => shippo.close(),
    )
    const env = {
      SERVICE_ADDRESSES: `paypal=${paypal.apiBase},shippo=${shippo.apiBase}`,
      SECRETS_KEY: 'the key of all instances of this shop',
    }
    const first = await start(here, env)
    const owner = await ownerAt(first.origin)
    const fields = { environment: 'live', merchantId: '', ...account }
    expect((await owner.put('/api/services/payments', { version: 0, fields })).status).toBe(200)
    const connected = await owner.put('/api/services/shipping', { version: 0, fields: { token } })
    expect(connected.status).toBe(200)
    const second = await start(there, env)
    const other = await ownerAt(second.origin)
    expect(await modeAt(other)).toBe('live')
    expect((await other.post('/api/services/payments/remove', { version: 1 })).status).toBe(200)
    const modes = async () => [await modeAt(owner), await modeAt(other)].toSorted()
    await expect.poll(modes, { timeout: 10_000 }).toEqual(['none', 'sandbox'])
  }, 120_000)
})

/** The database's processes that hold an advisory lock alone in this database. */
async function holders(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

/** Buys a bag: opens the payment at one instance and pays at the other. */
async function buy(opening: RunningShop, paying: RunningShop, approve: (payment: string) => void) {
  const buyer = await newBuyer(opening.origin)
  const { body } = await buyer.get('/api/products')
  const bought = purchase([{ _id: body.products[0]._id, qty: 1 }])
  await placeOrder(buyer, bought)
  await openPayment(buyer, bought)
  buyer.origin = paying.origin
  approve(bought.payment!)
  return buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
}

/** How an instance reaches PayPal. */
async function modeAt(owner: Caller): Promise<string> {
  const { body } = await owner.get('/api/desk/services')
  return body.find(({ service }: { service: string }) => service === 'payments').mode
}

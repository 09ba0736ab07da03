// On SQLite only: processes, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** The process of the sandboxes: it ends with the shop, and is restarted after a crash. */
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newPlace } from '#test/database.ts'
import { newBuyer, openPayment, payOrder, placeOrder, purchase } from '#test/torture/buying.ts'
import { caller } from '#test/torture/caller.ts'
import { ensureBuilt, failedStart, OWNER, startShop, type RunningShop } from '#test/torture/running-shop.ts'

// Child processes are found in /proc.
describe.runIf(process.platform === 'linux')('the process of the sandboxes', () => {
  let running: RunningShop | null = null
  beforeAll(ensureBuilt, 300_000)
  afterEach(async () => {
    await running?.kill()
    running = null
  })

  async function open(env: Record<string, string> = {}): Promise<RunningShop> {
    return (running = await startShop(await newPlace(), env))
  }

  test('is not started if every service is live', async () => {
    const shop = await open({
      PAYPAL_CLIENT_ID: 'ours',
      PAYPAL_CLIENT_SECRET: 'secret',
      SHIPPO_TOKEN: 'shippo_test_ours',
      SHIP_FROM_STREET: '145 Church Street NW',
      SHIP_FROM_CITY: 'Vienna',
      SHIP_FROM_STATE: 'VA',
      SHIP_FROM_ZIP: '22180',
      SHIP_FROM_PHONE: '703 555 0139',
      MAPBOX_TOKEN: 'pk.ours',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'shop@example.com',
      SPOTIFY_PLAYLIST_ID: '37i9dQZF1DX4sWSpwq3LiO',
      PAYPAL_ENV: 'sandbox',
    })
    expect(sandboxesOf(shop.pid)).toEqual([])
  }, 120_000)

  test('has no PayPal for a shop at an https address, which starts without it and says so', async () => {
    const shop = await open({ PUBLIC_ORIGIN: 'https://frame.example', SEED: 'demo' })
    expect(shop.output()).toMatch(/PayPal +not connected: see \/admin\/services\. The shop takes no payments/)
    expect(shop.output()).toMatch(/Shippo +sandbox: invented rates/)
    const visitor = caller(shop.origin)
    const { clientId, methods, sandbox } = (await visitor.get('/api/config/paypal')).body
    expect([clientId, methods, sandbox]).toEqual(['', [], false])
    const owner = caller(shop.origin, { origin: 'https://frame.example', 'x-forwarded-proto': 'https' })
    expect((await owner.post('/api/users/auth', OWNER)).status).toBe(200)
    expect((await owner.get('/api/orders')).body.orders).toEqual([])
  }, 120_000)

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends when the shop ends by %s',
    async (signal) => {
      const shop = await open({ DRAIN_SECONDS: '0' })
      const [pid = 0] = sandboxesOf(shop.pid)
      expect(isRunning(pid)).toBe(true)
      process.kill(shop.pid, signal)
      await shop.exited
      await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
    },
    120_000,
  )

  test('ignores a signal to all processes, because the shop needs it until it has stopped', async () => {
    const shop = await open({ DRAIN_SECONDS: '6' })
    const [pid = 0] = sandboxesOf(shop.pid)
    for (const each of [pid, shop.pid]) process.kill(each, 'SIGTERM')
    await pause(1000)
    expect((await fetch(`${shop.origin}/sandbox/paypal/web-sdk/v6/core`)).status).toBe(200)
    expect(await shop.code).toBe(0)
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  }, 120_000)

  test('prints why it cannot start, and the shop exits', async () => {
    const place = await newPlace()
    await mkdir(join(place.dataDir, 'paypal-sandbox.jsonl'))
    const { code, output } = await failedStart(place)
    expect(code).toBe(1)
    expect(output).toContain('The sandboxes did not start: EISDIR')
    expect(output).not.toMatch(/\n\s+at /)
  }, 120_000)

  test('is restarted after a crash with the payments that were opened before', async () => {
    const shop = await open()
    const buyer = await newBuyer(shop.origin)
    const { body } = await buyer.get('/api/products')
    const bought = purchase([{ _id: body.products[0]._id, qty: 1 }])
    await placeOrder(buyer, bought)
    await openPayment(buyer, bought)
    const [pid = 0] = sandboxesOf(shop.pid)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
    const script = () => fetch(`${shop.origin}/sandbox/paypal/web-sdk/v6/core`).then(({ status }) => status)
    expect(await script()).toBe(503)
    await expect.poll(script).toBe(200)
    expect(shop.output()).toContain('The process of the sandboxes has ended (SIGKILL). It is started again.')
    await payOrder(buyer, bought)
    expect(bought.paidAt).not.toBeNull()
  }, 120_000)
})

/** The ids of a shop's sandbox processes. */
function sandboxesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.map(Number).filter(isRunning)
}

/** A process that has ended may still have an entry, but without a command. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/main.ts')
  } catch {
    return false
  }
}

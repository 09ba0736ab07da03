// On SQLite only: calls of outside services, the same code on both databases.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { startJobs } from '#server/start/jobs/jobs.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import { shopClock } from '#server/kernel/time/shop-clock.ts'
import { pay, place, placed, quote } from '#test/purchase.ts'
import { authenticator } from '#test/authenticator.ts'
import { codeAt } from '#test/authenticator-app.ts'
import { aPicture, formOf } from '#test/form.ts'
import { openShop, noPictures, PASSWORD, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { sweepPictures } from '#server/platform/upload/sweep.ts'
import { followAhead } from './rehearsal.ts'

let shop: TestShop
let owner: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
let stopJobs: () => Promise<void>

beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { isAdmin: true })
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 100 })
  stopJobs = await startJobs(shop)
})
afterAll(async () => {
  await stopJobs()
  await shop.close()
})

const report = async () => (await owner.get('/api/rehearsal')).body
const move = (days: number, from: number) => owner.post('/api/rehearsal/moves', { days, from })
const shopDay = async () => Date.parse((await report()).now)

test('before the clock is moved there is nothing to report', async () => {
  expect(await report()).toMatchObject({ days: 0, since: null, happened: [], refusal: null })
  expect(
    (await shop.staff('packer').then((packer) => packer.get('/api/rehearsal/clock'))).body,
  ).toMatchObject({
    days: 0,
  })
})

test('a move of a week sets the shop and the sandbox a week ahead, and the jobs run for each day', async () => {
  const unpaid = await placed(buyer, [{ _id: bean, qty: 1 }])
  const before = await shopDay()
  const { status, body } = await move(7, 0)
  expect([status, body.days]).toEqual([200, 7])
  expect(Date.parse(body.now) - before).toBeGreaterThanOrEqual(7 * DAY)
  expect(Date.parse(body.now) - before).toBeLessThan(7 * DAY + 60_000)
  // The hold has expired, and the buyer got an email.
  expect((await buyer.get(`/api/orders/${unpaid}`)).body.state).toBe('expired')
  expect(body.counts).toMatchObject({ orders: 0, mails: expect.any(Number) })
  expect(body.happened.some(({ kind }: { kind: string }) => kind === 'mail')).toBe(true)
  // Payments at the sandbox have the time of the shop.
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  await pay(shop, buyer, id)
  const { captured_at: at } = await shop.db
    .selectFrom('payments')
    .select('captured_at')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(at!) - before).toBeGreaterThan(6.9 * DAY)
})

test('nobody is signed out, and limits stay as they are', async () => {
  expect((await owner.get('/api/rehearsal')).status).toBe(200)
  expect((await buyer.get('/api/orders/mine')).status).toBe(200)
})

test('a quote from before the move is refused with the reason, and a new one is given', async () => {
  const items = [{ _id: bean, qty: 1 }]
  const { quoteId } = await quote(buyer, items)
  await move(1, (await report()).days)
  const old = await buyer.post('/api/orders', {
    orderItems: items,
    shippingAddress: {
      address: '123 Maple Avenue E',
      address2: '',
      city: 'Vienna',
      state: 'VA',
      postalCode: '22180',
      country: 'US',
    },
    paymentMethod: 'PayPal',
    shippingQuote: { quoteId },
  })
  expect(old.status).toBe(409)
  expect((await place(buyer, items)).status).toBe(201)
})

test('two requests at the same time move the clock once', async () => {
  const { days } = await report()
  const answers = await Promise.all([move(1, days), move(1, days), move(1, days)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await report()).days).toBe(days + 1)
  expect((await move(1, days)).status).toBe(409)
})

test('only the owner moves the clock, only ahead, and only by a day or a week', async () => {
  const { days: from } = await report()
  const manager = await shop.staff('manager')
  expect((await manager.post('/api/rehearsal/moves', { days: 1, from })).status).toBe(403)
  expect((await buyer.post('/api/rehearsal/moves', { days: 1, from })).status).toBe(403)
  for (const days of [-1, 0, 2, 30]) expect((await move(days, from)).status).toBe(400)
})

test('the next start and other instances have the same time', async () => {
  const { days } = await report()
  const clock = shopClock(shop.clock.real)
  const { config, providers } = shop.shop
  const later = await buildApp({
    db: shop.db,
    providers,
    config,
    clock,
    pictures: noPictures,
    store: await openStore(config),
    pages: null,
  })
  expect(clock.ahead()).toBe(days * DAY)
  await later.app.close()

  const other = shopClock(shop.clock.real)
  const moves: number[] = []
  const stop = await followAhead({
    db: shop.db,
    clock: other,
    isLive: false,
    isShared: true,
    onMove: (ahead) => moves.push(ahead),
  })
  await move(1, days)
  await expect.poll(() => other.ahead(), { timeout: 1000 }).toBe((days + 1) * DAY)
  expect(moves).toEqual([days * DAY, (days + 1) * DAY])
  stop()
})

test('an authenticator app and a passkey sign in after the clock was moved, because they have the real time', async () => {
  const { days } = await report()
  const customer = await shop.customer()
  const { email } = (await customer.get('/api/users/profile')).body
  const { body } = await customer.post('/api/factors/app')
  const codeNow = () => codeAt(body.secret, shop.clock.real.now().getTime())
  expect((await customer.post('/api/factors/app/confirm', { code: codeNow() })).status).toBe(200)
  const other = await signedIn(shop)
  const device = authenticator()
  const { body: options } = await other.post('/api/passkeys/creation')
  await move(1, days)
  shop.clock.advance(MINUTE / 2)
  const signIn = { email, password: PASSWORD, code: codeNow() }
  expect((await shop.visitor().post('/api/users/auth', signIn)).status).toBe(200)
  const passkey = { name: 'Phone', credential: device.create(options) }
  expect((await other.post('/api/passkeys', passkey)).status).toBe(201)
})

test('a move deletes no picture that was just uploaded and no file of an upload', async () => {
  const { days } = await report()
  const { payload, headers } = formOf('images', [{ bytes: await aPicture() }])
  const { body } = await owner.post('/api/upload/artshowimage', payload, headers)
  const orphan = 'aaaa-0123456789ab-24.jpg'
  await shop.shop.uploads.store.put([[orphan, Buffer.from('x')]])
  const { incoming } = shop.shop.config
  await mkdir(incoming, { recursive: true })
  await writeFile(join(incoming, 'form'), 'x')
  await move(7, days)
  await sweepPictures(shop.shop)
  expect((await shop.visitor().get(`/uploads/${body.images[0]}`)).status).toBe(200)
  expect((await Array.fromAsync(shop.shop.uploads.store.list())).map(({ name }) => name)).toContain(orphan)
  expect(await readdir(incoming)).toContain('form')
})

test('a shop with real payments does not start with a moved clock', async () => {
  const started = followAhead({
    db: shop.db,
    clock: shopClock(),
    isLive: true,
    isShared: false,
    onMove: () => {},
  })
  await expect(started).rejects.toThrow('The clock of this shop was moved ahead in a rehearsal')
})

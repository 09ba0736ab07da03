// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
/**
 * Outside services that hang, refuse, send slowly or send invalid data: what the buyer sees, and how the shop
 * continues.
 */
import { createServer, connect, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { sendWaiting } from '#server/mail/sending/send.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { sendContactMessage } from '#test/messages.ts'
import { approve, orderBody, pay, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Answer } from '#test/visitor.ts'
import { OPENS_AFTER, PAUSE } from './circuit.ts'
import { startCatcher } from '#sandbox/mail/catcher.ts'
import { smtpMail } from './mail/smtp.ts'
import type { FaultKind } from '#sandbox/faults.ts'

let shop: TestShop
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await shop.close()
  for (const close of cleanups.splice(0)) await close()
})

/** Milliseconds: enough for a response on a busy machine, but short, because many calls here wait for all of it. */
const TIME_LIMIT = 1000
const FAULTS = ['hang', 'refuse', 'drip', 'wrong-page'] as const satisfies FaultKind[]
type Fault = (typeof FAULTS)[number]

const stateOf = async (service: string) => {
  const admin = await signedIn(shop, { isAdmin: true })
  const services: { service: string }[] = (await admin.get('/api/desk')).body.services
  return services.find((each) => each.service === service)
}

async function expectPagesToWork(buyer: SignedInVisitor): Promise<void> {
  for (const page of ['/api/products', '/api/products/top', '/api/orders/mine', '/api/upload', '/readyz'])
    expect((await buyer.get(page)).status, page).toBe(200)
}

type Case = {
  service: 'payments' | 'shipping' | 'maps'
  sandbox: (shop: TestShop) => TestShop['paypal'] | TestShop['shippo'] | TestShop['mapbox']
  /** Returns a call that needs the service; prepared while the service works. */
  prepare: (buyer: SignedInVisitor) => Promise<() => Promise<Answer>>
  message: string
}

const CASES: Case[] = [
  {
    service: 'payments',
    sandbox: ({ paypal }) => paypal,
    prepare: async (buyer) => {
      const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
      return () => buyer.post(`/api/orders/${id}/paypal`)
    },
    message: 'Payments are not available right now. Your order is safe: please try again in a moment',
  },
  {
    service: 'shipping',
    sandbox: ({ shippo }) => shippo,
    prepare: async (buyer) => {
      const orderItems = [{ _id: await shop.sell(), qty: 1 }]
      return () => buyer.post('/api/shippo/calcship', { orderItems, shippingAddress: VIENNA })
    },
    message: 'try again',
  },
  {
    service: 'maps',
    sandbox: ({ mapbox }) => mapbox,
    prepare: async (buyer) => () =>
      buyer.get('/api/maps/suggest?text=145+Church&session=7f6f3f6e-6f43-4f5c-9d7e-1f0f7c2f7a11'),
    message: 'Please type the address',
  },
]

describe.each(CASES)('$service that', ({ service, sandbox: sandboxOf, prepare, message }) => {
  test.each(FAULTS)(
    'fails (%s): each call gets an error, the circuit opens, and closes when the service is back',
    async (kind) => {
      shop = await openShop({ patienceMs: TIME_LIMIT })
      const buyer = await signedIn(shop)
      const ask = await prepare(buyer)
      const sandbox = sandboxOf(shop)
      sandbox.addFault({ kind, times: Infinity })
      for (let time = 1; time <= OPENS_AFTER; time++) {
        expect((await stateOf(service))?.['nextTryAt' as never] ?? null).toBeNull()
        expect(await ask()).toMatchObject({
          status: 503,
          body: { message: expect.stringContaining(message) },
        })
      }
      const failing = await stateOf(service)
      expect(failing).toMatchObject({ state: 'failing', nextTryAt: expect.any(String) })

      // The circuit is open: the same message without calls.
      const { calls } = sandbox.traffic
      for (let time = 1; time <= 10; time++) expect((await ask()).body.message).toContain(message)
      expect(sandbox.traffic.calls).toBe(calls)
      await expectPagesToWork(buyer)
      // The admin home shows why it failed, not that the circuit is open.
      expect(await stateOf(service)).toEqual(failing)

      // The service is still unavailable at the next try: one call probes, and the others are refused again.
      shop.clock.advance(PAUSE + SECOND)
      expect((await ask()).status).toBe(503)
      const probed = sandbox.traffic.calls
      expect(probed).toBeGreaterThan(calls)
      expect((await ask()).status).toBe(503)
      expect(sandbox.traffic.calls).toBe(probed)

      sandbox.clearFaults()
      shop.clock.advance(PAUSE + SECOND)
      expect((await ask()).status).toBe(200)
      expect(await stateOf(service)).toMatchObject({ state: 'working', problem: '', nextTryAt: null })
      const { calls: before } = sandbox.traffic
      await Promise.all([ask(), ask(), ask()])
      expect(sandbox.traffic.calls).toBeGreaterThanOrEqual(before + 3)
    },
  )
})

describe('a mail server that', () => {
  test.each(FAULTS)(
    'fails (%s): messages are accepted, wait, and are sent when the server is back',
    async (kind) => {
      const relay = await startRelay()
      const mail = smtpMail({ url: `smtp://127.0.0.1:${relay.port}`, mode: 'live', sendMs: TIME_LIMIT })
      cleanups.unshift(() => mail.close())
      shop = await openShop({ providers: (real) => ({ ...real, mail }) })
      const buyer = await signedIn(shop)
      relay.show(kind)
      for (let time = 1; time <= OPENS_AFTER + 1; time++) await sendContactMessage(shop)
      for (let time = 1; time <= OPENS_AFTER; time++) await sendWaiting(shop.shop)
      expect(await stateOf('mail')).toMatchObject({ state: 'failing', nextTryAt: expect.any(String) })

      const { connections } = relay
      await sendWaiting(shop.shop)
      expect(relay.connections).toBe(connections)
      // An outage uses up no attempt of a mail, however long it lasts.
      const tried = await shop.db.selectFrom('outbox').select(['attempts', 'problem']).orderBy('id').execute()
      expect(tried.map(({ attempts }) => attempts)).toEqual(Array<number>(OPENS_AFTER + 1).fill(0))
      expect(tried.filter(({ problem }) => problem !== null)).toHaveLength(OPENS_AFTER)
      await expectPagesToWork(buyer)

      relay.show(null)
      shop.clock.advance(2 * MINUTE)
      await sendWaiting(shop.shop)
      expect(relay.mails()).toBe(OPENS_AFTER + 1)
      expect(await stateOf('mail')).toMatchObject({ state: 'working', nextTryAt: null })
    },
  )
})

test('six declines of a card are responses and do not open the circuit', async () => {
  shop = await openShop()
  const buyer = await signedIn(shop)
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  for (let time = 0; time <= OPENS_AFTER; time++) {
    const payment = await approve(shop, buyer, id, 'decline')
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: payment })).status).toBe(402)
  }
  expect(shop.shop.circuits.payments.nextTryAt()).toBeNull()
  expect((await pay(shop, buyer, id)).body.state).toBe('paid')
})

test('a connection test by an admin ignores the open circuit and closes it', async () => {
  shop = await openShop()
  for (let time = 0; time < OPENS_AFTER; time++) shop.shop.circuits.payments.recordOutage()
  expect(shop.shop.circuits.payments.isOpen()).toBe(true)
  const admin = await signedIn(shop, { isAdmin: true })
  const { body } = await admin.post('/api/desk/services/payments/test')
  expect(body).toMatchObject({ state: 'working', nextTryAt: null })
  expect(shop.shop.circuits.payments.isOpen()).toBe(false)
})

test('a capture that the open circuit stops is not lost: the order is confirming, and the buyer is charged once', async () => {
  shop = await openShop()
  const buyer = await signedIn(shop)
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const payment = await approve(shop, buyer, id)
  shop.shop.crash = (point) => {
    if (point !== 'after-capture-intent') return
    for (let time = 0; time < OPENS_AFTER; time++) shop.shop.circuits.payments.recordOutage()
  }
  const { calls } = shop.paypal.traffic
  const answer = await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  expect([answer.status, answer.body.code]).toEqual([503, 'confirming'])
  expect(answer.body.message).toContain('do not pay again')
  // Read once; never captured.
  expect(shop.paypal.traffic.calls).toBe(calls + 1)
  expect(shop.paypal.view(payment)).toMatchObject({ status: 'APPROVED' })
  shop.shop.crash = () => {}

  // While the circuit is open the reconciler makes no calls; at its next run the pause is over.
  await reconcile(shop.shop, true)
  expect(shop.paypal.traffic.calls).toBe(calls + 1)
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect((await buyer.get(`/api/orders/${id}`)).body).toMatchObject({ state: 'paid', isPaid: true })
})

test('setting the clock back by a day does not block a service for a day', async () => {
  shop = await openShop()
  const buyer = await signedIn(shop)
  for (let time = 0; time < OPENS_AFTER; time++) shop.shop.circuits.shipping.recordOutage()
  shop.clock.advance(-24 * 60 * MINUTE)
  await expect(orderBody(buyer, [{ _id: await shop.sell(), qty: 1 }])).resolves.toHaveProperty(
    'shippingQuote',
  )
})

/** A proxy to a real mail server that can fail. */
async function startRelay() {
  const catcher = await startCatcher()
  let wrong: Fault | null = null
  const relay = {
    connections: 0,
    port: 0,
    mails: () => catcher.mails.length,
    show: (kind: Fault | null) => void (wrong = kind),
  }
  const server: Server = createServer((socket) => {
    relay.connections += 1
    socket.on('error', () => {})
    cleanups.unshift(() => socket.destroy())
    if (wrong === null)
      return void socket.pipe(connect(catcher.port, '127.0.0.1').on('error', () => {})).pipe(socket)
    if (wrong === 'refuse') return void socket.destroy()
    if (wrong === 'wrong-page')
      return void socket.write('HTTP/1.1 200 OK\r\n\r\n<h1>Welcome to the hotel</h1>\r\n')
    if (wrong === 'hang') return
    const greeting = '220 mail.example ready'.split('')
    const drip = setInterval(() => void socket.write(greeting.shift() ?? ' '), 20)
    socket.on('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  relay.port = typeof address === 'object' && address ? address.port : 0
  cleanups.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => catcher.close(),
  )
  return relay
}

// On SQLite only: connections and headers, the same code on both databases.
// Slow, not in `npm run check`: slow connections.
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'

/** Milliseconds. Must be longer than a busy machine may pause this process: during a pause, the client reads nothing. */
const GRACE = 2000

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openShop({ readers: { grace: GRACE, slowest: 1024 * 1024, every: 50 } })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

const REQUEST = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Requests more data than fits into the buffers of both sides. */
function ask(at = port): Socket {
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(REQUEST.repeat(30))
  return socket
}

const openConnections = (of = shop) =>
  new Promise<number>((resolve, reject) =>
    of.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a client that does not read its answers is disconnected', async () => {
  const idle = ask().pause()
  await once(idle, 'connect')
  await expect.poll(() => openConnections()).toBe(1)
  await expect.poll(() => openConnections()).toBe(0)
  idle.destroy()
})

test('the grace does not grow with the bytes that wait', async () => {
  // At this least speed, the bytes that wait would take hours.
  const patient = await openShop({ readers: { grace: GRACE, slowest: 1, every: 50 } })
  await patient.app.listen({ port: 0, host: '127.0.0.1' })
  const idle = ask((patient.app.server.address() as AddressInfo).port).pause()
  await once(idle, 'connect')
  const began = performance.now()
  await expect.poll(() => openConnections(patient)).toBe(1)
  await expect.poll(() => openConnections(patient)).toBe(0)
  expect(performance.now() - began).toBeLessThan(5 * GRACE)
  idle.destroy()
  await patient.close()
})

test('a client that reads too slowly is disconnected', async () => {
  const slow = ask().pause()
  await once(slow, 'connect')
  await expect.poll(() => openConnections()).toBe(1)
  const sip = setInterval(() => slow.read(1), 20)
  await expect.poll(() => openConnections()).toBe(0)
  clearInterval(sip)
  slow.destroy()
})

test('a client that reads gets the whole response, and may pause between requests', async () => {
  const quick = connect(port, '127.0.0.1')
  let answers = 0
  quick.on('data', (data) => {
    answers += data.toString().split('HTTP/1.1 200').length - 1
  })
  for (const expected of [1, 2]) {
    quick.write(REQUEST)
    await expect.poll(() => answers).toBe(expected)
    await new Promise((resolve) => setTimeout(resolve, 1.5 * GRACE))
  }
  expect(quick.destroyed).toBe(false)
  quick.destroy()
})

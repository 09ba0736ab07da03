// On SQLite only: connections and headers, the same code on both databases.
/** Requests that a client sends without waiting for the answers before them. */
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openShop()
  await shop.sell({ name: 'Guji' })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Answered from the cache, by the API without the cache, with 401, and with 404. */
const PATHS = ['/api/products', '/api/products?keyword=guji', '/api/users/profile', '/nothing']

/** Sends requests and counts the answers, until this many have arrived or the connection is closed. */
function answersTo(requests: string, expected = Infinity): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const count = () => text.split('HTTP/1.1 ').length - 1
    socket.on('error', () => {})
    socket.on('close', () => resolve(count()))
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (count() >= expected) socket.destroy()
    })
    socket.write(requests)
  })
}

test.each(PATHS)('thirty requests at once are all answered: %s', async (path) => {
  expect(await answersTo(get(path).repeat(30), 30)).toBe(30)
  // A connection whose answers were read can be used again and again.
  expect(await answersTo(get(path), 1)).toBe(1)
})

test.each(PATHS)('a connection with hundreds of waiting answers is closed: %s', async (path) => {
  expect(await answersTo(get(path).repeat(1000))).toBeLessThan(100)
})

test('a client that sends megabytes of requests and reads nothing costs little memory', async () => {
  await answersTo(get(PATHS[0]!), 1)
  const hits = () => shop.cache.usage().requests
  const before = hits().hit
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const block = get(PATHS[0]!).repeat(2000)
  for (let sent = 0; sent < 17 * 1024 * 1024 && !socket.destroyed; sent += block.length) {
    if (!socket.write(block))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  await closed
  expect(hits().hit - before).toBeLessThan(100)
  expect((await shop.visitor().get('/healthz')).status).toBe(200)
})

// Slow, not in `npm run check`: slow connections.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { listen, sendRaw } from '#test/wire.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openShop()
  port = await listen(shop)
})
afterAll(() => shop.close())

const LINES = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const LOGIN = '{"email":"a@b.example","password":"x"}'

describe('an unsupported method', () => {
  test.each(['TRACE', 'PROPFIND', 'PATCH'])(
    'is answered with 404 or 405, without an echo of the request: %s',
    async (method) => {
      const request = LINES(
        `${method} /api/products HTTP/1.1`,
        'Host: x',
        'X-Secret: echo-me',
        'Connection: close',
      )
      const { status, text } = await sendRaw(port, [request])
      expect([404, 405]).toContain(status)
      expect(text).not.toContain('echo-me')
    },
  )

  test('opens no tunnel: CONNECT', async () => {
    const { text, closedAfter } = await sendRaw(port, [LINES('CONNECT evil.example:443 HTTP/1.1', 'Host: x')])
    expect(text).not.toMatch(/^HTTP\/1\.1 2/)
    expect(closedAfter).not.toBeNull()
  })

  test('an invalid method is answered with 400', async () => {
    const { status, closedAfter } = await sendRaw(port, [LINES('GARBAGE /api/products HTTP/1.1', 'Host: x')])
    expect([status, closedAfter === null]).toEqual([400, false])
  })
})

describe('a request with an ambiguous length is refused, and the connection closed', () => {
  const POST = ['POST /api/users/auth HTTP/1.1', 'Host: x', 'Content-Type: application/json']
  const SMUGGLED = LINES('GET /api/products HTTP/1.1', 'Host: smuggled')
  const unclear: Record<string, string> = {
    'length and chunks':
      LINES(...POST, 'Content-Length: 5', 'Transfer-Encoding: chunked') + `0\r\n\r\n${SMUGGLED}`,
    'two lengths': LINES(...POST, 'Content-Length: 38', 'Content-Length: 5') + LOGIN + SMUGGLED,
    'a signed length': LINES(...POST, 'Content-Length: +38') + LOGIN,
    'a negative length': LINES(...POST, 'Content-Length: -1') + LOGIN,
    'an unknown transfer encoding': LINES(...POST, 'Transfer-Encoding: xchunked') + `0\r\n\r\n${SMUGGLED}`,
    'an invalid chunk size': LINES(...POST, 'Transfer-Encoding: chunked') + `zz\r\n${LOGIN}\r\n0\r\n\r\n`,
    'bare line feeds': `GET /api/products HTTP/1.1\nHost: x\n\n${SMUGGLED}`,
    'a bare carriage return in a header': `GET /api/products HTTP/1.1\r\nHost: x\rX: y\r\n\r\n`,
    'a space before the colon': LINES('GET /api/products HTTP/1.1', 'Host : x'),
    'a folded header': LINES('GET /api/products HTTP/1.1', 'Host: x', 'X: a', ' b'),
    'NUL in a header': LINES('GET /api/products HTTP/1.1', 'Host: x', 'X: a\u0000b'),
    'no host': LINES('GET /api/products HTTP/1.1'),
  }
  test.each(Object.keys(unclear))('%s', async (name) => {
    const { status, text, closedAfter } = await sendRaw(port, [unclear[name]!])
    expect(status).toBe(400)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(text).not.toMatch(/at .*\.(js|ts):\d/)
    expect(closedAfter).not.toBeNull()
  })

  test('a valid request is answered, with a length or in chunks', async () => {
    const whole = LINES(...POST, `Content-Length: ${LOGIN.length}`, 'Connection: close') + LOGIN
    const length = LOGIN.length.toString(16)
    const chunked =
      LINES(...POST, 'Transfer-Encoding: chunked', 'Connection: close') + `${length}\r\n${LOGIN}\r\n0\r\n\r\n`
    for (const request of [whole, chunked]) expect((await sendRaw(port, [request])).status).toBe(401)
  })

  test('headers of 100 kB are refused with 431', async () => {
    const request = LINES('GET /api/products HTTP/1.1', 'Host: x', `X: ${'x'.repeat(100_000)}`)
    expect((await sendRaw(port, [request])).status).toBe(431)
  })
})

/** These tests wait for the same real timeouts, so they run concurrently. */
describe.concurrent('a slow client is disconnected', () => {
  const timeout = 45_000

  test('while it sends headers', async ({ expect: expected }) => {
    const drops = [
      'GET /api/products HTTP/1.1\r\nHost: x\r\n',
      ...Array.from({ length: 80 }, (_, n) => `X-${n}: y\r\n`),
    ]
    const { closedAfter } = await sendRaw(port, drops, { pause: 500, timeout })
    expected(closedAfter).not.toBeNull()
  })

  test('while it sends a body', async ({ expect: expected }) => {
    const head = LINES(
      'POST /api/users/auth HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 100',
    )
    const { closedAfter } = await sendRaw(port, [head, ...Array<string>(80).fill('x')], {
      pause: 500,
      timeout,
    })
    expected(closedAfter).not.toBeNull()
  })

  test('when it sends nothing', async ({ expect: expected }) => {
    const { closedAfter } = await sendRaw(port, [], { timeout })
    expected(closedAfter).not.toBeNull()
  })
})

test('five hundred idle connections do not delay other requests', async () => {
  const idle: Socket[] = await Promise.all(
    Array.from(
      { length: 500 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket))
          socket.on('error', () => {})
        }),
    ),
  )
  for (let count = 0; count < 20; count++) {
    const request = LINES('GET /api/products HTTP/1.1', 'Host: x', 'Connection: close')
    expect((await sendRaw(port, [request])).status).toBe(200)
  }
  for (const socket of idle) socket.destroy()
})

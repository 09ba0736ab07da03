import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxPages } from './sandbox-pages.ts'

let sandbox: Server
let app: FastifyInstance
let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[]

beforeEach(async () => {
  seen = []
  sandbox = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      response.writeHead(206, {
        'content-type': 'audio/ogg',
        'content-range': 'bytes 0-2/9',
        'set-cookie': 'sid=theirs',
      })
      response.end('abc')
    })
  })
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve))
  app = Fastify()
  await app.register(sandboxPages(`http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`))
})
afterEach(async () => {
  await app.close()
  sandbox.closeAllConnections()
  sandbox.close()
})

test('requests and answers are forwarded unchanged, except for cookies', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/sandbox/paypal/a%20b?token=1',
    headers: {
      host: 'shop.example',
      origin: 'https://shop.example',
      range: 'bytes=0-2',
      cookie: 'sid=ours',
      authorization: 'Bearer ours',
      'content-type': 'application/json',
    },
    payload: '{"not": json',
  })
  expect([answer.statusCode, answer.body]).toEqual([206, 'abc'])
  expect(answer.headers).toMatchObject({ 'content-type': 'audio/ogg', 'content-range': 'bytes 0-2/9' })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(seen).toMatchObject([{ method: 'POST', url: '/sandbox/paypal/a%20b?token=1', body: '{"not": json' }])
  const { host, origin, range, cookie, authorization } = seen[0]!.headers
  expect({ host, origin, range }).toEqual({
    host: 'shop.example',
    origin: 'https://shop.example',
    range: 'bytes=0-2',
  })
  expect([cookie, authorization]).toEqual([undefined, undefined])
})

test('nothing outside of /sandbox is forwarded', async () => {
  for (const url of ['/caught/secret', '/', '/sandboxes'])
    expect((await app.inject(url)).statusCode).toBe(404)
  expect(seen).toEqual([])
})

test('while the sandboxes are not running, the answer is 503', async () => {
  sandbox.closeAllConnections()
  await new Promise((resolve) => sandbox.close(resolve))
  expect((await app.inject('/sandbox/music/player.js')).statusCode).toBe(503)
})

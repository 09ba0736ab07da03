// On SQLite only: connections and headers, the same code on both databases.
/**
 * Requests that are refused before they are read completely. The client can still read the response, and the connection
 * is not reset.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { listen } from '#test/wire.ts'

let shop: TestShop
let port: number
let admin: SignedInVisitor
let customer: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on' } })
  port = await listen(shop)
  admin = await signedIn(shop, { isAdmin: true })
  customer = await signedIn(shop)
})
afterAll(() => shop.close())

const MB = 1024 * 1024
const REFUSAL = { message: expect.any(String) }

type Outcome = { status: number; body: unknown; error: string | null }

/** A client that writes its whole request before it reads a byte, as many HTTP libraries do. */
function writeAllThenRead(head: string[], body: string | Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let error: string | null = null
    socket.pause()
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', (problem: NodeJS.ErrnoException) => (error = problem.code ?? problem.message))
    socket.on('close', () => {
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      const [, json] = /\r\n\r\n(\{.*\})/s.exec(text) ?? []
      resolve({ status: Number(status), body: json ? JSON.parse(json) : text, error })
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body, () => socket.resume())
  })
}

const headOf = (path: string, type: string, more: string[] = []) => [
  `POST ${path} HTTP/1.1`,
  'host: localhost',
  `content-type: ${type}`,
  ...more,
]

const FORM = 'multipart/form-data; boundary=b'
const PICTURE = '/api/upload/productimage'

function formOfSize(bytes: number): string {
  const head = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
  return `${head}${'x'.repeat(bytes)}\r\n--b--\r\n`
}

test('JSON over the limit: a client that sends the whole body first reads 413', async () => {
  const body = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(20 * MB) })
  const head = headOf('/api/users/auth', 'application/json', [`content-length: ${body.length}`])
  expect(await writeAllThenRead(head, body)).toEqual({ status: 413, body: REFUSAL, error: null })
})

test('JSON over the limit without a content-length: the client reads 413', async () => {
  const json = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(1.4 * MB) })
  const body = `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`
  const head = headOf('/api/users/auth', 'application/json', ['transfer-encoding: chunked'])
  expect(await writeAllThenRead(head, body)).toEqual({ status: 413, body: REFUSAL, error: null })
})

test.each([
  ['without a session', 401, () => '', PICTURE, FORM, 12],
  ['of a customer', 403, () => customer.cookie, PICTURE, FORM, 12],
  ['over the size limit of pictures', 413, () => admin.cookie, PICTURE, FORM, 20],
  ['to an address that accepts only JSON', 415, () => admin.cookie, '/api/orders', FORM, 12],
  [
    'of JSON to an address that accepts only pictures',
    413,
    () => admin.cookie,
    PICTURE,
    'application/json',
    12,
  ],
])('an upload %s: a client that sends the whole body first reads %i', async (...row) => {
  const [, status, cookie, path, type, megabytes] = row
  const body = formOfSize(megabytes * MB)
  const head = headOf(path, type, [`content-length: ${body.length}`, `cookie: ${cookie()}`])
  expect(await writeAllThenRead(head, body)).toEqual({ status, body: REFUSAL, error: null })
})

test('a large body that is compressed or comes from another site: the client reads the refusal', async () => {
  const body = 'x'.repeat(12 * MB)
  const length = `content-length: ${body.length}`
  const zipped = headOf('/api/orders', 'application/json', [length, 'content-encoding: gzip'])
  expect(await writeAllThenRead(zipped, body)).toEqual({ status: 415, body: REFUSAL, error: null })
  const foreign = headOf('/api/orders', 'application/json', [length, 'origin: https://evil.example'])
  expect(await writeAllThenRead(foreign, body)).toEqual({ status: 403, body: REFUSAL, error: null })
})

test('one upload too many: a client that sends the whole body first reads 429', async () => {
  for (let call = 0; call < 300; call++) await admin.post(PICTURE, {})
  const body = formOfSize(12 * MB)
  const head = headOf(PICTURE, FORM, [`content-length: ${body.length}`, `cookie: ${admin.cookie}`])
  expect(await writeAllThenRead(head, body)).toEqual({ status: 429, body: REFUSAL, error: null })
})

test('headers over the limit: the client reads 431', async () => {
  const head = headOf('/api/users/auth', 'application/json', [`x-long: ${'x'.repeat(8 * MB)}`])
  expect(await writeAllThenRead(head, '')).toEqual({ status: 431, body: REFUSAL, error: null })
})

test('a request that is not HTTP: the client reads 400', async () => {
  expect(await writeAllThenRead(['What?'], 'x'.repeat(8 * MB))).toEqual({
    status: 400,
    body: REFUSAL,
    error: null,
  })
})

/** Addresses of pictures in imported files: they must not lead into a private network, and must not exhaust the shop. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { isPublic } from '#server/kernel/network/public-address.ts'
import { fetchPicture, PUBLIC_ONLY, type FetchRules } from './fetch-picture.ts'

let folder: string
let server: Server
let origin: string
const answers: Record<string, RequestListener> = {
  '/picture.jpg': (_, response) => response.setHeader('content-type', 'image/jpeg').end('bytes'),
  '/again': (_, response) => response.writeHead(302, { location: '/picture.jpg' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
  '/metadata': (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/page': (_, response) => response.setHeader('content-type', 'text/html').end('<script>'),
  '/svg': (_, response) => response.setHeader('content-type', 'image/svg+xml').end('<svg/>'),
  '/gone': (_, response) => response.writeHead(404).end(),
  '/says-large': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-length': MAX_PICTURE_BYTES + 1 })
      .write('x'),
  '/is-large': (_, response) => {
    response.setHeader('content-type', 'image/png')
    response.end(Buffer.alloc(MAX_PICTURE_BYTES + 1))
  },
  '/silent': () => {},
  '/drip': (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frame-fetch-'))
  server = createServer((request, response) => answers[request.url!]!(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

/** Only the server of this test counts as public. */
const RULES: FetchRules = {
  mayReach: (address) => address === '127.0.0.1' || isPublic(address),
  mayUsePort: () => true,
  maxTime: 60_000,
  maxIdle: 60_000,
}
/**
 * Short time limits for servers that never send a complete response. Other tests have long limits, because the machine
 * may be busy.
 */
const IMPATIENT: FetchRules = { ...RULES, maxTime: 2500, maxIdle: 1000 }
let files = 0
const fetched = async (address: string, rules = RULES) => {
  const path = join(folder, String(++files))
  await fetchPicture(address, path, rules)
  return readFile(path, 'utf8')
}

test('a picture is fetched, also after a redirect', async () => {
  expect(await fetched(`${origin}/picture.jpg`)).toBe('bytes')
  expect(await fetched(`${origin}/again`)).toBe('bytes')
})

test.each([
  ['/loop', 'redirects too often'],
  ['/inside', 'private network'],
  ['/metadata', 'private network'],
  ['/file', 'not the address of a picture'],
  ['/page', 'has no picture'],
  ['/svg', 'has no picture'],
  ['/gone', 'status 404'],
  ['/says-large', 'more than 15 MB'],
  ['/is-large', 'more than 15 MB'],
])('the address %s is refused: %s', async (path, problem) => {
  await expect(fetched(origin + path)).rejects.toThrow(problem)
})

test.each([
  ['/silent', 'does not answer'],
  ['/drip', 'too slow'],
])('the fetch fails if the server is slow at %s: %s', async (path, problem) => {
  await expect(fetched(origin + path, IMPATIENT)).rejects.toThrow(problem)
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0/',
  'http://localhost/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'file:///etc/passwd',
  'ftp://example.com/a.jpg',
  'gopher://example.com/',
  'data:image/png;base64,AAAA',
  'http://user:secret@example.com/a.jpg',
  'http://example.com:22/',
  'http://example.com:5432/',
  '//example.com/a.jpg',
  '',
])('without exceptions, %s is refused before a request is sent', async (address) => {
  await expect(fetched(address, PUBLIC_ONLY)).rejects.toThrow(
    /private network|not the address of a picture|has a password|unusual port/,
  )
})

test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('%s is on the public internet', (address) => {
  expect(isPublic(address)).toBe(true)
})

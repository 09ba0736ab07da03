// On SQLite only: processes, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/**
 * The shop never reveals a credential: not in its output, even at the most verbose log level, and not in its answers.
 * The services in this test are the worst case: they repeat the credentials that they receive.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VIENNA } from './purchase.ts'
import { SENDER } from './sender.ts'
import { aPicture, formOf } from './form.ts'
import type { Answer } from './visitor.ts'
import { caller, type Caller } from './torture/caller.ts'
import { ownPlace } from './torture/own-place.ts'
import { OWNER, startShop, type RunningShop } from './torture/running-shop.ts'

const ROOT = join(import.meta.dirname, '..')

/** The credentials, by their setting. */
const SECRETS = {
  PAYPAL_CLIENT_SECRET: 'EL-paypal/secret+word-1',
  SHIPPO_TOKEN: 'shippo_live_shipposecretword2',
  SHIPPO_WEBHOOK_SECRET: 'shippo-webhook-secret-word-9',
  MAPBOX_TOKEN: 'sk.mapbox-secret-word-3',
  SMTP_URL: 'mail@secret/word-4',
  S3_KEY: 'S3KEYSECRETWORD5',
  S3_SECRET: 's3/secret+word-6',
  METRICS_TOKEN: 'metrics-secret-word-7',
  FACTOR_KEY: 'factor-key-secret-word-of-32-letters',
  ADMIN_PASSWORD: OWNER.password,
}
const CLIENT = 'AX-public-client-id'

/** Plain and encoded. */
const FORBIDDEN = [
  ...Object.values(SECRETS),
  ...Object.values(SECRETS).map(encodeURIComponent),
  ...Object.values(SECRETS).map(base64),
  base64(`${CLIENT}:${SECRETS.PAYPAL_CLIENT_SECRET}`),
  base64(`\0shop\0${SECRETS.SMTP_URL}`),
]

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** How a service answers a call. */
type AnswerKind = 'refuse' | 'fail' | 'invalid' | 'hang up'
const ANSWER_KINDS: AnswerKind[] = ['refuse', 'fail', 'invalid', 'hang up']
let answerKind: AnswerKind = 'refuse'

/** A service that repeats the received credentials in its answers. */
function echoService(): Server {
  return createServer((request, response) => {
    if (answerKind === 'hang up') return void request.socket.destroy()
    const told = `${request.url} ${credentialsIn(request)}`
    const status = { refuse: 401, fail: 500, invalid: 200 }[answerKind]
    response.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': 'debug-1' })
    if (answerKind === 'invalid') return void response.end(`<<< ${told}`)
    response.end(
      JSON.stringify({ name: told, message: told, detail: told, error: told, details: [{ issue: told }] }),
    )
  })
}

function credentialsIn({ headers: { authorization = '' } }: IncomingMessage): string {
  const [kind, word = ''] = authorization.split(' ')
  return `${authorization} ${kind === 'Basic' ? Buffer.from(word, 'base64').toString() : word}`
}

/** The same for mail: it repeats each received line, also decoded. */
function echoMailServer(): SocketServer {
  return createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 echo ESMTP\r\n')
    socket.on('data', (line) => {
      if (answerKind === 'hang up') return void socket.destroy()
      const said = line.toString().trim()
      if (/^EHLO/i.test(said)) return void socket.write('250-echo\r\n250 AUTH PLAIN\r\n')
      const meant = Buffer.from(said.split(' ').at(-1) ?? '', 'base64')
        .toString()
        .replaceAll('\0', ' ')
      socket.write(`535 ${said} means ${meant.replaceAll(/[^\x20-\x7e]/g, '')}\r\n`)
    })
  })
}

async function portOf(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const place = ownPlace()
const servers: (Server | SocketServer)[] = []
let env: Record<string, string>
let shop: RunningShop
let read = ''

beforeAll(async () => {
  const [services, post] = [echoService(), echoMailServer()]
  servers.push(services, post)
  const base = `http://127.0.0.1:${await portOf(services)}`
  const { SMTP_URL, ...words } = SECRETS
  env = {
    ...words,
    SMTP_URL: `smtp://shop:${encodeURIComponent(SMTP_URL)}@127.0.0.1:${await portOf(post)}`,
    MAIL_FROM: 'shop@frame.example',
    PAYPAL_CLIENT_ID: CLIENT,
    PAYPAL_API_BASE: base,
    SHIPPO_API_BASE: base,
    ...SENDER,
    MAPBOX_API_BASE: base,
    MAPBOX_CONTRIBUTE_BASE: base,
    STORAGE: 's3',
    S3_ENDPOINT: base,
    S3_BUCKET: 'pictures',
    LOG_LEVEL: 'trace',
  }
  shop = await startShop(place, env)
}, 300_000)
afterAll(async () => {
  await shop.kill()
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
})

function expectNoSecret(text: string): void {
  expect(FORBIDDEN.filter((secret) => text.includes(secret))).toEqual([])
}

/** Records an answer, and returns it. */
async function recordAnswer(answer: Promise<Answer>): Promise<Answer> {
  const { text, headers, ...rest } = await answer
  read += `${JSON.stringify(headers)}\n${text}\n`
  return { text, headers, ...rest }
}

async function signedIn(): Promise<{ owner: Caller; buyer: Caller }> {
  const [owner, buyer] = [caller(shop.origin), caller(shop.origin)]
  expect((await recordAnswer(owner.post('/api/users/auth', OWNER))).status).toBe(200)
  const account = { name: 'Ada', email: `${randomUUID()}@example.com`, password: 'a long quiet evening' }
  expect((await recordAnswer(buyer.post('/api/users', account))).status).toBe(201)
  return { owner, buyer }
}

test.each(ANSWER_KINDS)(
  'credentials that a service repeats are never printed or answered: %s',
  async (how) => {
    answerKind = how
    const { owner, buyer } = await signedIn()
    const problems: string[] = []
    for (const service of ['payments', 'shipping', 'mail', 'maps']) {
      const { body } = await recordAnswer(owner.post(`/api/desk/services/${service}/test`))
      expect(body).toMatchObject({ service, state: 'failing' })
      problems.push(body.problem)
    }
    if (how === 'refuse') expect(problems.join()).toContain('[concealed]')
    const session = randomUUID()
    const { products } = (await recordAnswer(buyer.get('/api/products'))).body
    const orderItems = [{ _id: products[0]._id, qty: 1 }]
    const asked = { orderItems, shippingAddress: VIENNA }
    const refused = [
      await recordAnswer(buyer.post('/api/shippo/validate', VIENNA)),
      await recordAnswer(buyer.post('/api/shippo/calcship', asked)),
      await recordAnswer(buyer.get(`/api/maps/suggest?text=145%20Church&session=${session}`)),
      await recordAnswer(buyer.get(`/api/maps/static?longitude=-77&latitude=38&width=200&height=100`)),
    ]
    for (const { status, text } of refused) expect(status, text).toBeGreaterThanOrEqual(400)
    const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
    await recordAnswer(owner.post('/api/upload/productimage', payload, headers))
    const mailerState = { name: 'Ada', email: 'ada@example.com', message: how }
    expect((await recordAnswer(buyer.post('/send', { mailerState }))).body).toEqual({ status: 'success' })
    await expect.poll(() => shop.output()).toContain('mail not sent')
    for (const path of ['/api/desk', '/api/mail', '/api/record', '/api/messages', '/api/shippo/queue'])
      await recordAnswer(owner.get(path))
    expectNoSecret(read)
    expectNoSecret(shop.output())
  },
)

test('pages, the site’s source, the API’s documentation, health and metrics contain no credential', async () => {
  const visitor = caller(shop.origin)
  const pages = ['/', '/login', '/shipping', '/placeorder', '/music', '/admin', '/no/such/page', '/%zz']
  const others = ['/api/docs', '/api/openapi.json', '/healthz', '/readyz', '/metrics', '/api/config/paypal']
  for (const path of [...pages, ...others]) await recordAnswer(visitor.get(path))
  await recordAnswer(visitor.get('/metrics', { authorization: `Bearer ${SECRETS.METRICS_TOKEN}` }))
  const scripts = [...new Set(read.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
  expect(scripts.length).toBeGreaterThan(5)
  for (const path of scripts) await recordAnswer(visitor.get(path))
  await recordAnswer(visitor.post('/api/users/auth', { email: OWNER.email, password: 'not that' }))
  await recordAnswer(visitor.post('/api/users/auth', '{"email":'))
  expect(read).toContain(CLIENT)
  expectNoSecret(read)
  expectNoSecret(shop.output())
})

test.each([
  [
    'a half-configured service',
    { S3_ENDPOINT: '', SMTP_URL: 'smtp://a:mail%40secret%2Fword-4@' },
    'S3_ENDPOINT',
  ],
  ['an invalid setting', { SHIPPO_TOKEN: `${SECRETS.MAPBOX_TOKEN} ${SECRETS.S3_SECRET}` }, 'SHIPPO_TOKEN'],
  [
    'a database that cannot be reached',
    { DATABASE_URL: 'postgres://shop:db-secret-word-8@127.0.0.1:1/shop' },
    '',
  ],
  ['an impossible data folder', { DATA_DIR: '/dev/null/shop', DATABASE_URL: '' }, ''],
])('the message of a failed start contains no credential: %s', (_why, wrong, complaint) => {
  const { PATH } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/start.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...env, DATA_DIR: `${place.dataDir}/other`, PORT: '0', PATH, ...wrong },
  })
  expect(status).toBe(1)
  expect(stderr.length).toBeGreaterThan(20)
  expect(stderr).toContain(complaint)
  expectNoSecret(stdout + stderr)
  expect(stdout + stderr).not.toContain('db-secret-word-8')
})

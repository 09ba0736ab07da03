// On SQLite only: processes, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/**
 * Secrets that an owner enters are in clear nowhere: not in the shop's output, even at the most verbose log level, not in its
 * answers, not in a backup, and not in the files of the shop.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { startPaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { openBucket } from '#server/platform/storage/store.testing.ts'
import { mailServer } from './mail-server.ts'
import { ownerAt } from './torture/buying.ts'
import type { Caller } from './torture/caller.ts'
import { ownPlace } from './torture/own-place.ts'
import { startShop, type RunningShop } from './torture/running-shop.ts'
import type { Answer } from './visitor.ts'

const SECRETS = {
  paypal: 'EL-paypal/secret+word-1',
  wrongPaypal: 'EL-paypal/wrong+word-2',
  shippo: 'shippo_live_shipposecretword3',
  mapbox: 'pk.mapbox-secret-word-4',
  mail: 'mail@secret/word-5',
  wrongMail: 'mail@wrong/word-6',
  storageKey: 'AKIASTORAGEWORD7',
  storageSecret: 's3/secret+storage+word-8',
  wrongStorage: 's3/wrong+storage+word-9',
}
const CLIENT = 'AX-public-client-id'
const USER = 'shop@frame.example'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Plain and as they are sent. */
const FORBIDDEN = [
  ...Object.values(SECRETS),
  ...Object.values(SECRETS).map(encodeURIComponent),
  ...Object.values(SECRETS).map(base64),
  base64(`${CLIENT}:${SECRETS.paypal}`),
  base64(`\0${USER}\0${SECRETS.mail}`),
]

function secretsIn(content: Buffer | string): string[] {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  return FORBIDDEN.filter((secret) => text.includes(secret))
}

const place = ownPlace()
const closing: (() => Promise<unknown>)[] = []
let shop: RunningShop
let owner: Caller
let read = ''

beforeAll(async () => {
  const paypal = await startPaypalSandbox({ clientId: CLIENT, clientSecret: SECRETS.paypal })
  const shippo = await startShippoSandbox({ token: SECRETS.shippo })
  const mapbox = await startMapboxSandbox({ token: SECRETS.mapbox })
  const mail = await mailServer({ user: USER, password: SECRETS.mail })
  const bucket = await openBucket({ key: SECRETS.storageKey, secret: SECRETS.storageSecret })
  shop = await startShop(place, {
    SERVICE_ADDRESSES: `paypal=${paypal.apiBase},shippo=${shippo.apiBase},mapbox=${mapbox.apiBase}`,
    ALLOW_PRIVATE_HOSTS: '1',
    LOG_LEVEL: 'trace',
  })
  owner = await ownerAt(shop.origin)
  const fields = { host: '127.0.0.1', port: String(mail.port), security: 'none', user: USER, from: USER }
  const account = { environment: 'live', clientId: CLIENT, merchantId: '' }
  const entered: [service: string, fields: Record<string, string>, status: number][] = [
    ['payments', { ...account, clientSecret: SECRETS.wrongPaypal }, 400],
    ['payments', { ...account, clientSecret: SECRETS.paypal }, 200],
    ['shipping', { token: SECRETS.shippo }, 200],
    ['maps', { token: SECRETS.mapbox }, 200],
    ['mail', { ...fields, password: SECRETS.wrongMail }, 400],
    ['mail', { ...fields, password: SECRETS.mail }, 200],
    ['storage', { ...bucket.fields, secret: SECRETS.wrongStorage }, 400],
    ['storage', bucket.fields, 200],
  ]
  for (const [service, given, status] of entered) {
    const saved = await record(owner.put(`/api/services/${service}`, { version: 0, fields: given }))
    expect([service, saved.status, saved.text]).toEqual([service, status, expect.any(String)])
  }
  closing.push(
    () => paypal.close(),
    () => shippo.close(),
    () => mapbox.close(),
    () => mail.close(),
    () => bucket.close(),
  )
}, 300_000)
afterAll(async () => {
  await shop.kill()
  for (const close of closing) await close()
})

/** Whether the pictures were copied to the bucket, which is used from then on. */
async function copied(): Promise<boolean> {
  const { body } = await record(owner.get('/api/services'))
  return body.connections.at(-1).pictures.place === 'bucket'
}

/** Records an answer, and returns it. */
async function record(answer: Promise<Answer>): Promise<Answer> {
  const { text, headers, ...rest } = await answer
  read += `${JSON.stringify(headers)}\n${text}\n`
  return { text, headers, ...rest }
}

test('the services are used, and neither answers nor the log contain a secret', async () => {
  await expect.poll(copied, { timeout: 60_000 }).toBe(true)
  const services = ['payments', 'shipping', 'maps', 'mail', 'storage']
  for (const service of services) {
    const { body } = await record(owner.post(`/api/desk/services/${service}/test`))
    expect(body).toMatchObject({ service, mode: 'live', state: 'working' })
  }
  for (const path of [
    '/api/services',
    '/api/desk',
    '/api/record',
    '/api/mail',
    '/api/config/paypal',
    '/metrics',
    '/',
  ])
    await record(owner.get(path))
  for (const close of closing.splice(0)) await close()
  for (const service of services) {
    const { body } = await record(owner.post(`/api/desk/services/${service}/test`))
    expect(body.state).toBe('failing')
  }
  expect(read).toContain(CLIENT)
  expect(secretsIn(read)).toEqual([])
  expect(shop.output()).toContain('a service was connected anew')
  expect(secretsIn(shop.output())).toEqual([])
})

test('neither a backup nor a file of the shop contains a secret, and a backup does not contain the key', async () => {
  const { status, bytes } = await owner.get('/api/backup')
  expect(status).toBe(200)
  const backup = gunzipSync(bytes!)
  expect(backup.includes('service_connections')).toBe(true)
  expect(backup.includes(CLIENT)).toBe(true)
  expect(secretsIn(backup)).toEqual([])
  await shop.kill()
  const names = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const key = await readFile(join(place.dataDir, 'secrets.key'), 'utf8')
  let size = 0
  for (const file of files) {
    const content = await readFile(file)
    size += content.length
    expect([file, secretsIn(content)]).toEqual([file, []])
    if (!file.endsWith('secrets.key')) expect([file, content.includes(key)]).toEqual([file, false])
  }
  expect(size).toBeGreaterThan(100_000)
  expect(backup.includes(key)).toBe(false)
})

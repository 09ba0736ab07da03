import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('no settings at all are a whole shop on sandboxes', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    paypal: null,
    shippo: null,
  })
})

test.each([
  [{ PAYPAL_CLIENT_ID: 'x' }, 'PAYPAL_CLIENT_SECRET: missing'],
  [{ PAYPAL_CLIENT_SECRET: 'x' }, 'PAYPAL_CLIENT_ID: missing'],
  [{ ADMIN_EMAIL: 'a@b.co' }, 'ADMIN_PASSWORD: missing'],
  [{ SHIPPO_API_BASE: 'https://example.com' }, 'SHIPPO_TOKEN: missing'],
  [{ PORT: 'many' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ STORAGE: 's3', S3_BUCKET: 'pictures', S3_KEY: 'key' }, 'S3_ENDPOINT, S3_SECRET: missing'],
  [{ S3_BUCKET: 'pictures' }, 'STORAGE: must be s3, since S3_BUCKET is set'],
  [{ STORAGE: 'tape' }, 'STORAGE'],
  [{ PUBLIC_ORIGIN: 'http://frame.example' }, 'PUBLIC_ORIGIN: must be https'],
])('%j is refused, naming what is wrong', (environment, complaint) => {
  expect(() => readConfig(environment)).toThrow(complaint)
})

test('a shop at an https address does not take sandbox payments unless told to', () => {
  const environment = { PUBLIC_ORIGIN: 'https://frame.example' }
  expect(() => readConfig(environment)).toThrow('ALLOW_SANDBOX=1')
  expect(readConfig({ ...environment, ALLOW_SANDBOX: '1' }).publicOrigin).toBe('https://frame.example')
  const live = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' }
  expect(readConfig({ ...environment, ...live }).paypal?.apiBase).toBe('https://api-m.paypal.com')
})

test('pictures lie in the data folder, or where they are told to', () => {
  expect(readConfig({ DATA_DIR: '/srv' }).storage).toEqual({ kind: 'disk', folder: '/srv/uploads' })
  expect(readConfig({ UPLOAD_DIR: '/pictures' }).storage).toEqual({ kind: 'disk', folder: '/pictures' })
  const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'frame', S3_KEY: 'key', S3_SECRET: 'secret' }
  expect(readConfig({ STORAGE: 's3', ...bucket }).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example',
    bucket: 'frame',
    key: 'key',
    secret: 'secret',
    region: 'us-east-1',
    pathStyle: true,
  })
})

test('an empty variable is an unset one', () => {
  expect(readConfig({ SHIPPO_TOKEN: '', PORT: '' })).toMatchObject({ port: 3000, shippo: null })
})

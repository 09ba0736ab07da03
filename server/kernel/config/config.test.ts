import { describe, expect, test } from 'vitest'
import { SENDER } from '#test/sender.ts'
import { readConfig } from './config.ts'

test('without settings, the shop runs completely on sandboxes', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    paypal: null,
    shippo: null,
  })
})

const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' }
const BUCKET = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'frame',
  S3_KEY: 'k',
  S3_SECRET: 's',
}
const SMTP = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'shop@frame.example' }
const HTTPS = { PUBLIC_ORIGIN: 'https://frame.example' }

describe('a service that is half configured is refused, with the names of the missing settings', () => {
  test.each([
    [{ ADMIN_EMAIL: 'a@b.co' }, 'ADMIN_PASSWORD: missing, though ADMIN_EMAIL is set'],
    [{ PAYPAL_CLIENT_ID: 'x' }, 'PAYPAL_CLIENT_SECRET: missing'],
    [{ PAYPAL_CLIENT_SECRET: 'x' }, 'PAYPAL_CLIENT_ID: missing'],
    [{ PAYPAL_ENV: 'live' }, 'PAYPAL_CLIENT_ID: missing, though PAYPAL_ENV is set'],
    [{ PAYPAL_MERCHANT_ID: 'M1' }, 'PAYPAL_CLIENT_ID: missing, though PAYPAL_MERCHANT_ID is set'],
    [{ PAYPAL_API_BASE: 'https://x.example' }, 'PAYPAL_CLIENT_ID: missing, though PAYPAL_API_BASE is set'],
    [{ SHIPPO_API_BASE: 'https://x.example' }, 'SHIPPO_TOKEN: missing, though SHIPPO_API_BASE is set'],
    [
      { SHIP_FROM_STREET: '1 Oak St', SHIP_FROM_ZIP: '22180' },
      'SHIP_FROM_CITY, SHIP_FROM_STATE: missing, though SHIP_FROM_STREET, SHIP_FROM_ZIP is set',
    ],
    [
      { SHIPPO_TOKEN: 'shippo_test_1' },
      'SHIP_FROM_STREET, SHIP_FROM_CITY, SHIP_FROM_STATE, SHIP_FROM_ZIP, SHIP_FROM_PHONE: missing, though SHIPPO_TOKEN is set',
    ],
    [
      { ...SENDER, SHIPPO_TOKEN: 'shippo_live_1', SHIP_FROM_PHONE: undefined },
      'SHIP_FROM_PHONE: missing, though SHIPPO_TOKEN, SHIP_FROM_STREET',
    ],
    [{ MAPBOX_API_BASE: 'https://x.example' }, 'MAPBOX_TOKEN: missing, though MAPBOX_API_BASE is set'],
    [{ MAPBOX_CONTRIBUTE_BASE: 'https://x.example' }, 'MAPBOX_TOKEN: missing'],
    [{ SMTP_URL: 'smtps://mail.example' }, 'MAIL_FROM: missing, though SMTP_URL is set'],
    [{ ...SMTP, SMTP_URL: 'smtp://web@mail.example' }, 'SMTP_URL: has a user and no password'],
    [{ ...BUCKET, S3_ENDPOINT: '', S3_SECRET: '' }, 'S3_ENDPOINT, S3_SECRET: missing, though STORAGE is s3'],
    [{ S3_BUCKET: 'pictures' }, 'STORAGE: must be s3, since S3_BUCKET is set'],
    [{ MUSIC_EMBED_BASE: 'https://x.example' }, 'SPOTIFY_PLAYLIST_ID: missing'],
  ])('%j: %s', (environment, complaint) => {
    expect(() => readConfig(environment)).toThrow(complaint)
  })
})

describe('settings that contradict each other are refused', () => {
  test.each([
    [
      { ...PAYPAL, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' },
      'PAYPAL_API_BASE: is PayPal’s sandbox',
    ],
    [
      { ...PAYPAL, PAYPAL_SCRIPT_URL: 'https://www.sandbox.paypal.com/web-sdk/v6/core' },
      'PAYPAL_SCRIPT_URL: is PayPal’s sandbox, though PAYPAL_ENV is live',
    ],
    [
      { ...PAYPAL, PAYPAL_ENV: 'sandbox', PAYPAL_API_BASE: 'https://api-m.paypal.com' },
      'PAYPAL_API_BASE: moves real money, though PAYPAL_ENV is sandbox',
    ],
    [{ ...HTTPS, ...PAYPAL, PAYPAL_ENV: 'sandbox' }, 'PAYPAL_ENV: sandbox. A shop at an https address'],
    [{ ...PAYPAL, PAYPAL_API_BASE: 'http://pay.example' }, 'PAYPAL_API_BASE: must be https'],
    [
      { SHIPPO_TOKEN: 'shippo_live_1', SHIPPO_API_BASE: 'http://x.example' },
      'SHIPPO_API_BASE: must be https',
    ],
    [{ MAPBOX_TOKEN: 'pk.1', MAPBOX_API_BASE: 'http://x.example' }, 'MAPBOX_API_BASE: must be https'],
    [{ ...BUCKET, S3_ENDPOINT: 'http://s3.example' }, 'S3_ENDPOINT: must be https'],
    [{ ...BUCKET, UPLOAD_DIR: '/pictures' }, 'UPLOAD_DIR: is a folder of this machine, though STORAGE is s3'],
    [{ PUBLIC_ORIGIN: 'http://frame.example' }, 'PUBLIC_ORIGIN: must be https'],
    [{ PUBLIC_ORIGIN: 'http://localhost/shop' }, 'PUBLIC_ORIGIN: must be an address without a path'],
  ])('%j: %s', (environment, complaint) => {
    expect(() => readConfig(environment)).toThrow(complaint)
  })

  test('plain http is accepted on this machine, or with ALLOW_INSECURE', () => {
    const local = { ...PAYPAL, PAYPAL_API_BASE: 'http://127.0.0.1:4000' }
    expect(readConfig(local).paypal?.apiBase).toBe('http://127.0.0.1:4000')
    const between = { ...PAYPAL, PAYPAL_API_BASE: 'http://egress:4000', ALLOW_INSECURE: '1' }
    expect(readConfig(between).paypal?.apiBase).toBe('http://egress:4000')
  })
})

describe('invalid values are refused', () => {
  test.each([
    [{ PORT: 'many' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ STORAGE: 'tape' }, 'STORAGE'],
    [{ ...PAYPAL, PAYPAL_ENV: 'production' }, 'PAYPAL_ENV'],
    [{ ...PAYPAL, PAYPAL_SCRIPT_URL: 'javascript:1' }, 'PAYPAL_SCRIPT_URL: must be an address'],
    [{ SHIPPO_TOKEN: 'abc' }, 'SHIPPO_TOKEN: begins with shippo_live_'],
    [{ SHIP_FROM_STATE: 'Virginia' }, 'SHIP_FROM_STATE: must be two letters'],
    [{ MAPBOX_TOKEN: 'abc' }, 'MAPBOX_TOKEN: begins with pk. or sk.'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    [{ ...SMTP, MAIL_FROM: 'Frame' }, 'MAIL_FROM'],
    [{ SPOTIFY_PLAYLIST_ID: 'my songs' }, 'SPOTIFY_PLAYLIST_ID: must be the link or the id of a playlist'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: true is not an address'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  ])('%j: %s', (environment, complaint) => {
    expect(() => readConfig(environment)).toThrow(complaint)
  })

  test('a misspelled setting is refused, since the shop would stay on its sandbox', () => {
    expect(() => readConfig({ PAYPAL_SECRET: 'x' })).toThrow(
      /PAYPAL_SECRET: there is no such setting.+PAYPAL_CLIENT_SECRET/,
    )
    expect(readConfig({ PATH: '/bin', MAIL: '/var/mail/root', npm_config_x: '1' }).paypal).toBe(null)
  })

  test('all problems are reported together', () => {
    const wrong = { PORT: 'many', PAYPAL_CLIENT_ID: 'x', SMTP_URL: 'smtps://mail.example' }
    expect(() => readConfig(wrong)).toThrow(/PORT: .+\nPAYPAL_CLIENT_SECRET: .+\nMAIL_FROM: /)
  })
})

test('each service can go live separately', () => {
  expect(readConfig(PAYPAL)).toMatchObject({
    paypal: { environment: 'production' },
    shippo: null,
    mapbox: null,
  })
  expect(readConfig({ ...PAYPAL, PAYPAL_ENV: 'sandbox' }).paypal).toMatchObject({
    environment: 'sandbox',
    apiBase: 'https://api-m.sandbox.paypal.com',
    scriptUrl: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
  })
  expect(readConfig({ ...SENDER, SHIPPO_TOKEN: 'shippo_live_1' })).toMatchObject({
    paypal: null,
    shippo: { apiBase: 'https://api.goshippo.com' },
  })
  expect(readConfig({ MAPBOX_TOKEN: 'sk.1' }).mapbox).toMatchObject({ apiBase: 'https://api.mapbox.com' })
  expect(readConfig(SMTP).mail).toEqual({
    smtpUrl: 'smtps://mail.example',
    from: 'shop@frame.example',
    inbox: 'shop@frame.example',
    service: null,
  })
})

test('a shop at an https address has no sandbox payments unless ALLOW_SANDBOX is set', () => {
  const environment = { PUBLIC_ORIGIN: 'https://frame.example' }
  expect(readConfig(environment)).toMatchObject({ paypal: null, allowsSandbox: false })
  expect(readConfig({ ...environment, ALLOW_SANDBOX: '1' }).allowsSandbox).toBe(true)
  expect(readConfig({ PUBLIC_ORIGIN: 'http://localhost:3000' }).allowsSandbox).toBe(true)
  const live = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' }
  expect(readConfig({ ...environment, ...live }).paypal?.apiBase).toBe('https://api-m.paypal.com')
})

test('addresses of services for tests are on this machine', () => {
  const SERVICE_ADDRESSES = 'paypal=http://127.0.0.1:4000,script=/sandbox/paypal/sdk.js?v=1'
  expect(readConfig({ SERVICE_ADDRESSES }).serviceAddresses).toEqual({
    paypal: 'http://127.0.0.1:4000',
    script: '/sandbox/paypal/sdk.js?v=1',
  })
  for (const wrong of ['paypal=http://10.0.0.1:4000', 'paypal=http://127.0.0.1:4000.evil.example', 'x=1'])
    expect(() => readConfig({ SERVICE_ADDRESSES: wrong })).toThrow('SERVICE_ADDRESSES')
})

test('pictures are stored in the data folder, or where the settings say', () => {
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

test('an empty variable counts as not set', () => {
  expect(readConfig({ SHIPPO_TOKEN: '', PORT: '' })).toMatchObject({ port: 3000, shippo: null })
})

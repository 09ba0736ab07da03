import Fastify, { type FastifyInstance } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SENDER } from '#test/sender.ts'
import { readConfig } from '#server/kernel/config/config.ts'
import { sandboxPages } from '#server/platform/http/sandbox-pages.ts'
import { launchSandboxes } from '#server/start/sandbox-process.ts'
import { connectProviders } from './connect.ts'

let folder: string
let cleanups: (() => Promise<unknown>)[]
let app: FastifyInstance
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frame-connect-'))
  cleanups = []
  app = Fastify()
})
afterEach(async () => {
  await app.close()
  for (const close of cleanups.toReversed()) await close()
  rmSync(folder, { recursive: true })
})

/** Connects like the shop, with the process of the sandboxes. */
async function connect(env: Record<string, string>) {
  const config = readConfig({ DATA_DIR: folder, ...env })
  const sandboxes = launchSandboxes(config, () => {})
  cleanups.push(async () => sandboxes?.stop())
  const report = sandboxes && (await sandboxes.start())
  const { providers, close } = connectProviders(config, report)
  cleanups.push(close)
  if (report) await app.register(sandboxPages(report.web))
  return { providers, report }
}

const LIVE = {
  PAYPAL_CLIENT_ID: 'ours',
  PAYPAL_CLIENT_SECRET: 'secret',
  ...SENDER,
  SHIPPO_TOKEN: 'shippo_live_ours',
  MAPBOX_TOKEN: 'pk.ours',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'shop@frame.example',
}
/** Settings that are only valid together with another setting. */
const DEPENDENT = new Set(['PAYPAL_CLIENT_SECRET', 'MAIL_FROM', ...Object.keys(SENDER)])

const control = (payload: object, service = 'payments') =>
  app.inject({ method: 'POST', url: `/sandbox/controls/${service}`, payload })

const CONTROL = { method: 'POST', url: '/sandbox/controls/payments', payload: { clearFaults: true } } as const

test('without credentials every service is a sandbox without controls', async () => {
  const { providers } = await connect({})
  expect(Object.values(providers).map(({ mode }) => mode)).toEqual(Array(4).fill('sandbox'))
  expect((await app.inject('/sandbox/paypal/web-sdk/v6/core')).statusCode).toBe(200)
  expect((await app.inject(CONTROL)).statusCode).toBe(404)
})

test('with live credentials there is no sandbox', async () => {
  const { providers, report } = await connect({
    ...LIVE,
    SPOTIFY_PLAYLIST_ID: '37i9dQZF1DX4sWSpwq3LiO',
  })
  expect(Object.values(providers).map(({ mode }) => mode)).toEqual(Array(4).fill('live'))
  expect(report).toBeNull()
  for (const url of ['/sandbox/paypal/web-sdk/v6/core', '/sandbox/paypal/checkoutnow?token=A'])
    expect((await app.inject(url)).statusCode).toBe(404)
  expect((await app.inject(CONTROL)).statusCode).toBe(404)
})

test.each(Object.entries(LIVE).filter(([name]) => !DEPENDENT.has(name)))(
  'SANDBOX_CONTROLS is refused together with %s',
  (name, value) => {
    const secret = name === 'PAYPAL_CLIENT_ID' ? { PAYPAL_CLIENT_SECRET: 'secret' } : {}
    expect(() => readConfig({ SANDBOX_CONTROLS: '1', [name]: value, ...secret })).toThrow(
      `SANDBOX_CONTROLS: is for tests, and not for a shop with ${name}`,
    )
  },
)

test('SANDBOX_CONTROLS is refused at an https address', () => {
  const env = { SANDBOX_CONTROLS: '1', PUBLIC_ORIGIN: 'https://frame.example', ALLOW_SANDBOX: '1' }
  expect(() => readConfig(env)).toThrow('SANDBOX_CONTROLS: is for tests')
})

test('with controls a sandbox fails on request, and recovers', async () => {
  const { providers } = await connect({ SANDBOX_CONTROLS: '1' })
  expect((await control({ fault: { kind: 'wrong-page', times: 1 } })).json()).toEqual({ done: true })
  await expect(providers.payments.check()).rejects.toThrow('unreadable')
  await expect(providers.payments.check()).resolves.toBeUndefined()
  await control({ fault: { kind: 'wrong-page', times: 9 } })
  await control({ clearFaults: true })
  await expect(providers.payments.check()).resolves.toBeUndefined()
  expect((await control({ fault: { kind: 'burn' } })).statusCode).toBe(400)
  expect((await control({ clearFaults: true }, 'weather')).statusCode).toBe(404)
  expect((await control({ clearFaults: true }, '__proto__')).statusCode).toBe(404)
  expect((await control({ capture: { id: 'UNKNOWN' } })).statusCode).toBe(409)
  expect((await control({ endRefund: { id: 'UNKNOWN', state: 'FAILED' } })).statusCode).toBe(409)
  expect((await control({ refund: { id: 'UNKNOWN' } })).statusCode).toBe(409)
  expect((await control({ captureDifference: { colour: 'red' } })).statusCode).toBe(400)
})

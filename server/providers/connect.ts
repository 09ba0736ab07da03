/** Each outside service, live where its credentials are set, else the same client on a sandbox inside this process. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { brand } from '#shared/brand.ts'
import type { Config } from '../config/config.ts'
import { sandboxMail } from './mail/catcher.ts'
import { smtpMail } from './mail/smtp.ts'
import { mapboxMaps } from './mapbox/client.ts'
import type { Maps } from './maps.ts'
import { paypalPayments } from './paypal/client.ts'
import type { Deliver } from './paypal/sandbox/events.ts'
import type { Mail, Payments, Providers, Shipping } from './providers.ts'
import type { Sandbox } from './sandbox/server.ts'
import { shippoShipping } from './shippo/client.ts'

export type Connected = {
  providers: Providers
  /** Routes of the sandboxes' browser side, for the app to mount. */
  sandboxes: ((app: FastifyInstance) => Promise<void>)[]
  close: () => Promise<void>
}

type Told = {
  /** Words for the terminal while the start waits. */
  say: (words: string) => void
  /** The sandboxes belong to another instance from now on: this process should end. */
  onLost: (error: Error) => void
}

/**
 * Connects each service. Where PayPal or Shippo is a sandbox, no other instance may be open on the same PostgreSQL:
 * throws SandboxesInUse.
 */
export async function connectProviders(config: Config, told: Told): Promise<Connected> {
  const closing: (() => Promise<void>)[] = []
  const release = await holdSandboxesOf(config, told)
  const sandboxes: Connected['sandboxes'] = []
  const started: Started = {}
  const keep = (service: keyof Started, sandbox: Sandbox) => {
    started[service] = sandbox
    closing.push(() => sandbox.close())
  }
  const payments = config.paypal ? livePaypal(config.paypal) : await sandboxPaypal(config, sandboxes, keep)
  const shipping = await connectShippo(config, sandboxes, keep)
  const maps = await connectMapbox(config, keep)
  if (config.music.mode === 'sandbox') {
    const { musicSandboxPlayer } = await import('./music/sandbox/player.ts')
    sandboxes.push(musicSandboxPlayer)
  }
  if (config.sandboxControls) {
    const { sandboxControls } = await import('./sandbox/controls.ts')
    sandboxes.push(sandboxControls(started))
  }
  return {
    providers: { payments, shipping, maps, mail: connectMail(config, closing) },
    sandboxes,
    close: async () => {
      for (const close of closing) await close()
      await release()
    },
  }
}

/** SQLite has one process in any case, by the lock of its folder. */
async function holdSandboxesOf(
  { databaseUrl, paypal, shippo }: Config,
  told: Told,
): Promise<() => Promise<void>> {
  const services = [...(paypal ? [] : ['PayPal']), ...(shippo ? [] : ['Shippo'])]
  if (databaseUrl === null || services.length === 0) return async () => {}
  const { holdSandboxes } = await import('./sandbox/one-process.ts')
  return holdSandboxes({ databaseUrl, services, ...told })
}

/** The sandboxes of this process, by service; what is live is not among them. */
type Started = { payments?: Sandbox; shipping?: Sandbox; maps?: Sandbox }

type Keep = (service: keyof Started, sandbox: Sandbox) => void

function livePaypal(paypal: NonNullable<Config['paypal']>): Payments {
  return paypalPayments({ ...paypal, merchantId: paypal.merchantId ?? undefined, mode: 'live' })
}

async function sandboxPaypal(
  config: Config,
  sandboxes: Connected['sandboxes'],
  keep: Keep,
): Promise<Payments> {
  const { startPaypalSandbox } = await import('./paypal/sandbox/sandbox.ts')
  const { paypalSandboxBrowser } = await import('./paypal/sandbox/browser.ts')
  const credentials = { clientId: 'FRAME-SANDBOX', clientSecret: randomBytes(24).toString('base64url') }
  const sandbox = await startPaypalSandbox({
    ...credentials,
    publicOrigin: config.publicOrigin ?? `http://localhost:${config.port}`,
    // What "PayPal" knows must outlive a crash of the shop, as the real one would.
    stateFile: join(config.dataDir, 'paypal-sandbox.jsonl'),
    ...(config.port === 0 ? {} : { deliver: deliverTo(config) }),
  })
  keep('payments', sandbox)
  sandboxes.push(async (app) => {
    await app.register(paypalSandboxBrowser(sandbox))
  })
  return paypalPayments({
    ...credentials,
    apiBase: sandbox.apiBase,
    // The name changes with the process, so that a browser never runs yesterday's script.
    scriptUrl: `${sandbox.scriptPath}?v=${createHash('sha256').update(sandbox.apiBase).digest('hex').slice(0, 8)}`,
    environment: 'sandbox',
    mode: 'sandbox',
    merchantId: sandbox.merchantId,
    webhookId: sandbox.webhooks.id,
    brandName: brand.mark,
  })
}

/** Brings the sandbox's webhooks to this very shop, over the same door as PayPal's. */
function deliverTo({ host, port }: Config): Deliver {
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const origin = `http://${here.includes(':') ? `[${here}]` : here}:${port}`
  return async ({ headers, body }) => {
    const answer = await fetch(`${origin}/api/paypal/webhook`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    })
    await answer.body?.cancel()
    return answer.status
  }
}

async function connectShippo(
  config: Config,
  sandboxes: Connected['sandboxes'],
  keep: Keep,
): Promise<Shipping> {
  if (config.shippo) return shippoShipping({ ...config.shippo, from: config.shipFrom, mode: 'live' })
  const { startShippoSandbox } = await import('./shippo/sandbox.ts')
  const { shippoSandboxBrowser } = await import('./shippo/sandbox-browser.ts')
  const token = `shippo_test_${randomBytes(16).toString('hex')}`
  // The labels it has sold must outlive a crash of the shop, as the real ones would.
  const sandbox = await startShippoSandbox({ token, stateFile: join(config.dataDir, 'shippo-sandbox.jsonl') })
  keep('shipping', sandbox)
  sandboxes.push(async (app) => {
    await app.register(shippoSandboxBrowser(sandbox, config.shippoWebhookSecret))
  })
  return shippoShipping({ token, apiBase: sandbox.apiBase, from: config.shipFrom, mode: 'sandbox' })
}

async function connectMapbox(config: Config, keep: Keep): Promise<Maps> {
  const reports = config.mapsReports
  if (config.mapbox) return mapboxMaps({ ...config.mapbox, reports, mode: 'live' })
  const { startMapboxSandbox } = await import('./mapbox/sandbox.ts')
  const token = `pk.sandbox.${randomBytes(16).toString('hex')}`
  const sandbox = await startMapboxSandbox({ token })
  keep('maps', sandbox)
  const base = sandbox.apiBase
  return mapboxMaps({ token, apiBase: base, contributeBase: base, reports, mode: 'sandbox' })
}

function connectMail({ mail }: Config, closing: (() => Promise<void>)[]): Mail {
  const client = mail.smtpUrl ? smtpMail({ url: mail.smtpUrl, mode: 'live' }) : sandboxMail()
  closing.push(() => client.close())
  return client
}

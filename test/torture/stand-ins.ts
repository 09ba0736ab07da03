/**
 * Stand-ins for PayPal, Shippo, Mapbox and the mail server that several instances share. An instance without
 * credentials starts its own, and would not know a payment that was opened at another instance.
 */
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { startMapboxSandbox } from '#server/providers/mapbox/sandbox.ts'
import { paypalSandboxBrowser } from '#server/providers/paypal/sandbox/browser.ts'
import { startPaypalSandbox, type PaypalSandbox } from '#server/providers/paypal/sandbox/sandbox.ts'
import { startShippoSandbox, type ShippoSandbox } from '#server/providers/shippo/sandbox.ts'

export type StandIns = {
  /** The settings by which an instance finds them. */
  env: Record<string, string>
  paypal: PaypalSandbox
  shippo: ShippoSandbox
  /** The port that serves PayPal's window; its paths begin with /sandbox/paypal/. */
  windowPort: number
  close: () => Promise<void>
}

/**
 * Starts all of them on free ports.
 * @param folder where PayPal's and Shippo's journals are kept; `readPaypalJournal` reads them there
 * @param origin the shop's public origin: links in PayPal's answers begin with it, and webhooks go there
 */
export async function startStandIns(folder: string, origin: string): Promise<StandIns> {
  const secret = randomBytes(16).toString('hex')
  const paypal = await startPaypalSandbox({
    clientId: 'shared-stand-in',
    clientSecret: secret,
    publicOrigin: origin,
    stateFile: join(folder, 'paypal-sandbox.jsonl'),
    deliver: (delivery) => deliver(origin, delivery),
  })
  const token = `shippo_test_${secret}`
  const shippo = await startShippoSandbox({ token, stateFile: join(folder, 'shippo-sandbox.jsonl') })
  const mapbox = await startMapboxSandbox({ token: 'pk.shared' })
  const mail = await startMailServer()
  const window = Fastify({ forceCloseConnections: true })
  await window.register(paypalSandboxBrowser(paypal))
  await window.listen({ port: 0, host: '127.0.0.1' })
  return {
    env: {
      PAYPAL_CLIENT_ID: 'shared-stand-in',
      PAYPAL_CLIENT_SECRET: secret,
      PAYPAL_ENV: 'sandbox',
      PAYPAL_API_BASE: paypal.apiBase,
      PAYPAL_SCRIPT_URL: paypal.scriptPath,
      PAYPAL_MERCHANT_ID: paypal.merchantId,
      PAYPAL_WEBHOOK_ID: paypal.webhooks.id,
      SHIPPO_TOKEN: token,
      SHIPPO_API_BASE: shippo.apiBase,
      ...SENDER,
      MAPBOX_TOKEN: 'pk.shared',
      MAPBOX_API_BASE: mapbox.apiBase,
      MAPBOX_CONTRIBUTE_BASE: mapbox.apiBase,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'shop@example.com',
    },
    paypal,
    shippo,
    windowPort: (window.server.address() as AddressInfo).port,
    close: async () => {
      await window.close()
      await Promise.all([paypal.close(), shippo.close(), mapbox.close(), mail.close()])
    },
  }
}

/** Wanted as soon as a Shippo token is set. */
const SENDER = {
  SHIP_FROM_STREET: '145 Church Street NW',
  SHIP_FROM_CITY: 'Vienna',
  SHIP_FROM_STATE: 'VA',
  SHIP_FROM_ZIP: '22180',
  SHIP_FROM_PHONE: '703 555 0139',
}

type Delivery = { headers: Record<string, string | undefined>; body: Buffer }

/** Answers the shop's status, or 503 when nothing answers: PayPal then delivers again later. */
async function deliver(origin: string, { headers, body }: Delivery): Promise<number> {
  try {
    const answer = await fetch(`${origin}/api/paypal/webhook`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 503
  }
}

/** Takes every mail and keeps none. */
async function startMailServer(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => done())
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

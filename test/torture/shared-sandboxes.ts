/**
 * Sandboxes of PayPal, Shippo, Mapbox and the mail server that several instances share. An instance without credentials
 * would start its own sandboxes, which do not have the payments that were opened at another instance.
 */
import type { PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { SENDER } from '../sender.ts'

export type SharedSandboxes = {
  /** Environment variables for the instances. */
  env: Record<string, string>
  paypal: PaypalSandbox
  shippo: ShippoSandbox
  /** The port of PayPal's window; its paths begin with /sandbox/paypal/. */
  windowPort: number
  close: () => Promise<void>
}

/**
 * Starts all of them on free ports.
 * @param folder the folder of PayPal's and Shippo's journals, for `readPaypalJournal`
 * @param origin the shop's public origin, used in links of PayPal's responses and for webhooks
 * @param now the clock of the sandboxes, in milliseconds since 1970
 */
export async function startSharedSandboxes(
  folder: string,
  origin: string,
  now: () => number = Date.now,
): Promise<SharedSandboxes> {
  const sandbox = await startSandbox({
    services: ['paypal', 'shippo', 'mapbox', 'mail'],
    folder,
    publicOrigin: origin,
    shopOrigin: origin,
    now,
  })
  const { report, paypal, shippo } = sandbox
  return {
    env: {
      PAYPAL_CLIENT_ID: report.paypal!.clientId,
      PAYPAL_CLIENT_SECRET: report.paypal!.clientSecret,
      PAYPAL_ENV: 'sandbox',
      PAYPAL_API_BASE: report.paypal!.apiBase,
      PAYPAL_SCRIPT_URL: report.paypal!.scriptUrl,
      PAYPAL_MERCHANT_ID: report.paypal!.merchantId,
      PAYPAL_WEBHOOK_ID: report.paypal!.webhookId,
      SHIPPO_TOKEN: report.shippo!.token,
      SHIPPO_API_BASE: report.shippo!.apiBase,
      ...SENDER,
      MAPBOX_TOKEN: report.mapbox!.token,
      MAPBOX_API_BASE: report.mapbox!.apiBase,
      MAPBOX_CONTRIBUTE_BASE: report.mapbox!.apiBase,
      SMTP_URL: report.mail!.smtpUrl,
      MAIL_FROM: 'shop@example.com',
    },
    paypal,
    shippo,
    windowPort: Number(new URL(report.web).port),
    close: () => sandbox.close(),
  }
}

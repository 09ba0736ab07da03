/**
 * Sandboxes of PayPal, Shippo, Mapbox and the mail server that several instances share. An instance without credentials
 * would start its own sandboxes, which do not have the payments that were opened at another instance.
 */
import type { Catcher } from '#sandbox/mail/catcher.ts'
import type { PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import type { SandboxReport } from '#shared/providers/sandbox.ts'
import { SENDER } from '../sender.ts'

export type SharedSandboxes = {
  /** Environment variables for the instances. */
  env: Record<string, string>
  paypal: PaypalSandbox
  shippo: ShippoSandbox
  mail: Catcher
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
  const { report, paypal, shippo, mail } = sandbox
  return {
    env: {
      ...paypalAndMail(report),
      SHIPPO_TOKEN: report.shippo!.token,
      SHIPPO_API_BASE: report.shippo!.apiBase,
      ...SENDER,
      MAPBOX_TOKEN: report.mapbox!.token,
      MAPBOX_API_BASE: report.mapbox!.apiBase,
      MAPBOX_CONTRIBUTE_BASE: report.mapbox!.apiBase,
    },
    paypal,
    shippo,
    mail,
    windowPort: Number(new URL(report.web).port),
    close: () => sandbox.close(),
  }
}

/** The environment variables with which a shop uses the sandboxes of PayPal and of the mail server. */
export function paypalAndMail({
  paypal,
  mail,
}: Pick<SandboxReport, 'paypal' | 'mail'>): Record<string, string> {
  return {
    PAYPAL_CLIENT_ID: paypal!.clientId,
    PAYPAL_CLIENT_SECRET: paypal!.clientSecret,
    PAYPAL_ENV: 'sandbox',
    PAYPAL_API_BASE: paypal!.apiBase,
    PAYPAL_SCRIPT_URL: paypal!.scriptUrl,
    GOOGLE_PAY_SCRIPT_URL: paypal!.googleScriptUrl,
    APPLE_PAY_SCRIPT_URL: paypal!.appleScriptUrl,
    PAYPAL_MERCHANT_ID: paypal!.merchantId,
    PAYPAL_WEBHOOK_ID: paypal!.webhookId,
    SMTP_URL: mail!.smtpUrl,
    MAIL_FROM: 'shop@example.com',
  }
}

/**
 * Creates the client of each outside service. The client calls the live service if its credentials are set, otherwise
 * the sandbox.
 */
import { brand } from '#shared/kernel/brand.ts'
import type { SandboxReport } from '#shared/providers/sandbox.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { caughtText, smtpMail } from './mail/smtp.ts'
import { mapboxMaps } from './mapbox/client.ts'
import { paypalPayments, type PaypalOptions } from './paypal/client.ts'
import type { Mail, Providers } from './providers.ts'
import { shippoShipping } from './shippo/client.ts'

export type Connected = { providers: Providers; close: () => Promise<void> }

/** For tests: the clients' time limits in milliseconds, and their clock. */
type Tuning = {
  payments?: Pick<PaypalOptions, 'timeoutMs' | 'captureTimeoutMs' | 'backoffMs' | 'now'>
  shipping?: { timeoutMs?: number }
  maps?: { timeoutMs?: number }
}

/**
 * Creates the clients without making any calls.
 * @param sandbox the addresses of the sandboxes; must include every service without credentials
 */
export function connectProviders(
  config: Config,
  sandbox: SandboxReport | null,
  tuning: Tuning = {},
): Connected {
  const { mail, close } = connectMail(config, sandbox?.mail)
  const { paypal, shippo, mapbox } = config
  const { mapsReports: reports, shipFrom: from } = config
  const payments = paypalPayments({
    ...tuning.payments,
    shopOrigin: config.publicOrigin,
    ...(paypal
      ? { ...paypal, merchantId: paypal.merchantId ?? undefined, mode: 'live' }
      : {
          ...required(sandbox?.paypal, 'PayPal'),
          environment: 'sandbox',
          mode: 'sandbox',
          brandName: brand.mark,
          // The sandbox returns buyers to it, as PayPal does.
          returnOrigin: config.publicOrigin ?? `http://localhost:${config.port}`,
        }),
  })
  const shipping = shippoShipping({
    ...tuning.shipping,
    from,
    ...(shippo ? { ...shippo, mode: 'live' } : { ...required(sandbox?.shippo, 'Shippo'), mode: 'sandbox' }),
  })
  const maps = mapboxMaps({
    ...tuning.maps,
    reports,
    ...(mapbox
      ? { ...mapbox, mode: 'live' }
      : { ...oneBase(required(sandbox?.mapbox, 'Mapbox')), mode: 'sandbox' }),
  })
  return { providers: { payments, shipping, maps, mail }, close }
}

/** The options for the Mapbox sandbox, which accepts map corrections at the same address. */
function oneBase({ token, apiBase }: { token: string; apiBase: string }) {
  return { token, apiBase, contributeBase: apiBase }
}

function connectMail(
  { mail }: Config,
  sandbox: SandboxReport['mail'],
): { mail: Mail; close: () => Promise<void> } {
  if (mail.smtpUrl) {
    const client = smtpMail({ url: mail.smtpUrl, mode: 'live' })
    return { mail: client, close: () => client.close() }
  }
  const { smtpUrl, caughtUrl } = required(sandbox, 'mail')
  const client = smtpMail({ url: smtpUrl, mode: 'sandbox' })
  return { mail: { ...client, caught: (id) => caughtText(caughtUrl, id) }, close: () => client.close() }
}

function required<T>(service: T | undefined, name: string): T {
  if (service === undefined) throw new Error(`${name} has neither credentials nor a sandbox`)
  return service
}

/**
 * Creates the client of each outside service. The client calls the live service if there are credentials for it, otherwise
 * the sandbox.
 */
import { brand } from '#shared/kernel/brand.ts'
import type { SandboxReport } from '#shared/providers/sandbox.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { isPublic } from '#server/kernel/network/public-address.ts'
import { caughtText, smtpMail } from './mail/smtp.ts'
import { mapboxMaps } from './mapbox/client.ts'
import { notConnected } from './not-connected.ts'
import type { Payments } from './payments.ts'
import { paypalPayments, type PaypalOptions } from './paypal/client.ts'
import type { Maps } from './maps.ts'
import type { Mail, Providers } from './providers.ts'
import type { Shipping } from './shipping.ts'
import { shippoShipping } from './shippo/client.ts'

/** The credentials and addresses of the services: of the environment, or entered by an owner. Null for those without. */
export type Services = Pick<Config, 'paypal' | 'shippo' | 'mapbox' | 'shippoWebhookSecret'> & {
  mail: Config['mail'] & {
    /** Whether the host was typed by an owner, so that it must be on the public internet. */
    isTyped?: true
  }
}

/** Creates the clients, without making any calls. Without credentials, they call the sandbox. */
export type Connector = {
  payments: (paypal: Services['paypal']) => Payments
  shipping: (shippo: Services['shippo']) => Shipping
  maps: (mapbox: Services['mapbox']) => Maps
  mail: (mail: Services['mail']) => { client: Mail; close: () => Promise<void> }
}

export type Connected = { providers: Providers; connector: Connector; close: () => Promise<void> }

/** For tests: the clients' time limits in milliseconds, and their clock. */
type Tuning = {
  payments?: Pick<PaypalOptions, 'timeoutMs' | 'captureTimeoutMs' | 'backoffMs' | 'now'>
  shipping?: { timeoutMs?: number }
  maps?: { timeoutMs?: number }
}

/** The services of the environment. */
export function servicesIn({ paypal, shippo, mapbox, mail, shippoWebhookSecret }: Services): Services {
  return { paypal, shippo, mapbox, mail, shippoWebhookSecret }
}

/**
 * Creates the clients without making any calls.
 * @param sandbox the addresses of the sandboxes; must include every service without credentials, except PayPal in a shop that
 * may not take sandbox payments
 */
export function connectProviders(
  config: Config,
  sandbox: SandboxReport | null,
  tuning: Tuning = {},
): Connected {
  const connector = openConnector(config, sandbox, tuning)
  const mail = connector.mail(config.mail)
  const providers = {
    payments: connector.payments(config.paypal),
    shipping: connector.shipping(config.shippo),
    maps: connector.maps(config.mapbox),
    mail: mail.client,
  }
  return { providers, connector, close: mail.close }
}

const NO_PAYPAL = 'PayPal is not connected, so the shop takes no payments. Connect it under Services'

function openConnector(config: Config, sandbox: SandboxReport | null, tuning: Tuning): Connector {
  return {
    payments: (paypal) =>
      paypal || config.allowsSandbox
        ? paypalPayments({
            ...tuning.payments,
            shopOrigin: config.publicOrigin,
            ...(paypal ? livePaypal(paypal) : sandboxPaypal(config, sandbox)),
          })
        : notConnected('payments', NO_PAYPAL),
    shipping: (shippo) =>
      shippoShipping({
        ...tuning.shipping,
        from: config.shipFrom,
        ...(shippo
          ? { ...shippo, mode: 'live' }
          : { ...required(sandbox?.shippo, 'Shippo'), mode: 'sandbox' }),
      }),
    maps: (mapbox) =>
      mapboxMaps({
        ...tuning.maps,
        reports: config.mapsReports,
        ...(mapbox
          ? { ...mapbox, mode: 'live' }
          : { ...oneBase(required(sandbox?.mapbox, 'Mapbox')), mode: 'sandbox' }),
      }),
    mail: (mail) => connectMail(config, mail, sandbox?.mail),
  }
}

function livePaypal(paypal: NonNullable<Services['paypal']>) {
  return { ...paypal, merchantId: paypal.merchantId ?? undefined, mode: 'live' } as const
}

function sandboxPaypal(config: Config, sandbox: SandboxReport | null) {
  return {
    ...required(sandbox?.paypal, 'PayPal'),
    environment: 'sandbox',
    mode: 'sandbox',
    brandName: brand.mark,
    // The sandbox returns buyers to it, as PayPal does.
    returnOrigin: config.publicOrigin ?? `http://localhost:${config.port}`,
  } as const
}

/** The options for the Mapbox sandbox, which accepts map corrections at the same address. */
function oneBase({ token, apiBase }: { token: string; apiBase: string }) {
  return { token, apiBase, contributeBase: apiBase }
}

function connectMail(
  { allowsPrivateHosts }: Config,
  mail: Services['mail'],
  sandbox: SandboxReport['mail'],
): { client: Mail; close: () => Promise<void> } {
  if (mail.smtpUrl) {
    const rule = mail.isTyped && !allowsPrivateHosts ? { mayReach: isPublic } : {}
    const client = smtpMail({ url: mail.smtpUrl, mode: 'live', ...rule })
    return { client, close: () => client.close() }
  }
  const { smtpUrl, caughtUrl } = required(sandbox, 'mail')
  const client = smtpMail({ url: smtpUrl, mode: 'sandbox' })
  return { client: { ...client, caught: (id) => caughtText(caughtUrl, id) }, close: () => client.close() }
}

function required<T>(service: T | undefined, name: string): T {
  if (service === undefined) throw new Error(`${name} has neither credentials nor a sandbox`)
  return service
}

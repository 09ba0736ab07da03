/**
 * The messages between the shop and its sandbox process when that process starts. They are sent as JSON.
 */

/** The services that a sandbox can replace. */
export const SANDBOX_SERVICES = ['paypal', 'shippo', 'mapbox', 'mail', 'music'] as const

export type SandboxService = (typeof SANDBOX_SERVICES)[number]

/** The path on the shop's origin below which browsers load everything from the sandboxes. */
export const SANDBOX_PATH = '/sandbox'

export type SandboxSettings = {
  services: SandboxService[]
  /** The folder that stores PayPal's orders and Shippo's labels; null keeps them in memory. */
  folder: string | null
  /** The shop's origin as customers see it, for links in PayPal's answers. */
  publicOrigin: string
  /** The origin to which webhooks are posted; null sends none. */
  shopOrigin: string | null
  /** The last part of the address of the shop's webhook for Shippo; null sends it none. */
  shippoWebhookSecret: string | null
  /** Whether browsers may make the sandboxes fail; only for tests. */
  controls: boolean
  /** The report of the previous process, whose addresses and credentials are reused; null if there was none. */
  again: SandboxReport | null
}

/** The addresses and credentials of the sandboxes, which replace the settings of live services. */
export type SandboxReport = {
  /** The origin of the pages and scripts for browsers. */
  web: string
  paypal?: {
    clientId: string
    clientSecret: string
    apiBase: string
    /** A path of the shop. */
    scriptUrl: string
    merchantId: string
    webhookId: string
  }
  shippo?: { token: string; apiBase: string }
  mapbox?: { token: string; apiBase: string }
  /** A GET of `caughtUrl` + `/` + a Message-ID answers the `{ text }` of a sent mail, or 404. */
  mail?: { smtpUrl: string; caughtUrl: string }
}

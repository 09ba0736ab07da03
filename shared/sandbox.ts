/**
 * What the shop and the process of its sandboxes say to each other when that process starts. Plain data: it crosses from
 * one process to the other as JSON.
 */

/** The services that a sandbox can stand in for. */
export const SANDBOX_SERVICES = ['paypal', 'shippo', 'mapbox', 'mail', 'music'] as const

export type SandboxService = (typeof SANDBOX_SERVICES)[number]

/** Everything that browsers load from a sandbox has an address that begins with this, on the shop's own origin. */
export const SANDBOX_PATH = '/sandbox'

export type SandboxSettings = {
  services: SandboxService[]
  /** Where PayPal's orders and Shippo's labels are kept; null keeps them in memory. */
  folder: string | null
  /** The shop's origin as customers see it, for links in PayPal's answers. */
  publicOrigin: string
  /** The origin that webhooks are posted to; null sends none. */
  shopOrigin: string | null
  /** The last part of the address of the shop's webhook for Shippo; null sends it none. */
  shippoWebhookSecret: string | null
  /** Whether browsers may make the sandboxes fail; for tests alone. */
  controls: boolean
  /** What the process before this one reported: the same addresses and credentials are used again. */
  again: SandboxReport | null
}

/** Where the sandboxes are, and the credentials that they take: what the settings of a live service would say. */
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
  /** `caughtUrl` + `/` + a Message-ID answers `{ text }` of a mail that was sent, or 404. */
  mail?: { smtpUrl: string; caughtUrl: string }
}

/**
 * The messages that the shop and its sandbox process exchange when the process starts and when the shop's clock is
 * moved. They are sent as JSON.
 */

/** The services that have a sandbox. */
export const SANDBOX_SERVICES = ['paypal', 'shippo', 'mapbox', 'mail', 'music'] as const

export type SandboxService = (typeof SANDBOX_SERVICES)[number]

/** Browsers reach the sandboxes at paths on the shop's origin that begin with this path. */
export const SANDBOX_PATH = '/sandbox'

export type SandboxSettings = {
  services: SandboxService[]
  /** The folder that stores PayPal's orders and Shippo's labels; null keeps them in memory. */
  folder: string | null
  /** The shop's origin as customers see it, for links in PayPal's answers. */
  publicOrigin: string
  /** The origin to which webhooks are posted; if null, none are sent. */
  shopOrigin: string | null
  /** The last part of the URL of the shop's webhook for Shippo; if null, no webhooks are sent to it. */
  shippoWebhookSecret: string | null
  /** Whether browsers may make the sandboxes fail; only for tests. */
  controls: boolean
  /** The report of the previous process, whose addresses and credentials are reused; null if there was none. */
  again: SandboxReport | null
  /** How far the shop's clock is ahead, in milliseconds. */
  ahead: number
}

/** Sent when the shop's clock was moved. */
export type SandboxMove = { ahead: number }

/** The addresses and credentials of the sandboxes, which replace the settings of live services. */
export type SandboxReport = {
  /** The origin of the pages and scripts for browsers. */
  web: string
  paypal?: {
    clientId: string
    clientSecret: string
    apiBase: string
    /** Paths on the shop's origin: PayPal's script, and those that replace Google's and Apple's. */
    scriptUrl: string
    googleScriptUrl: string
    appleScriptUrl: string
    merchantId: string
    webhookId: string
  }
  shippo?: { token: string; apiBase: string }
  mapbox?: { token: string; apiBase: string }
  /** A GET request to `caughtUrl` + `/` + a Message-ID returns the `{ text }` of a sent mail, or 404. */
  mail?: { smtpUrl: string; caughtUrl: string }
}

/**
 * The sandboxes replace PayPal, Shippo, Mapbox, the mail server and the music player if the shop has no credentials for
 * them. They implement the protocols of the real services, HTTP and SMTP, on ports of this machine. No payment, parcel
 * or mail is real. The shop runs the sandboxes in a separate process (`main.ts`). Tests may start them in the test's
 * process.
 */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SANDBOX_SERVICES, type SandboxReport, type SandboxSettings } from '#shared/providers/sandbox.ts'
import { postTo, type Post } from './deliver.ts'
import { lockFolder } from './lock-folder.ts'
import { caughtRoute, startCatcher, type Catcher } from './mail/catcher.ts'
import { startMapboxSandbox, type MapboxSandbox } from './mapbox/mapbox.ts'
import { musicPages } from './music/player.ts'
import { paypalPages } from './paypal/browser.ts'
import type { Deliver } from './paypal/events.ts'
import { startPaypalSandbox, type PaypalSandbox } from './paypal/paypal.ts'
import { parcelRoutes } from './shippo/tracks.ts'
import { startShippoSandbox, type ShippoSandbox } from './shippo/shippo.ts'
import { serveWeb, type WebRoute } from './web.ts'

export type SandboxOptions = Partial<SandboxSettings> & {
  /** Returns the milliseconds since 1970. Tests pass it to set the clock. */
  now?: () => number
  /** Posts webhooks; to `shopOrigin` if missing. */
  post?: Post
}

/** The running services, with methods for tests. */
type Running = { paypal: PaypalSandbox; shippo: ShippoSandbox; mapbox: MapboxSandbox; mail: Catcher }

export type Sandbox = Running & {
  /** The addresses and credentials for the shop's clients. */
  report: SandboxReport
  close(): Promise<void>
}

/**
 * Starts the sandboxes of the given services, or all sandboxes if no list is given. Rejects if a port or a file cannot
 * be opened.
 * @returns the started services only
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { services = SANDBOX_SERVICES, folder, again } = options
  const running: Partial<Running> = {}
  const keys = keysOf(again)
  const closing: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each.close()
  }
  try {
    if (folder) closing.push(await lockFolder(folder))
    if (services.includes('paypal')) closing.push((running.paypal = await startPaypal(options, keys)))
    if (services.includes('shippo')) closing.push((running.shippo = await startShippo(options, keys)))
    if (services.includes('mapbox')) closing.push((running.mapbox = await startMapbox(options, keys)))
    if (services.includes('mail'))
      closing.push((running.mail = await startCatcher(portOf(again?.mail?.smtpUrl))))
    const web = await serveWeb(await routesOf(options, running, keys), portOf(again?.web))
    closing.push(web)
    return { ...(running as Running), report: reportOf(running, keys, web.apiBase), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Keys = {
  paypal: { clientId: string; clientSecret: string }
  shippo: string
  mapbox: string
  caughtPath: string
}

/** The credentials. After a restart these are the previous ones, because the shop's clients still use them. */
function keysOf(again: SandboxReport | null | undefined): Keys {
  return {
    paypal: again?.paypal ?? { clientId: 'FRAME-SANDBOX', clientSecret: secret() },
    shippo: again?.shippo?.token ?? `shippo_test_${randomBytes(16).toString('hex')}`,
    mapbox: again?.mapbox?.token ?? `pk.sandbox.${randomBytes(16).toString('hex')}`,
    caughtPath: again?.mail ? new URL(again.mail.caughtUrl).pathname : `/caught/${secret()}`,
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function startPaypal(options: SandboxOptions, { paypal }: Keys): Promise<PaypalSandbox> {
  const { folder, publicOrigin, now, again } = options
  const post = postOf(options)
  return startPaypalSandbox({
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    port: portOf(again?.paypal?.apiBase),
    ...(publicOrigin ? { publicOrigin } : {}),
    ...(now ? { now } : {}),
    // Payments must survive a crash, as they do at PayPal.
    ...(folder ? { stateFile: join(folder, 'paypal-sandbox.jsonl') } : {}),
    ...(post ? { deliver: deliverTo(post, publicOrigin) } : {}),
  })
}

/** Webhooks with an address of another shop get nothing. */
function deliverTo(post: Post, publicOrigin = 'http://localhost'): Deliver {
  return async (delivery, url) => {
    const { origin, pathname } = new URL(url)
    return origin === new URL(publicOrigin).origin ? post(pathname, delivery) : 404
  }
}

function startShippo({ folder, now, again }: SandboxOptions, { shippo }: Keys): Promise<ShippoSandbox> {
  return startShippoSandbox({
    token: shippo,
    port: portOf(again?.shippo?.apiBase),
    ...(now ? { now } : {}),
    // Labels must survive a crash, as they do at Shippo.
    ...(folder ? { stateFile: join(folder, 'shippo-sandbox.jsonl') } : {}),
  })
}

function startMapbox({ again, now }: SandboxOptions, { mapbox }: Keys): Promise<MapboxSandbox> {
  const port = portOf(again?.mapbox?.apiBase)
  return startMapboxSandbox({ token: mapbox, port, ...(now ? { now } : {}) })
}

/** The routes for browsers, and the route for reading caught mails. */
async function routesOf(
  options: SandboxOptions,
  { paypal, shippo, mapbox, mail }: Partial<Running>,
  { caughtPath }: Keys,
): Promise<WebRoute[]> {
  const routes: WebRoute[] = []
  if (paypal) routes.push(...paypalPages(paypal))
  if (shippo) routes.push(...parcelRoutes(shippo, shippoWebhook(options)))
  if (mail) routes.push(caughtRoute(mail, caughtPath))
  if ((options.services ?? SANDBOX_SERVICES).includes('music')) routes.push(...musicPages())
  if (options.controls) {
    const { controlRoutes } = await import('./controls.ts')
    routes.push(...controlRoutes({ payments: paypal, shipping: shippo, maps: mapbox }))
  }
  return routes
}

function shippoWebhook(options: SandboxOptions): ((body: Buffer) => Promise<number>) | null {
  const post = postOf(options)
  const { shippoWebhookSecret: last } = options
  if (!post || !last) return null
  const headers = { 'content-type': 'application/json' }
  return (body) => post(`/api/shippo/webhook/${last}`, { headers, body })
}

function postOf({ post, shopOrigin }: SandboxOptions): Post | null {
  return post ?? (shopOrigin ? postTo(shopOrigin) : null)
}

function reportOf(
  { paypal, shippo, mapbox, mail }: Partial<Running>,
  keys: Keys,
  web: string,
): SandboxReport {
  return {
    web,
    ...(paypal && {
      paypal: {
        clientId: keys.paypal.clientId,
        clientSecret: keys.paypal.clientSecret,
        apiBase: paypal.apiBase,
        scriptUrl: paypal.scriptPath + versionOf(paypal),
        googleScriptUrl: paypal.googleScriptPath + versionOf(paypal),
        appleScriptUrl: paypal.appleScriptPath + versionOf(paypal),
        merchantId: paypal.merchantId,
        webhookId: paypal.webhooks.id,
      },
    }),
    ...(shippo && { shippo: { token: keys.shippo, apiBase: shippo.apiBase } }),
    ...(mapbox && { mapbox: { token: keys.mapbox, apiBase: mapbox.apiBase } }),
    ...(mail && { mail: { smtpUrl: mail.url, caughtUrl: web + keys.caughtPath } }),
  }
}

/** The URLs of scripts change with every start, so that a browser never runs a cached script of an earlier version. */
function versionOf({ apiBase }: PaypalSandbox): string {
  return `?v=${createHash('sha256').update(apiBase).digest('hex').slice(0, 8)}`
}

/** The port that the previous process used. Undefined selects a free port. */
function portOf(address: string | undefined): number | undefined {
  return address === undefined ? undefined : Number(new URL(address).port)
}

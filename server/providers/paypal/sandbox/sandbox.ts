import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Desk } from './orders.ts'
import { buyer, statusOf } from './representation.ts'
import { restListener, type Fault } from './rest.ts'
import type { OrderRequest } from './shapes.ts'
import { openStore, requestOf, type CaptureState, type Choice } from './store.ts'

export type SandboxOptions = {
  /** The only credentials the stand-in takes. */
  clientId: string
  clientSecret: string
  /** Where the shop mounts `paypalSandboxBrowser`; without a trailing slash. */
  publicPath?: string
  /** The shop's own origin, for the links in answers. */
  publicOrigin?: string
  /** A journal that lets orders outlive the process; without it they are forgotten. */
  stateFile?: string
  merchantId?: string
  /** Shown to the buyer when the order names no brand. */
  merchantName?: string
  tokenSeconds?: number
  /** Delays every answer, after the work is done. */
  latencyMs?: number
  now?: () => number
  /** 17 characters of A-Z and 0-9, never the same twice. */
  newId?: () => string
}

export type PaypalSandbox = {
  /** Base URL of the REST side: 127.0.0.1, on a port of its own. */
  apiBase: string
  publicPath: string
  /** Path of the browser SDK's stand-in, on the shop's origin. */
  scriptPath: string
  merchantId: string
  merchantName: string
  /** The one buyer's account. */
  payerId: string
  /** What the approval window shows; null for an order PayPal does not know (any more). */
  view(id: string): OrderView | null
  /** The buyer's choice; false when the order is unknown or its money already taken. */
  choose(id: string, choice: Choice): boolean
  /** Ends the review of a pending capture; false when there is none. */
  review(id: string, state: Exclude<CaptureState, 'PENDING'>): boolean
  /** Shows the next calls a fault, so that tests can prove time limits and retries. */
  misbehave(fault: Fault): void
  close(): Promise<void>
}

export type OrderView = { id: string; status: string; isDeclined: boolean; request: OrderRequest }

/**
 * Starts the stand-in for PayPal: the REST contract of shared/reference/providers.md 1.3 on a loopback port,
 * and the state behind the approval window. No money moves. Rejects when the journal cannot be opened.
 */
export async function startPaypalSandbox(options: SandboxOptions): Promise<PaypalSandbox> {
  const { now = Date.now, newId = randomId, publicPath = '/sandbox/paypal' } = options
  const { merchantId = 'FRAMEROASTERS', merchantName = 'FRAME' } = options
  const store = openStore(options.stateFile ?? null, now)
  const places = {
    api: '',
    approval: `${options.publicOrigin ?? 'http://localhost'}${publicPath}/checkoutnow`,
    seller: { merchantId, email: 'shop@sandbox.example' },
  }
  const desk: Desk = { store, places, now, newId, debugId }
  const faults: Fault[] = []
  const { clientId, clientSecret, tokenSeconds = 32_400, latencyMs = 0 } = options
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    restListener({ desk, clientId, clientSecret, tokenSeconds, latencyMs, faults }),
  )
  places.api = await listen(server)
  return {
    apiBase: places.api,
    publicPath,
    scriptPath: `${publicPath}/web-sdk/v6/core`,
    merchantId,
    merchantName,
    payerId: buyer.payerId,
    ...buyerSide(desk),
    misbehave: (fault) => void faults.push({ ...fault }),
    close: () => stop(server, store),
  }
}

function buyerSide({ store }: Desk): Pick<PaypalSandbox, 'view' | 'choose' | 'review'> {
  return {
    view(id) {
      const order = store.find(id)
      if (!order) return null
      const request = requestOf(order)
      return { id, status: statusOf(order, request), isDeclined: order.isDeclined, request }
    },
    choose(id, choice) {
      const order = store.find(id)
      if (!order || order.capture) return false
      store.change(order, { choice, isDeclined: false })
      return true
    },
    review(id, state) {
      const order = store.find(id)
      if (order?.capture?.state !== 'PENDING') return false
      store.change(order, { capture: { ...order.capture, state } })
      return true
    },
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`)
      else reject(new Error('the PayPal sandbox got no port'))
    })
  })
}

function stop(server: Server, store: { close(): void }): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      store.close()
      resolve()
    })
    server.closeAllConnections()
  })
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function randomId(): string {
  let id = ''
  while (id.length < 17) {
    // 252 is the largest multiple of 36 in a byte: above it, some letters would come more often.
    for (const byte of randomBytes(20)) if (byte < 252 && id.length < 17) id += letters[byte % 36]
  }
  return id
}

function debugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

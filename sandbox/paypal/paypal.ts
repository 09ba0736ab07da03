import { randomBytes } from 'node:crypto'
import { refuseLiveKey } from '../live-keys.ts'
import { serveSandbox, type SandboxServer } from '../server.ts'
import { openEvents, type Deliver, type Webhooks } from './events.ts'
import { emitCapture, type Desk } from './orders.ts'
import { buyer, orderAnswer, statusOf } from './representation.ts'
import { restService } from './rest.ts'
import { sellerSide, type SellerSide } from './seller.ts'
import type { OrderRequest } from './shapes.ts'
import { openStore, requestOf, type Choice } from './store.ts'

export type SandboxOptions = {
  /** The only credentials the stand-in takes. */
  clientId: string
  clientSecret: string
  /** What the addresses of `paypalPages` begin with; without a trailing slash. */
  publicPath?: string
  /** The shop's own origin, for the links in answers. */
  publicOrigin?: string
  /** A journal that lets orders outlive the process; without it they are forgotten. */
  stateFile?: string
  merchantId?: string
  /** Shown to the buyer when the order names no brand. */
  merchantName?: string
  tokenSeconds?: number
  /** Whether the credentials may use Transaction Search; they may without being told. */
  maySearch?: boolean
  /** Whether the app at PayPal has the feature Disputes; it has without being told. */
  mayReadDisputes?: boolean
  /** The id of the shop's webhook, and how deliveries get there; without it none go. */
  webhookId?: string
  deliver?: Deliver
  /** Delays every answer, after the work is done. */
  latencyMs?: number
  now?: () => number
  /** The port of 127.0.0.1 to listen on; a free one without. */
  port?: number | undefined
  /** 17 characters of A-Z and 0-9, never the same twice. */
  newId?: () => string
  /** 13 hexadecimal digits, which PayPal's errors are told apart by. */
  newDebugId?: () => string
}

export type PaypalSandbox = SandboxServer &
  SellerSide & {
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
    /**
     * Takes the money behind the shop's back, approved or not: what a shop sees that lost its own answer, its books or
     * its mind. `value` where another sum is taken; `isTold`: whether a webhook tells of it. False when the
     * order is unknown or its money taken.
     */
    captureElsewhere(id: string, value?: string, isTold?: boolean): boolean
    /** What the shop is told by itself. */
    webhooks: Webhooks
  }

export type OrderView = { id: string; status: string; isDeclined: boolean; request: OrderRequest }

/**
 * Starts the stand-in for PayPal: the REST contract of shared/reference/providers.md 1.3 on a loopback port,
 * and the state behind the approval window. No money moves. Rejects when the journal cannot be opened, and with
 * the credentials of a real account.
 */
export async function startPaypalSandbox(options: SandboxOptions): Promise<PaypalSandbox> {
  refuseLiveKey('PayPal', options.clientId)
  const { now = Date.now, newId = randomId, newDebugId = randomDebugId } = options
  const { publicPath = '/sandbox/paypal' } = options
  const { merchantId = 'FRAMERTASTERS', merchantName = 'FRAME' } = options
  const store = openStore(options.stateFile ?? null, now)
  const places = {
    api: '',
    approval: `${options.publicOrigin ?? 'http://localhost'}${publicPath}/checkoutnow`,
    seller: { merchantId, email: 'shop@sandbox.example' },
  }
  const { webhookId = 'FRAMESANDBOX', deliver = null } = options
  const { webhooks, emit, verify } = openEvents({ webhookId, deliver, now })
  const desk: Desk = {
    store,
    places,
    now,
    newId,
    debugId: newDebugId,
    emit,
    fates: [],
    twists: [],
    omissions: new Map(),
  }
  const { clientId, clientSecret, tokenSeconds = 32_400, latencyMs = 0 } = options
  const { maySearch = true, mayReadDisputes = true } = options
  const rest = restService({
    desk,
    verify,
    webhookId,
    clientId,
    clientSecret,
    tokenSeconds,
    latencyMs,
    maySearch,
    mayReadDisputes,
  })
  const server = await serveSandbox({ ...rest, port: options.port })
  places.api = server.apiBase
  return {
    ...server,
    publicPath,
    scriptPath: `${publicPath}/web-sdk/v6/core`,
    merchantId,
    merchantName,
    payerId: buyer.payerId,
    webhooks,
    ...buyerSide(desk),
    ...sellerSide(desk),
    captureElsewhere: (id, value, isTold) => captureElsewhere(desk, id, value, isTold),
    close: async () => {
      await server.close()
      store.close()
    },
  }
}

function captureElsewhere(desk: Desk, id: string, value?: string, isTold = true): boolean {
  const { store, now, newId } = desk
  const order = store.find(id)
  if (!order || order.capture) return false
  const ids = requestOf(order).purchase_units.map(newId)
  const taken = { at: now(), ids, state: 'COMPLETED' as const, ...(value === undefined ? {} : { value }) }
  store.change(order, { choice: 'approve', isDeclined: false, capture: taken })
  if (isTold) emitCapture(desk, order, 'COMPLETED')
  return true
}

function buyerSide({ store, places, emit }: Desk): Pick<PaypalSandbox, 'view' | 'choose'> {
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
      emit('CHECKOUT.ORDER.APPROVED', 'checkout-order', orderAnswer(order, places, 'full'))
      return true
    },
  }
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

function randomDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

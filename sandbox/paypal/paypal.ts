import { randomBytes } from 'node:crypto'
import { refuseLiveKey, serveSandbox, type SandboxServer } from '../server.ts'
import { answerBank, approve, obstacleTo } from './confirm.ts'
import { eligibleMethods, openAccount, type Question } from './eligibility.ts'
import { buyer, type OrderRequest } from './shapes.ts'
import { approvalOf, type BankAnswer } from './sources.ts'
import { ADDRESSES, giveAddress } from './addresses.ts'
import { openEvents, type Deliver, type Webhooks } from './events.ts'
import { openHooks } from './hooks.ts'
import { emitCapture, type Context } from './orders.ts'
import { orderAnswer, statusOf } from './answers.ts'
import { restService } from './rest.ts'
import { sellerSide, type SellerSide } from './seller.ts'
import { openStore, requestOf, type Approval, type Choice } from './store.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { vaultSide, type VaultSide } from './vault.ts'
import { openVault } from './vault-store.ts'

export type SandboxOptions = {
  /** The only credentials that the sandbox accepts. */
  clientId: string
  clientSecret: string
  /** The prefix of the paths of `paypalPages`, without a trailing slash. */
  publicPath?: string
  /** The shop's public origin, for the links in responses. */
  publicOrigin?: string
  /** A journal file that stores orders across restarts. Without it, orders are only in memory. */
  stateFile?: string
  merchantId?: string
  /** Shown to the buyer if the order has no brand name. */
  merchantName?: string
  tokenSeconds?: number
  /** Whether the credentials may use Transaction Search; true if missing. */
  maySearch?: boolean
  /** Whether the PayPal app has the feature Disputes; true if missing. */
  mayReadDisputes?: boolean
  /**
   * The id of the webhook that exists from the start, for all events, at the shop's public origin. If null, the app has no
   * webhook.
   */
  webhookId?: string | null
  /** Sends the events to the webhook; if missing, no events are sent. */
  deliver?: Deliver
  /** Milliseconds between the effect of a call and its response. */
  latencyMs?: number
  /** Milliseconds that a slow capture takes; 6 s if missing. */
  slowMs?: number
  now?: () => number
  /** The port of 127.0.0.1 to listen on; a free port if missing. */
  port?: number | undefined
  /** Returns a new id: 17 characters of A-Z and 0-9. */
  newId?: () => string
  /** Returns a new PayPal-Debug-Id: 13 hexadecimal digits. */
  newDebugId?: () => string
}

export type PaypalSandbox = SandboxServer &
  SellerSide &
  VaultSide & {
    publicPath: string
    /** The path of the sandbox's browser SDK on the shop's origin. */
    scriptPath: string
    /** The paths of the scripts that replace Google's and Apple's. */
    googleScriptPath: string
    appleScriptPath: string
    merchantId: string
    merchantName: string
    /** The account id of the only buyer. */
    payerId: string
    /** The content of the approval window; null for an unknown or expired order. */
    view(id: string): OrderView | null
    /**
     * Records the buyer's choice; false if the order is unknown or already captured. Throws RangeError if the order was
     * created for another method. @param how the method and what is special about the approval; PayPal's account if missing
     */
    choose(id: string, choice: Choice, how?: How): boolean
    /** The answer of the bank that 3-D Secure asks. False if no bank was asked about this order. */
    answerBank(id: string, answer: BankAnswer): boolean
    /** An order in PayPal's format; null if it is unknown. */
    answerOf(id: string): object | null
    /** The methods that PayPal grants for a sum. */
    eligible(question: Question): object
    /** Sets the methods for which PayPal has not approved the shop's account; all others are approved. */
    refuseMethods(...methods: PayMethod[]): void
    refusedMethods(): readonly PayMethod[]
    /**
     * The buyer chooses an address of the account: the name of one of `ADDRESSES`, or an address in PayPal's format. False if
     * the order is unknown or captured.
     */
    chooseAddress(id: string, address: string | Record<string, string>): boolean
    /**
     * Captures an order without the shop, whether it is approved or not. Simulates that the shop has lost PayPal's
     * response or its own data. False if the order is unknown or already captured.
     * @param value in dollars; the order's total if missing
     * @param sendWebhook whether an event is sent; true if missing
     */
    captureAtPaypal(id: string, value?: string, sendWebhook?: boolean): boolean
    /** The events that the sandbox sends to the shop. */
    webhooks: Webhooks
  }

/** How the buyer approves an order. */
export type How = { method: PayMethod } & Partial<Approval>

export type OrderView = { id: string; status: string; isDeclined: boolean; request: OrderRequest }

/**
 * Starts the PayPal sandbox: the REST calls of Orders v2, Payments v2, Disputes v1, Transaction Search v1 and Webhooks
 * v1 (https://developer.paypal.com/api/rest/) on a loopback port, and the state of the approval window. No money moves.
 * Rejects if the journal cannot be opened, or if the credentials belong to a real account.
 */
export async function startPaypalSandbox(options: SandboxOptions): Promise<PaypalSandbox> {
  refuseLiveKey('PayPal', options.clientId)
  const { now = Date.now, newId = randomId, newDebugId = randomDebugId } = options
  const { publicPath = '/sandbox/paypal' } = options
  const { merchantId = 'FRAMERTASTERS', merchantName = 'FRAME' } = options
  const { close: closeFiles, ...files } = openFiles(options.stateFile ?? null, now)
  const site = {
    apiBase: '',
    approvalBase: `${options.publicOrigin ?? 'http://localhost'}${publicPath}/checkoutnow`,
    seller: { merchantId, email: 'shop@sandbox.example' },
  }
  const { webhookId = 'FRAMESANDBOX', deliver = null } = options
  const hooks = openHooks(firstHook(webhookId, site.approvalBase))
  const { webhooks, emit, verify } = openEvents({ webhookId: webhookId ?? '', hooks, deliver, now })
  const context: Context = {
    ...files,
    site,
    now,
    newId,
    debugId: newDebugId,
    emit,
    refundOutcomes: [],
    captureDifferences: [],
    omittedFields: new Map(),
    savesLater: false,
    slowMs: options.slowMs ?? 6000,
  }
  const { clientId, clientSecret, tokenSeconds = 32_400, latencyMs = 0 } = options
  const { maySearch = true, mayReadDisputes = true } = options
  const rest = restService({
    context,
    verify,
    hooks,
    clientId,
    clientSecret,
    tokenSeconds,
    latencyMs,
    maySearch,
    mayReadDisputes,
  })
  const server = await serveSandbox({ ...rest, port: options.port })
  site.apiBase = server.apiBase
  return {
    ...server,
    ...pathsOf(publicPath),
    merchantId,
    merchantName,
    payerId: buyer.payerId,
    webhooks,
    ...buyerSide(context),
    ...sellerSide(context),
    ...vaultSide(context),
    captureAtPaypal: (id, value, sendWebhook) => captureAtPaypal(context, id, value, sendWebhook),
    close: async () => {
      await server.close()
      closeFiles()
    },
  }
}

function firstHook(id: string | null, approvalBase: string) {
  return id === null ? null : { id, url: new URL('/api/paypal/webhook', approvalBase).href, events: ['*'] }
}

/** The journals: orders, saved payment methods, and what the account is approved for. Null keeps them in memory. */
function openFiles(file: string | null, now: () => number) {
  const beside = (name: string) => file?.replace(/\.jsonl$/, `-${name}.jsonl`) ?? null
  const [store, vault, account] = [
    openStore(file, now),
    openVault(beside('vault'), now),
    openAccount(beside('account')),
  ]
  const close = () => {
    for (const each of [store, vault, account]) each.close()
  }
  return { store, vault, account, close }
}

function pathsOf(publicPath: string) {
  return {
    publicPath,
    scriptPath: `${publicPath}/web-sdk/v6/core`,
    googleScriptPath: `${publicPath}/google-pay/pay.js`,
    appleScriptPath: `${publicPath}/apple-pay/apple-pay-sdk.js`,
  }
}

function captureAtPaypal(context: Context, id: string, value?: string, sendWebhook = true): boolean {
  const { store, now, newId } = context
  const order = store.find(id)
  if (!order || order.capture) return false
  const ids = requestOf(order).purchase_units.map(newId)
  const capture = { at: now(), ids, state: 'COMPLETED' as const, ...(value === undefined ? {} : { value }) }
  store.change(order, { choice: 'approve', isDeclined: false, capture })
  if (sendWebhook) emitCapture(context, order, 'COMPLETED')
  return true
}

type BuyerSide = Pick<
  PaypalSandbox,
  | 'view'
  | 'choose'
  | 'chooseAddress'
  | 'answerBank'
  | 'answerOf'
  | 'eligible'
  | 'refuseMethods'
  | 'refusedMethods'
>

function buyerSide(context: Context): BuyerSide {
  const { store, site, account } = context
  return {
    view(id) {
      const order = store.find(id)
      if (!order) return null
      const request = requestOf(order)
      return { id, status: statusOf(order, request), isDeclined: order.isDeclined, request }
    },
    choose(id, choice, how) {
      const order = store.find(id)
      if (!order || order.capture) return false
      if (how && obstacleTo(order, how.method))
        throw new RangeError('This order was created for another method')
      approve(context, order, choice, how && approvalOf(how.method, how))
      return true
    },
    answerBank(id, answer) {
      const order = store.find(id)
      if (order?.approval?.authentication !== 'open') return false
      answerBank(context, order, answer)
      return true
    },
    answerOf(id) {
      const order = store.find(id)
      return order && orderAnswer(order, site, 'full')
    },
    eligible: (question) => eligibleMethods(account, question, () => true),
    refuseMethods: (...methods) => account.refuse(methods),
    refusedMethods: account.refused,
    chooseAddress(id, address) {
      const order = store.find(id)
      const chosen = typeof address === 'string' ? ADDRESSES[address] : address
      if (!order || order.capture || !chosen) return false
      giveAddress(store, order, chosen)
      return true
    },
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function randomId(): string {
  let id = ''
  while (id.length < 17) {
    // 252 is the largest multiple of 36 in a byte. Larger values would make some letters more frequent than others.
    for (const byte of randomBytes(20)) if (byte < 252 && id.length < 17) id += letters[byte % 36]
  }
  return id
}

function randomDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

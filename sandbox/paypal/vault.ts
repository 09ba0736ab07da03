/**
 * PayPal's Payment Method Tokens API v3: saving a payment method without a purchase, reading and deleting it; and what PayPal or
 * the buyer changes without the shop.
 */
import { buyer, type Site } from './shapes.ts'
import { header, headerProblems, refuse, type CallInput, type Context } from './orders.ts'
import { isJson, parseJson, type Reply } from '../server.ts'
import {
  type StoredSetup,
  addToken,
  emitToken,
  tokenAnswer,
  brandOf,
  type NextCharges,
  type StoredToken,
} from './vault-store.ts'

/** `POST /v3/vault/setup-tokens`. 201 for a new setup token, 200 if this request id has already created one. */
export function createSetup(context: Context, input: CallInput): Reply {
  const requestId = header(input, 'paypal-request-id')
  const known = context.vault.findByRequestId('setup', requestId)
  if (known) return { status: 200, body: setupAnswer(known, context.site) }
  const body = parseJson(input.body)
  const wallet = isJson(body) && isJson(body['payment_source']) ? body['payment_source']['paypal'] : undefined
  if (!isJson(wallet))
    return refuse(context, [{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/payment_source' }])
  const look = isJson(wallet['experience_context']) ? wallet['experience_context'] : {}
  const { return_url: back, cancel_url: away, brand_name: brand } = look
  if (typeof back !== 'string' || typeof away !== 'string')
    return refuse(context, [
      {
        issue: 'MISSING_REQUIRED_PARAMETER',
        field: '/payment_source/paypal/experience_context/return_url',
      },
    ])
  const problems = headerProblems(requestId, true)
  if (problems.length > 0) return refuse(context, problems)
  const setup: StoredSetup = {
    kind: 'setup',
    id: context.newId(),
    customerId: context.newId().slice(0, 10),
    createdAt: context.now(),
    requestId,
    brand: typeof brand === 'string' ? brand : 'FRAME',
    returnUrl: back,
    isApproved: false,
    tokenId: null,
  }
  context.vault.add(setup)
  return { status: 201, body: setupAnswer(setup, context.site) }
}

/** `GET /v3/vault/setup-tokens/{id}`. */
export function showSetup(context: Context, id: string): Reply {
  const setup = context.vault.setup(id)
  return setup ? { status: 200, body: setupAnswer(setup, context.site) } : unknown(context)
}

/** `POST /v3/vault/payment-tokens` with an approved setup token. */
export function createToken(context: Context, input: CallInput): Reply {
  const requestId = header(input, 'paypal-request-id')
  const known = context.vault.findByRequestId('token', requestId)
  if (known) return { status: 200, body: tokenAnswer(known, context.site) }
  const body = parseJson(input.body)
  const source = isJson(body) && isJson(body['payment_source']) ? body['payment_source']['token'] : undefined
  if (!isJson(source) || source['type'] !== 'SETUP_TOKEN')
    return refuse(context, [{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/payment_source/token' }])
  const setup = context.vault.setup(String(source['id']))
  if (!setup) return unknown(context)
  if (!setup.isApproved) return refuse(context, [{ issue: 'PAYER_ACTION_REQUIRED' }])
  const token = addToken(context, {
    customerId: setup.customerId,
    brand: setup.brand,
    requestId,
  })
  context.vault.change(setup, { tokenId: token.id })
  emitToken(context, token.id, 'CREATED')
  return { status: 201, body: tokenAnswer(token, context.site) }
}

/** `GET /v3/vault/payment-tokens/{id}`. */
export function showToken(context: Context, id: string): Reply {
  const token = context.vault.token(id)
  return token ? { status: 200, body: tokenAnswer(token, context.site) } : unknown(context)
}

/** `DELETE /v3/vault/payment-tokens/{id}`. A second call gets the same response. */
export function deleteToken(context: Context, id: string): Reply {
  removeToken(context, id)
  return { status: 204, body: Buffer.alloc(0) }
}

/** Deletes a token, for the shop or for the buyer, and sends the event. False if there is no such token. */
function removeToken(context: Context, id: string): boolean {
  const token = context.vault.token(id)
  if (!token) return false
  context.vault.change(token, { deletedAt: context.now() })
  emitToken(context, id, 'DELETED')
  return true
}

/** The page on which the buyer approves a setup token. */
function approvalUrl({ id }: StoredSetup, { approvalBase }: Site): string {
  return `${approvalBase}?approval_token_id=${id}`
}

function setupAnswer(setup: StoredSetup, site: Site) {
  const self = `${site.apiBase}/v3/vault/setup-tokens/${setup.id}`
  const isOpen = !setup.isApproved
  return {
    id: setup.id,
    customer: { id: setup.customerId },
    status: isOpen ? 'PAYER_ACTION_REQUIRED' : setup.tokenId === null ? 'APPROVED' : 'VAULTED',
    payment_source: {
      paypal: isOpen ? {} : { email_address: buyer.email, account_id: buyer.payerId, name: buyer.name },
    },
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(isOpen ? [{ href: approvalUrl(setup, site), rel: 'approve', method: 'GET' }] : []),
    ],
  }
}

function unknown(context: Context): Reply {
  return refuse(context, [{ issue: 'INVALID_RESOURCE_ID', field: 'id', location: 'path' }])
}

export type VaultSide = {
  /** The saved payment methods, the newest first. */
  savedMethods(): StoredToken[]
  /** Sets what PayPal does with the next charges of a saved payment method. False if there is no such method. */
  setNextCharges(token: string, next: NextCharges): boolean
  /** The buyer removes a saved payment method in the PayPal account. False if there is no such method. */
  removeAtPaypal(token: string): boolean
  /** The content of the approval window for a setup token; null for an unknown or expired token. */
  viewSetup(id: string): StoredSetup | null
  /** The buyer approves a setup token. False if the token is unknown. */
  approveSetup(id: string): boolean
  /** Whether payment methods are saved only by `saveNow`, some time after the capture. */
  saveLater(isLater: boolean): void
  /** Saves the payment method of a captured order, and sends the event. Returns the id of the payment token. */
  saveNow(orderId: string): string
}

export function vaultSide(context: Context): VaultSide {
  const { vault, store } = context
  return {
    savedMethods: () => vault.tokens(),
    setNextCharges(id, next) {
      const token = vault.token(id)
      if (token) vault.change(token, { next })
      return token !== null
    },
    removeAtPaypal: (id) => removeToken(context, id),
    viewSetup: (id) => vault.setup(id),
    approveSetup(id) {
      const setup = vault.setup(id)
      if (setup) vault.change(setup, { isApproved: true })
      return setup !== null
    },
    saveLater(isLater) {
      context.savesLater = isLater
    },
    saveNow(orderId) {
      const order = store.find(orderId)
      if (!order?.vault) throw new RangeError(`no payment method is saved with ${orderId}`)
      const { customerId } = order.vault
      const token = addToken(context, { orderId, customerId, brand: brandOf(order) })
      store.change(order, { vault: { id: token.id, customerId } })
      emitToken(context, token.id, 'CREATED')
      return token.id
    },
  }
}

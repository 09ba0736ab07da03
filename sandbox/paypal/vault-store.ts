/**
 * The sandbox's vault: approvals (setup tokens) and saved payment methods (payment tokens), how they are stored, shown in
 * PayPal's format, and reported by webhooks.
 */
import type { Issue, Link } from './issues.ts'
import { openJournal, readJournal } from '../journal.ts'
import { buyer, time, type Site } from './shapes.ts'
import { requestOf, type StoredOrder } from './store.ts'

/**
 * What PayPal does with the next charges of a saved payment method: accept them, hold them for review, or decline them
 * with an issue.
 */
export type NextCharges = 'accept' | 'pending' | Issue

export type StoredToken = {
  kind: 'token'
  id: string
  customerId: string
  /** Milliseconds since 1970, like all times here. */
  createdAt: number
  requestId: string | null
  /** The order whose payment saved the method; null if it was saved without a purchase. */
  orderId: string | null
  /** The name of the shop. */
  brand: string
  next: NextCharges
  deletedAt: number | null
  /** The declined requests, so that a repeated request gets the same result. */
  declined: [requestId: string, issue: Issue][]
}

export type StoredSetup = {
  kind: 'setup'
  id: string
  customerId: string
  createdAt: number
  requestId: string | null
  brand: string
  returnUrl: string
  isApproved: boolean
  /** The payment token that was created from this setup token. */
  tokenId: string | null
}

type Stored = StoredToken | StoredSetup

/** A setup token can be approved for this long (PayPal: three days). */
const SETUP_LIFETIME_MS = 3 * 24 * 3_600_000

export type VaultStore = ReturnType<typeof openVault>

/** Stores the vault in memory and, with a `file`, also in a journal. */
export function openVault(file: string | null, now: () => number) {
  const records = new Map(Array.from(readJournal<Stored>(file), (record) => [record.id, record]))
  const journal = openJournal(file, records.values())
  const all = () => [...records.values()]

  return {
    /** Null for an unknown or deleted token. */
    token(id: string): StoredToken | null {
      const found = records.get(id)
      return found?.kind === 'token' && found.deletedAt === null ? found : null
    },
    /** Null for an unknown or expired setup token. */
    setup(id: string): StoredSetup | null {
      const found = records.get(id)
      if (found?.kind !== 'setup') return null
      return found.isApproved || now() - found.createdAt < SETUP_LIFETIME_MS ? found : null
    },
    findByRequestId<Kind extends Stored['kind']>(kind: Kind, requestId: string | null) {
      if (requestId === null) return null
      const found = all().find((record) => record.kind === kind && record.requestId === requestId)
      return (found ?? null) as Extract<Stored, { kind: Kind }> | null
    },
    /** The tokens that are not deleted, the newest first. */
    tokens: (): StoredToken[] =>
      all()
        .filter((record) => record.kind === 'token')
        .filter(({ deletedAt }) => deletedAt === null)
        .toReversed(),
    add(record: Stored): void {
      journal.write(record)
      records.set(record.id, record)
    },
    change<R extends Stored>(record: R, fields: Partial<Omit<R, 'id' | 'kind'>>): void {
      journal.write({ id: record.id, ...fields })
      Object.assign(record, fields)
    },
    close: journal.close,
  }
}

type Vaulting = {
  vault: VaultStore
  site: Site
  now: () => number
  newId: () => string
  savesLater: boolean
  emit: (event: string, kind: string, resource: object) => void
}

/**
 * Saves the payment method of an order that is captured now, if the order requests this. Returns the fields to store
 * with the order.
 */
export function saveWith(context: Vaulting, order: StoredOrder): Pick<StoredOrder, 'vault'> | object {
  const wallet = requestOf(order).payment_source?.paypal
  if (wallet?.attributes?.vault?.store_in_vault !== 'ON_SUCCESS') return {}
  const customerId = context.newId().slice(0, 10)
  if (context.savesLater) return { vault: { id: null, customerId } }
  const token = addToken(context, { orderId: order.id, customerId, brand: brandOf(order) })
  return { vault: { id: token.id, customerId } }
}

/** The shop's name in an order. */
export function brandOf(order: StoredOrder): string {
  return requestOf(order).payment_source?.paypal?.experience_context?.brand_name ?? 'FRAME'
}

/**
 * Adds a payment token. Its charges are accepted until the buyer chooses otherwise on the page of saved payment
 * methods.
 */
export function addToken(
  { vault, newId, now }: Pick<Vaulting, 'vault' | 'newId' | 'now'>,
  fields: Pick<StoredToken, 'customerId' | 'brand'> & Partial<StoredToken>,
): StoredToken {
  const token: StoredToken = {
    kind: 'token',
    id: newId().toLowerCase().slice(0, 12),
    createdAt: now(),
    requestId: null,
    orderId: null,
    next: 'accept',
    deletedAt: null,
    declined: [],
    ...fields,
  }
  vault.add(token)
  return token
}

/** A payment token as in the response of `GET /v3/vault/payment-tokens/{id}`. */
export function tokenAnswer(token: StoredToken, { apiBase }: Site) {
  const self = `${apiBase}/v3/vault/payment-tokens/${token.id}`
  const links: Link[] = [
    { href: self, rel: 'self', method: 'GET' },
    { href: self, rel: 'delete', method: 'DELETE' },
  ]
  return {
    id: token.id,
    customer: { id: token.customerId },
    payment_source: {
      paypal: { email_address: buyer.email, account_id: buyer.payerId, name: buyer.name },
    },
    links,
  }
}

/** Sends an event about a token to the shop. The event of a token that was saved with a purchase names the order. */
export function emitToken(
  { vault, site, emit }: Pick<Vaulting, 'vault' | 'site' | 'emit'>,
  id: string,
  what: 'CREATED' | 'DELETED',
): void {
  const token = vault.token(id)
  const order = token?.orderId ? { metadata: { order_id: token.orderId } } : {}
  const created = token && what === 'CREATED' ? { ...tokenAnswer(token, site), ...order } : { id }
  emit(`VAULT.PAYMENT-TOKEN.${what}`, 'payment_token', {
    ...created,
    ...(token ? { time_created: time(token.createdAt) } : {}),
  })
}

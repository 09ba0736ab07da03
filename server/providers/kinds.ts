/**
 * Groups the calls of each outside service into kinds that fail together. Each kind has its own circuit and outcome, so
 * that a failing kind does not block the others: decisions/020-circuit-breakers.md.
 */
import type { Providers } from './providers.ts'

/**
 * The kind that has the name of the service contains the calls that a sale needs. `webhooks` is separate because anyone
 * on the internet can cause its calls, `vault` because PayPal must enable it; `labelFiles` and `mapReports` use other hosts than the rest of their service.
 */
export const KINDS = {
  payments: ['payments', 'refunds', 'disputes', 'movements', 'trackingNumbers', 'webhooks', 'vault'],
  shipping: ['shipping', 'addresses', 'labels', 'labelFiles', 'parcels'],
  mail: ['mail'],
  maps: ['maps', 'mapViews', 'mapReports'],
} as const satisfies Record<keyof Providers, readonly string[]>

export type Kind = (typeof KINDS)[keyof Providers][number]

/** Functions that do not call the service. */
type Local = 'caught' | 'mayBeGenuine'

type CallsOf<P> = Exclude<
  {
    [Name in keyof P]-?: NonNullable<P[Name]> extends (...given: never[]) => unknown ? Name : never
  }[keyof P],
  Local
>

/** The kind of every call; the compiler requires an entry for each call of a service. */
export const KIND_OF: {
  [S in keyof Providers]: Record<CallsOf<Providers[S]>, (typeof KINDS)[S][number]>
} = {
  payments: {
    createPayment: 'payments',
    getPayment: 'payments',
    getPaymentOfCapture: 'payments',
    capturePayment: 'payments',
    chargeSaved: 'payments',
    check: 'payments',
    refundCapture: 'refunds',
    getRefund: 'refunds',
    listDisputes: 'disputes',
    getDispute: 'disputes',
    listMovements: 'movements',
    addTracking: 'trackingNumbers',
    isGenuine: 'webhooks',
    openApproval: 'vault',
    getApproval: 'vault',
    saveApproved: 'vault',
    getSaved: 'vault',
    deleteSaved: 'vault',
  },
  shipping: {
    quoteGround: 'shipping',
    check: 'shipping',
    validateAddress: 'addresses',
    buyLabel: 'labels',
    findLabel: 'labels',
    getLabel: 'labels',
    voidLabel: 'labels',
    fetchLabel: 'labelFiles',
    trackParcel: 'parcels',
  },
  mail: { send: 'mail', check: 'mail' },
  maps: {
    suggest: 'maps',
    retrieve: 'maps',
    validate: 'maps',
    check: 'maps',
    reverse: 'mapViews',
    category: 'mapViews',
    picture: 'mapViews',
    report: 'mapReports',
  },
}

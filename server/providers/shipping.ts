/** The interface to the carrier: quotes, addresses, labels and parcel tracking. */
import type { ParcelState } from '#shared/kernel/order-states.ts'
import type { Mode } from './service.ts'
import type { Webhooks } from './webhooks.ts'

export type Shipping = Labels &
  Webhooks & {
    mode: Mode
    /** Validates a US address. Throws ShippingUnavailable. */
    validateAddress(address: ShipAddress): Promise<ValidatedAddress>
    /** The ground service's price for one parcel. Throws ShippingUnavailable or NoGroundRate. */
    quoteGround(request: QuoteRequest): Promise<GroundRate>
    /**
     * Tests the connection with a quote for a small parcel from the shop to itself, within seconds. Free of charge.
     * Throws ShippingUnavailable or NoGroundRate.
     */
    check(): Promise<void>
  }

export type ShipAddress = {
  name: string
  /** Left out if there is none. */
  phone?: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  country: string
}

/** USPS requires a phone number and an email address of the sender when a label is bought. */
export type Sender = ShipAddress & { email?: string }

/** `from` is the sender; by default, the sender in the environment. */
export type QuoteRequest = { to: ShipAddress; parcel: Parcel; from?: Sender }

export type ValidatedAddress = ShipAddress & {
  objectId: string
  isValid: boolean
  /** The provider's messages, to be shown to people. */
  messages: string[]
}

/** Outer dimensions in inches; weight of goods and box in grams. */
export type Parcel = { lengthIn: number; widthIn: number; heightIn: number; grams: number }

export type GroundRate = {
  shipmentId: string
  rateId: string
  cents: number
  currency: 'USD'
  provider: string
  service: string
  serviceToken: string
  estimatedDays: number | null
}

export type Labels = {
  /**
   * Buys the label of a quoted rate. If the response is lost, `findLabel` finds the label by its `reference`. Throws
   * RateExpired or LabelRefused if nothing was bought, and ShippingUnavailable if the result is unknown.
   */
  buyLabel(wanted: LabelPurchase): Promise<Label>
  /** Finds the label of an earlier purchase; null if there is none. Throws ShippingUnavailable. */
  findLabel(wanted: LabelRequest): Promise<Label | null>
  /** The current state of a label; null if the label does not exist. Throws ShippingUnavailable. */
  getLabel(id: string): Promise<Label | null>
  /** Requests the refund of an unused label. Throws LabelRefused, and ShippingUnavailable if the result is unknown. */
  voidLabel(id: string): Promise<'voiding' | 'voided'>
  /** The label as a PDF of 4 by 6 inches. `fileUrl` is the file's URL, which expires. Throws ShippingUnavailable. */
  fetchLabel(fileUrl: string): Promise<Buffer>
  /** The tracking state of a parcel; null if the carrier does not track it. Throws ShippingUnavailable. */
  trackParcel(parcel: { carrier: string; number: string }): Promise<ParcelUpdate | null>
}

type LabelRequest = { rateId: string; reference: string }
/** `orderNumber` is the number that people use; Shippo shows it with the label. */
type LabelPurchase = LabelRequest & { orderNumber: string }

export type Label = {
  id: string
  /** `pending`: being created. `voiding`: the refund is requested. `refused`: the refund was refused. */
  state: 'pending' | 'bought' | 'failed' | 'voiding' | 'voided' | 'refused'
  carrier: string
  trackingNumber: string
  trackingUrl: string
  fileUrl: string
  /** The carrier's message about the failure. */
  problem: string
}

export type ParcelUpdate = {
  state: ParcelState
  /** Whether the carrier has ever scanned the parcel. */
  isScanned: boolean
  /** The carrier's description of the state. */
  words: string
  at: string | null
}

export class ShippingUnavailable extends Error {
  override name = 'ShippingUnavailable'
}

/** The carrier's refusal is final: nothing was bought or refunded. `message` is for the admin. */
export class LabelRefused extends ShippingUnavailable {
  override name = 'LabelRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The rate has expired: request a new quote. */
export class RateExpired extends LabelRefused {
  override name = 'RateExpired'
}

/** The carrier offers no ground service to this address. */
export class NoGroundRate extends Error {
  override name = 'NoGroundRate'
}

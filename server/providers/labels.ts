/** The interface to the carrier for paid orders: shipping labels and parcel tracking. */
import type { ParcelState } from '#shared/kernel/order-states.ts'

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

/** What the shop needs from the carrier once an order is paid: its label, and news of its parcel. */
import type { ParcelState } from '#shared/api/orders.ts'

export type Labels = {
  /**
   * Buys the label of a quoted rate. `reference` names it for good: a label whose answer was lost is found again by it.
   * Throws RateGone, LabelRefused (both: nothing was bought), or ShippingUnavailable (nobody knows yet).
   */
  buyLabel(wanted: LabelWanted): Promise<Label>
  /** What became of a purchase; null when the carrier knows of none. Throws ShippingUnavailable. */
  findLabel(wanted: LabelWanted): Promise<Label | null>
  /** A label as it is now; null when nobody knows it. Throws ShippingUnavailable. */
  getLabel(id: string): Promise<Label | null>
  /** Gives a label back that was not used. Throws LabelRefused, or ShippingUnavailable (nobody knows yet). */
  voidLabel(id: string): Promise<'voiding' | 'voided'>
  /** The label as a PDF of 4 by 6 inches. `fileUrl` is a label's, and runs out. Throws ShippingUnavailable. */
  fetchLabel(fileUrl: string): Promise<Buffer>
  /** Where a parcel is; null when the carrier does not follow it. Throws ShippingUnavailable. */
  trackParcel(parcel: { carrier: string; number: string }): Promise<ParcelNews | null>
}

type LabelWanted = { rateId: string; reference: string }

export type Label = {
  id: string
  /** `pending`: being made. `voiding`: given back, and undecided; `refused`: it was not taken back. */
  state: 'pending' | 'bought' | 'failed' | 'voiding' | 'voided' | 'refused'
  carrier: string
  trackingNumber: string
  trackingUrl: string
  fileUrl: string
  /** Why it failed, in the carrier's words. */
  problem: string
}

export type ParcelNews = {
  state: ParcelState
  /** Whether the carrier has ever had it in hand. */
  isScanned: boolean
  words: string
  at: string | null
}

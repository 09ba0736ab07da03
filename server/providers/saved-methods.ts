/** The part of the payment provider's interface that saves payment methods. Its errors are in payments.ts. */

/** A payment method that a buyer saves at the provider, so that the shop can charge it later. */
export type SavedMethod = {
  /** Identifies the method in charges; null while the provider is still saving it. */
  token: string | null
  /** The provider's id of the buyer; null if the provider does not report it. */
  customerId: string | null
  /** The email address of the buyer's account at the provider; empty if the provider does not report it. */
  label: string
}

/** The buyer's approval of a payment method that is saved without a purchase. */
export type Approval = {
  id: string
  /** `open`: waits for the buyer. `approved`: can be saved. `saved`: was saved. */
  status: 'open' | 'approved' | 'saved'
}

export type Vault = {
  /**
   * Opens the approval of a payment method that is saved without a purchase. A retry with the same `requestId` returns
   * the same approval. Throws PaymentRefused or PaymentUnavailable.
   */
  openApproval(requestId: string): Promise<Approval>
  /** Reads an approval; null if the provider no longer has it. Throws PaymentUnavailable. */
  getApproval(id: string): Promise<Approval | null>
  /**
   * Saves an approved payment method. A retry with the same `requestId` returns the same method. Throws PaymentRefused,
   * also if the buyer has not approved it, and PaymentUnavailable.
   */
  saveApproved(id: string, requestId: string): Promise<SavedMethod>
  /** Reads a saved payment method; null if it was deleted. Throws PaymentUnavailable. */
  getSaved(token: string): Promise<SavedMethod | null>
  /** Deletes a saved payment method; deleting it again has no effect. Throws PaymentRefused or PaymentUnavailable. */
  deleteSaved(token: string): Promise<void>
}

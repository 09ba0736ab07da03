/** The interface to the webhooks of an account at a provider: what the provider sends to the shop, and where. */

export type Webhook = {
  id: string
  url: string
  /** The provider's names of the events. */
  events: string[]
  /** Whether all events that the shop uses are sent. */
  isComplete: boolean
}

/** The methods throw the errors of their service: PaymentRefused and PaymentUnavailable, or ShippingUnavailable. */
export type Webhooks = {
  /** All webhooks of the account, also those of other shops and programs. */
  listWebhooks(): Promise<Webhook[]>
  /**
   * Makes the shop's webhook, or changes the one that is there: its address and events. Reads it again at the provider and
   * returns what that shows. Repeating it has no further effect.
   * @param url the address, at the shop's public origin
   * @param known the id of the shop's webhook, which may still have an old address; null if the shop has none
   */
  setWebhook(url: string, known: string | null): Promise<Webhook>
  /** Removes a webhook; no effect if it does not exist. */
  removeWebhook(id: string): Promise<void>
}

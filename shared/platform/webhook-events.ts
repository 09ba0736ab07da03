/** The events that webhooks can send, and when they happen. */
export const WEBHOOK_EVENTS = {
  'order.paid': 'An order is paid',
  'order.shipped': 'An order is shipped',
  'order.refunded': 'Money of an order went back',
  'product.updated': 'Staff added, changed or deleted products',
  'stock.changed': 'The count in stock of sizes changed',
  'subscription.charged': 'A delivery of a subscription is paid',
  'subscription.charge_failed': 'A charge of a subscription failed',
  'message.received': 'Someone wrote to the shop',
} as const

/** `webhook.test` is only sent when an owner presses a button. */
export type WebhookType = keyof typeof WEBHOOK_EVENTS | 'webhook.test'

export const WEBHOOK_TYPES = Object.keys(WEBHOOK_EVENTS) as (keyof typeof WEBHOOK_EVENTS)[]

/** The states of subscriptions and their deliveries as text for staff. */
import type { DeliveryState, SubscriptionStatus } from '#shared/platform/subscriptions.ts'

export const STATUS_TEXT: Record<SubscriptionStatus, string> = {
  starting: 'First order not paid',
  active: 'Active',
  paused: 'Paused',
  failed: 'Paused: payments failed',
  canceled: 'Canceled',
  ended: 'Ended',
}

export const DELIVERY_TEXT: Record<DeliveryState, string> = {
  waiting: 'Waits for goods',
  charging: 'Payment open',
  paid: 'Paid',
  unpaid: 'Not paid, closed',
  skipped: 'Skipped',
}

/** Texts and addresses of the admin's pages about subscriptions. */
import type { DeliveryState, SubscriptionStatus } from '#shared/platform/subscriptions.ts'

export const STATUS_TEXT: Record<SubscriptionStatus, string> = {
  starting: 'First order not paid',
  active: 'Active',
  paused: 'Paused',
  failed: 'Paused: payments failed',
  canceled: 'Canceled',
  ended: 'Ended',
  gift: 'Gift',
}

export const DELIVERY_TEXT: Record<DeliveryState, string> = {
  waiting: 'Waits for goods',
  charging: 'Payment open',
  paid: 'Paid',
  unpaid: 'Not paid, closed',
  skipped: 'Skipped',
}

/** Churn as text: '4.2%', and a dash in a month that began without subscriptions. */
export function monthText(churn: number | null): string {
  return churn === null ? '—' : `${churn}%`
}

/** The addresses of the admin's pages about subscriptions. */
export const LIST = '/admin/subscriptions'
export const CHARGES_PAGE = '/admin/subscription-charges'
export const subscriptionPath = (id: string) => `/admin/subscription/${id}`

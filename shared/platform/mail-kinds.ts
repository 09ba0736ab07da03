/** The kinds of mail that the shop sends, and the states of a mail. */

/** `kept`: the mail was stored and not sent, because there was no mail server. */
export const MAIL_STATES = ['waiting', 'sent', 'kept', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * The kinds of mail, grouped by recipient: the shop, a visitor who sent a message, the buyer of an order, the owner of
 * an account, a guest, a person who signed up for an event, a subscriber, the recipient of a gift card, a subscriber
 * of the newsletter, a visitor who asked for a notice or for a saved cart, the buyer of coffee that is recalled.
 */
export const MAIL_KINDS = [
  'message',
  'answer',
  'order-to-ship',
  'order-received',
  'order-paid',
  'order-shipped',
  'order-ready',
  'order-reminder',
  'order-delivered',
  'order-review',
  'order-moved',
  'order-replacement',
  'order-cancelled',
  'order-expired',
  'order-refunded',
  'password-reset',
  'password-changed',
  'email-confirm',
  'email-changing',
  'email-own',
  'sign-in-changed',
  'account-finish',
  'guest-links',
  'event-signup',
  'event-seat',
  'event-changed',
  'event-reminder',
  'event-left',
  'event-cancelled',
  'subscription-started',
  'subscription-notice',
  'subscription-waiting',
  'subscription-missed',
  'subscription-moved',
  'subscription-declined',
  'subscription-method',
  'subscription-failed',
  'subscription-price',
  'subscription-canceled',
  'subscription-yearly',
  'subscription-ending',
  'subscription-sold-out',
  'staff-invite',
  'gift-card',
  'newsletter-confirm',
  'newsletter',
  'stock-confirm',
  'stock-back',
  'saved-cart',
  'recall',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

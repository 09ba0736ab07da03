/** All kinds of mail that the shop sends, and the states of a mail. */
import { EVENT_MAILS } from './events.ts'
import type { MailFacts } from './introductions.ts'
import { ORDER_MAILS } from './orders.ts'
import { RHYTHM_MAILS } from './rhythm.ts'

/** `kept`: the mail was stored and not sent, because there was no mail server. */
export const MAIL_STATES = ['waiting', 'sent', 'kept', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

type WithSubject = MailFacts & { subject: string }

/** Mails to the owner of an account, or to a guest. */
const ACCOUNT_MAILS = {
  'password-reset': { name: 'New password requested', subject: 'A new password for your account' },
  'password-changed': { name: 'Password changed', subject: 'Your password was changed' },
  'email-confirm': { name: 'New address to confirm', subject: 'Confirm your new email address' },
  'email-changing': {
    name: 'New address, to the old one',
    subject: 'Your email address is about to change',
  },
  'email-own': { name: 'Address to confirm', subject: 'Confirm your email address' },
  'sign-in-changed': {
    name: 'Passkey or second factor changed',
    subject: 'The sign-in of your account was changed',
  },
  'account-finish': { name: 'Account for a guest', subject: 'Your account at our shop' },
  'guest-links': { name: 'Links to guest orders', subject: 'The links to your orders' },
  'express-failed': {
    name: 'Express payment without an order',
    subject: 'Your order was not placed, and nothing was charged',
  },
} satisfies Record<string, WithSubject>

const STAFF_MAILS = {
  'staff-invite': { name: 'Invitation of staff', subject: 'You are invited to work in our back office' },
} satisfies Record<string, WithSubject>

/** Mails about a subscription. */
const SUBSCRIPTION_MAILS = {
  'subscription-started': {
    name: 'Subscription started',
    subject: 'Your coffee subscription has started',
  },
  'subscription-notice': {
    name: 'Next delivery of a subscription',
    subject: 'Your next coffee: the date, and what it costs',
  },
  'subscription-waiting': { name: 'Delivery that has to wait', subject: 'Your next coffee has to wait' },
  'subscription-missed': {
    name: 'Delivery that was left out',
    subject: 'We left out one delivery of your coffee',
  },
  'subscription-moved': {
    name: 'Delivery moved by a vacation',
    subject: 'Your next coffee comes after our vacation',
  },
  'subscription-declined': { name: 'Payment declined', subject: 'Your payment did not go through' },
  'subscription-method': {
    name: 'Payment method missing',
    subject: 'Your coffee needs a payment method',
  },
  'subscription-failed': { name: 'Subscription paused', subject: 'Your coffee subscription is paused' },
  'subscription-price': {
    name: 'New price of a subscription',
    subject: 'A new price from your next delivery on',
  },
  'subscription-changed': {
    name: 'Subscription changed for the subscriber',
    subject: 'Your coffee subscription was changed',
  },
  'subscription-canceled': {
    name: 'Subscription canceled',
    subject: 'Your coffee subscription is canceled',
  },
  'subscription-yearly': {
    name: 'Yearly reminder',
    subject: 'Your coffee subscription: the yearly reminder',
  },
  'subscription-ending': {
    name: 'Coffee of a subscription ends',
    subject: 'A coffee of your subscription ends',
  },
  'subscription-sold-out': {
    name: 'Coffee missing for a subscription',
    subject: 'A subscription waits for coffee',
    isToShop: true,
  },
} satisfies Record<string, WithSubject>

/** Mails about a gift subscription: to the giver, and to the receiver. */
const GIFT_MAILS = {
  'gift-copy': { name: 'Gift subscription, to the giver', subject: 'Your gift: the link to pass on' },
  gift: { name: 'Gift subscription, to the receiver', subject: 'Someone gives you fresh coffee' },
  'gift-next': { name: 'Next delivery of a gift', subject: 'Your next coffee: when it comes' },
  'gift-shipped': { name: 'Delivery of a gift shipped', subject: 'Your coffee is on its way' },
  'gift-unopened': { name: 'Gift not opened yet', subject: 'Your gift is not opened yet' },
} satisfies Record<string, WithSubject>

/** Mails about orders of wholesale accounts, to the people who chose them. */
const ACCOUNT_ORDER_MAILS = {
  'wholesale-order': { name: 'Order of a wholesale account' },
} satisfies Record<string, MailFacts>

/** Mails to applicants and to the people of wholesale accounts. */
const WHOLESALE_MAILS = {
  'wholesale-application': {
    name: 'Link to apply for wholesale',
    subject: 'Your wholesale account: a few questions',
  },
  'wholesale-needs': {
    name: 'Question about an application',
    subject: 'Your wholesale application: one more thing',
  },
  'wholesale-declined': { name: 'Application declined', subject: 'Your wholesale application' },
  'wholesale-approved': { name: 'Application approved', subject: 'Your wholesale account is open' },
  'wholesale-buyer': { name: 'Invitation to an account', subject: 'You can order for your business now' },
  'wholesale-terms': {
    name: 'Terms of a wholesale account',
    subject: 'The terms of your wholesale account change',
  },
  'wholesale-closed': { name: 'Wholesale account closed', subject: 'Your wholesale account is closed' },
  'wholesale-certificate': {
    name: 'Certificate of resale ends',
    subject: 'Your certificate of resale ends: please send the new one',
  },
} satisfies Record<string, WithSubject>

/** Mails to subscribers of the newsletter, and to visitors who asked for a notice or for a saved cart. */
const NEWS_MAILS = {
  'newsletter-confirm': { name: 'Confirmation of the newsletter' },
  newsletter: { name: 'Newsletter' },
  'stock-confirm': { name: 'Confirmation of a notice' },
  'stock-back': { name: 'Back in stock' },
  'saved-cart': { name: 'Cart by email' },
} satisfies Record<string, MailFacts>

/** Mails about the ledger of a wholesale account. */
const INVOICE_MAILS = {
  invoice: { name: 'Wholesale invoice' },
  'invoice-paid': { name: 'Wholesale invoice paid' },
  'invoice-reminder': { name: 'Open wholesale invoices' },
  statement: { name: 'Wholesale statement' },
  'account-held': { name: 'Wholesale account on hold' },
} satisfies Record<string, MailFacts>

/** The kinds of mail, in the order of the filter of the list of mails. */
export const MAILS = {
  message: { name: 'Messages and inquiries', isToShop: true },
  answer: { name: 'Answers' },
  ...ORDER_MAILS,
  ...ACCOUNT_MAILS,
  ...EVENT_MAILS,
  ...SUBSCRIPTION_MAILS,
  ...STAFF_MAILS,
  'gift-card': { name: 'Gift card' },
  ...GIFT_MAILS,
  ...ACCOUNT_ORDER_MAILS,
  ...WHOLESALE_MAILS,
  ...NEWS_MAILS,
  ...INVOICE_MAILS,
  ...RHYTHM_MAILS,
  recall: { name: 'Recalls' },
  'webhook-off': { name: 'Webhook switched off', subject: 'A webhook is switched off' },
  'service-changed': { name: 'Service connected or disconnected' },
} satisfies Record<string, MailFacts>
export type MailKind = keyof typeof MAILS
export const MAIL_KINDS = Object.keys(MAILS) as MailKind[]

export type AccountMail = keyof typeof ACCOUNT_MAILS | keyof typeof STAFF_MAILS
export type SubscriptionMail = keyof typeof SUBSCRIPTION_MAILS
export type GiftMail = keyof typeof GIFT_MAILS
export type InvoiceMail = keyof typeof INVOICE_MAILS
export type WholesaleMail = keyof typeof WHOLESALE_MAILS
export type NewsMail = keyof typeof NEWS_MAILS

/** A kind of mail with introductions that admins edit. It is also the id of its page in the editor. */
export type EditedMail = {
  [K in MailKind]: (typeof MAILS)[K] extends { edited: object } ? K : never
}[MailKind]

/** Whether a kind of mail goes to the shop, and not to a customer. */
export function isToShop(kind: MailKind): boolean {
  const facts: MailFacts = MAILS[kind]
  return facts.isToShop === true
}

/** The outbox row of an email, written in the transaction of the event; server/mail/sending/send.ts sends it afterwards. */
import type { Change } from '#shared/platform/api/change-log.ts'
import type { MailKind, MailState } from '#shared/platform/mails/kinds.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, OutboxRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'

/**
 * The order, sign-up, subscription, gift or account that an email is about. The text is written from its data when the
 * mail is sent (server/mail/sending/compose.ts).
 */
export type About =
  | AboutOrder
  | AboutSignup
  | AboutSubscription
  | AboutGiftCard
  | AboutGift
  | AboutNews
  | AboutRecall
  | AboutInvoice
  | AboutStanding
  | AboutWeek
  | AboutAccountOrder
  | AboutWholesale
  | AboutAccount
export type AboutOrder = {
  order: string
  cents?: number
  refund?: string
  /** The dates before, as text, and the owner's sentence; both may be empty. */
  moved?: { before: string; message: string }
}
/** `number` is the delivery that the mail is about, `changes` what staff have changed in the subscriber's name. */
export type AboutSubscription = { subscription: string; number?: number; changes?: Change[] }
type AboutSignup = { signup: string }
type AboutGiftCard = { giftCard: string }
/** A gift subscription. `delivery` is the order of the delivery that the mail is about. */
export type AboutGift = { gift: string; delivery?: string }
/** The subscriber, the newsletter, the product, the request for a notice or the saved cart that an email is about. */
export type AboutNews = {
  news: {
    subscriber?: string
    newsletter?: string
    product?: string
    notice?: string
    cart?: string
    /** Whether the subscriber agreed in another shop, and is asked to confirm it. */
    isImported?: true
  }
}
/** An order of a wholesale account, and what happened to it. */
export type AboutAccountOrder = { accountOrder: { order: string; news: 'placed' | 'changed' | 'canceled' } }
/** The owner's text, and what the buyer got, a line for each coffee and lot. */
export type AboutRecall = { recall: { name: string; text: string; coffees: string[] } }
/** A mail about the ledger of a wholesale account. */
export type AboutInvoice = {
  invoice: {
    id?: string
    /** The order that paid. */
    order?: string
    company?: string
    /** The month of a statement, such as '2026-11'. */
    month?: string
    /** Why the account is on hold; empty if it no longer is. */
    hold?: string
  }
}
/** What the people of an account, or the shop, read about a standing order. `path` is a page of the shop. */
export type AboutStanding = { standing: { title: string; text: string[]; button: string; path: string } }
/** The row of a weekly link, whose token is made when the mail is sent. */
export type AboutWeek = { week: string }
/** What a mail about a wholesale account is about, and the text that staff have written. */
export type AboutWholesale = {
  wholesale: { application?: string; buyer?: string; certificate?: string; company?: string; text?: string }
}
export type AboutAccount = {
  user?: string
  email?: string
  guestOrder?: string
  invitation?: string
  /** A buyer whose express payment could not become an order, and why. */
  unplaced?: { name: string; problem: string }
  change?: SignInChange
  /** The name of the passkey that was added or removed. */
  passkey?: string
  /** What was removed from the account, as text. */
  removed?: string
}

/** What has changed about the sign-in of an account. */
export type SignInChange =
  | 'passkey-added'
  | 'passkey-removed'
  | 'app-added'
  | 'app-removed'
  | 'codes-new'
  | 'code-used'
  | 'reset'
  | 'attached-removed'

export type NewMail = {
  kind: MailKind
  /** Identifies the event, such as `message:<id>`: the outbox accepts one mail for each key. */
  dedupeKey: string
  to: string
  replyTo: string | null
  subject: string
} & ({ text: string; html: string; about?: undefined } | { about: About })

/** The state of an email as shown in the admin area. */
export function mailStateOf({ state, is_kept }: Pick<OutboxRow, 'state' | 'is_kept'>): MailState {
  return is_kept ? 'kept' : state
}

/** The row of an email that is due now. */
export function waitingMail({ clock, config }: Pick<Shop, 'clock' | 'config'>, mail: NewMail): OutboxRow {
  const id = newId(clock)
  const now = isoNow(clock)
  const hasText = mail.about === undefined
  return {
    id,
    kind: mail.kind,
    dedupe_key: mail.dedupeKey,
    recipient: mail.to,
    reply_to: mail.replyTo,
    subject: mail.subject,
    body_text: hasText ? mail.text : '',
    body_html: hasText ? mail.html : '',
    about: hasText ? null : JSON.stringify(mail.about),
    state: 'waiting',
    attempts: 0,
    next_at: now,
    sent_at: null,
    is_kept: 0,
    problem: null,
    message_id: `<${id}@${config.mail.from.split('@')[1]}>`,
    created_at: now,
  }
}

/** The query that puts an email into the outbox. An email with the same key stays unchanged. */
export function insertMail(db: Db, shop: Pick<Shop, 'clock' | 'config'>, mail: NewMail) {
  return db
    .insertInto('outbox')
    .values(waitingMail(shop, mail))
    .onConflict((taken) => taken.column('dedupe_key').doNothing())
}

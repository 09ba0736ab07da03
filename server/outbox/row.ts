/** A mail as it is put into the outbox, in the transaction of its cause; server/mail/send.ts sends it afterwards. */
import type { MailKind, MailState } from '#shared/api/mail.ts'
import { isoNow, newId } from '../time/clock.ts'
import type { Db, OutboxRow } from '../db/schema.ts'
import type { Shop } from '../shop.ts'

/** What a letter is about. Its words are made from that when it is sent (server/mail/compose.ts). */
export type About = { order: string; cents?: number; refund?: string } | { user?: string; email?: string }

export type NewMail = {
  kind: MailKind
  /** What the mail is about, such as `message:<id>`: there is one mail for each. */
  dedupeKey: string
  to: string
  replyTo: string | null
  subject: string
} & ({ text: string; html: string; about?: undefined } | { about: About })

/** The state of a mail as the admin sees it. */
export function mailStateOf({ state, is_kept }: Pick<OutboxRow, 'state' | 'is_kept'>): MailState {
  return is_kept ? 'kept' : state
}

/** The row of a mail that waits to be sent at once. */
export function waitingMail({ clock, config }: Pick<Shop, 'clock' | 'config'>, mail: NewMail): OutboxRow {
  const id = newId(clock)
  const now = isoNow(clock)
  const isWritten = mail.about === undefined
  return {
    id,
    kind: mail.kind,
    dedupe_key: mail.dedupeKey,
    recipient: mail.to,
    reply_to: mail.replyTo,
    subject: mail.subject,
    body_text: isWritten ? mail.text : '',
    body_html: isWritten ? mail.html : '',
    about: isWritten ? null : JSON.stringify(mail.about),
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

/** The query that puts a mail into the outbox; one that is there already stays as it is. */
export function insertMail(db: Db, shop: Pick<Shop, 'clock' | 'config'>, mail: NewMail) {
  return db
    .insertInto('outbox')
    .values(waitingMail(shop, mail))
    .onConflict((taken) => taken.column('dedupe_key').doNothing())
}

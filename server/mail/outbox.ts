/**
 * Mail that must not get lost. It is written down in the transaction of what it tells of and sent afterwards, for
 * hours if need be.
 *
 * Each attempt is claimed by a guarded update, so that two instances never send the same mail at the same time. Who
 * dies between handing a mail over and noting it leaves the claim to run out, and the mail goes a second time: at
 * most a duplicate, with the same Message-ID, which mail programs show once. SMTP has nothing better to offer.
 */
import { brand } from '#shared/brand.ts'
import { isoIn, isoNow, HOUR, MINUTE, newId } from '../clock.ts'
import type { OutboxRow, Tx } from '../db/schema.ts'
import { MailUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'

export type NewMail = {
  /** What the mail is about, such as `message:<id>`: there is one mail for each. */
  dedupeKey: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
}

/** Longer than the client waits for any answer: until then a claimed mail is its sender's. */
const CLAIM = 2 * MINUTE
const FIRST_WAIT = MINUTE
const LONGEST_WAIT = HOUR
/** About fifteen hours after the first. */
const MAX_ATTEMPTS = 20
const BATCH = 50

/** Puts a mail into the outbox and answers its id. Ring `shop.mailBell` after the commit. */
export async function writeMail(
  { clock, config }: Pick<Shop, 'clock' | 'config'>,
  tx: Tx,
  mail: NewMail,
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  await tx
    .insertInto('outbox')
    .values({
      id,
      dedupe_key: mail.dedupeKey,
      recipient: mail.to,
      reply_to: mail.replyTo,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      state: 'waiting',
      attempts: 0,
      next_at: now,
      sent_at: null,
      problem: null,
      message_id: `<${id}@${config.mail.from.split('@')[1]}>`,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * Sends what is due, the longest waiting first. Stops at the first sign that no mail would go just now: the rest
 * stays due, and the next round finds out with a single mail whether the server is back.
 */
export async function sendWaiting(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await shop.db
      .selectFrom('outbox')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_at', '<=', isoNow(shop.clock))
      .orderBy('next_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    for (const mail of due) {
      if (signal?.aborted) return
      if ((await claim(shop, mail)) && !(await send(shop, mail))) return
    }
  }
}

async function claim(shop: Shop, mail: OutboxRow): Promise<boolean> {
  const { numUpdatedRows } = await shop.db
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: isoIn(shop.clock, CLAIM) }))
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', mail.next_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False when it is no use to try another mail now. */
async function send(shop: Shop, mail: OutboxRow): Promise<boolean> {
  try {
    await shop.providers.mail.send({
      from: { name: brand.roasters, address: shop.config.mail.from },
      to: mail.recipient,
      replyTo: mail.reply_to,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      messageId: mail.message_id,
    })
  } catch (error) {
    await noteFailure(shop, mail, error as Error)
    return !(error instanceof MailUnavailable)
  }
  await shop.db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: isoNow(shop.clock), problem: null })
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute()
  return true
}

/** Even a refusal for good is tried again: more often than the mail, the settings are wrong, and they get mended. */
async function noteFailure(shop: Shop, mail: OutboxRow, error: Error): Promise<void> {
  const attempts = mail.attempts + 1
  const wait = Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
  const hasFailed = attempts >= MAX_ATTEMPTS
  shop.log[hasFailed ? 'error' : 'warn']({ err: error, mail: mail.id, attempts }, 'mail not sent')
  await shop.db
    .updateTable('outbox')
    .set({
      state: hasFailed ? 'failed' : 'waiting',
      next_at: isoIn(shop.clock, wait),
      problem: error.message.slice(0, 500),
    })
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute()
}

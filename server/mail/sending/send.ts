/**
 * Sends the mails in the outbox. An email is queued in the transaction of its event. It is sent after the commit. A mail
 * that the server refuses is retried for hours; while the server does not answer, all mails wait, however long.
 *
 * An email is recorded as sent together with the claim of the next one. If the process crashes after the mail server has
 * accepted an email and before that is recorded, the mail is sent again.
 * The duplicate has the same Message-ID, so mail programs can show it once. SMTP offers no better guarantee.
 */
import { setTimeout } from 'node:timers/promises'
import type { Compilable } from 'kysely'
import { isToShop } from '#shared/platform/mails/kinds.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import { DAY, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { OutboxRow } from '#server/kernel/db/schema.ts'
import { claimDue, retryState } from '#server/kernel/db/queue.ts'
import { runTogether } from '#server/kernel/db/all-or-none.ts'
import { MailUnavailable } from '#server/providers/providers.ts'
import { isInvented } from '#server/platform/invented.ts'
import { isReachable } from '#server/providers/circuit.ts'
import type { Shop } from '#server/platform/shop.ts'
import { HIDDEN_TOKEN, type TokenSource } from '../kinds/mail-links.ts'
import { compose } from './compose.ts'

/** After `mails` mails in a row, sending pauses for `ms` milliseconds. */
export type Pace = { mails: number; ms: number }

/**
 * Sends the mails that are due, oldest first. Stops when the mail server is unavailable: the rest stay due, and the next
 * run tries a single mail.
 * @param pace limits the mails per second, so that sending does not slow page requests
 */
export async function sendWaiting(shop: Shop, signal?: AbortSignal, pace?: Pace): Promise<void> {
  // While the circuit breaker is open, nothing is sent, and that must not count as an attempt.
  if (!isReachable(shop, 'mail')) return
  let wasOut = shop.circuits.mail.nextTryAt() !== null
  let inARow = 0
  const pending: Compilable[] = []
  for await (const mail of claimDue(shop, 'outbox', signal, { pending })) {
    const sent = await send(shop, mail)
    if (sent === 'unavailable') return
    if (sent !== 'done') pending.push(sent)
    if (wasOut) {
      wasOut = false
      await endOutage(shop)
    }
    if (++inARow === pace?.mails) {
      inARow = 0
      await runTogether(shop.db, pending.splice(0))
      await setTimeout(pace.ms)
    }
  }
}

/** Mails that failed for good within this time before the end of an outage are tried once more. */
const TRIED_AGAIN = 7 * DAY

/**
 * After an outage, the mails that were tried during it are due at once, and those that have failed get one more attempt:
 * the outage may have been the reason. Mails that another instance is sending are left out: their attempt is already
 * counted.
 */
async function endOutage({ db, clock }: Shop): Promise<void> {
  const due = { state: 'waiting' as const, next_at: isoNow(clock) }
  await db
    .updateTable('outbox')
    .set(due)
    .where('state', '=', 'failed')
    .where('created_at', '>', isoIn(clock, -TRIED_AGAIN))
    .execute()
  await db
    .updateTable('outbox')
    .set(due)
    .where('state', '=', 'waiting')
    .where('next_at', '>', isoNow(clock))
    .where('attempts', '=', 0)
    .where('problem', 'is not', null)
    .execute()
}

/** Returns the statement that records a sent mail, or `unavailable` if the mail server is unavailable. */
async function send(shop: Shop, mail: OutboxRow): Promise<Compilable | 'done' | 'unavailable'> {
  const tokens: string[] = []
  const tokenOf: TokenSource = async (create) => {
    const token = await create()
    tokens.push(token)
    return token
  }
  let storedText: string
  let to: string
  try {
    const body = await compose(shop, mail, tokenOf)
    if (!body) return await discard(shop, mail)
    const { roasters } = await businessOf(shop)
    const { recipient, reply_to } = await addressesOf(shop, mail)
    to = recipient
    const { from } = shop.services.mail
    const message = {
      from: { name: roasters, address: from },
      to,
      replyTo: reply_to,
      subject: mail.subject,
      ...body,
      messageId: messageIdOf(mail, from),
    }
    if (!isInvented(to)) await shop.providers.mail.send(message)
    storedText = tokens.reduce((text, token) => text.replaceAll(token, HIDDEN_TOKEN), body.text)
  } catch (error) {
    await noteFailure(shop, mail, error as Error)
    return error instanceof MailUnavailable ? 'unavailable' : 'done'
  }
  return shop.db
    .updateTable('outbox')
    .set({
      state: 'sent',
      sent_at: isoNow(shop.clock),
      is_kept: isInvented(to) || shop.providers.mail.mode === 'sandbox' ? 1 : 0,
      problem: isInvented(to) ? 'Not sent: this person was invented for the demo' : null,
      body_text: storedText,
      recipient: to,
    })
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
}

/** The Message-ID has the domain of the sender, who may have changed since the mail was queued. */
function messageIdOf({ message_id: id }: OutboxRow, from: string): string {
  return id.replace(/@[^@>]*>$/, `@${from.split('@')[1]}>`)
}

/**
 * The addresses of an email. An email to the shop goes to the inbox of the moment at which it is sent, and replies go to the
 * address of that moment: the owner may have changed them since the mail was queued.
 */
async function addressesOf(
  shop: Shop,
  { kind, recipient, reply_to }: OutboxRow,
): Promise<{ recipient: string; reply_to: string | null }> {
  const { inbox, replyTo } = await inboxOf(shop)
  return {
    recipient: isToShop(kind) ? inbox : recipient,
    reply_to: reply_to === shop.config.mail.inbox ? replyTo : reply_to,
  }
}

/** Deletes an email that must not be sent: its order or account is deleted, or its address has no account. */
async function discard(shop: Shop, mail: OutboxRow): Promise<'done'> {
  await shop.db.deleteFrom('outbox').where('id', '=', mail.id).where('state', '=', 'waiting').execute()
  return 'done'
}

/** Permanent refusals are retried too: they usually come from wrong settings, which the owner can correct. */
async function noteFailure(shop: Shop, mail: OutboxRow, error: Error): Promise<void> {
  const tried = { attempts: mail.attempts, since: mail.created_at }
  const outcome = retryState(shop.clock, tried, error, error instanceof MailUnavailable)
  shop.log[outcome.state === 'failed' ? 'error' : 'warn'](
    { err: error, mail: mail.id, attempts: outcome.attempts },
    'mail not sent',
  )
  await shop.db
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** 12 months, as the privacy policy says (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_TEXT = 365 * DAY

/** Deletes the text of mails 12 months after they were sent. The rows stay, so that nothing is sent again. */
export async function sweepMail({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ body_text: '', body_html: '' })
    .where('state', '=', 'sent')
    .where('sent_at', '<', isoIn(clock, -KEEP_TEXT))
    .where('body_text', '!=', '')
    .execute()
}

/**
 * Mail that must not get lost. It is written down in the transaction of what it tells of and sent afterwards, for
 * hours if need be.
 *
 * Who dies between handing a mail over and noting it leaves the claim to run out, and the mail goes a second time: at
 * most a duplicate, with the same Message-ID, which mail programs show once. SMTP has nothing better to offer.
 */
import { setTimeout } from 'node:timers/promises'
import { brand } from '#shared/brand.ts'
import { makeLink, type NewLink } from '../account/links.ts'
import { isoNow } from '../time/clock.ts'
import type { OutboxRow } from '../db/schema.ts'
import { claimDue, retryState } from '../db/queue.ts'
import { MailUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { compose, HIDDEN_TOKEN } from './compose.ts'

/**
 * Sends what is due, the longest waiting first. Stops at the first sign that no mail would go just now: the rest
 * stays due, and the next round finds out with a single mail whether the server is back.
 * @param pause milliseconds between two mails, which leave the machine to those who look at pages
 */
export async function sendWaiting(shop: Shop, signal?: AbortSignal, pause = 0): Promise<void> {
  // A try that does not go out must not count as one.
  if (shop.circuits.mail.isOpen()) return
  for await (const mail of claimDue(shop, 'outbox', signal)) {
    if (!(await send(shop, mail))) return
    if (pause > 0) await setTimeout(pause)
  }
}

/** False when it is no use to try another mail now. */
async function send(shop: Shop, mail: OutboxRow): Promise<boolean> {
  const tokens: string[] = []
  const makeAndNote = async (link: NewLink) => {
    const token = await makeLink(shop, link)
    tokens.push(token)
    return token
  }
  let kept: string
  try {
    const words = await compose(shop, mail, makeAndNote)
    if (!words) return await forget(shop, mail)
    await shop.providers.mail.send({
      from: { name: brand.roasters, address: shop.config.mail.from },
      to: mail.recipient,
      replyTo: mail.reply_to,
      subject: mail.subject,
      ...words,
      messageId: mail.message_id,
    })
    kept = tokens.reduce((text, token) => text.replaceAll(token, HIDDEN_TOKEN), words.text)
  } catch (error) {
    await noteFailure(shop, mail, error as Error)
    return !(error instanceof MailUnavailable)
  }
  await shop.db
    .updateTable('outbox')
    .set({
      state: 'sent',
      sent_at: isoNow(shop.clock),
      is_kept: shop.providers.mail.mode === 'sandbox' ? 1 : 0,
      problem: null,
      body_text: kept,
    })
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute()
  return true
}

/** What a mail was about is gone, or nobody has the account that was asked for: nothing is left to be said. */
async function forget(shop: Shop, mail: OutboxRow): Promise<true> {
  await shop.db.deleteFrom('outbox').where('id', '=', mail.id).where('state', '=', 'waiting').execute()
  return true
}

/** Even a refusal for good is tried again: more often than the mail, the settings are wrong, and they get mended. */
async function noteFailure(shop: Shop, mail: OutboxRow, error: Error): Promise<void> {
  const attempts = mail.attempts + 1
  const outcome = retryState(shop.clock, attempts, error)
  shop.log[outcome.state === 'failed' ? 'error' : 'warn'](
    { err: error, mail: mail.id, attempts },
    'mail not sent',
  )
  await shop.db
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute()
}

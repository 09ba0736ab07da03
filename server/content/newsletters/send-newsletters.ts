/**
 * Sends newsletters in small batches. A batch enters the outbox only when no other mail is due, so an email about an order
 * waits for at most one batch.
 */
import type { Newsletter } from '#shared/content/api/newsletters.ts'
import type { Db, NewsletterRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { newsMail } from '#server/platform/outbox/news-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { mailQueued } from './imported-consents.ts'
import { audienceOf, blocksOf, savedNewsletter, toNewsletter } from './edit-newsletters.ts'

/** The mails of a batch: half a second with the pace of the outbox (server/start/jobs/jobs.ts). */
const BATCH = 25
/** The time of day at the shop from which newsletters of a chosen day are sent. */
const FROM = '08:00'
/** Instead of the id of an email, for recipients who have unsubscribed before their turn. */
const SKIPPED = 'skipped'

/**
 * Starts a newsletter, or sets its day. Throws 404, 400 for an empty newsletter or a past day, and 409 if it is started
 * already or `version` is outdated.
 */
export async function sendNewsletter(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { on, version }: { on: string; version?: number | undefined },
): Promise<Newsletter> {
  if (on !== '' && on < nowAt(shop.clock).day) throw badRequest('This day has passed')
  const row = await transact(shop.db, async (tx) => {
    const before = await savedNewsletter.find(tx, id)
    if (version !== undefined && version !== before.version)
      throw conflict('This newsletter has changed since you opened the form')
    if (blocksOf(before).length === 0) throw badRequest('Add a text before you send the newsletter')
    const started =
      on === ''
        ? await begin(tx, shop, before)
        : await changeState(tx, id, UNSENT, { state: 'scheduled', send_on: on })
    if (!started) throw conflict('This newsletter is sent already')
    await savedNewsletter.log(tx, shop, admin, started, on === '' ? 'Sent' : `Set to be sent on ${on}`)
    return started
  })
  return toNewsletter(shop.db, row)
}

const UNSENT = ['draft', 'scheduled'] as const

/** Changes a newsletter that has one of the states `from`. Undefined if it has another one by now. */
function changeState(
  tx: Tx,
  id: string,
  from: readonly NewsletterRow['state'][],
  changed: Partial<NewsletterRow>,
): Promise<NewsletterRow | undefined> {
  return tx
    .updateTable('newsletters')
    .set(changed)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

/** Fixes the recipients. Undefined if the newsletter is started already. */
async function begin(tx: Tx, shop: Shop, { id }: NewsletterRow): Promise<NewsletterRow | undefined> {
  const started = await changeState(tx, id, UNSENT, { state: 'sending', started_at: isoNow(shop.clock) })
  if (!started) return undefined
  await tx
    .insertInto('newsletter_recipients')
    .columns(['newsletter_id', 'subscriber_id'])
    .expression(
      audienceOf(tx, JSON.parse(started.buyers_of) as string[]).select((eb) => [
        eb.val(id).as('newsletter_id'),
        'newsletter_subscribers.id as subscriber_id',
      ]),
    )
    .execute()
  return started
}

/**
 * Stops a newsletter: queued mails without an attempt are deleted, and their recipients wait again. A newsletter with a
 * day becomes a draft again. Throws 404, and 409 if there is nothing to stop.
 */
export async function stopNewsletter(shop: Shop, admin: SignedIn, id: string): Promise<Newsletter> {
  const row = await transact(shop.db, async (tx) => {
    const { state } = await savedNewsletter.find(tx, id)
    const stopped =
      state === 'scheduled'
        ? await changeState(tx, id, ['scheduled'], { state: 'draft', send_on: null })
        : await changeState(tx, id, ['sending'], { state: 'stopped' })
    if (!stopped) throw conflict('This newsletter is not being sent')
    await takeBack(tx, id)
    await savedNewsletter.log(tx, shop, admin, stopped, 'Stopped')
    return stopped
  })
  return toNewsletter(shop.db, row)
}

async function takeBack(tx: Tx, id: string): Promise<void> {
  const queued = tx.selectFrom('newsletter_recipients').select('outbox_id').where('newsletter_id', '=', id)
  const deleted = await tx
    .deleteFrom('outbox')
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    // After an outage it is unknown whether the mail server has accepted the mail.
    .where('problem', 'is', null)
    .where('id', 'in', queued.where('outbox_id', 'is not', null).$castTo<{ outbox_id: string }>())
    .returning('id')
    .execute()
  const ids = deleted.map((mail) => mail.id)
  if (ids.length === 0) return
  await tx
    .updateTable('newsletter_recipients')
    .set({ outbox_id: null })
    .where('newsletter_id', '=', id)
    .where('outbox_id', 'in', ids)
    .execute()
}

/** Continues a stopped newsletter. Throws 404, and 409 if it is not stopped. */
export async function resumeNewsletter(shop: Shop, admin: SignedIn, id: string): Promise<Newsletter> {
  const row = await transact(shop.db, async (tx) => {
    await savedNewsletter.find(tx, id)
    const resumed = await changeState(tx, id, ['stopped'], { state: 'sending' })
    if (!resumed) throw conflict('This newsletter is not stopped')
    await savedNewsletter.log(tx, shop, admin, resumed, 'Continued')
    return resumed
  })
  return toNewsletter(shop.db, row)
}

/**
 * Starts the newsletters whose day has come, and queues the next batch of one that is being sent, and of the people who are
 * asked to confirm a consent from another shop.
 */
export async function sendNewsletters(shop: Shop): Promise<void> {
  const open = await shop.db
    .selectFrom('newsletters')
    .selectAll()
    .where('state', 'in', ['scheduled', 'sending'])
    .orderBy('id')
    .execute()
  for (const row of open) if (isDue(shop, row)) await transact(shop.db, (tx) => begin(tx, shop, row))
  const sending = open.filter((row) => row.state === 'sending' || isDue(shop, row))
  for (const row of sending) {
    if (await isBusy(shop)) return
    await transact(shop.db, (tx) => queueBatch(tx, shop, row.id))
    shop.mailSignal.raise()
  }
  if (!(await isBusy(shop)) && (await mailQueued(shop, BATCH))) shop.mailSignal.raise()
}

function isDue({ clock }: Shop, { state, send_on: on }: NewsletterRow): boolean {
  const { day, time } = nowAt(clock)
  return state === 'scheduled' && on !== null && (on < day || (on === day && time >= FROM))
}

/** Whether an email is due. Due mails are sent before the next batch is queued. */
async function isBusy({ db, clock }: Shop): Promise<boolean> {
  const due = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', isoNow(clock))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Queues the next mails in the transaction that marks their recipients. The update of the newsletter locks it. */
async function queueBatch(tx: Tx, shop: Shop, id: string): Promise<void> {
  const newsletter = await tx
    .updateTable('newsletters')
    .set({ updated_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returning(['id', 'subject'])
    .executeTakeFirst()
  if (!newsletter) return
  const next = await nextRecipients(tx, id)
  for (const { subscriber_id: subscriber, email, state } of next) {
    const about = { newsletter: id, subscriber }
    const mail = newsMail(tx, shop, 'newsletter', {
      to: email ?? '',
      subject: newsletter.subject,
      about,
      key: `${id}:${subscriber}`,
    })
    const queued = email && state === 'active' ? await mail.returning('id').executeTakeFirst() : undefined
    await tx
      .updateTable('newsletter_recipients')
      .set({ outbox_id: queued?.id ?? SKIPPED })
      .where('newsletter_id', '=', id)
      .where('subscriber_id', '=', subscriber)
      .execute()
  }
  if (next.length === BATCH) return
  const ended_at = isoNow(shop.clock)
  await tx.updateTable('newsletters').set({ state: 'sent', ended_at }).where('id', '=', id).execute()
}

function nextRecipients(db: Db, id: string) {
  return db
    .selectFrom('newsletter_recipients')
    .leftJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_recipients.subscriber_id')
    .where('newsletter_id', '=', id)
    .where('outbox_id', 'is', null)
    .orderBy('subscriber_id')
    .limit(BATCH)
    .select(['subscriber_id', 'email', 'newsletter_subscribers.state'])
    .execute()
}

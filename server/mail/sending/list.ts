/** The outbox in the admin area: lists mails, and sends failed mails again. */
import { sql, type ExpressionBuilder } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { mail as contract, MailLine } from '#shared/mail/api/mail.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Db, OutboxRow, Schema } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { HIDDEN_TOKEN } from '../kinds/mail-links.ts'
import { compose } from './compose.ts'
import { mailStateOf } from '#server/platform/outbox/row.ts'

const PAGE_SIZE = 20
const NOT_SENT =
  'This email will not be sent: its order or account no longer exists, or the mail no longer applies.'
const TEXT_DELETED = 'The text was deleted 12 months after it was sent.'

/** All mail, newest first, or oldest first. A page out of range is empty. */
export async function listMail(
  shop: Shop,
  admin: SignedIn,
  { state, kind, id, ...asked }: Query<typeof contract.list>,
): Promise<Reply<typeof contract.list>> {
  const matching = shop.db
    .selectFrom('outbox')
    .$if(state !== undefined, (query) =>
      query
        .where('state', '=', state === 'kept' ? 'sent' : state!)
        .where('is_kept', '=', state === 'kept' ? 1 : 0),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = planPage(total, asked, PAGE_SIZE)
  const by = [sql`outbox.created_at`, sql`outbox.id`]
  // The rows before this page are skipped in the index, by id. Full rows are read only for this page.
  const ids = page.pick(matching.select('id'), by)
  const rows = await page.sort(shop.db.selectFrom('outbox').selectAll().where('id', 'in', ids), by).execute()
  return {
    mail: await Promise.all(rows.map((row) => toLine(shop, row, admin))),
    ...page.numbers,
    failed: await countFailed(shop),
    sandbox: shop.providers.mail.mode === 'sandbox',
  }
}

/** The number of failed mails. */
export async function countFailed(shop: Shop): Promise<number> {
  const { count } = await failedOf(shop.db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The query for failed mails. */
export function failedOf(db: Db) {
  return db.selectFrom('outbox').where('state', '=', 'failed')
}

/**
 * Queues a failed mail again with a full number of attempts. It keeps its Message-ID, so that mail programs recognize a
 * duplicate. An email that the sandbox stored can be sent too, as soon as there is a mail server. Throws 404, and 409 for
 * all other mails and for the second of two concurrent requests.
 */
export async function resendMail(shop: Shop, admin: SignedIn, id: string): Promise<MailLine> {
  const isLive = shop.providers.mail.mode === 'live'
  const row = await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, next_at: isoNow(shop.clock), sent_at: null, is_kept: 0 })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('state', '=', 'failed'), ...(isLive ? [isStoredWithText(eb)] : [])]))
      .returningAll()
      .executeTakeFirst()
    if (changed) {
      const name = `${changed.subject}, to ${changed.recipient}`
      await logChange(tx, shop, admin, { subject: 'mail', id, name, action: 'Sent again' })
    }
    return changed
  })
  if (!row) throw await refusalOf(shop, id)
  shop.mailSignal.raise()
  return toLine(shop, row, admin)
}

/** Whether the mail was stored by the sandbox and still has its text. `sweepMail` deletes the text after 12 months. */
function isStoredWithText(eb: ExpressionBuilder<Schema, 'outbox'>) {
  return eb.and([eb('is_kept', '=', 1), eb('body_text', '!=', '')])
}

/** Why an email cannot be sent again. */
async function refusalOf(shop: Shop, id: string): Promise<Error> {
  const mail = await shop.db
    .selectFrom('outbox')
    .select(['state', 'is_kept'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) return notFound('Mail')
  if (mail.is_kept)
    return conflict(
      shop.providers.mail.mode === 'live' ? TEXT_DELETED : 'There is no mail server to send it with',
    )
  return conflict(mail.state === 'sent' ? 'This email has been sent' : 'This email is already on its way')
}

async function toLine(shop: Shop, row: OutboxRow, admin: SignedIn): Promise<MailLine> {
  return {
    _id: row.id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    text: await textOf(shop, row, admin),
    state: mailStateOf(row),
    attempts: row.attempts,
    problem: row.problem ?? '',
    createdAt: row.created_at,
    sentAt: row.sent_at,
    nextAt: row.state === 'waiting' ? row.next_at : null,
  }
}

/**
 * The text of the mail, as the recipient gets it. Links that give access to an account or to a guest’s order are hidden, except in the
 * sandbox, where only an owner reads them: a link may make its reader an owner.
 */
async function textOf(shop: Shop, row: OutboxRow, { role }: SignedIn): Promise<string> {
  if (row.state !== 'sent') return (await compose(shop, row, async () => HIDDEN_TOKEN))?.text ?? NOT_SENT
  const text = row.body_text || TEXT_DELETED
  if (role !== 'owner' || !text.includes(HIDDEN_TOKEN)) return text
  return (await shop.providers.mail.caught?.(row.message_id)) ?? text
}

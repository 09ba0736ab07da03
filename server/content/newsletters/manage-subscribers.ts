/** The subscribers for admins: addresses are excluded and allowed again, and the file of the subscribers. All is in the change log. */
import { dayOf } from '#shared/kernel/dates.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { hashOf } from '#server/platform/outbox/excluded.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { findBy, withdraw } from './subscribers.ts'

/**
 * Ends the subscription of an address, if there is one, and stores that it gets no newsletters, notices, saved carts or
 * mails that confirm. Mails of a newsletter that are already in the outbox are still sent.
 * @param email in lower case
 */
export async function exclude(shop: Shop, admin: SignedIn, email: string): Promise<{ message: string }> {
  const wasSubscribed = await transact(shop.db, async (tx) => {
    const row = await findBy(tx, 'email', email)
    if (row) await withdraw(tx, shop, row, { source: 'admin', reason: 'admin' })
    else {
      await tx.deleteFrom('imported_consents').where('email', '=', email).execute()
      await tx
        .insertInto('suppressed_addresses')
        .values({ address_hash: hashOf(email), reason: 'admin', at: isoNow(shop.clock) })
        .onConflict((taken) => taken.column('address_hash').doUpdateSet({ reason: 'admin' }))
        .execute()
    }
    await recordOf(tx, shop, admin, { email, action: 'Excluded an address' })
    return row?.state === 'active'
  })
  const before = wasSubscribed ? 'It was subscribed until now' : 'It was not subscribed'
  return { message: `${email} no longer gets newsletters. ${before}` }
}

/**
 * Lets an excluded address subscribe again. This does not subscribe it. Throws 409 if no admin has excluded it.
 * @param email in lower case
 */
export async function allow(shop: Shop, admin: SignedIn, email: string): Promise<{ message: string }> {
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('suppressed_addresses')
      .set({ reason: 'withdrawn' })
      .where('address_hash', '=', hashOf(email))
      .where('reason', '=', 'admin')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict(`${email} is not excluded`)
    await recordOf(tx, shop, admin, { email, action: 'Allowed an address again' })
  })
  return { message: `${email} can subscribe again. It gets no newsletter before that` }
}

type Done = { email: string; action: string }

/** The change log has the address without its middle: it must not keep what the deletion of an account removes. */
function recordOf(tx: Parameters<typeof logChange>[0], shop: Shop, admin: SignedIn, { email, action }: Done) {
  const name = `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
  return logChange(tx, shop, admin, { subject: 'newsletter', name, action })
}

const HEAD = [
  'Email',
  'Newsletter',
  'Newsletter since',
  'Newsletters',
  'New lots',
  'Agreed in',
  'Consent',
  'Consent stored at',
]

/** The people who get newsletters now, the first one first. The change log says who took the file. */
export async function exportSubscribers(shop: Shop, owner: SignedIn): Promise<Download> {
  const [rows, consents] = await Promise.all([readActive(shop.db), readConsents(shop.db)])
  await logChange(shop.db, shop, owner, { subject: 'newsletter', name: 'Subscribers', action: 'Exported' })
  const lines = rows.map((row) => {
    const consent = consents.get(row.email)
    const wants = [row.wants_news === 1 ? 'yes' : 'no', row.wants_lots === 1 ? 'yes' : 'no']
    const proof = [consent?.source ?? null, consent?.text ?? null, consent?.at ?? null]
    return csvLine([row.email, 'yes', row.confirmed_at, ...wants, ...proof])
  })
  return { name: `subscribers-${dayOf(shop.clock.now())}.csv`, content: csvHead(HEAD) + lines.join('') }
}

function readActive(db: Db) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'confirmed_at', 'wants_news', 'wants_lots'])
    .where('state', '=', 'active')
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
}

/** The last consent of each subscriber. */
async function readConsents(db: Db) {
  const rows = await db
    .selectFrom('newsletter_consents')
    .select(['email', 'source', 'text', 'at'])
    .where('kind', 'in', ['confirmed', 'changed'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.email, row]))
}

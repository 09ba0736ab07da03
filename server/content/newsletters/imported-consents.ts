/**
 * Consents that people gave in another shop, and that an import brought. They do not make subscribers: the owner accepts
 * them, with the source and the date of each, or asks each person by one mail (decisions/065).
 */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { IMPORT_SOURCES, type ImportSource } from '#shared/platform/import-sources.ts'
import type { newsletters } from '#shared/content/api/newsletters.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { newsConsent, SOURCE_NAMES } from '#shared/platform/newsletters.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, ImportedConsentRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, wrongField } from '#server/kernel/errors.ts'
import { hashOf } from '#server/platform/outbox/excluded.ts'
import { newsMail } from '#server/platform/outbox/news-mail.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { addConsent, findBy, listStates, newKey, withdraw } from './subscribers.ts'

/** Rows per statement. The number of parameters of a statement is limited. */
const BATCH = 250

/** The consents that wait for a decision of the owner, by the shop in which they were given. */
export async function listImported({ db }: Shop): Promise<Reply<typeof newsletters.imported>> {
  const rows = await waitingRows(db)
  const queued = await db
    .selectFrom('imported_consents')
    .where('state', '=', 'queued')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const sources = IMPORT_SOURCES.map((source) => {
    const own = rows.filter((row) => row.source === source)
    const dates = own.flatMap((row) => row.consented_at ?? []).toSorted()
    return {
      source,
      people: own.length,
      undated: own.length - dates.length,
      first: dates[0] ?? null,
      last: dates.at(-1) ?? null,
    }
  })
  return { sources: sources.filter(({ people }) => people > 0), queued: queued.count }
}

/** What the owner declares about consents: where the people agreed, and the day for those without a date. */
type Declared = { source: ImportSource; how: string; on: string }

/**
 * Makes the people whose consents wait subscribers, and stores for each of them what the owner declared. Throws 409 if
 * nobody waits, and 400 without a day for consents that have none.
 */
export async function acceptImported(
  shop: Shop,
  owner: SignedIn,
  { source, how, on }: Declared,
): Promise<{ message: string }> {
  if (on > nowAt(shop.clock).day) throw wrongField('on', 'This day is in the future')
  const accepted = await transact(shop.db, async (tx) => {
    const rows = (await waitingRows(tx)).filter((row) => row.source === source)
    if (rows.length === 0) throw conflict('Nobody waits for this decision anymore')
    const undated = rows.filter((row) => row.consented_at === null).length
    if (undated > 0 && on === '')
      throw wrongField(
        'on',
        `Enter the day on which ${counted(undated, 'person', 'people')} without a date agreed`,
      )
    for (const some of inBatches(rows, BATCH))
      await subscribeAll(tx, shop, some, {
        source,
        how: `${how} (${owner.name})`,
        on,
      })
    await record(
      tx,
      shop,
      owner,
      `Accepted ${counted(rows.length, 'consent')} of ${SOURCE_NAMES[source]}: ${how}`,
    )
    return rows.length
  })
  return { message: `Added ${counted(accepted, 'subscriber')}` }
}

async function subscribeAll(tx: Tx, shop: Shop, rows: ImportedConsentRow[], declared: Declared) {
  const dateOf = (row: ImportedConsentRow) => row.consented_at ?? `${declared.on}T12:00:00.000Z`
  const added = await tx
    .insertInto('newsletter_subscribers')
    .values(
      rows.map((row) => ({
        id: newId(shop.clock),
        email: row.email,
        link_key: newKey(),
        state: 'active' as const,
        requested_at: dateOf(row),
        confirmed_at: dateOf(row),
        left_at: null,
      })),
    )
    // A person who signs up at this moment confirms it by mail.
    .onConflict((taken) => taken.column('email').doNothing())
    .returning('email')
    .execute()
  const isAdded = new Set(added.map(({ email }) => email))
  const consents = rows.filter(({ email }) => isAdded.has(email))
  if (consents.length > 0)
    await tx
      .insertInto('newsletter_consents')
      .values(
        consents.map((row) => ({
          id: newId(shop.clock),
          email: row.email,
          kind: 'confirmed' as const,
          text: `Agreed in ${SOURCE_NAMES[row.source]} on ${formatDate(dateOf(row), 'day')}. Accepted: ${declared.how}`,
          source: 'import',
          at: isoNow(shop.clock),
        })),
      )
      .execute()
  await setState(tx, rows, 'accepted')
}

/** Queues one mail to each person whose consent waits; each confirms it there. Throws 409 if nobody waits. */
export async function askImported(
  shop: Shop,
  owner: SignedIn,
  source: ImportSource,
): Promise<{ message: string }> {
  const asked = await transact(shop.db, async (tx) => {
    const rows = (await waitingRows(tx)).filter((row) => row.source === source)
    if (rows.length === 0) throw conflict('Nobody waits for this decision anymore')
    for (const some of inBatches(rows, BATCH)) await setState(tx, some, 'queued')
    await record(
      tx,
      shop,
      owner,
      `Asked ${counted(rows.length, 'person', 'people')} of ${SOURCE_NAMES[source]} to confirm`,
    )
    return rows.length
  })
  return { message: `One email each goes to ${counted(asked, 'person', 'people')}, to confirm` }
}

/**
 * Ends a consent that the other shop no longer has. A person who is a subscriber only because the owner accepted this
 * consent is unsubscribed.
 */
export async function withdrawImported(
  tx: Tx,
  shop: Shop,
  email: string,
  source: ImportSource,
): Promise<void> {
  const row = await tx
    .deleteFrom('imported_consents')
    .where('email', '=', email)
    .where('source', '=', source)
    .returning('state')
    .executeTakeFirst()
  if (row?.state !== 'accepted') return
  const subscriber = await findBy(tx, 'email', email)
  const last = await tx
    .selectFrom('newsletter_consents')
    .select('source')
    .where('email', '=', email)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (subscriber && last?.source === 'import')
    await withdraw(tx, shop, subscriber, { source: 'import', reason: 'withdrawn' })
}

/** Queues the mails to the next people who are asked. The update of a row locks it, so that nobody is asked twice. */
export async function mailQueued(shop: Shop, count: number): Promise<boolean> {
  const next = await shop.db
    .selectFrom('imported_consents')
    .select('email')
    .where('state', '=', 'queued')
    .orderBy('email')
    .limit(count)
    .execute()
  const text = newsConsent(await openPartsOf(shop))
  for (const { email } of next) await transact(shop.db, (tx) => askOne(tx, shop, email, text))
  return next.length > 0
}

async function askOne(tx: Tx, shop: Shop, email: string, text: string): Promise<void> {
  const row = await tx
    .updateTable('imported_consents')
    .set({ state: 'asked' })
    .where('email', '=', email)
    .where('state', '=', 'queued')
    .returning('email')
    .executeTakeFirst()
  if (!row || (await listStates(tx, [email]))(email).state !== 'none') return
  const subscriber = await tx
    .insertInto('newsletter_subscribers')
    .values({
      id: newId(shop.clock),
      email,
      link_key: newKey(),
      state: 'pending',
      requested_at: isoNow(shop.clock),
      confirmed_at: null,
      left_at: null,
    })
    .onConflict((taken) => taken.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!subscriber) return
  await addConsent(tx, shop, { email, kind: 'asked', text, source: 'import' })
  await newsMail(tx, shop, 'newsletter-confirm', {
    to: email,
    subject: 'Do you want to keep getting our newsletter?',
    about: { subscriber: subscriber.id, isImported: true },
    key: `import:${email}`,
  }).execute()
}

/** Consents without a decision, of people who are neither subscribers here nor have left. */
async function waitingRows(db: Db): Promise<ImportedConsentRow[]> {
  const rows = await db
    .selectFrom('imported_consents')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('email', 'not in', db.selectFrom('newsletter_subscribers').select('email'))
    .orderBy('email')
    .execute()
  if (rows.length === 0) return []
  const all = await db.selectFrom('suppressed_addresses').select('address_hash').execute()
  const hashes = new Set(all.map((row) => row.address_hash))
  return rows.filter(({ email }) => !hashes.has(hashOf(email)))
}

async function setState(tx: Tx, rows: ImportedConsentRow[], state: 'queued' | 'accepted'): Promise<void> {
  const emails = rows.map(({ email }) => email)
  await tx.updateTable('imported_consents').set({ state }).where('email', 'in', emails).execute()
}

function record(tx: Tx, shop: Shop, owner: SignedIn, action: string): Promise<void> {
  return logChange(tx, shop, owner, { subject: 'newsletter', name: 'Imported consents', action })
}

/**
 * Subscribers of the newsletter: sign-up with confirmation by mail (double opt-in), preferences, unsubscribing. Each
 * consent and withdrawal is stored with its text, time and source.
 */
import { randomBytes } from 'node:crypto'
import type { ImportSource } from '#shared/platform/import-sources.ts'
import type { NewsPreferences, SignUpSource } from '#shared/content/api/newsletter.ts'
import { LOTS_CONSENT, newsConsent } from '#shared/platform/newsletters.ts'
import type { Db, Schema, SubscriberRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { hashOf, isExcluded } from '#server/platform/outbox/excluded.ts'
import { newsMail } from '#server/platform/outbox/news-mail.ts'
import { openPartsOf, requireOn } from '#server/platform/settings/parts.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoNow, newId } from '#server/kernel/time/clock.ts'

/** How long the link that confirms a subscription works, in milliseconds. */
const CONFIRM_WITHIN = 7 * DAY

/**
 * Mails the link that confirms a subscription. Neither the response nor the rows of other people reveal whether the
 * address has subscribed. Mails nothing to an address that an admin has excluded, that has subscribed, or that has got
 * too many such mails.
 */
export async function subscribe(
  shop: Shop,
  { email, source }: { email: string; source: SignUpSource },
): Promise<{ status: 'success' }> {
  const parts = await openPartsOf(shop)
  if (await mayAsk(shop, email)) {
    await transact(shop.db, async (tx) => {
      await requireOn(tx, shop, 'newsletters')
      const now = isoNow(shop.clock)
      const fresh = { state: 'pending' as const, requested_at: now, confirmed_at: null }
      const asked = await tx
        .insertInto('newsletter_subscribers')
        .values({ id: newId(shop.clock), email, link_key: newKey(), left_at: null, ...fresh })
        .onConflict((taken) =>
          taken.column('email').doUpdateSet(fresh).where('newsletter_subscribers.state', '<>', 'active'),
        )
        .returning('id')
        .executeTakeFirst()
      if (!asked) return
      await addConsent(tx, shop, { email, kind: 'asked', text: newsConsent(parts), source })
      await newsMail(tx, shop, 'newsletter-confirm', {
        to: email,
        subject: 'Confirm your newsletter',
        about: { subscriber: asked.id },
      }).execute()
    })
    shop.mailSignal.raise()
  }
  return { status: 'success' }
}

async function mayAsk(shop: Shop, email: string): Promise<boolean> {
  return !(await isExcluded(shop.db, email)) && (await shop.limits.mayMail('news', email))
}

/** The token of the link that confirms a subscription: the id of the subscriber, a dot, and the signed token. */
export async function confirmToken(shop: Shop, row: SubscriberRow): Promise<string> {
  return `${row.id}.${await signLink(shop, 'newsletter', subjectOf(row), CONFIRM_WITHIN)}`
}

/** A new request ends the links of the earlier ones. */
function subjectOf({ id, requested_at: at }: SubscriberRow): string {
  return `${id} ${at}`
}

/** Confirms a subscription with its mailed link. A second call changes nothing. Throws 400 for an invalid link. */
export async function confirm(shop: Shop, link: string): Promise<{ message: string }> {
  const dot = link.indexOf('.')
  const row = await findBy(shop.db, 'id', link.slice(0, Math.max(dot, 0)))
  const state = row && (await checkLink(shop, 'newsletter', subjectOf(row), link.slice(dot + 1)))
  if (!row || state !== 'valid' || row.state === 'left') throw invalidLink()
  const parts = await openPartsOf(shop)
  await transact(shop.db, async (tx) => {
    const confirmed = await tx
      .updateTable('newsletter_subscribers')
      .set({ state: 'active', wants_news: 1, confirmed_at: isoNow(shop.clock), left_at: null })
      .where('id', '=', row.id)
      .where('state', '=', 'pending')
      .returning('email')
      .executeTakeFirst()
    if (!confirmed) return
    const { email } = confirmed
    await addConsent(tx, shop, { email, kind: 'confirmed', text: newsConsent(parts), source: 'mail' })
    await tx.deleteFrom('suppressed_addresses').where('address_hash', '=', hashOf(email)).execute()
  })
  return { message: 'You get our newsletter from now on' }
}

/** What a subscriber gets. Throws 400 for an unknown link. */
export async function readPreferences(shop: Shop, link: string): Promise<NewsPreferences> {
  return toPreferences(await ownRow(shop, link))
}

/** Saves what a subscriber gets. Throws 400 for an unknown link, and 409 for more than before if the shop offers no more. */
export async function savePreferences(
  shop: Shop,
  { link, news, lots }: { link: string; news: boolean; lots: boolean },
): Promise<NewsPreferences> {
  if (!news && !lots) {
    await unsubscribe(shop, link, 'preferences')
    return readPreferences(shop, link)
  }
  const before = await ownRow(shop, link)
  const now = isoNow(shop.clock)
  const wants = { wants_news: news ? (1 as const) : 0, wants_lots: lots ? (1 as const) : 0 } as const
  const had = toPreferences(before)
  const parts = await openPartsOf(shop)
  await transact(shop.db, async (tx) => {
    if ((news && !had.news) || (lots && !had.lots)) await requireOn(tx, shop, 'newsletters')
    const { email } = before
    await tx
      .updateTable('newsletter_subscribers')
      // The mailed link proves the address.
      .set({ ...wants, state: 'active', confirmed_at: before.confirmed_at ?? now, left_at: null })
      .where('id', '=', before.id)
      .execute()
    const text = [...(news ? [newsConsent(parts)] : []), ...(lots ? [LOTS_CONSENT] : [])].join('\n')
    await addConsent(tx, shop, { email, kind: 'changed', text, source: 'preferences' })
    await tx.deleteFrom('suppressed_addresses').where('address_hash', '=', hashOf(email)).execute()
  })
  return readPreferences(shop, link)
}

/** Unsubscribes the person with this link. A second call changes nothing. Throws 400 for an unknown link. */
export async function unsubscribe(
  shop: Shop,
  link: string,
  source: 'one-click' | 'page' | 'preferences',
): Promise<{ status: 'success' }> {
  const row = await ownRow(shop, link)
  await transact(shop.db, (tx) => withdraw(tx, shop, row, { source, reason: 'withdrawn' }))
  return { status: 'success' }
}

/** Ends a subscription in the transaction `tx`, and stores that the address gets no more newsletters. */
export async function withdraw(
  tx: Tx,
  shop: Shop,
  { id, email }: Pick<SubscriberRow, 'id' | 'email'>,
  { source, reason }: { source: string; reason: 'withdrawn' | 'admin' },
): Promise<void> {
  const at = isoNow(shop.clock)
  // A consent in another shop ends too.
  await tx.deleteFrom('imported_consents').where('email', '=', email).execute()
  await tx
    .insertInto('suppressed_addresses')
    .values({ address_hash: hashOf(email), reason, at })
    .onConflict((taken) => taken.column('address_hash').doUpdateSet({ reason }))
    .execute()
  const left = await tx
    .updateTable('newsletter_subscribers')
    .set({ state: 'left', left_at: at, wants_lots: 0 })
    .where('id', '=', id)
    .where('state', '<>', 'left')
    .returning('id')
    .executeTakeFirst()
  if (!left) return
  await addConsent(tx, shop, { email, kind: 'withdrawn', text: 'No more newsletters', source })
}

/**
 * Deletes what is stored about an address, in the transaction that deletes its account. An address that withdrew its
 * consent stays excluded.
 */
export async function forgetSubscriber(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('newsletter_subscribers').where('email', '=', email).execute()
  await tx.deleteFrom('newsletter_consents').where('email', '=', email).execute()
  await tx.deleteFrom('stock_notices').where('email', '=', email).execute()
  await tx.deleteFrom('saved_carts').where('email', '=', email).execute()
}

async function ownRow(shop: Shop, link: string): Promise<SubscriberRow> {
  const row = await findBy(shop.db, 'link_key', link)
  if (!row) throw invalidLink()
  return row
}

/** The subscriber with this value, if there is one. */
export function findBy(
  db: Db,
  column: 'id' | 'link_key' | 'email',
  value: string,
): Promise<SubscriberRow | undefined> {
  return db.selectFrom('newsletter_subscribers').selectAll().where(column, '=', value).executeTakeFirst()
}

function invalidLink(): Refusal {
  return new Refusal(400, 'This link is not valid. Subscribe again to get a new one', { code: 'link' })
}

function toPreferences({ email, state, wants_news: news, wants_lots: lots }: SubscriberRow): NewsPreferences {
  const isActive = state === 'active'
  return { email, news: isActive && news === 1, lots: isActive && lots === 1 }
}

type Consent = Omit<Schema['newsletter_consents'], 'id' | 'at'>

/** Stores a consent or a withdrawal. */
export async function addConsent(tx: Tx, shop: Shop, consent: Consent): Promise<void> {
  const row = { id: newId(shop.clock), ...consent, at: isoNow(shop.clock) }
  await tx.insertInto('newsletter_consents').values(row).execute()
}

/** The secret of a subscriber's links: 32 random bytes, so that nobody can guess the link of another person. */
export function newKey(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * `active`: a confirmed subscriber. `left`: unsubscribed here, or excluded by an admin. `none`: neither, so that only a
 * consent in another shop counts.
 */
export type ListState = {
  state: 'active' | 'left' | 'none'
  /**
   * When the person agreed, here or in the other shop (ISO 8601); null if they did not agree or have left, or if the file of
   * the other shop has no date.
   */
  since: string | null
  /** The shop of the imported consent; null if there is none. */
  imported: ImportSource | null
}

/** An address that is not on the list, and without an imported consent. */
const NOTHING: ListState = { state: 'none', since: null, imported: null }

/** The states of these addresses. @param emails in lower case; at most some hundred */
export async function listStates(db: Db, emails: readonly string[]): Promise<(email: string) => ListState> {
  const some = ['', ...emails]
  const [subscribers, suppressed, consents] = await Promise.all([
    db.selectFrom('newsletter_subscribers').selectAll().where('email', 'in', some).execute(),
    db
      .selectFrom('suppressed_addresses')
      .select('address_hash')
      .where('address_hash', 'in', some.map(hashOf))
      .execute(),
    db.selectFrom('imported_consents').selectAll().where('email', 'in', some).execute(),
  ])
  const subscriberOf = new Map(subscribers.map((row) => [row.email, row]))
  const consentOf = new Map(consents.map((row) => [row.email, row]))
  const hashes = new Set(suppressed.map((row) => row.address_hash))
  return (email) => {
    const [row, consent] = [subscriberOf.get(email), consentOf.get(email)]
    const imported = consent?.source ?? null
    // A confirmation removes the suppression, so an active subscriber is never suppressed.
    if (row?.state === 'active') return { state: 'active', since: row.confirmed_at, imported }
    if (row?.state === 'left' || hashes.has(hashOf(email))) return { ...NOTHING, state: 'left', imported }
    return { ...NOTHING, since: consent?.consented_at ?? null, imported }
  }
}

/** Whether the person agreed to newsletters, and has not left since. */
export function hasAgreed({ state, imported }: ListState): boolean {
  return state === 'active' || (state === 'none' && imported !== null)
}

/** Whether people get newsletters of this shop, for the files and imports of customers. */
import type { ImportSource } from '#shared/platform/import-sources.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { hashOf } from '#server/platform/outbox/excluded.ts'

/**
 * `active`: a confirmed subscriber. `left`: unsubscribed here, or excluded by an admin. `none`: neither, so that only a
 * consent in another shop counts.
 */
export type ListState = {
  state: 'active' | 'left' | 'none'
  /** When the person agreed (ISO 8601); null if they did not, or if nobody knows. */
  since: string | null
  /** The shop of the imported consent; null if there is none. */
  imported: ImportSource | null
}

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

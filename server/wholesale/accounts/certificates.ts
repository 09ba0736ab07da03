/** Certificates of resale. Without a valid one, all sales to an account are taxed (Code of Virginia 58.1-623). */
import { dayOf } from '#shared/kernel/dates.ts'
import type { CertificateRow, Db } from '#server/kernel/db/schema.ts'

/**
 * The certificate that counts on a day; of several, the one that is valid longest; null if there is none. It counts from
 * the day on which staff found it complete, because one that is brought or completed later does not change what was taxed
 * before (23 VAC 10-210-280 A). One that was revoked counts for the days before.
 * @param day in the time zone of the shop
 */
export async function certificateOn(db: Db, companyId: string, day: string): Promise<CertificateRow | null> {
  const rows = await db
    .selectFrom('certificates')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('state', 'in', ['valid', 'revoked'])
    .orderBy('id')
    .execute()
  const counting = rows.filter((row) => countsOn(row, day))
  return counting.toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1))[0] ?? null
}

/** The categories of products that a certificate covers; empty if it covers all that the account resells. */
export function coveredBy({ covers }: Pick<CertificateRow, 'covers'>): string[] {
  return JSON.parse(covers) as string[]
}

function countsOn(row: CertificateRow, day: string): boolean {
  const isChecked = row.checked_at !== null && dayOf(new Date(row.checked_at)) <= day
  const isEnded = row.ended_at !== null && dayOf(new Date(row.ended_at)) <= day
  return isChecked && !isEnded && day <= endOf(row)
}

/** Later than every day if it is valid until notice. */
const endOf = ({ expires_on: day }: CertificateRow) => day ?? '9999-12-31'

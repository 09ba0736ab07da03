/**
 * What an account owes, from rows with days: invoices, less credit notes, payments and write-offs. A statement of a past
 * month is the same whenever it is made, because every row counts on the day on which it was written.
 */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'

export type MoveKind =
  | 'invoice'
  | 'opening'
  | 'void'
  | 'credit'
  | 'receipt'
  | 'undone'
  | 'refund'
  | 'writeOff'

/** A move of a ledger; `cents` is negative if the account owes less. */
export type Move = {
  company_id: string
  day: string
  at: string
  kind: MoveKind
  id: string
  text: string
  detail: string
  cents: number
}

/** All moves of all accounts. Without the prepaid ones nothing is left out: their invoice and receipt cancel out. */
const MOVES = sql`
  select company_id, issued_on as day, issued_at as at,
    case when former_on is null then 'invoice' else 'opening' end as kind, id, number as text, due_on as detail,
    total_cents as cents from invoices
  union all
  select company_id, voided_on, voided_at, 'void', id, number, '', -total_cents from invoices where voided_on is not null
  union all
  select company_id, issued_on, issued_at, 'credit', id, number, reason, -total_cents from credit_notes
  union all
  select company_id, day, at, case when undoes_id is not null then 'undone' when refund_id is not null then 'refund'
    else 'receipt' end, id, kind, reference, -cents from receipts
  union all
  select company_id, day, at, 'writeOff', id, '', reason, -cents from write_offs`

/** The moves of an account from a day until another one, both included, in the order in which they were written. */
export async function movesOf(db: Db, companyId: string, from: string, until: string): Promise<Move[]> {
  const { rows } = await sql<Move>`select * from (${MOVES}) as moves
    where company_id = ${companyId} and day >= ${from} and day <= ${until} order by day, at, id`.execute(db)
  return rows
}

/** What an account owes at the end of a day, in cents; negative if it has more credit than open invoices. */
export async function balanceOn(db: Db, companyId: string, day: string): Promise<number> {
  const { rows } = await sql<{ cents: number | null }>`select cast(sum(cents) as integer) as cents
    from (${MOVES}) as moves where company_id = ${companyId} and day <= ${day}`.execute(db)
  return rows[0]?.cents ?? 0
}

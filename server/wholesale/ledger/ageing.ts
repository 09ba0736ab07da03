/** Who owes how much since when, as of any day. */
import { sql } from 'kysely'
import { AGES, ageOf, type Age } from '#shared/wholesale/papers.ts'
import { daysBetween } from '#shared/kernel/days.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/** In cents. `credit` is what no invoice has used; `balance` is all ages less the credit. */
export type Ages = Record<Age, number> & { credit: number; balance: number }

/** What the invoices of an account that are due on one day had open at the end of another one. */
type OpenOn = { company_id: string; due_on: string; cents: number }

/**
 * The ages of each account that has open invoices or credit on a day.
 * @param companyId of one account only
 */
export async function agesOn(db: Db, day: string, companyId?: string): Promise<Map<string, Ages>> {
  const all = new Map<string, Ages>()
  const of = (company: string) => {
    const known = all.get(company) ?? { ...NOTHING }
    all.set(company, known)
    return known
  }
  for (const { company_id, due_on, cents } of await openOn(db, day, companyId)) {
    const ages = of(company_id)
    ages[ageOf(due_on, day)] += cents
    ages.balance += cents
  }
  for (const { company_id, cents } of await creditOn(db, day, companyId)) {
    const ages = of(company_id)
    ages.credit += cents
    ages.balance -= cents
  }
  return all
}

const NOTHING: Ages = { current: 0, to30: 0, to60: 0, to90: 0, over90: 0, credit: 0, balance: 0 }

/** The sums of some accounts. */
export function sumOfAges(all: Iterable<Ages>): Ages {
  const sum = { ...NOTHING }
  for (const ages of all) for (const key of [...AGES, 'credit', 'balance'] as const) sum[key] += ages[key]
  return sum
}

const ofCompany = (companyId: string | undefined, column = 'company_id') =>
  companyId === undefined ? sql`` : sql` and ${sql.ref(column)} = ${companyId}`

/**
 * The greatest id of an invoice that was issued by a day. Ids begin with a time, so what was issued later is left out before
 * its invoice is looked up. As an expression, because SQLite would look for a plain maximum from the newest invoice on.
 */
const lastIssued = (day: string) => sql`(select max(id || '') from invoices where issued_on <= ${day})`

/**
 * What the invoices of an account that are due on the same day had open at the end of a day: what is open now, with what was
 * settled since. So only invoices are read that are open, moved since, or were voided since.
 */
async function openOn(db: Db, day: string, companyId?: string): Promise<OpenOn[]> {
  const only = ofCompany(companyId)
  const moved = (table: 'allocations' | 'write_offs') => sql`
    select invoices.company_id, due_on, moved.cents from ${sql.table(table)} as moved
      join invoices on invoices.id = moved.invoice_id
      where moved.day > ${day} and moved.invoice_id <= ${lastIssued(day)} and issued_on <= ${day}
        and (voided_on is null or voided_on > ${day})
        ${ofCompany(companyId, 'invoices.company_id')}`
  // The day of issue is no condition of the open invoices: SQLite would read all invoices by it, instead of the open ones.
  const { rows } = await sql<OpenOn>`
    select company_id, due_on, cast(sum(cents) as integer) as cents from (
      select company_id, due_on, case when issued_on <= ${day} then total_cents - settled_cents else 0 end as cents
        from invoices where settled_cents < total_cents and voided_at is null${only}
      union all select company_id, due_on, total_cents - settled_cents from invoices
        where voided_on > ${day} and issued_on <= ${day}${only}
      union all ${moved('allocations')}
      union all ${moved('write_offs')}
    ) as parts group by company_id, due_on having sum(cents) <> 0`.execute(db)
  return rows
}

/**
 * What each account had left of receipts and credit notes at the end of a day: what is left now, without what came since, or
 * what had come until then, whichever is less to read.
 */
async function creditOn(db: Db, day: string, companyId?: string) {
  const only = ofCompany(companyId)
  const isOld = await isNearFirst(db, day)
  const [when, came, used] = isOld ? [sql`<=`, sql`cents`, sql`-cents`] : [sql`>`, sql`-cents`, sql`cents`]
  const leftNow = sql`select company_id, left_cents as cents from receipts where left_cents > 0${only}
      union all select company_id, left_cents from credit_notes where left_cents > 0${only} union all`
  const { rows } = await sql<{ company_id: string; cents: number }>`
    select company_id, cast(sum(cents) as integer) as cents from (${isOld ? sql`` : leftNow}
      select company_id, ${came} as cents from receipts where day ${when} ${day}${only}
      union all select company_id, ${came} from (select company_id, total_cents as cents from credit_notes
        where issued_on ${when} ${day}${only}) as credits
      union all select company_id, ${used} from allocations where day ${when} ${day}${only}
    ) as parts group by company_id having sum(cents) <> 0`.execute(db)
  return rows
}

/** Whether a day is closer to the first receipt than to the last one. */
async function isNearFirst(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (select min(day) from receipts) as first, (select max(day) from receipts) as last`.execute(db)
  const { first, last } = rows[0]!
  return first !== null && last !== null && daysBetween(first, day) < daysBetween(day, last)
}

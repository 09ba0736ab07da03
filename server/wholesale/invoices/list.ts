/** The list of invoices, of all accounts or of one. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { invoices, ListedInvoice } from '#shared/wholesale/api/invoices.ts'
import { stateOfInvoice } from '#shared/wholesale/papers.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { openOf } from './read.ts'
import { nameOfCompany } from '../accounts/rows.ts'

const PAGE_SIZE = 20

const SORT_KEYS = {
  date: sql`coalesce(invoices.former_on, invoices.issued_on)`,
  due: sql.ref('invoices.due_on'),
  total: sql.ref('invoices.total_cents'),
  number: sql.ref('invoices.number'),
} as const

type Wanted = Query<typeof invoices.list>

/** One page of the invoices that match, and what is open and late of all. A page out of range is empty. */
export async function listInvoices(shop: Shop, wanted: Wanted): Promise<Reply<typeof invoices.list>> {
  const { day } = nowAt(shop.clock)
  const { rows: sums } = await sql<{ open: number; overdue: number }>`
    select cast(coalesce(sum(total_cents - settled_cents), 0) as integer) as open,
      cast(coalesce(sum(case when due_on < ${day} then total_cents - settled_cents else 0 end), 0) as integer) as overdue
    from invoices where settled_cents < total_cents and voided_at is null`.execute(shop.db)
  const found = await pageOf(shop, wanted, day)
  return { ...found, open: toDollars(sums[0]!.open), overdue: toDollars(sums[0]!.overdue) }
}

/** The page without the sums. */
export async function pageOf({ db }: Pick<Shop, 'db'>, { sort = 'date', ...wanted }: Wanted, day: string) {
  const all = filtered(db, wanted, day)
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const page = planPage(count, wanted, PAGE_SIZE)
  const by = [SORT_KEYS[sort], sql.ref('invoices.id')]
  const full = db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.company_id')
    .selectAll('invoices')
    .select(['legal_name', 'trade_name'])
    .where('invoices.id', 'in', page.pick(all.select('invoices.id'), by))
  const rows = await page.sort(full, by).execute()
  return { invoices: rows.map((row): ListedInvoice => toListed(row, day)), ...page.numbers }
}

function filtered(
  db: Db,
  { keyword = '', state, account }: Pick<Wanted, 'keyword' | 'state' | 'account'>,
  day: string,
) {
  const words = searchTerms(keyword)
  const isOpen = sql<boolean>`invoices.settled_cents < invoices.total_cents and invoices.voided_at is null`
  return db
    .selectFrom('invoices')
    .$if(account !== undefined, (query) => query.where('invoices.company_id', '=', account!))
    .$if(state === 'open', (query) => query.where(isOpen))
    .$if(state === 'overdue', (query) => query.where(isOpen).where('invoices.due_on', '<', day))
    .$if(state === 'paid', (query) =>
      query
        .where('invoices.voided_at', 'is', null)
        .whereRef('invoices.settled_cents', '=', 'invoices.total_cents'),
    )
    .$if(state === 'void', (query) => query.where('invoices.voided_on', 'is not', null))
    .$if(words.length > 0, (query) => query.where(containsAll('invoices.search_text', words)))
}

type Row = Parameters<typeof openOf>[0] &
  Parameters<typeof nameOfCompany>[0] & {
    id: string
    number: string
    company_id: string
    issued_on: string
    former_on: string | null
    due_on: string
    is_prepaid: 0 | 1
    dispute: string
    promised_on: string | null
  }

function toListed(row: Row, day: string): ListedInvoice {
  return {
    _id: row.id,
    number: row.number,
    account: { _id: row.company_id, name: nameOfCompany(row) },
    issuedOn: row.former_on ?? row.issued_on,
    dueOn: row.due_on,
    total: toDollars(row.total_cents),
    open: toDollars(openOf(row)),
    state: stateOfInvoice(
      {
        totalCents: row.total_cents,
        settledCents: row.settled_cents,
        dueOn: row.due_on,
        isVoid: row.voided_at !== null,
      },
      day,
    ),
    isPrepaid: row.is_prepaid === 1,
    dispute: row.dispute,
    promisedOn: row.promised_on,
  }
}

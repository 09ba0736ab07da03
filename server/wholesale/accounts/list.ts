/** The list of wholesale accounts. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { accounts, ListedAccount } from '#shared/wholesale/api/accounts.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { countUninvited } from './invite-all.ts'
import { companyRows, nameOfCompany } from './rows.ts'

const PAGE_SIZE = 20
/** An exemption that ends within this time is marked. */
const SOON = 30

const SORT_KEYS = {
  // The name comes first in this text.
  name: sql`companies.search_text`,
  city: sql`lower(companies.city)`,
  status: sql`companies.status`,
  promised: sql`companies.promised_grams`,
  date: sql`companies.created_at`,
}

/** A page of accounts, by name or sorted. A page out of range is empty. */
export async function listAccounts(
  shop: Shop,
  { sort, order, keyword = '', status, tax, ...asked }: Query<typeof accounts.list>,
): Promise<Reply<typeof accounts.list>> {
  const { day } = nowAt(shop.clock)
  const taxState = taxStateOn(day)
  const matching = shop.db
    .selectFrom('companies')
    .where(containsAll('companies.search_text', searchTerms(keyword)))
    .$if(status !== undefined, (query) => query.where('companies.status', '=', status!))
    .$if(tax !== undefined, (query) => query.where(taxState, '=', tax!))
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const by = [SORT_KEYS[sort ?? 'name'], sql`companies.id`]
  const page = planPage(count, { ...asked, order: order ?? (sort ? 'desc' : 'asc') }, PAGE_SIZE)
  const found = shop.db
    .selectFrom('companies')
    .selectAll('companies')
    .select((eb) => [
      taxState.as('tax'),
      boughtSince(addDays(day, -30)).as('bought'),
      eb
        .selectFrom('locations')
        .whereRef('locations.company_id', '=', 'companies.id')
        .where('is_active', '=', 1)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('locations'),
      eb
        .selectFrom('buyers')
        .whereRef('buyers.company_id', '=', 'companies.id')
        .where('removed_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('people'),
    ])
    .where('companies.id', 'in', page.pick(matching.select('companies.id'), by))
  const rows = await page.sort(found, by).execute()
  return {
    accounts: rows.map((row): ListedAccount => {
      const { kind, legalName, terms, netDays, promised } = companyRows.editOf(row)
      const { id: _id, city, status: state, tax: taxed, bought, locations, people } = row
      const facts = { kind, legalName, terms, netDays, promised, bought, locations, people }
      return { _id, name: nameOfCompany(row), city, status: state, tax: taxed, ...facts }
    }),
    ...page.numbers,
    count,
    uninvited: await countUninvited(shop.db),
  }
}

/** The grams of coffee that an account has ordered since a day. */
function boughtSince(day: string) {
  return sql<number>`(select cast(coalesce(sum(line.qty * line.size_grams), 0) as integer)
    from orders join order_lines as line on line.order_id = orders.id
    where orders.company_id = companies.id and orders.created_at >= ${day}
      and orders.state in ('pending', 'capturing', 'paid', 'shipped', 'delivered')
      and line.category = ${COFFEE_BEANS} and line.size_grams is not null)`
}

/**
 * Whether an account is exempt on a day, as `certificateOn` says; until when decides between exempt and ending. Without a
 * certificate that counts, one may wait to be checked.
 */
function taxStateOn(day: string) {
  const ofAccount = sql`from certificates where certificates.company_id = companies.id`
  const counts = sql`${ofAccount} and state = 'valid' and coalesce(expires_on, '9999-12-31')`
  return sql<ListedAccount['tax']>`case
    when exists (select 1 ${counts} > ${addDays(day, SOON)}) then 'exempt'
    when exists (select 1 ${counts} >= ${day}) then 'ending'
    when exists (select 1 ${ofAccount} and state = 'waiting') then 'waiting'
    else 'taxed' end`
}

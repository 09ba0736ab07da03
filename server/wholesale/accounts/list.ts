/** The list of wholesale accounts. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { accounts, ListedAccount } from '#shared/wholesale/api/accounts.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderedBy } from './ordered.ts'
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
  { sort, order, keyword = '', status, tax, below, ...asked }: Query<typeof accounts.list>,
): Promise<Reply<typeof accounts.list>> {
  const { day } = nowAt(shop.clock)
  const taxState = taxStateOn(day)
  const fewer = below === undefined ? [] : await belowPromise(shop)
  const matching = shop.db
    .selectFrom('companies')
    .where(containsAll('companies.search_text', searchTerms(keyword)))
    .$if(status !== undefined, (query) => query.where('companies.status', '=', status!))
    .$if(tax !== undefined, (query) => query.where(taxState, '=', tax!))
    .$if(below !== undefined, (query) => query.where('companies.id', 'in', fewer))
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
  const ordered = await orderedBy(shop, rows)
  return {
    accounts: rows.map((row): ListedAccount => {
      const { kind, legalName, terms, netDays, promised } = companyRows.editOf(row)
      const { id: _id, city, status: state, tax: taxed, locations, people } = row
      const facts = { kind, legalName, terms, netDays, promised, ...ordered.get(_id)! }
      return { _id, name: nameOfCompany(row), city, status: state, tax: taxed, locations, people, ...facts }
    }),
    ...page.numbers,
    count,
    uninvited: await countUninvited(shop.db),
  }
}

/** The accounts that order less than they promised. */
async function belowPromise(shop: Shop): Promise<string[]> {
  const promising = await shop.db
    .selectFrom('companies')
    .select(['id', 'promised_grams', 'created_at'])
    .where('promised_grams', '>', 0)
    .where('status', '<>', 'closed')
    .execute()
  const ordered = await orderedBy(shop, promising)
  // A list must not be empty.
  return ['', ...promising.flatMap(({ id }) => (ordered.get(id)!.isBelow ? [id] : []))]
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

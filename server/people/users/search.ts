/** The user search of the admin area. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { users } from '#shared/people/api/users.ts'
import { sql } from 'kysely'
import { planPage } from '#server/kernel/db/page-span.ts'
import { beginsWith, containsAll, searchTerms } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { toUserInfo } from './users.ts'

const PAGE_SIZE = 20

const SORT_KEYS = {
  date: sql`users.created_at`,
  // The name comes first in this text.
  name: sql`users.search_text`,
  email: sql`users.email`,
}

/** One page of the matching users, newest first or sorted, each with the number of their orders. A page out of range is empty. */
export async function searchUsers(shop: Shop, { sort, keyword = '', ...asked }: Query<typeof users.search>) {
  const by = [SORT_KEYS[sort ?? 'date'], sql`users.id`]
  const words = searchTerms(keyword)
  const [first = ''] = words
  const matching = shop.db
    .selectFrom('users')
    .$if(words.length > 0, (query) =>
      query.where((eb) => eb.or([containsAll('users.search_text', words), beginsWith('users.id', first)])),
    )
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { pick, sort: inOrder, numbers } = planPage(count, asked, PAGE_SIZE)
  const found = shop.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_admin', 'staff_role', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('orders')
        .whereRef('orders.user_id', '=', 'users.id')
        .select((orders) => orders.fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('orders'),
    )
    .where('id', 'in', pick(matching.select('id'), by))
  const rows = await inOrder(found, by).execute()
  return {
    users: rows.map((row) => ({ ...toUserInfo(row), createdAt: row.created_at, orders: row.orders })),
    ...numbers,
    count,
  }
}

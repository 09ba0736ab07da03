/** The user search of the admin area. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { users } from '#shared/people/api/users.ts'
import { pageSpan } from '#server/kernel/db/page-span.ts'
import { beginsWith, containsAll, searchTerms } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { toUserInfo } from './users.ts'

const PAGE_SIZE = 20

/** One page of the matching users, newest first, each with the number of their orders. A page out of range is empty. */
export async function searchUsers(shop: Shop, { pageNumber, keyword = '' }: Query<typeof users.search>) {
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
  const { direction, skip, take } = pageSpan(count, pageNumber, PAGE_SIZE)
  const ids = matching
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(take)
    .offset(skip)
  const rows = await shop.db
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
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    users: rows.map((row) => ({ ...toUserInfo(row), createdAt: row.created_at, orders: row.orders })),
    page: pageNumber,
    pages: Math.ceil(count / PAGE_SIZE),
    count,
  }
}

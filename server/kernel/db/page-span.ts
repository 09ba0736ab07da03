/** Calculates the rows of a list page, so that the last page of a long list is as fast as the first. */
import type { Expression, SelectQueryBuilder } from 'kysely'

export type Span = {
  /** The sort order of the query. The list itself is always shown newest first. */
  direction: 'asc' | 'desc'
  skip: number
  take: number
}

/**
 * Calculates which rows of a list, shown newest first, are on a page. The rows are counted from the end of the list
 * that is closer to the page, because a database reads every row that it skips.
 * @param count the number of rows on all pages
 */
export function pageSpan(count: number, pageNumber: number, pageSize: number): Span {
  const before = (pageNumber - 1) * pageSize
  const take = Math.max(0, Math.min(pageSize, count - before))
  if (before <= count / 2) return { direction: 'desc', skip: before, take }
  return { direction: 'asc', skip: Math.max(0, count - before - take), take }
}

export type Order = 'asc' | 'desc'

type Asked = { pageNumber: number; pageSize?: number | undefined; order?: Order | undefined }

/** What a list is sorted by. The last expression is the id, so that equal rows stay in one order. */
type Keys = readonly Expression<unknown>[]

/**
 * Plans how a page of a sorted list is read: `pick` selects its rows, which are best only ids; `sort` puts the full rows in
 * the order of the list; `numbers` are those of the reply; `reads` is how many rows the query reads, with those that it skips.
 * A page out of range is empty.
 * @param count the number of rows on all pages
 * @param size the rows of a page if none are asked for
 */
export function planPage(
  count: number,
  { pageNumber, pageSize, order = 'desc' }: Asked,
  size: number,
): {
  pick: <DB, TB extends keyof DB, O>(query: Sorted<DB, TB, O>, keys: Keys) => Sorted<DB, TB, O>
  sort: <DB, TB extends keyof DB, O>(query: Sorted<DB, TB, O>, keys: Keys) => Sorted<DB, TB, O>
  numbers: { page: number; pages: number }
  reads: number
} {
  const rows = pageSize ?? size
  const { direction, skip, take } = pageSpan(count, pageNumber, rows)
  return {
    pick: (query, keys) => sorted(query, keys, readIn(order, direction)).limit(take).offset(skip),
    sort: (query, keys) => sorted(query, keys, order),
    numbers: { page: pageNumber, pages: Math.ceil(count / rows) },
    reads: skip + take,
  }
}

type Sorted<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>

function sorted<DB, TB extends keyof DB, O>(query: Sorted<DB, TB, O>, keys: Keys, order: Order) {
  return keys.reduce<Sorted<DB, TB, O>>((ordered, key) => ordered.orderBy(key, order), query)
}

/** The direction in which a query reads a list that is shown in this order. Shown newest first, it is that of the span. */
function readIn(order: Order, direction: Span['direction']): Order {
  return order === 'desc' ? direction : direction === 'desc' ? 'asc' : 'desc'
}

/** Calculates the rows of a list page, so that the last page of a long list is as fast as the first. */

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

/** The direction in which a query reads a list that is shown in this order. Shown newest first, it is that of the span. */
export function readIn(order: Order, direction: Span['direction']): Order {
  return order === 'desc' ? direction : direction === 'desc' ? 'asc' : 'desc'
}

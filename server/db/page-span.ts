/** The last page of a long list is as near as its first. */

export type Span = {
  /** The order in which to look; the list itself is shown newest first. */
  direction: 'asc' | 'desc'
  skip: number
  take: number
}

/**
 * Where a page of a list that is shown newest first is found, from whichever end is nearer: a database counts what it
 * skips, row by row.
 * @param count how many there are on all pages
 */
export function pageSpan(count: number, pageNumber: number, pageSize: number): Span {
  const before = (pageNumber - 1) * pageSize
  const take = Math.max(0, Math.min(pageSize, count - before))
  if (before <= count / 2) return { direction: 'desc', skip: before, take }
  return { direction: 'asc', skip: Math.max(0, count - before - take), take }
}

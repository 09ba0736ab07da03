import { expect, test } from 'vitest'
import { pageSpan } from './page-span.ts'

/** A page as a database would return it, from a list of numbers with the highest first. */
function pageOf(count: number, pageNumber: number, size: number): { page: number[]; skip: number } {
  const { direction, skip, take } = pageSpan(count, pageNumber, size)
  const rows = Array.from({ length: count }, (_, index) => index)
  if (direction === 'desc') rows.reverse()
  return { page: rows.slice(skip, skip + take).toSorted((a, b) => b - a), skip }
}

test('the pages contain all rows in order, and no page skips more than half of the rows', () => {
  for (const count of [0, 1, 9, 10, 11, 20, 21, 95, 100]) {
    const pages = Math.ceil(count / 10)
    const found: number[] = []
    for (let number = 1; number <= pages; number++) {
      const { page, skip } = pageOf(count, number, 10)
      expect(skip).toBeLessThanOrEqual(count / 2)
      found.push(...page)
    }
    expect(found).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index))
    expect(pageOf(count, pages + 1, 10).page).toEqual([])
    expect(pageOf(count, 1000, 10)).toEqual({ page: [], skip: 0 })
  }
})

// Slow, not in `npm run check`: the whole shop with a guard removed.
/**
 * A race must fail if a guard is removed. This file tests a few such mutants; `npm run torture -- mutants` tests all of
 * them on both databases. `test/mutant-sources.test.ts` tests quickly that all of them fit today's code.
 */
import { expect, test } from 'vitest'
import { mutantResults } from './torture/reports.ts'

test('a mutant of stock, of money and of a row lock fails its race', { timeout: 300_000 }, async () => {
  const results = await mutantResults('few')
  expect(results).toHaveLength(3)
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
})

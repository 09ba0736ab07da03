/**
 * A race must fail if a guard is removed. This file tests a few such mutants; `npm run torture -- mutants` tests all of
 * them on both databases.
 */
import { expect, test } from 'vitest'
import { CRASH_MUTANTS } from './torture/crash-mutants.ts'
import { MUTANTS, checkMutants } from './torture/mutants.ts'
import { mutantResults } from './torture/reports.ts'

test('every mutant still applies to the source that it changes', () => {
  checkMutants([...MUTANTS, ...CRASH_MUTANTS])
})

test('a mutant of stock, of money and of a row lock fails its race', { timeout: 300_000 }, async () => {
  const results = await mutantResults('few')
  expect(results).toHaveLength(3)
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
})

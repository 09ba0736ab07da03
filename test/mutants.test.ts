/** The races notice when a guard is gone. `npm run torture` lets every mutant run on both databases. */
import { expect, test } from 'vitest'
import { CRASH_MUTANTS } from './torture/crash-mutants.ts'
import { MUTANTS, checkMutants } from './torture/mutants.ts'
import { mutantResults } from './torture/reports.ts'

test('every mutant still fits the source that it changes', () => {
  checkMutants([...MUTANTS, ...CRASH_MUTANTS])
})

test('every mutant is noticed by its race', { timeout: 300_000 }, async () => {
  const results = await mutantResults('first')
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
})

/** Mutants change the server’s code by its text. This quick test fails if a change of the code makes one outdated. */
import { test } from 'vitest'
import { CRASH_MUTANTS } from './torture/crash-mutants.ts'
import { MUTANTS } from './torture/mutants.ts'
import { checkMutants } from './torture/mutate.ts'

test('every mutant still applies to the source that it changes', () => {
  checkMutants([...MUTANTS, ...CRASH_MUTANTS])
})

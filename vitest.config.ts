import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { EVERYTHING, leftOut, provenElsewhere } from './test/proven-once.ts'

/** Tests that send requests to a shop run on both databases, unless test/proven-once.ts names one; the rest run once. */
const HTTP = '{server,test}/**/*.http.test.ts'
/**
 * Of these, the ones that need modules of their own: two put something else in the place of one, which nobody else
 * may get to see, and one shares its passwords with processes that hash in earnest.
 */
const OWN_MODULES = [
  'test/access.http.test.ts',
  'server/upload/full.http.test.ts',
  'test/commands.http.test.ts',
]
/** Unit tests that sign in so often that they would spend their time on hashes. */
const QUICK = ['server/limits/limits.test.ts', 'server/http/cross-site.test.ts']

/** Files of a minute and more begin first, so that the others are not all done while one of them still runs. */
const LONG =
  /\/test\/(crash|outage|commands|product-saves|mutants|access|races|first-start)\.|circuits\.test|one-process|last-good/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)))
  }
}

const quick = { setupFiles: ['./test/quick-hash.setup.ts'] }

/** Modules are loaded once for all files that can share them: a second of work for each that has its own. */
function onDatabase(database: 'sqlite' | 'postgres') {
  const elsewhere = [...leftOut(), ...provenElsewhere(database)]
  const there = {
    env: { TEST_DATABASE: database },
    globalSetup: database === 'postgres' ? ['./test/postgres.setup.ts'] : [],
  }
  return [
    { name: database, include: [HTTP], exclude: [...OWN_MODULES, ...elsewhere], isolate: false, ...quick },
    { name: `${database}, modules of their own`, include: OWN_MODULES, exclude: elsewhere },
  ].map((files) => ({ extends: true as const, test: { ...there, ...files } }))
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Twice the cores of a small machine: many tests wait for clocks, disks and other processes.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Generous, because a busy machine needs longer; a condition that is met does not wait.
    expect: { poll: { timeout: 20_000 } },
    // In continuous integration, as in the browser tests: a test that passes the second time is reported as flaky.
    retry: process.env.CI && !EVERYTHING ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,server,sandbox,app,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: [HTTP, 'test/torture/**', 'test/browser/**', ...QUICK, ...leftOut()],
        },
      },
      { extends: true, test: { name: 'unit, quick hashes', include: QUICK, ...quick } },
      ...onDatabase('sqlite'),
      ...onDatabase('postgres'),
    ],
  },
})

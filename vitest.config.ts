import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { EVERYTHING, LEFT_OUT, onlyOnOther, SLOW_FILES, type DatabaseName } from './test/where-tests-run.ts'

const ROOT = import.meta.dirname

// The workers and all processes that tests start inherit it. Without it each of them, and each thread of a SQLite
// database, would load the TypeScript compiler and compile its modules again: 75 ms of CPU per shop instead of 51 ms.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.cache/compiled')

/** Tests that send requests to a shop. They run on both databases, unless their first lines say that one is enough. */
const HTTP = '{server,test}/**/*.http.test.ts'
/** HTTP tests that mock a module, and therefore must not share modules with other files. */
const OWN_MODULES = ['test/access.http.test.ts', 'server/platform/upload/full.http.test.ts']
/** Their passwords are for child processes, which use the real, slow hash. */
const REAL_HASHES = ['test/commands.http.test.ts', 'test/upgrades/upgrades.http.test.ts']
/** Unit tests that replace modules, globals or methods, or that test state of a module. */
const OWN_MODULES_UNIT = [
  'app/**/*.test.{ts,tsx}',
  'scripts/omit-schemas.test.ts',
  'server/platform/cache/response-cache.test.ts',
  'server/platform/sessions/hashing.test.ts',
]
/** Unit tests that sign in often. They use the quick hash of test/quick-hash.setup.ts. */
const QUICK = [
  'server/kernel/limits/limits.test.ts',
  'server/platform/http/cross-site.test.ts',
  'server/platform/http/wire.test.ts',
  'server/providers/circuits.test.ts',
]

const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.includes(relative(ROOT, moduleId))

/** Slow files start first, so that none of them runs alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)))
  }
}

/** More than the cores of a small machine, because many tests wait for clocks, disks and other processes. */
const WORKERS = 6

const quick = { setupFiles: ['./test/quick-hash.setup.ts'] }

/** The projects of a database. Files share loaded modules if they can, which saves about a second per file. */
function onDatabase(database: DatabaseName) {
  const elsewhere = [...LEFT_OUT, ...onlyOnOther(database)]
  const there = {
    env: { TEST_DATABASE: database },
    globalSetup: database === 'postgres' ? ['./test/postgres.setup.ts'] : [],
    // The tests on PostgreSQL start when all others have ended: restarts, restores and campaigns there have time limits
    // that a machine with everything else beside them does not keep. In `npm test` hardly any browser test is left then.
    ...(database === 'postgres' ? { sequence: { groupOrder: 1 }, maxWorkers: WORKERS } : {}),
  }
  return [
    {
      name: database,
      include: [HTTP],
      exclude: [...OWN_MODULES, ...REAL_HASHES, ...elsewhere],
      isolate: false,
      ...quick,
    },
    { name: `${database}, modules of their own`, include: OWN_MODULES, exclude: elsewhere, ...quick },
    { name: `${database}, real hashes`, include: REAL_HASHES, exclude: elsewhere },
  ].map((files) => ({ extends: true as const, test: { ...there, ...files } }))
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    maxWorkers: process.env.BESIDE_BROWSER_TESTS === '1' ? 4 : WORKERS,
    // Long, for busy machines. A test ends as soon as its conditions are met.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // In continuous integration, as for browser tests: a test that passes only on the retry is reported as flaky.
    retry: process.env.CI && !EVERYTHING ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,server,sandbox,scripts,test}/**/*.test.ts'],
          exclude: [HTTP, 'test/torture/**', 'test/browser/**', ...OWN_MODULES_UNIT, ...QUICK, ...LEFT_OUT],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit, modules of their own', include: OWN_MODULES_UNIT } },
      {
        extends: true,
        test: { name: 'unit, quick hashes', include: QUICK, exclude: LEFT_OUT, isolate: false, ...quick },
      },
      ...onDatabase('sqlite'),
      ...onDatabase('postgres'),
    ],
  },
})

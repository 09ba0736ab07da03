import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { EVERYTHING, leftOut, provenElsewhere } from './test/proven-once.ts'

// The workers and all processes that tests start inherit it. Without it each of them, and each thread of a SQLite
// database, would load the TypeScript compiler and compile its modules again: 75 ms of CPU per shop instead of 51 ms.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled')

/** Tests that send requests to a shop. They run on both databases, except those that test/proven-once.ts assigns to one. */
const HTTP = '{server,test}/**/*.http.test.ts'
/** HTTP tests that mock a module, and therefore must not share modules with other files. */
const OWN_MODULES = ['test/access.http.test.ts', 'server/platform/upload/full.http.test.ts']
/** Its passwords are for child processes, which use the real, slow hash. */
const REAL_HASHES = ['test/commands.http.test.ts']
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

/** Files that take or wait half a minute or more. They start first, so that none of them runs alone at the end. */
const LONG =
  /\/test\/(crash|outage|upgrades\/upgrades|commands|product-saves|mutants|access|races|first-start|fuzz)\.|circuits\.test|one-process|last-good|sandbox-lock|webhook-throttled|http\/stop\.|upload\/stream\./

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)))
  }
}

/** Set by `npm test`: the statements of the tests on SQLite decide which tests are repeated on PostgreSQL. */
const RECORDED = process.env.STATEMENTS_FOLDER !== undefined

const quick = { setupFiles: ['./test/quick-hash.setup.ts'] }

/** The projects of a database. Files share loaded modules if they can, which saves about a second per file. */
function onDatabase(database: 'sqlite' | 'postgres') {
  const elsewhere = [...leftOut(), ...provenElsewhere(database)]
  const there = {
    env: { TEST_DATABASE: database },
    globalSetup: database === 'postgres' ? ['./test/postgres.setup.ts'] : [],
    ...(RECORDED && { runner: `./test/statements/${database === 'sqlite' ? 'record' : 'select'}.ts` }),
    // The tests on PostgreSQL start when all others have ended.
    sequence: { groupOrder: RECORDED && database === 'postgres' ? 1 : 0 },
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
    sequence: { sequencer: LongFirst },
    // More than the cores of a small machine, because many tests wait for clocks, disks and other processes.
    maxWorkers: 6,
    // Long, for busy machines. A test ends as soon as its conditions are met.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // In continuous integration, as for browser tests: a test that passes only on the retry is reported as flaky.
    retry: process.env.CI && !EVERYTHING ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,server,sandbox,scripts,test}/**/*.test.ts'],
          exclude: [HTTP, 'test/torture/**', 'test/browser/**', ...OWN_MODULES_UNIT, ...QUICK, ...leftOut()],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit, modules of their own', include: OWN_MODULES_UNIT } },
      {
        extends: true,
        test: { name: 'unit, quick hashes', include: QUICK, exclude: leftOut(), isolate: false, ...quick },
      },
      ...onDatabase('sqlite'),
      ...onDatabase('postgres'),
    ],
  },
})

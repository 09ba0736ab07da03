import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that go through the front door run on both databases; the rest once. */
const HTTP = '{server,test}/**/*.http.test.ts'

/** Files of a minute and more begin first, so that the others are not all done while one of them still runs. */
const LONG = /\/test\/(crash|mutants|access|races)\.|circuits\.test/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // One more than the cores of a small machine: many tests wait for what others do.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,server,app,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: [HTTP, 'test/torture/**', 'test/browser/**'],
        },
      },
      { extends: true, test: { name: 'sqlite', include: [HTTP], env: { TEST_DATABASE: 'sqlite' } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [HTTP],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['./test/postgres.setup.ts'],
        },
      },
    ],
  },
})

/** One Vitest project per mutant, which runs only the race that must detect it. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutantsOn, mutate } from './mutate.ts'
import type { Database } from './table.ts'

const where = (process.env.MUTANTS_ON ?? 'few') as 'few' | Database

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    maxWorkers: 2,
    hookTimeout: 60_000,
    projects: mutantsOn(where, process.env.MUTANTS_ONLY).map(({ mutant, database }) => ({
      plugins: [mutate(mutant)],
      test: {
        name: `${mutant.name} on ${database}`,
        include: ['test/races.http.test.ts'],
        globalSetup: database === 'postgres' ? ['./test/torture/postgres.setup.ts'] : [],
        env: { TEST_DATABASE: database, MUTANT: mutant.name, RACE: mutant.race, RACE_TRIALS: '20' },
      },
    })),
  },
})

import { defineConfig } from 'vitest/config'

/** Tests that go through the front door run on both databases; the rest once. */
const HTTP = '{server,test}/**/*.http.test.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
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

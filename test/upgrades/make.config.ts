/** Vitest's configuration for `npm run keep-release`. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: { include: ['test/upgrades/make.ts'], testTimeout: 600_000, env: { TEST_DATABASE: 'sqlite' } },
})

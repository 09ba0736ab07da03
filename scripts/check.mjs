/**
 * `npm run check`: types, lint, unit tests and HTTP tests on SQLite, without a build. Skips the slow tests that
 * test/proven-once.ts lists; `npm test` runs them. Runs on Node 20 or newer. Ends with a line `N passed, N failed`.
 */
import { CHECKS, checkAll, finish, vitest } from './checks.mjs'
import { installIfNeeded } from './install.mjs'

installIfNeeded('all')
await checkAll([CHECKS.types, CHECKS.siteTypes, CHECKS.lint, CHECKS.format])
await vitest('Unit, and HTTP on SQLite', ['unit*', 'sqlite*'], { QUICK_CHECK: '1' })
finish()

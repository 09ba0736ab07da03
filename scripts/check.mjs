/**
 * `npm run check`: types, lint, unit tests and HTTP tests on SQLite, without a build. Leaves out
 * the files that say in their first lines that they are slow; `npm test` runs them. Runs on Node 20 or newer. Ends with a
 * line `N passed, N failed`.
 */
import { CHECKS, checkAll, finish, vitest } from './checks.mjs'
import { installIfNeeded } from './install.mjs'

installIfNeeded('all')
// At the same time, so that no core waits for the last check or for the last test file.
await Promise.all([
  checkAll([CHECKS.types, CHECKS.siteTypes, CHECKS.lint, CHECKS.format]),
  vitest('Unit, and HTTP on SQLite', ['unit*', 'sqlite*'], { QUICK_CHECK: '1' }),
])
finish()

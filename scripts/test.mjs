/**
 * `npm test`: runs everything that CI checks. Installs what is missing, including Chromium, and
 * builds the site unless it is already built. Runs on Node 20 or newer. Ends with a line `N passed, N failed`.
 */
import { CHECKS, checkAll, finish, playwright, vitest } from './checks.mjs'
import { installIfNeeded } from './install.mjs'
import { isBuilt, isBundled } from './stamps.mjs'

installIfNeeded('all')
const { types, siteTypes, lint, format, build, bundle } = CHECKS
const stale = isBuilt() ? (isBundled() ? [] : [bundle]) : [build]
// The tests wait for the build only, and one check that takes as long uses the other core.
await checkAll([types, ...stale])
const tests = isBuilt()
  ? [
      // Both run at the same time, because both often wait. Each has fewer workers than it would have alone (vitest.config.ts),
      // so that no test waits long for a core.
      vitest('Unit, and HTTP on SQLite and PostgreSQL', [], { BESIDE_BROWSER_TESTS: '1' }),
      playwright('Browser'),
    ]
  : []
await Promise.all([checkAll([siteTypes, lint, format]), ...tests])
finish()

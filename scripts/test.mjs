/**
 * `npm test`: runs everything that CI checks, quick checks first. Installs what is missing, including Chromium, and
 * builds the site unless it is already built. Runs on any Node from 20 on. Ends with a line `N passed, N failed`.
 */
import { CHECKS, checkAll, finish, playwright, vitest } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { installIfNeeded } from './install.mjs'
import { isBuilt } from './stamps.mjs'

installIfNeeded('all')
// In parallel, so that no core waits for the last thread of a check.
const { types, siteTypes, lint, format, build } = CHECKS
await checkAll([types, siteTypes, lint, format, ...(isBuilt() ? [] : [build])])
if (isBuilt()) {
  // At the same time, because both often wait. With fewer workers than alone, so that no test waits long for a core.
  await Promise.all([
    vitest('Unit, and HTTP on SQLite and PostgreSQL', [], { VITEST_MAX_WORKERS: '4' }),
    playwright('Browser', findChromium()),
  ])
}
finish()

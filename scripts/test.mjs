/**
 * `npm test`: everything that continuous integration checks, in the order in which it fails soonest. Installs what
 * it needs, Chromium included. Runs on any Node from 20 on; ends with a line `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findChromium } from './chromium.mjs'
import { NODE, installIfNeeded } from './install.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const REPORTS = mkdtempSync(join(tmpdir(), 'frame-reports-'))

let passed = 0
let failed = 0

installIfNeeded()
check('Types of server, shared, tests', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'])
check('Types of the site', ['node_modules/typescript/bin/tsc', '-p', 'app/tsconfig.json'])
check('Lint', ['node_modules/oxlint/bin/oxlint', '--quiet'])
check('Format', ['node_modules/oxfmt/bin/oxfmt', '--check'])
if (check('Build', ['scripts/build.ts'])) {
  tests(
    'Unit, and HTTP on SQLite and PostgreSQL',
    vitestArguments(),
    readVitest,
    // A log has no use for colours.
    process.stdout.isTTY ? {} : { NO_COLOR: '1' },
  )
  tests(
    'Browser',
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'test/browser/playwright.config.ts'],
    readPlaywright,
    {
      CHROMIUM: findChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, 'browser.json'),
    },
  )
}
rmSync(REPORTS, { recursive: true, force: true })
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 ? 1 : 0)

function vitestArguments() {
  const out = join(REPORTS, 'vitest.json')
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${out}`,
  ]
}

/** One check that passes or fails as a whole. @param {string} name @param {string[]} args */
function check(name, args) {
  const started = Date.now()
  const { status } = run(args, {})
  const good = status === 0
  if (good) passed++
  else failed++
  say(name, good ? 'ok' : 'FAILED', started)
  return good
}

/**
 * A runner that counts its own tests; one that dies without a count is one failure.
 * @param {string} name @param {string[]} args @param {() => {passed: number, failed: number}} read
 * @param {Record<string, string>} [env]
 */
function tests(name, args, read, env = {}) {
  const started = Date.now()
  const { status } = run(args, env)
  const counted = read()
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  passed += counted.passed
  failed += counted.failed
  say(name, `${counted.passed} passed, ${counted.failed} failed`, started)
}

function readVitest() {
  const { numPassedTests = 0, numFailedTests = 0 } = readJson('vitest.json')
  return { passed: numPassedTests, failed: numFailedTests }
}

function readPlaywright() {
  const { stats = {} } = readJson('browser.json')
  return { passed: (stats.expected ?? 0) + (stats.flaky ?? 0), failed: stats.unexpected ?? 0 }
}

/** @param {string} name */
function readJson(name) {
  const file = join(REPORTS, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** @param {string[]} args @param {Record<string, string>} env */
function run(args, env) {
  return spawnSync(NODE, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
}

/** @param {string} name @param {string} result @param {number} started */
function say(name, result, started) {
  process.stdout.write(`\n── ${name}: ${result} (${Math.round((Date.now() - started) / 1000)} s)\n`)
}

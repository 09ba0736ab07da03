/**
 * Shared by `npm test` and `npm run check`: checks that pass or fail as a whole, test runners that count their tests,
 * and the last line `N passed, N failed`. Runs on any Node from 20 on.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NODE } from './install.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const REPORTS = mkdtempSync(join(tmpdir(), 'frame-reports-'))

/**
 * The name of a check, and the arguments of the pinned Node.
 * @typedef {[name: string, ...args: string[]]} Check
 */

/** @type {Record<'types' | 'siteTypes' | 'lint' | 'format' | 'build', Check>} */
export const CHECKS = {
  types: ['Types of server, shared, tests', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  siteTypes: ['Types of the site', 'node_modules/typescript/bin/tsc', '-p', 'app/tsconfig.json'],
  lint: ['Lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  format: ['Format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
  build: ['Build', 'scripts/build.ts'],
}

let passed = 0
let failed = 0

/**
 * Runs checks in parallel. Prints the output of each check when the check ends.
 * @param {Check[]} checks
 * @returns {Promise<boolean>} whether all checks passed
 */
export async function checkAll(checks) {
  const results = await Promise.all(checks.map(check))
  return results.every(Boolean)
}

/** @param {Check} check */
async function check([name, ...args]) {
  const started = Date.now()
  const { status, output } = await run(args, {}, true)
  const good = status === 0
  if (good) passed++
  else failed++
  process.stdout.write(output)
  print(name, good ? 'ok' : 'FAILED', started)
  return good
}

/**
 * Runs unit and HTTP tests.
 * @param {string} name
 * @param {string[]} [projects] Vitest's projects; all projects if missing
 * @param {Record<string, string>} [env]
 */
export function vitest(name, projects = [], env = {}) {
  const out = join(REPORTS, 'vitest.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json']
  args.push(`--outputFile.json=${out}`, ...projects.map((project) => `--project=${project}`))
  // Turns off colors if the output is not a terminal.
  return tests(name, args, readVitest, { ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...env })
}

/** Browser tests. @param {string} name @param {string} chromium path of the program; empty for Playwright's own */
export function playwright(name, chromium) {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/browser/playwright.config.ts',
  ]
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, 'browser.json') }
  return tests(name, args, readPlaywright, env)
}

/** Prints the last line and ends the process. The exit code is 1 if anything failed. */
export function finish() {
  rmSync(REPORTS, { recursive: true, force: true })
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exit(failed > 0 ? 1 : 0)
}

/**
 * Runs a test runner that counts its tests. If the runner ends without a count, this counts as one failure.
 * @param {string} name @param {string[]} args @param {() => {passed: number, failed: number}} read
 * @param {Record<string, string>} env
 */
async function tests(name, args, read, env) {
  const started = Date.now()
  const { status } = await run(args, env, false)
  const counted = read()
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  passed += counted.passed
  failed += counted.failed
  print(name, `${counted.passed} passed, ${counted.failed} failed`, started)
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

/**
 * Runs the pinned Node.
 * @param {string[]} args @param {Record<string, string>} env
 * @param {boolean} collect returns the output instead of printing it at once
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(args, env, collect) {
  const out = collect ? 'pipe' : 'inherit'
  const child = spawn(NODE, args, { cwd: ROOT, stdio: ['ignore', out, out], env: { ...process.env, ...env } })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (status) => done({ status, output }))
  })
}

/** @param {string} name @param {string} result @param {number} started */
function print(name, result, started) {
  process.stdout.write(`\n── ${name}: ${result} (${Math.round((Date.now() - started) / 1000)} s)\n`)
}

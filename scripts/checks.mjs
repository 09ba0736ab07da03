/**
 * The parts of `npm test` and `npm run check`: checks that pass or fail as a whole, test runners that count their
 * tests, and the summary with the tests that passed only on a retry, the tests that failed, and the line `N passed, N
 * failed`. Runs on Node 20 or newer.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NODE } from './install.mjs'
import { countPlaywright, countVitest } from './reports.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const REPORTS = mkdtempSync(join(tmpdir(), 'frame-reports-'))

/** A name and the arguments of the pinned Node. @typedef {[name: string, ...args: string[]]} Check */

/** @type {Record<'types' | 'siteTypes' | 'lint' | 'format' | 'build' | 'bundle', Check>} */
export const CHECKS = {
  types: ['Types of server, shared, tests', ...compiler('tsconfig.json', 'server')],
  siteTypes: ['Types of the site', ...compiler('app/tsconfig.json', 'site')],
  lint: ['Lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  format: ['Format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
  build: ['Build', 'scripts/build.ts'],
  bundle: ['Bundle of the server', 'scripts/bundle-server.ts'],
}

/**
 * Arguments of the compiler. It writes its results to a file, and next time checks only what has changed and what depends
 * on it.
 * @param {string} project @param {string} name of the file with the results
 */
function compiler(project, name) {
  const keep = ['--incremental', '--tsBuildInfoFile', `.cache/types/${name}.tsbuildinfo`]
  return ['node_modules/typescript/bin/tsc', '-p', project, '--singleThreaded', ...keep]
}

/** The checks run at the same time, so the compiler has one thread, and few collections of its garbage. decisions/037 */
const TYPES_ENV = { GOMAXPROCS: '1', GOGC: '400' }

let passed = 0
/** Names of tests and checks. @type {string[]} */
const failed = []
/** Names of tests. @type {string[]} */
const flaky = []

/**
 * Runs checks in parallel; prints the output of each when it ends.
 * @param {Check[]} checks
 * @returns {Promise<boolean>} whether all of them passed
 */
export async function checkAll(checks) {
  const results = await Promise.all(checks.map(check))
  return results.every(Boolean)
}

/** @param {Check} check */
async function check([name, ...args]) {
  const started = Date.now()
  const { status, output } = await run(args, TYPES_ENV, true)
  const good = status === 0
  if (good) passed++
  else failed.push(name)
  process.stdout.write(output)
  say(name, good ? 'ok' : 'FAILED', started)
  return good
}

/**
 * Runs unit and HTTP tests.
 * @param {string} name
 * @param {string[]} [projects] Vitest's projects; all without them
 * @param {Record<string, string>} [env]
 */
export function vitest(name, projects = [], env = {}) {
  const out = join(REPORTS, 'vitest.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json']
  args.push(`--outputFile.json=${out}`, ...projects.map((project) => `--project=${project}`))
  // No color codes in a log file.
  return tests(name, args, () => countVitest(readJson('vitest.json')), {
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    ...env,
  })
}

/**
 * Runs browser tests. Prints their output when they end, because other tests print at the same time.
 * @param {string} name
 */
export function playwright(name) {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/browser/playwright.config.ts',
  ]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, 'browser.json') }
  return tests(name, args, () => countPlaywright(readJson('browser.json')), env, true)
}

/**
 * Prints the names of all tests that need attention and the last line, and ends the process, with 1 if anything failed.
 * The names come last because continuous integration keeps only the end of the output.
 */
export function finish() {
  rmSync(REPORTS, { recursive: true, force: true })
  const names = [...flaky.map((name) => `flaky: ${name}`), ...failed.map((name) => `FAILED: ${name}`)]
  if (names.length > 0) process.stdout.write(`\n${names.join('\n')}\n`)
  process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`)
  process.exit(failed.length > 0 ? 1 : 0)
}

/**
 * Runs a test runner that counts its tests. If it fails without naming a test, this counts as one failure.
 * @param {string} name @param {string[]} args @param {() => import('./reports.mjs').Counted} read
 * @param {Record<string, string>} env @param {boolean} [collect] prints the output at the end
 */
async function tests(name, args, read, env, collect = false) {
  const started = Date.now()
  const { status, output } = await run(args, env, collect)
  if (collect) process.stdout.write(output)
  const counted = read()
  if (status !== 0 && counted.failed.length === 0)
    counted.failed.push(`${name}: the test runner failed:\n${ofRunner(output)}`)
  passed += counted.passed
  failed.push(...counted.failed)
  flaky.push(...counted.flaky)
  const again = counted.flaky.length > 0 ? `, ${counted.flaky.length} of them on a retry` : ''
  say(name, `${counted.passed} passed${again}, ${counted.failed.length} failed`, started)
}

/**
 * What a runner printed about an error that belongs to no test, such as a rejection that nothing handled.
 * @param {string} output
 */
function ofRunner(output) {
  const at = output.lastIndexOf('Unhandled Errors')
  return at < 0 ? output.slice(-1500) : output.slice(at, at + 1500)
}

/** @param {string} name */
function readJson(name) {
  const file = join(REPORTS, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Runs the pinned Node.
 * @param {string[]} args @param {Record<string, string>} env
 * @param {boolean} collect prints nothing: the caller does so when it ends
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(args, env, collect) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      if (!collect) process.stdout.write(text)
    })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (status) => done({ status, output }))
  })
}

/** @param {string} name @param {string} result @param {number} started */
function say(name, result, started) {
  process.stdout.write(`\n── ${name}: ${result} (${Math.round((Date.now() - started) / 1000)} s)\n`)
}

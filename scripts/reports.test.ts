// Slow, not in `npm run check`: test runners as child processes.
/** Runs the installed test runners and reads their reports, so that these tests fail if a report format changes. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutVitest } from '#test/torture/reports.ts'
import { countPlaywright, countVitest } from './reports.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'node_modules')

let folder: string
beforeAll(() => {
  // The folder is in the repository, because its files import packages.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cache/reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a test runner that fails; returns the report that it wrote. */
function run(...args: string[]): object {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const env = { ...withoutVitest(process.env), PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
  expect(status, `${stdout}${stderr}`).toBe(1)
  return JSON.parse(readFileSync(report, 'utf8'))
}

/** One test that passes, one that passes on the second attempt, and one that fails. */
const tests = (attempt: string) => `
test.describe('a roast', () => {
  test('is good', () => {})
  test('is burnt', () => expect(1).toBe(2))
})
test('is good the second time', () => expect(${attempt}).toBe(1))
`

const BROKEN = `throw new Error('no beans')`

const LIMIT = { timeout: 120_000 }

test(
  'a Vitest report: counts passed tests, and names failed tests, files that cannot be loaded, and flaky tests',
  LIMIT,
  () => {
    const header = `import { describe, expect, test as one } from 'vitest'
    const test = Object.assign(one, { describe })
    let attempts = 0\n`
    writeFileSync(join(folder, 'roast.test.mjs'), header + tests('attempts++'))
    writeFileSync(join(folder, 'broken.test.mjs'), BROKEN)
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { retry: 1 } }')
    const report = run(
      join(PACKAGES, 'vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      '--outputFile=report.json',
    )
    const { passed, failed, flaky } = countVitest(report)
    expect(passed).toBe(2)
    expect(failed.toSorted()).toEqual([
      expect.stringMatching(/\/broken\.test\.mjs: no beans$/),
      expect.stringMatching(/\/roast\.test\.mjs: a roast is burnt$/),
    ])
    expect(flaky).toEqual([expect.stringMatching(/\/roast\.test\.mjs: is good the second time$/)])
  },
)

test('a Playwright report: counts and names the same', LIMIT, () => {
  const header = `import { expect, test } from '@playwright/test'\n`
  writeFileSync(join(folder, 'roast.spec.mjs'), header + tests('test.info().retry'))
  const cli = join(PACKAGES, '@playwright/test/cli.js')
  const flags = ['--retries=1', '--reporter=json']
  expect(countPlaywright(run(cli, 'test', ...flags, 'roast.spec'))).toEqual({
    passed: 2,
    failed: ['roast.spec.mjs: is burnt'],
    flaky: ['roast.spec.mjs: is good the second time'],
  })
  writeFileSync(join(folder, 'broken.spec.mjs'), BROKEN)
  expect(countPlaywright(run(cli, 'test', ...flags, 'broken.spec'))).toEqual({
    passed: 0,
    failed: ['Error: no beans', 'Error: No tests found.'],
    flaky: [],
  })
})

test('a run without a report has no counts', () => {
  for (const count of [countVitest, countPlaywright])
    expect(count({})).toEqual({ passed: 0, failed: [], flaky: [] })
})

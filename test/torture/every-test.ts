/**
 * Runs all HTTP tests on one database, and all browser tests with axe at every width, including what `npm test` leaves out
 * there (where-tests-run.ts, test/browser/axe.ts).
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { countPlaywright, countVitest } from '../../scripts/reports.mjs'
import { withoutVitest } from './reports.ts'
import type { Database, Result } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')

export function suiteResults(database: Database): Promise<Result[]> {
  const args = [`--project=${database}*`, '--reporter=dot', '--reporter=json']
  return results(
    { campaign: 'suite: every HTTP test', database },
    (file) => ['vitest/vitest.mjs', 'run', ...args, `--outputFile.json=${file}`],
    countVitest,
  )
}

export function screenResults(): Promise<Result[]> {
  const config = ['--config', 'test/browser/playwright.config.ts']
  return results(
    { campaign: 'screens: every browser test', database: 'sqlite' },
    () => ['@playwright/test/cli.js', 'test', ...config],
    countPlaywright,
  )
}

/**
 * Returns one line of the table; `trials` is the number of tests, and each failed test is a violation.
 * @param command returns a program of a package and its arguments, so that its report is written to `file`
 */
async function results(
  of: Pick<Result, 'campaign' | 'database'>,
  command: (file: string) => string[],
  count: typeof countVitest,
): Promise<Result[]> {
  const start = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'frame-every-test-'))
  const file = join(folder, 'report.json')
  try {
    const [program = '', ...args] = command(file)
    const env = { EVERY_TEST: '1', NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
      cwd: ROOT,
      env: { ...withoutVitest(process.env), ...env },
    })
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const { passed, failed } = count(JSON.parse(await readFile(file, 'utf8')))
    if (child.exitCode !== 0 && failed.length === 0)
      failed.push(`The test runner failed:\n${(out + errors).slice(-900)}`)
    const seconds = (performance.now() - start) / 1000
    return [{ ...of, trials: passed + failed.length, violations: failed, seconds }]
  } finally {
    await rm(folder, { recursive: true })
  }
}

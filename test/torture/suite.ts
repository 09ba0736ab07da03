/** Runs all HTTP tests on one database, including those that `npm test` runs only on the other one (where-tests-run.ts). */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { withoutVitest } from './reports.ts'
import type { Database, Result } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')

type Report = {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Returns one line of the table; `trials` is the number of tests, and each failed test is a violation. */
export async function suiteResults(database: Database): Promise<Result[]> {
  const start = performance.now()
  const { report, output, isPassed } = await runSuite(database)
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      status,
      name: `${name.replace(ROOT, '')}: ${fullName}`,
    })),
  )
  const violations = tests.filter(({ status }) => status === 'failed').map(({ name }) => name)
  if (!isPassed && violations.length === 0) violations.push(`Vitest failed:\n${output.slice(-900)}`)
  const trials = tests.filter(({ status }) => status === 'passed' || status === 'failed').length
  const seconds = (performance.now() - start) / 1000
  return [{ campaign: 'suite: every HTTP test', database, trials, violations, seconds }]
}

async function runSuite(database: Database): Promise<{ report: Report; output: string; isPassed: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-suite-'))
  const file = join(folder, 'report.json')
  try {
    const args = [
      'run',
      `--project=${database}*`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: ROOT,
      env: { ...withoutVitest(process.env), EVERY_TEST: '1', NO_COLOR: '1' },
    })
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    return { report, output: out + errors, isPassed: child.exitCode === 0 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the races in a separate Vitest process and reads their reports. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { startPostgres } from '../postgres.ts'
import { mutantsOn } from './mutate.ts'
import type { RaceReport } from './races/races.ts'
import type { Database, Result } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Runs each race `trials` times on one database.
 * @param only prefix of the races; empty for all
 */
export async function raceResults(database: Database, trials: number, only = ''): Promise<Result[]> {
  const { reports, output, isPassed } = await runVitest(['--project', database, 'test/races.http.test.ts'], {
    RACE_TRIALS: String(trials),
    RACES_ONLY: only,
  })
  const isComplete = isPassed || reports.some(({ violations }) => violations.length > 0)
  if (!isComplete) throw new Error(`The races did not end as they should:\n${output}`)
  return reports.map((report) => ({ ...report, campaign: `race: ${report.race}` }))
}

/**
 * Runs the race of each mutant. A mutant that the race does not detect is a violation.
 * @param where `few`: a few mutants, each on the database that detects it fastest; otherwise all on this database
 * @param only prefix of the races; empty for all
 */
export async function mutantResults(where: 'few' | Database, only = ''): Promise<Result[]> {
  if (mutantsOn(where, only).length === 0) return []
  const postgres = where === 'sqlite' ? null : await startPostgres()
  try {
    if (postgres) await detectDeadlocksEarly(postgres.url('postgres'))
    const { reports, output } = await runVitest(['--config', 'test/torture/mutants.config.ts'], {
      MUTANTS_ON: where,
      MUTANTS_ONLY: only,
      TORTURE_POSTGRES: postgres?.url('postgres') ?? '',
    })
    return mutantsOn(where, only).map(({ mutant, database }) => {
      const report = reports.find((one) => one.mutant === mutant.name && one.database === database)
      const { trials = 0, seconds = 0 } = report ?? {}
      const violations = undetected(report, output)
      return { campaign: `mutant: ${mutant.name}`, database, trials, violations, seconds }
    })
  } finally {
    await postgres?.stop()
  }
}

/** Makes PostgreSQL detect deadlocks early. By default, each deadlock of a mutant would take one second. */
async function detectDeadlocksEarly(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("alter system set deadlock_timeout = '50ms'")
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Empty if the race detected the mutant. */
function undetected(report: RaceReport | undefined, output: string): string[] {
  if (!report) return [`The race did not run:\n${output.slice(-4000)}`]
  return report.violations.length > 0 ? [] : ['This mutant was not detected']
}

async function runVitest(
  args: string[],
  env: Record<string, string>,
): Promise<{ reports: RaceReport[]; output: string; isPassed: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-races-'))
  const file = join(folder, 'reports.jsonl')
  await writeFile(file, '')
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    env: { ...withoutVitest(process.env), ...env, RACE_REPORT: file, NO_COLOR: '1' },
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  await rm(folder, { recursive: true })
  const reports = lines.map((line) => JSON.parse(line) as RaceReport)
  return { reports, output: out + errors, isPassed: child.exitCode === 0 }
}

/** Removes the variables of the outer Vitest, which would affect the inner one. */
export function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const outer = /^(VITEST|TEST_DATABASE$|TEST$|MODE$|PROD$|DEV$|SSR$|BASE_URL$|NODE_ENV$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)))
}

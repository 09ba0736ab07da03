/**
 * The long campaigns: races, crashes, kills, failing services and failing databases. A campaign takes minutes.
 *
 *   npm run torture                                    everything
 *   npm run torture -- races kills                     only these campaigns; an unknown name prints all names
 *   npm run torture -- kills --count 10 --on postgres  this many times, on one database
 * npm run torture -- subscriptions --count 10000 this many subscriptions over a year; --days 60 for fewer days
 *   npm run torture -- crashes --only after-label      only crash points, races and mutants whose name begins with this
 */
import { parseArgs } from 'node:util'
import { CAMPAIGNS } from '../test/torture/campaigns.ts'
import { startPostgres } from '../test/postgres.ts'
import { ensureBuilt } from '../test/torture/running-shop.ts'
import { toTable, type Database, type Result } from '../test/torture/table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    on: { type: 'string' },
    only: { type: 'string', default: '' },
    days: { type: 'string', default: '365' },
  },
})
const names = positionals.length > 0 ? positionals : Object.keys(CAMPAIGNS)
const databases = (['sqlite', 'postgres'] as const).filter((name) => !values.on || values.on === name)
const unknown = names.filter((name) => !Object.hasOwn(CAMPAIGNS, name))
const days = Number(values.days)
const times = values.count === undefined ? null : Number(values.count)
if (unknown.length > 0 || databases.length === 0 || (times !== null && !(times > 0)) || !(days > 0)) {
  process.stderr.write(
    `\n  npm run torture -- [${Object.keys(CAMPAIGNS).join(' | ')}] [--count n] [--on sqlite | postgres] [--only beginning] [--days n]\n\n`,
  )
  process.exit(2)
}

ensureBuilt()
const results: Result[] = []
for (const name of names) {
  for (const database of databases) results.push(...(await campaign(name, database)))
}
process.stdout.write(`\n${toTable(results)}\n`)
for (const { campaign: what, violations } of results) {
  for (const violation of new Set(violations))
    process.stdout.write(`  ${what}: ${violation.slice(0, 1000)}\n`)
}
process.exit(results.some(({ violations }) => violations.length > 0) ? 1 : 0)

async function campaign(name: string, database: Database): Promise<Result[]> {
  const { count, run } = CAMPAIGNS[name]!
  process.stdout.write(`  ${name} on ${database} …\n`)
  const postgres =
    database === 'postgres' && name !== 'races' && name !== 'suite' ? await startPostgres() : null
  try {
    const url = postgres?.url('postgres') ?? null
    return await run({
      database,
      count: times ?? count,
      postgres: url,
      server: postgres,
      only: values.only,
      days,
    })
  } finally {
    await postgres?.stop()
  }
}

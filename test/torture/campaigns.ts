/** The long campaigns. Each returns lines of the result table. */
import { pathToFileURL } from 'node:url'
import type { Postgres } from '../postgres.ts'
import { CRASH_MUTANTS } from './crash-mutants.ts'
import { counterCampaign } from './counter/days.ts'
import { stopSite } from './crash.ts'
import { openSite, crashOnce, CRASH_POINTS } from './crash-points.ts'
import { deploymentResults } from './deployment.ts'
import { screenResults, suiteResults } from './every-test.ts'
import { failingResults, firstStartResults, silentResults } from './database-campaigns.ts'
import { killCampaign } from './kills.ts'
import { menuCampaign } from './pictures/replace-menus.ts'
import { pictureCampaign } from './pictures/send-mutants.ts'
import { makePlace } from './places.ts'
import { savingCampaign } from './products/save-products.ts'
import { mutantResults, raceResults } from './reports.ts'
import { restartResults } from './restarts.ts'
import { roasteryCampaign } from './roastery/year.ts'
import type { Place } from './running-shop.ts'
import { subscriptionResults } from './subscriptions/year.ts'
import { failedRefundCampaign } from './settling/failed-refunds.ts'
import { wrongCaptureCampaign } from './settling/wrong-captures.ts'
import { closedWindowCampaign } from './settling/closed-windows.ts'
import type { Database, Result } from './table.ts'
import { wholesaleCampaign } from './wholesale/year.ts'

type Plan = {
  database: Database
  count: number
  postgres: string | null
  /** The PostgreSQL server, for campaigns that stop it; null on SQLite. */
  server: Postgres | null
  /** Prefix of the crash points, of the races and of the mutants' races that run; empty for all. */
  only: string
  /** The simulated days of campaigns that move the clock. */
  days: number
}

export type Campaign = {
  /** The default number of trials. */
  count: number
  run: (plan: Plan) => Promise<Result[]>
}

export const CAMPAIGNS: Record<string, Campaign> = {
  suite: { count: 1, run: ({ database }) => suiteResults(database) },
  // The shops of browser tests are on SQLite.
  screens: { count: 1, run: async ({ database }) => (database === 'sqlite' ? screenResults() : []) },
  races: { count: 20, run: ({ database, count, only }) => raceResults(database, count, only) },
  mutants: {
    count: 1,
    run: async (plan) => [
      ...(await mutantResults(plan.database, plan.only)),
      ...(await crashMutantResults(plan)),
    ],
  },
  crashes: { count: 20, run: crashes },
  kills: { count: 100, run: inOnePlace('kill -9 under load', killCampaign) },
  // Two instances on PostgreSQL.
  counter: { count: 40, run: inOnePlace('kill -9 on days of the counter', counterCampaign) },
  menus: { count: 50, run: inOnePlace('kill -9 under menus and pictures', menuCampaign) },
  products: { count: 50, run: inOnePlace('kill -9 under product saves', savingCampaign) },
  pictures: { count: 2000, run: inOnePlace('damaged pictures', pictureCampaign) },
  misfits: { count: 40, run: inOnePlace('kill -9 under captures that do not fit', wrongCaptureCampaign) },
  windows: { count: 20, run: inOnePlace('kill -9 with closed windows and no webhook', closedWindowCampaign) },
  bounces: { count: 40, run: inOnePlace('kill -9 under refunds that fail later', failedRefundCampaign) },
  outages: { count: 5, run: failingResults },
  silence: { count: 2, run: silentResults },
  starts: { count: 4, run: firstStartResults },
  restarts: { count: 10, run: restartResults },
  // Two roast days a week, for a year.
  roastery: { count: 104, run: inOnePlace('kill -9 under a year of roast days', roasteryCampaign) },
  deployments: { count: 3, run: deploymentResults },
  // 10,000 subscriptions take hours: --count 10000.
  subscriptions: { count: 1000, run: subscriptionResults },
  // Accounts.
  wholesale: { count: 40, run: wholesale },
}

function wholesale(plan: Plan): Promise<Result[]> {
  const { days } = plan
  const run = inOnePlace(`kill -9 in ${days} days of wholesale`, (place, accounts) =>
    wholesaleCampaign(place, { accounts, days }),
  )
  return run(plan)
}

async function crashes({ database, count, postgres, only }: Plan): Promise<Result[]> {
  const place = await makePlace(postgres)
  const results: Result[] = []
  try {
    const site = await openSite(place)
    for (const point of CRASH_POINTS.filter((name) => name.startsWith(only))) {
      const start = performance.now()
      const violations: string[] = []
      site.recoveredAfter = []
      for (let trial = 0; trial < count; trial++) violations.push(...(await crashOnce(site, point)))
      const seconds = (performance.now() - start) / 1000
      const note = recoveryNote(site.recoveredAfter)
      results.push({ campaign: `crash: ${point}`, database, trials: count, violations, seconds, ...note })
    }
    await stopSite(site)
  } finally {
    await place.remove()
  }
  return results
}

function recoveryNote(recoveredAfter: number[]): { note?: string } {
  if (recoveredAfter.length === 0) return {}
  return { note: `recovered at most ${Math.max(...recoveredAfter).toFixed(1)} s after the start` }
}

/** A campaign with all trials in one data folder, as one line of the table. */
function inOnePlace(
  campaign: string,
  run: (place: Place, trials: number) => Promise<{ violations: string[]; note: string }>,
): Campaign['run'] {
  return async ({ database, count, postgres }) => {
    const place = await makePlace(postgres)
    const start = performance.now()
    try {
      const found = await run(place, count)
      return [{ campaign, database, trials: count, ...found, seconds: (performance.now() - start) / 1000 }]
    } finally {
      await place.remove()
    }
  }
}

const HOOK = pathToFileURL(new URL('./mutate-hook.ts', import.meta.url).pathname).href

/** Runs the crash of each mutant once. A mutant that is not detected is a violation. */
async function crashMutantResults({ database, postgres, only }: Plan): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, race } of CRASH_MUTANTS.filter((mutant) => mutant.race.startsWith(only))) {
    const place = await makePlace(postgres)
    const start = performance.now()
    try {
      const env = { MUTANT: name, NODE_OPTIONS: `--import=${HOOK}`, RUN_SOURCES: '1' }
      const site = await openSite(place)
      await stopSite(site)
      site.env = env
      const found = await crashOnce(site, race)
      await stopSite(site)
      const hasNotStarted = found.some((line) => line.includes('did not start'))
      const violations = hasNotStarted ? found : found.length > 0 ? [] : ['This mutant was not detected']
      const seconds = (performance.now() - start) / 1000
      const note = found.length > 0 ? { note: `detected as “${found[0]!.slice(0, 160)}”` } : {}
      results.push({ campaign: `mutant: ${name}`, database, trials: 1, violations, seconds, ...note })
    } finally {
      await place.remove()
    }
  }
  return results
}

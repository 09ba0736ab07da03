/** The long campaigns, each as lines of one table. */
import { pathToFileURL } from 'node:url'
import { CRASH_MUTANTS } from './crash-mutants.ts'
import { openSite, crashOnce, CRASH_POINTS } from './crash-points.ts'
import { killCampaign } from './kills.ts'
import { hangingCampaign } from './pictures/hang-menus.ts'
import { pictureResults } from './pictures/results.ts'
import { makePlace } from './places.ts'
import { mutantResults, raceResults } from './reports.ts'
import type { Database, Result } from './table.ts'

export type Campaign = {
  /** How often, when nobody says. */
  count: number
  run: (plan: { database: Database; count: number; postgres: string | null }) => Promise<Result[]>
}

export const CAMPAIGNS: Record<string, Campaign> = {
  races: { count: 20, run: ({ database, count }) => raceResults(database, count) },
  mutants: {
    count: 1,
    run: async ({ database, postgres }) => [
      ...(await mutantResults(database)),
      ...(await crashMutantResults(database, postgres)),
    ],
  },
  crashes: { count: 20, run: crashes },
  kills: { count: 100, run: kills },
  menus: { count: 50, run: menus },
  pictures: { count: 2000, run: pictureResults },
}

type Plan = Parameters<Campaign['run']>[0]

async function crashes({ database, count, postgres }: Plan): Promise<Result[]> {
  const place = await makePlace(postgres)
  const results: Result[] = []
  try {
    const site = await openSite(place)
    for (const point of CRASH_POINTS) {
      const start = performance.now()
      const violations: string[] = []
      for (let trial = 0; trial < count; trial++) violations.push(...(await crashOnce(site, point)))
      const seconds = (performance.now() - start) / 1000
      results.push({ campaign: `crash: ${point}`, database, trials: count, violations, seconds })
    }
  } finally {
    await place.remove()
  }
  return results
}

async function kills({ database, count, postgres }: Plan): Promise<Result[]> {
  const place = await makePlace(postgres)
  const start = performance.now()
  try {
    const { violations, note } = await killCampaign(place, count)
    const seconds = (performance.now() - start) / 1000
    return [{ campaign: 'kill -9 under load', database, trials: count, violations, seconds, note }]
  } finally {
    await place.remove()
  }
}

async function menus({ database, count, postgres }: Plan): Promise<Result[]> {
  const place = await makePlace(postgres)
  const start = performance.now()
  try {
    const { violations, note } = await hangingCampaign(place, count)
    const seconds = (performance.now() - start) / 1000
    return [
      { campaign: 'kill -9 under menus and pictures', database, trials: count, violations, seconds, note },
    ]
  } finally {
    await place.remove()
  }
}

const HOOK = pathToFileURL(new URL('./mutate-hook.ts', import.meta.url).pathname).href

/** Lets each mutant die once. One that nobody noticed is a violation. */
async function crashMutantResults(database: Database, postgres: string | null): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, race } of CRASH_MUTANTS) {
    const place = await makePlace(postgres)
    const start = performance.now()
    try {
      const site = { ...(await openSite(place)), env: { MUTANT: name, NODE_OPTIONS: `--import=${HOOK}` } }
      const noticed = await crashOnce(site, race)
      const isStillborn = noticed.some((line) => line.includes('did not start'))
      const violations = isStillborn ? noticed : noticed.length > 0 ? [] : ['Nobody noticed this mutant']
      const seconds = (performance.now() - start) / 1000
      results.push({ campaign: `mutant: ${name}`, database, trials: 1, violations, seconds })
    } finally {
      await place.remove()
    }
  }
  return results
}

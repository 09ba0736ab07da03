/**
 * Thousands of subscriptions over a simulated year. The shop is killed at random moments and at crash points, services
 * fail, cards are declined, the clock jumps over days without the shop, and on PostgreSQL two instances work at the same
 * time. In the end, each delivery must have been made and charged once, and the books must agree with PayPal's to the
 * cent.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { NoResponse } from '../caller.ts'
import { makePlace } from '../places.ts'
import type { Result } from '../table.ts'
import { booksOfYear } from './books.ts'
import {
  killAll,
  killOne,
  missDays,
  moveDay,
  openSite,
  startAll,
  ownerOf,
  startCrashing,
  type Site,
} from './site.ts'
import {
  acceptAll,
  chance,
  changeMethods,
  changeMinds,
  endReviews,
  failServices,
  repairServices,
  type Declined,
} from './troubles.ts'

type Plan = { database: 'sqlite' | 'postgres'; count: number; postgres: string | null; days: number }

/** The probability of each event in a step. A step is one day, or one day at one instance. */
const PROBABILITY = { missed: 0.03, crash: 0.06, kill: 0.15, fault: 0.3 }
const MOST_MISSED = 6
/** Time from the start of the work to a kill, in milliseconds. */
const KILLED_WITHIN = 2500
/** The second instance begins while the first one works. */
const STAGGER = 200
/** The last days without faults: the last retry of a payment is on day 7. */
const QUIET_DAYS = 10
const POINTS: CrashPoint[] = [
  'after-delivery-commit',
  'after-delivery-charge',
  'after-charge-intent',
  'after-charge-answer',
  'after-charge-known',
  'after-paid-commit',
]
/** Progress is printed after this many days. */
const PROGRESS_DAYS = 30

/** @param plan `count` subscriptions, `days` days */
export async function subscriptionResults(plan: Plan): Promise<Result[]> {
  const { database, count, days } = plan
  const place = await makePlace(plan.postgres)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  let site: Site | null = null
  try {
    site = await openSite(place, count)
    await liveYear(site, days, seconds)
    await killAll(site)
    const { violations, note } = await booksOfYear(site, days)
    const { kills, crashes, outages, missedDays, changes } = site.done
    const done = `${kills} kills, ${crashes} starts with a crash point, ${outages} outages, ${missedDays} missed days, ${changes} changes`
    return [
      {
        campaign: `${count} subscriptions over ${days} days`,
        database,
        trials: 1,
        violations: [...site.wrong, ...violations],
        seconds: seconds(),
        note: `${note}; ${done}`,
      },
    ]
  } finally {
    if (site) await killAll(site)
    await site?.sandboxes.close()
    await place.remove()
  }
}

async function liveYear(site: Site, days: number, seconds: () => number): Promise<void> {
  let declined: Declined[] = []
  let printed = 0
  while (site.days < days - QUIET_DAYS) {
    declined = changeMethods(site, declined)
    if (chance(PROBABILITY.missed)) await downtime(site)
    else await step(site)
    if (site.days - printed < PROGRESS_DAYS) continue
    printed = site.days
    process.stdout.write(`    day ${printed} of ${days} after ${Math.round(seconds())} s\n`)
  }
  repairServices(site)
  acceptAll(site)
  await killAll(site)
  await endReviews(site)
  await startAll(site)
  while (site.days < days) {
    await moveDay(site, site.instances[0]!)
    site.days = await currentDays(site)
  }
}

/** The work of a day at each instance, at the same time, while things go wrong. */
async function step(site: Site): Promise<void> {
  const { instances, done } = site
  const victim = instances[Math.floor(Math.random() * instances.length)]!
  if (chance(PROBABILITY.fault)) failServices(site)
  if (chance(PROBABILITY.crash)) {
    await killOne(victim)
    done.crashes += 1
    await startCrashing(site, victim, POINTS[Math.floor(Math.random() * POINTS.length)]!)
  }
  const working = instances.map(async (instance, index) => {
    await pause(index * STAGGER)
    await moveDay(site, instance)
  })
  const changing = changeMinds(site, instances[0]!)
  if (chance(PROBABILITY.kill)) {
    await pause(Math.random() * KILLED_WITHIN)
    await killOne(victim)
    done.kills += 1
  }
  await Promise.all([...working, changing])
  repairServices(site)
  await startAll(site)
  site.days = await currentDays(site)
}

/** All instances are down for days. Reviews of payments end in that time. */
async function downtime(site: Site): Promise<void> {
  await killAll(site)
  const days = 1 + Math.floor(Math.random() * MOST_MISSED)
  await endReviews(site)
  await missDays(site, days)
  site.done.missedDays += days
  await startAll(site)
}

/** How many days the shop's clock is ahead. Restarts the first instance if it has crashed. */
async function currentDays(site: Site): Promise<number> {
  for (;;) {
    try {
      const { status, body } = await ownerOf(site, site.instances[0]!).get('/api/rehearsal/clock')
      if (status === 200) return body.days
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      await killOne(site.instances[0]!)
      await startAll(site)
    }
  }
}

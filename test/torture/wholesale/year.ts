/**
 * A year of wholesale accounts: they order, change their minds, take deliveries with missing pieces and pay in parts, while
 * instances are killed and started again, PayPal and the mail server fail, and on PostgreSQL two instances work at the same
 * time. After each stretch, ledger, goods, papers and standing dates must agree.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#sandbox/server.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { liveDay, wrongRows } from '../../wholesale/days.ts'
import { checkPast, wrongEvenings } from '../../wholesale/evenings.ts'
import { chance, pick } from '../../wholesale/site.ts'
import { inconsistencies, withDatabase } from '../consistency.ts'
import type { Place } from '../running-shop.ts'
import { killAll, killOne, moveDay, ownerOf, startAll } from '../subscriptions/site.ts'
import { openSite, type Site } from './site.ts'

/** The probability of each event on a day. */
const PROBABILITY = { kill: 0.2, fault: 0.25, mailOutage: 0.1, bothMove: 0.3 }
/** `hang` is rare, because each of its calls takes the whole time limit of the shop. */
const FAULT_KINDS: FaultKind[] = ['refuse', 'error', 'busy', 'wrong-page', 'drop', 'garbage']
const HANGS = 0.1
/** Days between two checks of all rows, and between two days on which all is delivered at once. */
const STRETCH = 15
const RUSH_EVERY = 30
/** The second instance begins while the first one works. */
const STAGGER = 200
/** Days at the end without kills and faults, in which open payments are settled and mails sent. */
const QUIET_DAYS = 4

type Plan = { accounts: number; days: number; kills?: number }

/** @param kills the part of days with a kill, if not the usual one */
export async function wholesaleCampaign(place: Place, { accounts, days, kills = PROBABILITY.kill }: Plan) {
  const site = await openSite(place, accounts)
  const start = performance.now()
  try {
    let checked = 0
    // The first time soon, so that a short run has one, too.
    let rushed = 5 - RUSH_EVERY
    while (site.days < days - QUIET_DAYS) {
      const isBeforeRush = site.days - rushed >= RUSH_EVERY
      if (isBeforeRush) rushed = site.days
      await live(site, { isBeforeRush, kills })
      if (site.days - checked < STRETCH) continue
      checked = site.days
      await checkStopped(site)
      await startAll(site)
      const seconds = Math.round((performance.now() - start) / 1000)
      process.stdout.write(`    day ${site.days} after ${seconds} s, ${site.wrong.length} violations\n`)
    }
    for (let day = 0; day < QUIET_DAYS; day++) await nextDay(site)
    await checkStopped(site, isQuiet)
    await startAll(site)
    await checkPast(site)
  } finally {
    await killAll(site)
    await site.sandboxes.close()
  }
  return { violations: site.wrong, note: noteOf(site) }
}

/** One day. People work until it is over, whatever is killed; then the services work again. */
async function live(
  site: Site,
  { isBeforeRush, kills }: { isBeforeRush: boolean; kills: number },
): Promise<void> {
  const start = performance.now()
  failServices(site)
  const living = nextDay(site).then(() => liveDay(site, { isBeforeRush }))
  const killing = chance(site, kills) ? killDuring(site) : null
  await Promise.all([living, killing])
  repairServices(site)
  lastDayMs = performance.now() - start
}

let lastDayMs = 3000

/** How many of the violations are printed already. */
let printed = 0

/** Kills an instance at a random moment of the day, sometimes both, and starts it again. */
async function killDuring(site: Site): Promise<void> {
  await pause(site.random() * lastDayMs)
  const victim = pick(site, site.instances)
  await (chance(site, 0.2) ? killAll(site) : killOne(victim))
  count(site, 'kills')
  await startAll(site)
}

function failServices(site: Site): void {
  const { paypal, mail } = site.sandboxes
  const isHanging = chance(site, HANGS)
  if (chance(site, PROBABILITY.fault)) {
    count(site, 'faults of PayPal')
    const kind = isHanging ? 'hang' : pick(site, FAULT_KINDS)
    paypal.addFault({ kind, times: isHanging ? 1 : 1 + Math.floor(site.random() * 12) })
  }
  if (!chance(site, PROBABILITY.mailOutage)) return
  count(site, 'outages of mail')
  mail.outage = isHanging ? 'hang' : 'refuse'
}

function repairServices({ sandboxes: { paypal, mail } }: Site): void {
  paypal.clearFaults()
  mail.outage = null
}

/** Moves the clock by a day, or by one day at each instance, which do the work of their days at the same time. */
async function nextDay(site: Site): Promise<void> {
  await untilMidnightIsFar(site)
  const before = site.days
  while (site.days === before) {
    const running = site.instances.filter(({ shop }) => shop?.isRunning())
    const movers = chance(site, PROBABILITY.bothMove) ? running : running.slice(0, 1)
    await Promise.all(
      movers.map(async (instance, index) => {
        await pause(index * STAGGER)
        await moveDay(site, instance)
      }),
    )
    site.days = await daysOf(site)
  }
}

/** A simulated day has only some seconds: it should not begin on one day of the calendar and end on the next. */
async function untilMidnightIsFar({ clock }: Site): Promise<void> {
  while (nowAt(clock).time >= '23:58') await pause(1000)
}

/** How many days the clock is ahead at all instances. An instance follows another one within half a second. */
async function daysOf(site: Site): Promise<number> {
  for (;;) {
    const running = site.instances.filter(({ shop }) => shop?.isRunning())
    const days = await Promise.all(
      running.map(async (instance) => {
        const answer = await ownerOf(site, instance)
          .get('/api/rehearsal/clock')
          .catch(() => null)
        return answer?.status === 200 ? (answer.body.days as number) : null
      }),
    )
    const [first] = days
    if (first !== undefined && first !== null && days.every((each) => each === first)) return first
    await pause(50)
  }
}

/** Kills all instances, and compares all rows with each other, with PayPal and with what was acknowledged. */
async function checkStopped(site: Site, more: (db: Db, site: Site) => Promise<string[]> = async () => []) {
  const { place, sandboxFolder } = site
  await killAll(site)
  const found = [
    ...(await inconsistencies(place, true, sandboxFolder)),
    ...(await withDatabase(place, async (db) => [...(await wrongRows(db, site)), ...(await more(db, site))])),
  ]
  site.wrong.push(...found.map((line) => `After day ${site.days}: ${line}`))
  for (const line of site.wrong.slice(printed)) process.stdout.write(`    ${line.slice(0, 1000)}\n`)
  printed = site.wrong.length
  count(site, 'checks')
}

/** In the end nothing waits: all mails are sent. All evenings are compared once more. */
async function isQuiet(db: Db, site: Site): Promise<string[]> {
  const mails = await db
    .selectFrom('outbox')
    .select(['kind', 'state', 'problem'])
    .where('state', '<>', 'sent')
    .execute()
  return [
    ...mails.map((mail) => `A mail is not sent: ${JSON.stringify(mail)}`),
    ...(await wrongEvenings(db, site.evenings)),
  ]
}

function count({ done }: Site, what: string): void {
  done[what] = (done[what] ?? 0) + 1
}

function noteOf({ done, evenings }: Site): string {
  return [
    `${evenings.length} evenings`,
    ...Object.entries(done).map(([what, times]) => `${times} ${what}`),
  ].join(', ')
}

/**
 * Days with orders from the website, by phone and at the counter, while instances are killed and started again. After each
 * day the stock, the money, the books and the closes must agree.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { newBuyer, Unexpected } from '../buying.ts'
import { inconsistencies } from '../consistency.ts'
import type { Place } from '../running-shop.ts'
import { killAll, killOne, startAll } from '../subscriptions/site.ts'
import { bookDifferences, dayDifferences } from './checks.ts'
import { buyOnTheWeb, closeDay, closeNowAndThen, orderByPhone, serve, workOn } from './people.ts'
import { openSite, staffOf, untilAnswered, type Site } from './site.ts'

const BUYERS = 3
const BARISTAS = 3
/** Kills of one instance in a day, while the others work. */
const KILLS = 2

/** @param days how many; a day takes some seconds */
export async function counterCampaign(place: Place, days: number) {
  const site = await openSite(place)
  try {
    await startAll(site)
    const { origin } = site.instances[0]!.shop!
    await startFirstDay(site)
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(origin)))
    for (let day = 1; day <= days; day++) {
      await startAll(site)
      site.isEvening = false
      const working = Promise.all([
        ...buyers.map((buyer) => workOn(site, () => buyOnTheWeb(site, buyer))),
        ...Array.from({ length: BARISTAS }, () => workOn(site, () => serve(site))),
        workOn(site, () => orderByPhone(site)),
        workOn(site, () => closeNowAndThen(site)),
      ])
      await killSome(site)
      site.isEvening = true
      await working
      while (!(await closeDay(site)));
      site.wrong.push(...(await bookDifferences(site)).map((line) => `Day ${day}: ${line}`))
      await killAll(site)
      const found = [
        ...(await inconsistencies(place, false, site.sandboxFolder)),
        ...(await dayDifferences(site)),
      ]
      site.wrong.push(...found.map((line) => `After day ${day}: ${line}`))
    }
  } finally {
    await killAll(site)
    await site.sandboxes.close()
  }
  return { violations: site.wrong, note: noteOf(site) }
}

/** A shop that never had a counter day does not count its drawer: cash for a gift card would be in no day. */
async function startFirstDay(site: Site): Promise<void> {
  const staff = staffOf(site)
  const started = await untilAnswered(site, staff, () => staff.post('/api/counter-day/start', { start: 0 }))
  if (started.status !== 201) throw new Unexpected('Starting the first day', started)
}

async function killSome(site: Site): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await someSales(site)
    await killOne(site.instances[Math.floor(Math.random() * site.instances.length)]!)
    await startAll(site)
  }
  await someSales(site)
}

/** A time in which at least a few things are sold, also on a slow machine. */
async function someSales(site: Site): Promise<void> {
  const enough = site.sold.size + 5
  for (let tenth = 0; tenth < 100 && site.sold.size < enough; tenth++) await pause(100)
  await pause(Math.random() * 1000)
}

function noteOf({ done, closed }: Site): string {
  return [`${closed.size} closes`, ...Object.entries(done).map(([what, times]) => `${times} ${what}`)].join(
    ', ',
  )
}

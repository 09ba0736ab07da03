/** Days of accounts in one process: each job of a day runs twice at once, as in two instances. */
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import { billPeriods } from '#server/wholesale/invoices/bill.ts'
import { billWhatLeft } from '#server/wholesale/delivery/leave.ts'
import { keepPlanned } from '#server/wholesale/standing/keep-planned.ts'
import { standingDates } from '#server/wholesale/standing/write-dates.ts'
import { violations } from '../invariants.ts'
import type { TestShop } from '../shop.ts'
import { signedIn, type SignedInVisitor } from '../signed-in.ts'
import { liveDay, wrongRows } from './days.ts'
import { checkPast, wrongEvenings } from './evenings.ts'
import { openSite, type Site } from './site.ts'
import { takeOver } from './take-over.ts'

type Year = { shop: TestShop; random: () => number; accounts: number; days: number }

/** Runs the days. Returns what did not hold, and how much was done. */
export async function liveYear({
  shop,
  random,
  accounts,
  days,
}: Year): Promise<Pick<Site, 'wrong' | 'done'>> {
  const people: SignedInVisitor[] = []
  for (let index = 0; index < accounts; index++) people.push(await signedIn(shop, { name: `Buyer ${index}` }))
  const staff = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
  const site = await openSite(
    shop,
    people.map((each) => ({ ...each, visitor: each })),
    await goodsOf(shop),
    {
      clock: shop.clock,
      random,
      staff,
      window: shop.visitor(),
      atOnce: 1,
    },
  )
  for (let day = 0; day < days; day++) {
    toMorning(shop)
    // Sessions end: those of staff each day.
    for (const person of day % 7 === 0 ? [...people, staff] : [staff]) await signInAgain(shop, person)
    for (const run of [keepPlanned, standingDates, billPeriods, billWhatLeft, expireOrders])
      await Promise.all([run(shop.shop), run(shop.shop)])
    if (day % 15 === 5) await moveIn(site, { shop, staff, random })
    await liveDay(site, { isBeforeRush: day % 30 === 10 })
    if (day % 20 === 19) await check(shop, site)
  }
  await check(shop, site)
  site.wrong.push(...(await wrongEvenings(shop.db, site.evenings)))
  await checkPast(site)
  return site
}

async function check({ db }: TestShop, site: Site): Promise<void> {
  site.wrong.push(...(await wrongRows(db, site)), ...(await violations(db)))
}

/** Open invoices of a former system come in, some of them again. */
async function moveIn(site: Site, from: Parameters<typeof takeOver>[0]): Promise<void> {
  const { written, wrong } = await takeOver(
    from,
    site.cafes.map(({ company }) => company),
  )
  site.done['taken over'] = (site.done['taken over'] ?? 0) + written
  site.wrong.push(...wrong)
}

async function goodsOf(shop: TestShop) {
  const coffees: { product: string; grams: number }[] = []
  for (const name of ['House', 'Sidamo', 'Decaf'])
    coffees.push({
      product: await shop.sell({ name, priceCents: 2123, sizeGrams: 907, isRoastedToOrder: true }),
      grams: 907,
    })
  const other = await shop.sell({ name: 'Grinder', priceCents: 8999, stock: 100_000, sizeGrams: null })
  return { coffees, other }
}

async function signInAgain({ shop }: TestShop, person: SignedInVisitor): Promise<void> {
  person.cookie = `sid=${await startSession(shop, person.id, { ip: '127.0.0.1', userAgent: 'test' })}`
}

/** Ten in the morning of the next day. */
function toMorning({ clock }: TestShop): void {
  const tomorrow = nowAt({ now: () => new Date(clock.now().getTime() + DAY) }).day
  const morning = Date.parse(utcOf({ day: tomorrow, time: '10:00' }))
  clock.advance(Math.max(HOUR, morning - clock.now().getTime()))
}

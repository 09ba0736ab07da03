/**
 * A year of roast days. Four people work at the same time, and the shop is killed at random moments. After each kill, the
 * coffee must balance to the gram. After each restart, the last step of each person is sent again with its key: it must not
 * count twice, and a step that was acknowledged must have the same reply.
 */
import { addDays } from '#shared/kernel/days.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#server/kernel/time/clock.ts'
import { imbalances } from '../../roastery-balance.ts'
import {
  addSimulated,
  isDone,
  planDay,
  sendStep,
  workOn,
  type Simulated,
  type Worker,
} from '../../simulated-roastery.ts'
import { ownerAt } from '../buying.ts'
import { caller, NoResponse, type Caller } from '../caller.ts'
import { withDatabase } from '../consistency.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'

const PEOPLE = 4
const ORDERS = 8
/** Roast days that are open at the same time. */
const OPEN_DAYS = 3
const FIRST_DAY = '2027-01-04'
const DAYS_BETWEEN = 3
/**
 * The shop is killed after a random time in this range, in milliseconds. Each start that finishes no day, on a slow machine,
 * makes the range longer.
 */
const KILLED_WITHIN = { least: 200, most: 4_000 }
/** Steps of each person on a day, before one person finishes the day. */
const STEPS = 25
const MOST_STEPS = 150
/** The campaign fails if it needs more starts per day than this. */
const MOST_STARTS_PER_DAY = 5

type Site = {
  place: Place
  roastery: Simulated
  workers: (Worker & { call: Caller })[]
  open: string[]
  planned: number
  kills: number
  /** Starts since a day was finished. */
  unfinished: number
  wrong: string[]
}

/** @param days the number of roast days; 104 are a year */
export async function roasteryCampaign(place: Place, days: number) {
  const site = await openSite(place)
  for (let starts = 0; site.planned < days || site.open.length > 0; starts++) {
    if (starts > days * MOST_STARTS_PER_DAY) {
      site.wrong.push(`${site.open.join(', ')}: not finished after ${starts} starts`)
      break
    }
    await planDays(site, days)
    const shop = await startShop(place)
    await work(site, shop)
    await checkBalance(site, `After ${site.kills} kills`)
  }
  const sum = (of: keyof Worker['steps']) => site.workers.reduce((total, { steps }) => total + steps[of], 0)
  if (sum('done') === 0 || sum('undone') === 0 || site.kills === 0)
    site.wrong.push('Nothing was done, undone or killed, so nothing was tested')
  const filled = await withDatabase(place, async (db) => {
    const { orders } = await db
      .selectFrom('bag_uses')
      .select(({ fn }) => fn.count<number>('order_id').distinct().as('orders'))
      .executeTakeFirstOrThrow()
    return orders
  })
  const steps = `${sum('done')} steps, ${sum('undone')} undone, ${sum('repeated')} sent twice at once, ${sum('refused')} refused`
  return {
    violations: [...site.wrong, ...site.workers.flatMap(({ wrong }) => wrong)],
    note: `${days} roast days, ${filled} of ${days * ORDERS} orders filled, ${steps}; ${site.kills} kills during work`,
  }
}

async function openSite(place: Place): Promise<Site> {
  const shop = await startShop(place)
  const owner = await ownerAt(shop.origin)
  await shop.kill()
  const roastery = await withDatabase(place, async (db) => {
    const sizes = await db
      .selectFrom('product_sizes')
      .innerJoin('products', 'products.id', 'product_id')
      .select(['product_id as product', 'grams'])
      .where('category', '=', 'Coffee Beans')
      .where('grams', 'is not', null)
      .whereRef('product_sizes.id', '=', 'products.id')
      .limit(PEOPLE)
      .execute()
    const coffees = sizes.map(({ product, grams }) => ({ product, grams: grams! }))
    return addSimulated({ db, clock: systemClock }, coffees)
  })
  const workers = Array.from({ length: PEOPLE }, () => ({
    call: Object.assign(caller(shop.origin), { cookie: owner.cookie }),
    wrong: [],
    steps: { done: 0, refused: 0, repeated: 0, undone: 0 },
    last: null,
    random: Math.random,
  }))
  return { place, roastery, workers, open: [], planned: 0, kills: 0, unfinished: 0, wrong: [] }
}

/** Adds orders and batches while the shop is stopped. */
async function planDays(site: Site, days: number): Promise<void> {
  await withDatabase(site.place, async (db) => {
    while (site.open.length < OPEN_DAYS && site.planned < days) {
      const day = addDays(FIRST_DAY, site.planned * DAYS_BETWEEN)
      const plan = { day, orders: ORDERS, random: Math.random }
      await planDay({ db, clock: systemClock }, site.roastery, plan)
      site.planned += 1
      site.open.push(day)
    }
  })
}

/** Works on the open days until they are finished or the shop is killed. */
async function work(site: Site, shop: RunningShop): Promise<void> {
  const { least, most } = KILLED_WITHIN
  const end = new AbortController()
  const killing = pause(least + Math.random() * most * (1 + site.unfinished), null, { signal: end.signal })
    .then(() => {
      site.kills += 1
      return shop.kill()
    })
    .catch(() => shop.kill())
  for (const worker of site.workers) worker.call.origin = shop.origin
  site.unfinished += 1
  const isFinished = await whileRunning(site, async () => {
    await Promise.all(site.workers.map(repeatLast))
    for (const day of site.open.slice()) {
      await settled(site.workers.map((worker) => workOn(worker, day, { steps: STEPS })))
      await workOn(site.workers[0]!, day, { steps: MOST_STEPS, isCalm: true })
      site.open.shift()
      site.unfinished = 0
    }
  })
  if (isFinished) end.abort()
  await killing
}

/** Waits for all, then throws the first error. */
async function settled(all: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(all)) if (result.status === 'rejected') throw result.reason
}

/** False if the shop was killed before the answer. */
async function whileRunning(site: Site, run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof NoResponse)) site.wrong.push((error as Error).stack ?? String(error))
    return false
  }
}

/** Sends the last step again, as a tablet does after the connection was lost. */
async function repeatLast(worker: Worker): Promise<void> {
  if (!worker.last) return
  const { step, key, answer } = worker.last
  // These two have no key, and may be repeated.
  if (step.kind === 'ship' || step.kind === 'cancel') return
  const again = await sendStep(worker, step, key)
  if (answer && isDone(answer) && again.text !== answer.text)
    worker.wrong.push(
      `An acknowledged step got another reply: ${answer.text}, then ${again.status} ${again.text}`,
    )
  if (!isDone(again) && ![404, 409].includes(again.status))
    worker.wrong.push(`${step.path} again: ${again.status} ${again.text}`)
}

async function checkBalance({ place, wrong }: Site, when: string): Promise<void> {
  const found = await withDatabase(place, imbalances)
  wrong.push(...found.map((line) => `${when}: ${line}`))
}
